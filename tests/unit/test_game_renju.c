/* Renju games: fouls refused or lost by, passes, black without a move; and games that start in the
 * middle. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/game.h"

static void start(struct game *g, enum rule rule, int size, bool foul_loses)
{
	struct time_control tc = {.kind = CLOCK_FISCHER, .base_ms = 60000};
	game_init(g, rule, size, &tc);
	g->foul_loses = foul_loses;
	game_start(g, 0);
}

static enum move_verdict play(struct game *g, const char *at)
{
	int point = strcmp(at, "-") == 0 ? POINT_PASS : point_parse(at);
	return game_move(g, game_turn(g), point, 0);
}

static void play_all(struct game *g, const char *text)
{
	char name[POINT_TEXT];
	while (*text != '\0') {
		size_t n = strcspn(text, " ");
		assert_true(n > 0 && n < sizeof(name));
		memcpy(name, text, n);
		name[n] = '\0';
		if (play(g, name) != MOVE_OK)
			fail_msg("%s was refused", name);
		text += n + (text[n] == ' ');
	}
}

static const struct {
	const char *moves, *at;
	enum move_verdict verdict;
	enum foul foul;
} fouls[] = {
    {"h8 g6 f6 g5 f7 g4 h7 g3 g2 a1", "g7", MOVE_DOUBLE_THREE, FOUL_DOUBLE_THREE},
    {"h8 a1 d8 c1 e8 e1 f8 g1 i8 i1", "g8", MOVE_OVERLINE, FOUL_OVERLINE},
    {"h8 e7 e8 g6 g8 i6 k8 k7", "i8", MOVE_DOUBLE_FOUR, FOUL_DOUBLE_FOUR},
};

static void fouls_are_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(fouls) / sizeof(fouls[0]); i++) {
		struct game g;
		start(&g, RULE_RENJU, 15, false);
		play_all(&g, fouls[i].moves);
		struct game before = g;
		assert_int_equal(play(&g, fouls[i].at), fouls[i].verdict);
		assert_memory_equal(&g, &before, sizeof(g));
	}
}

static void fouls_that_lose(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(fouls) / sizeof(fouls[0]); i++) {
		struct game g;
		start(&g, RULE_RENJU, 15, true);
		play_all(&g, fouls[i].moves);
		assert_int_equal(play(&g, fouls[i].at), MOVE_OK);
		assert_int_equal(g.state, GAME_ENDED);
		assert_int_equal(g.result, GAME_WHITE);
		assert_int_equal(g.why, WHY_FOUL);
		assert_int_equal(g.foul, fouls[i].foul);
		assert_int_equal(g.line_len, 0);
		assert_int_equal(game_winner(&g), 1);
		assert_int_equal(board_at(&g.board, point_parse(fouls[i].at)), STONE_BLACK);
		game_start(&g, 0);
		assert_int_equal(g.foul, FOUL_NONE);
		/* What is a foul in renju is none elsewhere. */
		start(&g, RULE_FREESTYLE, 15, true);
		play_all(&g, fouls[i].moves);
		assert_int_equal(play(&g, fouls[i].at), MOVE_OK);
		assert_int_not_equal(g.why, WHY_FOUL);
	}
}

static void white_plays_there_freely(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_RENJU, 15, true);
	play_all(&g, "h8 c3 a1 d3 a3 f3 a5 g3 a7 h3 a9 e3");
	assert_int_equal(g.result, GAME_WHITE);
	assert_int_equal(g.why, WHY_FIVE);
	assert_int_equal(g.line_len, 6);
}

static void the_first_stone_of_renju(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_RENJU, 15, false);
	assert_int_equal(play(&g, "h9"), MOVE_OPENING);
	assert_int_equal(play(&g, "-"), MOVE_NO_PASS);
	assert_int_equal(play(&g, "h8"), MOVE_OK);
}

static void passes_of_renju(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_RENJU, 15, false);
	play_all(&g, "h8 - i9 -");
	assert_int_equal(game_turn(&g), STONE_BLACK);
	assert_int_equal(g.plies, 4);
	assert_int_equal(g.board.stones, 2);
	/* A pass is undone like a stone. */
	game_undo(&g, 3, 0);
	assert_int_equal(g.board.stones, 2);
	assert_int_equal(game_turn(&g), STONE_WHITE);
	assert_int_equal(play(&g, "-"), MOVE_OK);
	struct game other = g;
	play_all(&other, "j10 - -");
	assert_int_equal(other.why, WHY_PASSES);
	assert_int_equal(play(&g, "-"), MOVE_OK);
	assert_int_equal(g.state, GAME_ENDED);
	assert_int_equal(g.result, GAME_DRAW);
	assert_int_equal(g.why, WHY_PASSES);
	assert_int_equal(g.clock.running, STONE_NONE);
	static const enum rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_CARO};
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		start(&g, rules[i], 15, false);
		play_all(&g, "h8");
		assert_int_equal(play(&g, "-"), MOVE_NO_PASS);
	}
}

/* An opening is not passed in. */
static void no_passes_in_openings(void **state)
{
	(void)state;
	struct time_control tc = {.kind = CLOCK_NONE};
	struct game g;
	game_init(&g, RULE_RENJU, 15, &tc);
	assert_int_equal(game_set_opening(&g, OPENING_SWAP2), 0);
	game_start(&g, 0);
	play_all(&g, "h8");
	assert_int_equal(game_move(&g, STONE_BLACK, POINT_PASS, 0), MOVE_NO_PASS);
}

/* Every point left is forbidden to black: black passes, and nothing goes wrong. */
static void black_without_a_move(void **state)
{
	(void)state;
	struct time_control tc = {.kind = CLOCK_NONE};
	struct game g;
	game_init(&g, RULE_RENJU, 6, &tc);
	game_start(&g, 0);
	/* A row of black with one gap that would make six; all else is white, in no row of five. */
	for (int n = 0; n < 36; n++) {
		int column = n % 6, row = n / 6;
		bool black = row == 2 || ((column + row / 3 * 2) % 4 < 2 && column != row + 1);
		if (row == 2 && column == 3)
			continue;
		board_place(&g.board, point_at(column, row), black ? STONE_BLACK : STONE_WHITE);
	}
	g.plies = 2;
	g.ply[1].point = point_at(0, 0);
	int points[BOARD_POINTS];
	assert_int_equal(renju_forbidden(&g.board, points, NULL), 1);
	assert_int_equal(points[0], point_at(3, 2));
	assert_int_equal(game_move(&g, STONE_BLACK, points[0], 0), MOVE_OVERLINE);
	assert_int_equal(game_move(&g, STONE_BLACK, POINT_PASS, 0), MOVE_OK);
	assert_int_equal(game_turn(&g), STONE_WHITE);
	struct game full = g;
	assert_int_equal(game_move(&g, STONE_WHITE, POINT_PASS, 0), MOVE_OK);
	assert_int_equal(g.why, WHY_PASSES);
	assert_int_equal(game_move(&full, STONE_WHITE, points[0], 0), MOVE_OK);
	assert_int_equal(full.state, GAME_ENDED);
}

/* A game that passes make longer than the board has points is a draw all the same. */
static void passes_do_not_make_a_game_endless(void **state)
{
	(void)state;
	struct time_control tc = {.kind = CLOCK_NONE};
	struct game g;
	game_init(&g, RULE_RENJU, 7, &tc);
	game_start(&g, 0);
	assert_int_equal(play(&g, "d4"), MOVE_OK);
	/* White passes each time, black spreads stones that stay apart. */
	int black = 0;
	while (g.state == GAME_PLAYING && g.plies < 49) {
		if (game_turn(&g) == STONE_WHITE) {
			assert_int_equal(play(&g, "-"), MOVE_OK);
			continue;
		}
		int column = black % 7, row = black / 7;
		black++;
		if ((column + 3 * row) % 5 < 3)
			(void)game_move(&g, STONE_BLACK, point_at(column, row), 0);
		assert_true(black < 200);
	}
	assert_int_equal(g.state, GAME_ENDED);
	assert_int_equal(g.why, WHY_FULL);
	assert_int_equal(g.plies, 49);
}

static int points_of(const char *text, int points[])
{
	int n = 0;
	char name[POINT_TEXT];
	while (*text != '\0') {
		size_t len = strcspn(text, " ");
		memcpy(name, text, len);
		name[len] = '\0';
		points[n++] = strcmp(name, "-") == 0 ? POINT_PASS : point_parse(name);
		text += len + (text[len] == ' ');
	}
	return n;
}

static int set_start(struct game *g, const char *text)
{
	int points[BOARD_POINTS];
	int n = points_of(text, points);
	return game_set_start(g, points, n);
}

static void games_that_start_in_the_middle(void **state)
{
	(void)state;
	struct time_control tc = {.kind = CLOCK_FISCHER, .base_ms = 60000};
	struct game g;
	game_init(&g, RULE_FREESTYLE, 15, &tc);
	assert_int_equal(set_start(&g, "a1 b2 c3"), -1);
	assert_int_equal(g.plies, 0);
	game_start(&g, 500);
	assert_int_equal(g.plies, 3);
	assert_int_equal(g.board.stones, 3);
	assert_int_equal(game_turn(&g), STONE_WHITE);
	assert_int_equal(g.clock.running, STONE_WHITE);
	assert_int_equal(clock_falls_at(&g.clock), 60500);
	assert_int_equal(board_at(&g.board, point_parse("b2")), STONE_WHITE);
	assert_int_equal(game_undo_ply(&g, STONE_BLACK), -1);
	play_all(&g, "d4 e5");
	assert_int_equal(game_undo_ply(&g, STONE_BLACK), 4);
	assert_int_equal(game_undo_ply(&g, STONE_WHITE), 3);
	game_undo(&g, 3, 0);
	assert_int_equal(g.board.stones, 3);
	/* The next game starts there too. */
	game_end(&g, GAME_VOID, WHY_ABORTED, 0);
	game_start(&g, 0);
	assert_int_equal(g.plies, 3);
	assert_int_equal(set_start(&g, ""), -1);
	game_start(&g, 0);
	assert_int_equal(g.plies, 0);
}

static void starts_that_are_refused(void **state)
{
	(void)state;
	struct time_control tc = {.kind = CLOCK_NONE};
	struct game g;
	game_init(&g, RULE_FREESTYLE, 15, &tc);
	assert_int_equal(set_start(&g, "a1 b2"), -1);
	struct game before = g;
	assert_int_equal(set_start(&g, "a1 b2 a1"), 2);
	assert_int_equal(set_start(&g, "a1 p1"), 1);
	assert_int_equal(set_start(&g, "a1 -"), 1);
	assert_int_equal(set_start(&g, "a1 a3 b1 b3 c1 c3 d1 d3 e1 e3"), 8);
	assert_int_equal(game_set_opening(&g, OPENING_SWAP2), -1);
	assert_memory_equal(&g, &before, sizeof(g));
	game_init(&g, RULE_RENJU, 15, &tc);
	assert_int_equal(set_start(&g, "h8 g6 f6 g5 f7 g4 h7 g3 g2 a1 g7"), 10);
	assert_int_equal(set_start(&g, "h8 - -"), 2);
	/* A position that is set need not have begun in the centre. */
	assert_int_equal(set_start(&g, "a1 - b2"), -1);
	game_init(&g, RULE_FREESTYLE, 15, &tc);
	assert_int_equal(game_set_opening(&g, OPENING_SWAP), 0);
	assert_int_equal(set_start(&g, "a1"), 0);
	assert_int_equal(set_start(&g, ""), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(fouls_are_refused),
	    cmocka_unit_test(fouls_that_lose),
	    cmocka_unit_test(white_plays_there_freely),
	    cmocka_unit_test(the_first_stone_of_renju),
	    cmocka_unit_test(passes_of_renju),
	    cmocka_unit_test(no_passes_in_openings),
	    cmocka_unit_test(black_without_a_move),
	    cmocka_unit_test(passes_do_not_make_a_game_endless),
	    cmocka_unit_test(games_that_start_in_the_middle),
	    cmocka_unit_test(starts_that_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
