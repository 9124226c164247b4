/* What the client says to an engine that plays for its owner, and how it reads the answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/gomocup.h"
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
	    {"99999999999999999999,1", GOMOCUP_MORE, NULL},
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
	assert_int_equal(gomocup_spare(r), point_parse("h8"));
	feed_at(&m, "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white act=ai:2 clock=-,-", 0);
	assert_true(board_at(&r->board, gomocup_spare(r)) == STONE_NONE);
	/* Never a point that is forbidden: h8 would be a double-three here. */
	feed_at(&m,
	    "*sync room=r1 size=15 rule=renju state=playing black=~ann white=ai:2 turn=black "
	    "act=~ann ply=8 moves=g8,a1,i8,a3,h7,a5,h9,a7",
	    0);
	assert_int_equal(
	    rules_foul(&r->board, RULE_RENJU, STONE_BLACK, point_parse("h8")), FOUL_DOUBLE_THREE);
	assert_true(gomocup_spare(r) != point_parse("h8"));
	assert_int_equal(
	    rules_foul(&r->board, RULE_RENJU, STONE_BLACK, gomocup_spare(r)), FOUL_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(questions, set_up),
	    cmocka_unit_test_setup(rules_have_numbers, set_up),
	    cmocka_unit_test_setup(answers, set_up),
	    cmocka_unit_test_setup(plans_are_never_late, set_up),
	    cmocka_unit_test_setup(a_spare_move, set_up),
	};

	return cmocka_run_group_tests_name("an engine as a user", tests, NULL, NULL);
}
