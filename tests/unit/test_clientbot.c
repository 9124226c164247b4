/* What the client says to an engine that plays for its owner, and how it reads the answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/gomocup.h"
#include "client/spare.h"
#include "client/trial.h"
#include "feed.h"

static struct model m;
static char text[GOMOCUP_TEXT];

static int set_up(void **state)
{
	(void)state;
	model_in_game(&m);
	return 0;
}

static void questions(void **state)
{
	const struct gomocup_time free_time = {5000, INT32_MAX, 15000}, clock = {300, 9000, 8000};
	const struct model_room *r = model_focus(&m);

	(void)state;
	gomocup_question(r, &free_time, text);
	assert_string_equal(text, "START 15\nINFO timeout_turn 5000\nINFO timeout_match 0\n"
				  "INFO time_left 2147483647\nINFO rule 0\nINFO game_type 1\n"
				  "BEGIN\n");
	feed_at(&m, "*move room=r1 rev=1 ply=1 side=black at=a1 turn=white act=ai:2 clock=-,-", 0);
	feed_at(&m, "*move room=r1 rev=1 ply=2 side=white at=o14 turn=black act=~ann clock=-,-", 0);
	gomocup_question(r, &clock, text);
	assert_string_equal(text, "START 15\nINFO timeout_turn 300\nINFO timeout_match 9000\n"
				  "INFO time_left 9000\nINFO rule 0\nINFO game_type 1\n"
				  "BOARD\n0,14,1\n14,1,2\nDONE\n");
}

static void rules_have_numbers(void **state)
{
	static const char *const rules[][2] = {{"freestyle", "rule 0\n"}, {"standard", "rule 1\n"},
	    {"renju", "rule 4\n"}, {"caro", "rule 8\n"}};
	const struct gomocup_time time = {1, 1, 1};
	char sync[400];

	(void)state;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		snprintf(
		    sync, sizeof(sync), "*sync room=r1 size=15 ply=0 moves=- rule=%s", rules[i][0]);
		feed_at(&m, sync, 0);
		gomocup_question(model_focus(&m), &time, text);
		assert_non_null(strstr(text, rules[i][1]));
	}
}

static void answers(void **state)
{
	static const struct {
		const char *line;
		enum gomocup_answer answer;
		const char *point;
	} lines[] = {
	    {"7,7", GOMOCUP_MOVE, "h8"},
	    {"0,0", GOMOCUP_MOVE, "a15"},
	    {"14,14", GOMOCUP_MOVE, "o1"},
	    {"15,0", GOMOCUP_BAD, NULL},
	    {"0,15", GOMOCUP_BAD, NULL},
	    {"ERROR no such size", GOMOCUP_BAD, NULL},
	    {"OK", GOMOCUP_MORE, NULL},
	    {"MESSAGE 7,7", GOMOCUP_MORE, NULL},
	    {"UNKNOWN", GOMOCUP_MORE, NULL},
	    {"", GOMOCUP_MORE, NULL},
	    {"7", GOMOCUP_MORE, NULL},
	    {"7,", GOMOCUP_MORE, NULL},
	    {"-1,3", GOMOCUP_MORE, NULL},
	    {"7,7,1", GOMOCUP_MORE, NULL},
	    {"99,99", GOMOCUP_BAD, NULL},
	    {"99999999999999999999,1", GOMOCUP_BAD, NULL},
	};
	const struct model_room *r = model_focus(&m);

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		int point = POINT_NONE;

		if (gomocup_read(r, lines[i].line, &point) != lines[i].answer)
			fail_msg("read otherwise: %s", lines[i].line);
		if (lines[i].point != NULL)
			assert_int_equal(point, point_parse(lines[i].point));
	}
}

/* Whatever the clock, a move is due before it has run down, and there is time to think. */
static void plans_are_never_late(void **state)
{
	static const char *const times[] = {"60+1", "300+5", "600+3x30", "30/move", "1+0"};
	static const int64_t left[] = {0, 1, 50, 500, 1000, 3000, 30000, 600000};
	struct gomocup_time t;
	char sync[400];

	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		for (size_t j = 0; j < sizeof(left) / sizeof(left[0]); j++) {
			snprintf(sync, sizeof(sync),
			    "*sync room=r1 size=15 ply=0 moves=- state=playing black=~ann "
			    "white=ai:2 turn=black act=~ann time=%s clock=%lld,1000 running=black",
			    times[i], (long long)left[j]);
			feed_at(&m, sync, 0);
			gomocup_plan(model_focus(&m), STONE_BLACK, 0, 100, &t);
			assert_true(t.turn > 0 && t.turn <= t.deadline && t.deadline <= t.left);
			if (left[j] >= 1000)
				assert_true(t.deadline + 100 < left[j]);
		}
	feed_at(&m, SYNC, 0);
	gomocup_plan(model_focus(&m), STONE_BLACK, 0, 100, &t);
	assert_int_equal(t.left, INT32_MAX);
	assert_true(t.turn < t.deadline);
}

static void a_spare_move(void **state)
{
	const struct model_room *r = model_focus(&m);

	(void)state;
	assert_int_equal(spare_move(r), point_parse("h8"));
	feed_at(&m, "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white act=ai:2 clock=-,-", 0);
	assert_true(board_at(&r->board, spare_move(r)) == STONE_NONE);
	/* Never a point that is forbidden: h8 would be a double-three here. */
	feed_at(&m,
	    "*sync room=r1 size=15 rule=renju state=playing black=~ann white=ai:2 turn=black "
	    "act=~ann ply=8 moves=g8,a1,i8,a3,h7,a5,h9,a7",
	    0);
	assert_int_equal(
	    rules_foul(&r->board, RULE_RENJU, STONE_BLACK, point_parse("h8")), FOUL_DOUBLE_THREE);
	assert_true(spare_move(r) != point_parse("h8"));
	assert_int_equal(rules_foul(&r->board, RULE_RENJU, STONE_BLACK, spare_move(r)), FOUL_NONE);
}

static void opening(const char *name, const char *rule, int plies, const char *moves)
{
	char sync[400];

	snprintf(sync, sizeof(sync),
	    "*sync room=r1 size=15 rule=%s opening=%s state=opening phase=%s black=~ann "
	    "white=~bob turn=%s act=~ann ply=%d moves=%s",
	    rule, name, plies == 3 || plies == 5 ? "choose" : "place",
	    plies % 2 == 0 ? "black" : "white", plies, moves);
	feed_at(&m, sync, 0);
}

static void questions_of_openings(void **state)
{
	const struct gomocup_time time = {5000, INT32_MAX, 15000};
	const struct model_room *r = model_focus(&m);

	(void)state;
	opening("swap2", "renju", 0, "-");
	gomocup_opening_question(r, &time, text);
	assert_string_equal(text, "START 15\nINFO timeout_turn 5000\nINFO timeout_match 0\n"
				  "INFO time_left 2147483647\nINFO rule 4\nINFO game_type 1\n"
				  "SWAP2BOARD\nDONE\n");
	opening("swap2", "freestyle", 3, "a1,b1,o15");
	gomocup_opening_question(r, &time, text);
	assert_non_null(strstr(text, "SWAP2BOARD\n0,14\n1,14\n14,0\nDONE\n"));
}

static void answers_in_openings(void **state)
{
	static const struct {
		int plies;
		const char *line;
		enum gomocup_answer answer;
		int count;
		const char *last;
	} lines[] = {
	    {0, "7,7 0,14 14,0", GOMOCUP_MOVE, 3, "o15"},
	    {0, "7,7  0,14 14,0 ", GOMOCUP_MOVE, 3, "o15"},
	    {0, "7,7 0,14", GOMOCUP_BAD, 0, NULL},
	    {0, "7,7 0,14 7,7", GOMOCUP_BAD, 0, NULL},
	    {0, "7,7 0,14 15,0", GOMOCUP_BAD, 0, NULL},
	    {0, "7,7 0,14 14,0 1,1", GOMOCUP_BAD, 0, NULL},
	    {0, "7,7,0,14,14,0", GOMOCUP_BAD, 0, NULL},
	    {0, "SWAP", GOMOCUP_BAD, 0, NULL},
	    {3, "SWAP", GOMOCUP_MOVE, 0, NULL},
	    {3, "swap", GOMOCUP_MOVE, 0, NULL},
	    {3, "SWAP2BOARD", GOMOCUP_MORE, 0, NULL},
	    {3, "7,7", GOMOCUP_MOVE, 1, "h8"},
	    {3, "7,7 8,8", GOMOCUP_MOVE, 2, "i7"},
	    {3, "0,14", GOMOCUP_BAD, 0, NULL}, /* taken */
	    {3, "7,7 8,8 9,9", GOMOCUP_BAD, 0, NULL},
	    {3, "UNKNOWN command", GOMOCUP_BAD, 0, NULL},
	    {3, "ERROR unknown", GOMOCUP_BAD, 0, NULL},
	    {3, "OK", GOMOCUP_MORE, 0, NULL},
	    {3, "MESSAGE 7,7", GOMOCUP_MORE, 0, NULL},
	    {3, "", GOMOCUP_MORE, 0, NULL},
	    {5, "SWAP", GOMOCUP_MOVE, 0, NULL},
	    {5, "7,7", GOMOCUP_MOVE, 1, "h8"},
	    {5, "7,7 8,8", GOMOCUP_BAD, 0, NULL},
	};
	const struct model_room *r = model_focus(&m);

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct gomocup_stones stones;

		opening("swap2", "freestyle", lines[i].plies,
		    lines[i].plies == 0	  ? "-"
		    : lines[i].plies == 3 ? "a1,b1,c1"
					  : "a1,b1,c1,d1,e1");
		if (gomocup_read_opening(r, lines[i].line, &stones) != lines[i].answer)
			fail_msg("read otherwise: %s", lines[i].line);
		if (lines[i].answer != GOMOCUP_MOVE)
			continue;
		assert_int_equal(stones.count, lines[i].count);
		if (lines[i].last != NULL)
			assert_int_equal(
			    stones.point[stones.count - 1], point_parse(lines[i].last));
	}
}

/* Whatever the chance: three stones on points of their own, the first in renju on the centre. */
static void stones_of_an_opening(void **state)
{
	static const int sizes[] = {5, 7, 15, 25};
	const struct model_room *r = model_focus(&m);

	(void)state;
	for (uint32_t chance = 0; chance < 4000; chance++) {
		int size = sizes[chance % 4];
		bool renju = chance % 3 == 0;
		char moves[32] = "-", name[POINT_TEXT], sync[400];

		for (int plies = 0; plies < 3; plies++) {
			snprintf(sync, sizeof(sync),
			    "*sync room=r1 size=%d rule=%s opening=swap state=opening phase=place "
			    "black=~ann white=~bob turn=%s act=~ann ply=%d moves=%s",
			    size, renju ? "renju" : "standard", plies % 2 == 0 ? "black" : "white",
			    plies, moves);
			feed_at(&m, sync, 0);
			int point = spare_stone(r, chance * 2654435761U + (uint32_t)plies);

			assert_true(board_has(&r->board, point));
			assert_int_equal(board_at(&r->board, point), STONE_NONE);
			if (renju && plies == 0)
				assert_int_equal(point, point_at(size / 2, size / 2));
			if (plies == 0)
				moves[0] = '\0';
			snprintf(moves + strlen(moves), sizeof(moves) - strlen(moves), "%s%s",
			    plies > 0 ? "," : "", point_format(point, name));
		}
	}
}

/* In pro black's second stone lies outside of the middle five by five: what is wanted there goes to
 * the nearest point that is. */
static void what_pro_does_not_allow(void **state)
{
	const struct model_room *r = model_focus(&m);

	(void)state;
	feed_at(&m,
	    "*sync room=r1 size=15 rule=freestyle opening=pro state=playing black=~ann white=~bob "
	    "turn=black act=~ann ply=0 moves=-",
	    0);
	assert_int_equal(spare_near(r, point_parse("a1")), point_parse("h8"));
	feed_at(&m,
	    "*sync room=r1 size=15 rule=freestyle opening=pro state=playing black=~ann white=~bob "
	    "turn=black act=~ann ply=2 moves=h8,h9",
	    0);
	assert_false(spare_allows(r, point_parse("i9")));
	assert_int_equal(spare_near(r, point_parse("k8")), point_parse("k8"));
	assert_int_equal(spare_near(r, point_parse("j8")), point_parse("k8"));
}

/* The engine's game with itself goes on from the opening, and tells who is better there. */
static void trials(void **state)
{
	static const char *const white_wins[] = {
	    "a9", "a1", "b9", "b1", "c9", "c1", "d9", "o15", "e9"};
	static struct trial t;
	const struct gomocup_time time = {20, INT32_MAX, 100};

	(void)state;
	opening("swap", "freestyle", 3, "h8,a15,i8");
	trial_begin(&t, model_focus(&m));
	gomocup_question(&t.room, &time, text);
	assert_non_null(strstr(text, "BOARD\n7,7,2\n0,0,1\n8,7,2\nDONE\n"));
	for (size_t i = 0; i < sizeof(white_wins) / sizeof(white_wins[0]); i++) {
		assert_false(t.over);
		trial_take(&t, point_parse(white_wins[i]));
	}
	assert_true(t.over);
	assert_int_equal(t.better, CHOICE_WHITE);

	/* Who plays what is not allowed has lost. */
	trial_begin(&t, model_focus(&m));
	assert_int_equal(t.better, CHOICE_BLACK);
	trial_take(&t, point_parse("o1"));
	gomocup_question(&t.room, &time, text);
	assert_non_null(strstr(text, "BOARD\n7,7,1\n0,0,2\n8,7,1\n14,14,2\nDONE\n"));
	trial_take(&t, point_parse("h8"));
	assert_true(t.over);
	assert_int_equal(t.better, CHOICE_WHITE);
	trial_begin(&t, model_focus(&m));
	trial_take(&t, POINT_NONE);
	assert_true(t.over);
	assert_int_equal(t.better, CHOICE_BLACK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(questions, set_up),
	    cmocka_unit_test_setup(rules_have_numbers, set_up),
	    cmocka_unit_test_setup(answers, set_up),
	    cmocka_unit_test_setup(plans_are_never_late, set_up),
	    cmocka_unit_test_setup(a_spare_move, set_up),
	    cmocka_unit_test_setup(questions_of_openings, set_up),
	    cmocka_unit_test_setup(answers_in_openings, set_up),
	    cmocka_unit_test_setup(stones_of_an_opening, set_up),
	    cmocka_unit_test_setup(what_pro_does_not_allow, set_up),
	    cmocka_unit_test_setup(trials, set_up),
	};

	return cmocka_run_group_tests_name("an engine as a user", tests, NULL, NULL);
}
