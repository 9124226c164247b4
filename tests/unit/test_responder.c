#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/responder.h"

/* A dialogue and what it has answered so far. */
struct talk {
	struct responder brain;
	struct search *search;
	FILE *out;
	char *answers;
	size_t len;
};

static int setup(void **state)
{
	struct talk *t = calloc(1, sizeof(*t));
	t->search = search_new(1);
	t->out = open_memstream(&t->answers, &t->len);
	responder_init(&t->brain, t->out, t->search);
	t->brain.info.max_node = 300;
	*state = t;
	return 0;
}

static int teardown(void **state)
{
	struct talk *t = *state;
	fclose(t->out);
	free(t->answers);
	search_free(t->search);
	free(t);
	return 0;
}

/* Says a line and returns the answer to it, "" for none, without its line end. */
static const char *say(struct talk *t, const char *line)
{
	static char answer[512];
	size_t before = t->len;

	assert_true(responder_line(&t->brain, line));
	fflush(t->out);
	size_t n = t->len - before;
	assert_true(n < sizeof(answer));
	memcpy(answer, t->answers + before, n);
	answer[n] = '\0';
	if (n > 0) {
		/* One line: its end is the only one. */
		assert_ptr_equal(strchr(answer, '\n'), answer + n - 1);
		answer[n - 1] = '\0';
	}
	return answer;
}

static void assert_error(const char *answer)
{
	if (strncmp(answer, "ERROR ", 6) != 0)
		fail_msg("ERROR was expected, not \"%s\"", answer);
}

/* That the answer is a point, and that an own stone lies there. */
static void assert_move(struct talk *t, const char *answer)
{
	int64_t at[2];
	if (!gomocup_numbers(answer, 2, at))
		fail_msg("a move was expected, not \"%s\"", answer);
	int point = gomocup_point(t->brain.board.size, at[0], at[1]);
	assert_int_not_equal(point, POINT_NONE);
	assert_int_equal(board_at(&t->brain.board, point), t->brain.side);
}

static void test_end(void **state)
{
	struct talk *t = *state;
	assert_false(responder_line(&t->brain, "end"));
	say(t, "START 15");
	assert_error(say(t, "END now"));
	say(t, "BOARD");
	say(t, "7,7,1");
	assert_false(responder_line(&t->brain, "END"));
}

static void test_nothing_before_start(void **state)
{
	static const char *const lines[] = {
	    "BEGIN", "TURN 7,7", "PLAY 7,7", "TAKEBACK 7,7", "RESTART", "DONE"};
	struct talk *t = *state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_error(say(t, lines[i]));
	/* One answer for a whole position. */
	assert_error(say(t, "BOARD"));
	assert_string_equal(say(t, "7,7,1"), "");
	assert_string_equal(say(t, "DONE"), "");
	assert_error(say(t, "YXBOARD"));
	assert_string_equal(say(t, "DONE"), "");
	assert_string_equal(say(t, "START 15"), "OK");
}

static void test_failed_start_leaves_no_game(void **state)
{
	static const char *const starts[] = {"START", "START abc", "START 4", "START 26",
	    "START 15 15", "START 15,15", "START -1", "START 99999999999", "RECTSTART 5,20",
	    "RECTSTART 4,4", "RECTSTART 15", "RECTSTART 15,15,15"};
	struct talk *t = *state;
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		assert_string_equal(say(t, "START 15"), "OK");
		assert_error(say(t, starts[i]));
		assert_error(say(t, "TURN 7,7"));
	}
	assert_string_equal(say(t, "RECTSTART 9,9"), "OK");
	assert_int_equal(t->brain.board.size, 9);
}

static void test_turn(void **state)
{
	struct talk *t = *state;
	say(t, "START 15");
	assert_move(t, say(t, "TURN 3,0"));
	assert_int_equal(t->brain.side, STONE_WHITE);
	assert_int_equal(board_at(&t->brain.board, point_parse("d15")), STONE_BLACK);
	assert_error(say(t, "TURN 3,0"));
	assert_error(say(t, "TURN 15,0"));
	assert_error(say(t, "TURN -1,0"));
	assert_error(say(t, "TURN x,y"));
	assert_error(say(t, "TURN 3"));
	assert_error(say(t, "TURN"));
	assert_error(say(t, "TURN 3,4,5"));
	assert_int_equal(t->brain.board.stones, 2);
	assert_move(t, say(t, "TURN 14,14"));
	assert_int_equal(t->brain.board.stones, 4);
}

static void test_begin(void **state)
{
	struct talk *t = *state;
	say(t, "START 15");
	assert_move(t, say(t, "BEGIN"));
	assert_int_equal(t->brain.side, STONE_BLACK);
	assert_error(say(t, "BEGIN"));
	assert_int_equal(t->brain.board.stones, 1);
}

static void test_takeback(void **state)
{
	struct talk *t = *state;
	char takeback[32];
	say(t, "START 15");
	snprintf(takeback, sizeof(takeback), "TAKEBACK %s", say(t, "TURN 0,0"));
	assert_string_equal(say(t, takeback), "OK");
	assert_error(say(t, takeback));
	assert_string_equal(say(t, "TAKEBACK 0,0"), "OK");
	assert_error(say(t, "TAKEBACK 15,15"));
	assert_error(say(t, "TAKEBACK"));
	assert_int_equal(t->brain.board.stones, 0);
	/* With both stones gone the engine can open the game. */
	assert_move(t, say(t, "BEGIN"));
	assert_int_equal(t->brain.side, STONE_BLACK);
}

static void test_play(void **state)
{
	struct talk *t = *state;
	say(t, "START 15");
	assert_string_equal(say(t, "PLAY 2,3"), "2,3");
	assert_int_equal(board_at(&t->brain.board, point_parse("c12")), STONE_BLACK);
	assert_int_equal(t->brain.side, STONE_BLACK);
	assert_error(say(t, "PLAY 2,3"));
	assert_error(say(t, "PLAY 15,3"));
	assert_move(t, say(t, "TURN 2,4"));
	assert_int_equal(board_at(&t->brain.board, point_parse("c11")), STONE_WHITE);
}

static void test_restart(void **state)
{
	struct talk *t = *state;
	say(t, "START 9");
	say(t, "TURN 0,0");
	assert_string_equal(say(t, "RESTART"), "OK");
	assert_int_equal(t->brain.board.size, 9);
	assert_int_equal(t->brain.board.stones, 0);
	assert_error(say(t, "RESTART 9"));
	assert_move(t, say(t, "BEGIN"));
}

static void test_board(void **state)
{
	struct talk *t = *state;
	say(t, "START 15");
	/* As many stones each: the engine is black, whoever stands first in the list. */
	say(t, "BOARD");
	assert_string_equal(say(t, "7,7,2"), "");
	assert_string_equal(say(t, "8,8,1"), "");
	assert_move(t, say(t, "DONE"));
	assert_int_equal(t->brain.side, STONE_BLACK);
	assert_int_equal(board_at(&t->brain.board, point_parse("i7")), STONE_BLACK);
	assert_int_equal(board_at(&t->brain.board, point_parse("h8")), STONE_WHITE);
	assert_int_equal(t->brain.board.stones, 3);
	/* The opponent is one ahead: the engine is white. What was before is gone. */
	say(t, "BOARD");
	say(t, "0,0,2");
	assert_move(t, say(t, "done"));
	assert_int_equal(t->brain.side, STONE_WHITE);
	assert_int_equal(board_at(&t->brain.board, point_parse("a15")), STONE_BLACK);
	assert_int_equal(t->brain.board.stones, 2);
	/* No stone at all is a position too. */
	say(t, "BOARD");
	assert_move(t, say(t, "DONE"));
	assert_int_equal(t->brain.board.stones, 1);
}

/* Each is read to its DONE, answered by one ERROR there, and changes nothing. */
static void test_bad_positions(void **state)
{
	static const char *const bad[] = {"hello", "20,20,1", "8,8,9", "8,8,0", "8,8,3", "8,8",
	    "8,8,1,1", "7,7,2", "8,x,1", "-1,0,1", "START 15", "BEGIN", "DONE now", "END now",
	    "YXSTOP now", "ABOUT", "99999999999999999999,0,1"};
	struct talk *t = *state;
	say(t, "START 15");
	say(t, "TURN 1,1");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct board before = t->brain.board;
		say(t, "BOARD");
		assert_string_equal(say(t, "7,7,1"), "");
		assert_string_equal(say(t, bad[i]), "");
		assert_string_equal(say(t, "9,9,1"), "");
		assert_error(say(t, "DONE"));
		assert_memory_equal(&before, &t->brain.board, sizeof(before));
	}
	say(t, "BOARD");
	responder_too_long(&t->brain);
	assert_error(say(t, "DONE"));
	assert_move(t, say(t, "TURN 2,2"));
}

static void test_info_inside_position(void **state)
{
	struct talk *t = *state;
	say(t, "START 15");
	say(t, "BOARD");
	assert_string_equal(say(t, "INFO level 3"), "");
	assert_string_equal(say(t, "YXSTOP"), "");
	assert_string_equal(say(t, "7,7,2"), "");
	assert_move(t, say(t, "DONE"));
	assert_int_equal(t->brain.info.level, 3);
}

/* Case WI07: a position is set without a thought, and a thought can be stopped. */
static void test_yxboard(void **state)
{
	struct talk *t = *state;
	say(t, "START 15");
	say(t, "YXBOARD");
	say(t, "7,7,2");
	say(t, "8,8,1");
	assert_string_equal(say(t, "DONE"), "");
	assert_int_equal(t->brain.side, STONE_WHITE);
	assert_int_equal(board_at(&t->brain.board, point_parse("h8")), STONE_BLACK);
	assert_int_equal(t->brain.board.stones, 2);
	say(t, "YXBOARD");
	say(t, "7,7,1");
	assert_string_equal(say(t, "DONE"), "");
	assert_int_equal(t->brain.side, STONE_BLACK);
	say(t, "YXBOARD");
	say(t, "7,7,4");
	assert_error(say(t, "DONE"));
	assert_int_equal(t->brain.board.stones, 1);
	assert_move(t, say(t, "TURN 1,1"));
}

/* The stones of an answer that places some; they lie on different empty points of the board. */
static int placed(struct talk *t, const char *answer)
{
	char text[64], *rest = text;
	int n = 0;
	snprintf(text, sizeof(text), "%s", answer);
	for (char *one = strsep(&rest, " "); one != NULL; one = strsep(&rest, " "), n++) {
		int64_t at[2];
		if (!gomocup_numbers(one, 2, at))
			fail_msg("stones were expected, not \"%s\"", answer);
		int point = gomocup_point(t->brain.board.size, at[0], at[1]);
		assert_int_not_equal(point, POINT_NONE);
		assert_int_equal(board_at(&t->brain.board, point), STONE_NONE);
		board_place(&t->brain.board, point, STONE_BLACK);
	}
	return n;
}

static const char *open_with(struct talk *t, const char *const lines[], int n)
{
	say(t, "SWAP2BOARD");
	for (int i = 0; i < n; i++)
		assert_string_equal(say(t, lines[i]), "");
	return say(t, "DONE");
}

static void test_swap2(void **state)
{
	static const char *const even[] = {"7,7", "8,7", "9,9", "6,6", "5,9"};
	/* Black has an open three, or white's two stones are of no use: black is chosen. */
	static const char *const black[] = {"7,7", "0,0", "8,7", "14,14", "9,7"};
	/* Black's stones lie in corners. */
	static const char *const white[] = {"0,0", "7,7", "14,14", "8,8", "0,14"};
	struct talk *t = *state;
	assert_error(say(t, "SWAP2BOARD"));
	assert_string_equal(say(t, "DONE"), "");
	say(t, "START 15");
	assert_int_equal(placed(t, open_with(t, NULL, 0)), 3);
	const char *answer = open_with(t, even, 3);
	if (strcmp(answer, "SWAP") != 0)
		assert_in_range(placed(t, answer), 1, 2);
	answer = open_with(t, even, 5);
	if (strcmp(answer, "SWAP") != 0)
		assert_int_equal(placed(t, answer), 1);
	assert_string_equal(open_with(t, black, 5), "SWAP");
	assert_string_equal(open_with(t, black, 3), "SWAP");
	assert_int_equal(placed(t, open_with(t, white, 5)), 1);
}

static void test_bad_openings(void **state)
{
	static const char *const lines[] = {"7,7", "8,7", "9,9", "7,7", "7,7,1", "15,0", "SWAP"};
	struct talk *t = *state;
	say(t, "START 15");
	assert_error(open_with(t, lines, 1));
	assert_error(open_with(t, lines, 2));
	assert_error(open_with(t, lines, 4));
	for (int i = 4; i < 7; i++)
		assert_error(open_with(t, lines + i, 1));
	assert_error(say(t, "SWAP2BOARD 3"));
	assert_int_equal(t->brain.board.stones, 0);
}

static void test_unknown_rule_is_told_early(void **state)
{
	struct talk *t = *state;
	say(t, "START 15");
	assert_string_equal(say(t, "INFO rule 2"), "");
	assert_error(say(t, "BOARD"));
	assert_string_equal(say(t, "7,7,2"), "");
	assert_string_equal(say(t, "DONE"), "");
	assert_error(say(t, "BEGIN"));
	assert_error(say(t, "TURN 7,7"));
	assert_error(say(t, "RESTART"));
	assert_error(say(t, "START 15"));
	assert_non_null(strstr(say(t, "START 15"), "rule 2"));
	assert_string_equal(say(t, "INFO rule 1"), "");
	assert_string_equal(say(t, "START 15"), "OK");
}

/* In renju the lines are in order: the first stone is black's, and a pass may upset the counts. */
static void test_renju_colours(void **state)
{
	struct talk *t = *state;
	say(t, "START 15");
	say(t, "INFO rule 4");
	say(t, "BOARD");
	say(t, "7,7,2");
	say(t, "8,8,1");
	/* Black passed, white too could have: as many stones each, and still white is the engine.
	 */
	assert_move(t, say(t, "DONE"));
	assert_int_equal(t->brain.side, STONE_WHITE);
	say(t, "BOARD");
	say(t, "7,7,1");
	say(t, "8,8,2");
	assert_move(t, say(t, "DONE"));
	assert_int_equal(t->brain.side, STONE_BLACK);
}

static void test_forbidden_points_are_shown(void **state)
{
	struct talk *t = *state;
	assert_error(say(t, "YXSHOWFORBID"));
	say(t, "START 15");
	say(t, "INFO rule 4");
	assert_string_equal(say(t, "YXSHOWFORBID"), "FORBID .");
	/* Black a row of three and two with a gap: an overline at 4,0, and nothing else. */
	say(t, "YXBOARD");
	say(t, "1,0,1");
	say(t, "2,0,1");
	say(t, "3,0,1");
	say(t, "5,0,1");
	say(t, "6,0,1");
	assert_string_equal(say(t, "DONE"), "");
	assert_string_equal(say(t, "YXSHOWFORBID"), "FORBID 0400.");
	say(t, "INFO rule 0");
	assert_string_equal(say(t, "YXSHOWFORBID"), "FORBID .");
	assert_error(say(t, "YXSHOWFORBID 1"));
}

static void test_seed_repeats_a_game(void **state)
{
	struct talk *t = *state;
	char games[4][64] = {{0}};
	/* A player that has many equal moves here. */
	say(t, "INFO style priority");
	for (int i = 0; i < 4; i++) {
		say(t, "START 15");
		if (i < 2)
			say(t, "INFO seed 12345");
		for (int ply = 0; ply < 4; ply++) {
			char turn[32];
			snprintf(turn, sizeof(turn), "TURN %d,0", ply * 4);
			strncat(games[i], say(t, turn), 8);
			strncat(games[i], " ", 2);
		}
	}
	assert_string_equal(games[0], games[1]);
	/* Without a seed again the numbers run on. */
	assert_string_not_equal(games[2], games[3]);
}

static void test_unknown(void **state)
{
	static const char *const lines[] = {"STARTLE 15", "ENDGAME", "TURNX 7,7", "abouttt",
	    "BOARDX", "SWAP2BOARDS", "7,7", "?", "OK", "BEGIN,", "YXSTOPP"};
	struct talk *t = *state;
	char line[300];
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		assert_int_equal(strncmp(say(t, lines[i]), "UNKNOWN ", 8), 0);
	memset(line, 'z', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	assert_true(strlen(say(t, line)) < 120);
	responder_too_long(&t->brain);
	assert_non_null(strstr(t->answers, "UNKNOWN a line"));
}

static void test_about(void **state)
{
	struct talk *t = *state;
	const char *about = say(t, "About");
	assert_int_equal(strncmp(about, "name=\"", 6), 0);
	assert_non_null(strstr(about, ", version=\""));
	assert_non_null(strstr(about, ", author=\""));
	assert_non_null(strstr(about, ", country=\""));
}

#define responder_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    responder_test(test_end),
	    responder_test(test_nothing_before_start),
	    responder_test(test_failed_start_leaves_no_game),
	    responder_test(test_turn),
	    responder_test(test_begin),
	    responder_test(test_takeback),
	    responder_test(test_play),
	    responder_test(test_restart),
	    responder_test(test_board),
	    responder_test(test_bad_positions),
	    responder_test(test_info_inside_position),
	    responder_test(test_yxboard),
	    responder_test(test_swap2),
	    responder_test(test_bad_openings),
	    responder_test(test_unknown_rule_is_told_early),
	    responder_test(test_renju_colours),
	    responder_test(test_forbidden_points_are_shown),
	    responder_test(test_seed_repeats_a_game),
	    responder_test(test_unknown),
	    responder_test(test_about),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
