/* A game from its start to its end: turns, refusals, the ways to end, undo and the clocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/game.h"

#include "draw.h"

static void start(struct game *g, enum rule rule, int size, const char *time, int64_t now)
{
	struct time_control tc;
	assert_int_equal(time_control_parse(&tc, time), 0);
	game_init(g, rule, size, &tc);
	game_start(g, now);
}

static enum move_verdict play(struct game *g, const char *at, int64_t now)
{
	return game_move(g, game_turn(g), point_parse(at), now);
}

/* Plays points named in text one after another, at time 0. */
static void play_all(struct game *g, const char *text)
{
	char name[POINT_TEXT];
	while (*text != '\0') {
		size_t n = strcspn(text, " ");
		assert_true(n > 0 && n < sizeof(name));
		memcpy(name, text, n);
		name[n] = '\0';
		assert_int_equal(play(g, name, 0), MOVE_OK);
		text += n + (text[n] == ' ');
	}
}

static void a_game_to_five(void **state)
{
	(void)state;
	struct game g;
	struct time_control tc = {.kind = CLOCK_NONE};
	game_init(&g, RULE_FREESTYLE, 15, &tc);
	assert_int_equal(g.state, GAME_SETUP);
	assert_int_equal(game_turn(&g), STONE_NONE);
	assert_int_equal(game_actor(&g), STONE_NONE);
	assert_int_equal(game_winner(&g), -1);
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("h8"), 0), MOVE_OVER);
	game_start(&g, 0);
	assert_int_equal(g.rev, 1);
	play_all(&g, "h8 a1 i8 a2 j8 a3 k8 a4");
	assert_int_equal(game_turn(&g), STONE_BLACK);
	assert_int_equal(play(&g, "g8", 0), MOVE_OK);
	assert_int_equal(g.state, GAME_ENDED);
	assert_int_equal(g.result, GAME_BLACK);
	assert_int_equal(g.why, WHY_FIVE);
	assert_int_equal(g.line_len, 5);
	assert_int_equal(g.line[0], point_parse("g8"));
	assert_int_equal(g.line[4], point_parse("k8"));
	assert_int_equal(game_turn(&g), STONE_NONE);
	/* What was sent after the winning move changes nothing. */
	struct game after = g;
	assert_int_equal(game_move(&g, STONE_WHITE, point_parse("a5"), 0), MOVE_OVER);
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("l8"), 0), MOVE_OVER);
	assert_false(game_check_flag(&g, INT64_MAX));
	assert_memory_equal(&g, &after, sizeof(g));
	game_start(&g, 0);
	assert_int_equal(g.state, GAME_PLAYING);
	assert_int_equal(g.rev, 2);
	assert_int_equal(g.plies, 0);
	assert_int_equal(g.board.stones, 0);
	assert_int_equal(g.result, GAME_NONE);
	assert_int_equal(g.why, WHY_NONE);
	assert_int_equal(g.line_len, 0);
}

static void white_wins_too(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_STANDARD, 15, "none", 0);
	play_all(&g, "h8 a1 i8 a2 j8 a3 k8 a4 o15 a5");
	assert_int_equal(g.result, GAME_WHITE);
	assert_int_equal(g.why, WHY_FIVE);
}

static void overline_plays_on_in_standard(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_STANDARD, 15, "none", 0);
	play_all(&g, "a8 a1 b8 c1 c8 e1 e8 g1 f8 i1 d8");
	assert_int_equal(g.state, GAME_PLAYING);
	start(&g, RULE_FREESTYLE, 15, "none", 0);
	play_all(&g, "a8 a1 b8 c1 c8 e1 e8 g1 f8 i1 d8");
	assert_int_equal(g.result, GAME_BLACK);
	assert_int_equal(g.line_len, 6);
}

static void moves_are_refused(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_FREESTYLE, 15, "none", 0);
	play_all(&g, "h8");
	struct game before = g;
	assert_int_equal(game_move(&g, STONE_WHITE, point_parse("h8"), 0), MOVE_OCCUPIED);
	assert_int_equal(game_move(&g, STONE_WHITE, point_parse("p16"), 0), MOVE_OFF_BOARD);
	assert_int_equal(game_move(&g, STONE_WHITE, POINT_NONE, 0), MOVE_OFF_BOARD);
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("h9"), 0), MOVE_NOT_TURN);
	assert_int_equal(game_move(&g, STONE_NONE, point_parse("h9"), 0), MOVE_NOT_TURN);
	assert_memory_equal(&g, &before, sizeof(g));
}

/* A board filled with no five in any direction ends on its last stone, and its clocks stop. */
static void a_full_board_is_a_draw(void **state)
{
	(void)state;
	static const char fill6[] = "xoxoxo"
				    "xoxoxo"
				    "xoxoxo"
				    "oxoxox"
				    "oxoxox"
				    "oxoxox";
	for (int size = 5; size <= 6; size++) {
		struct game g;
		start(&g, RULE_FREESTYLE, size, "60+0", 0);
		int next[2] = {0, 0};
		for (int ply = 0; ply < size * size; ply++) {
			assert_int_equal(g.state, GAME_PLAYING);
			int *n = &next[ply % 2];
			while (*n % 6 >= size || fill6[*n] != "xo"[ply % 2])
				++*n;
			assert_int_equal(
			    game_move(&g, game_turn(&g), point_at(*n % 6, *n / 6), ply), MOVE_OK);
			++*n;
		}
		assert_int_equal(g.state, GAME_ENDED);
		assert_int_equal(g.result, GAME_DRAW);
		assert_int_equal(g.why, WHY_FULL);
		assert_int_equal(g.clock.running, STONE_NONE);
	}
}

/* Five on the last free point is a win, not a draw. */
static void the_last_stone_can_win(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_FREESTYLE, 5, "none", 0);
	/* Black: row 1 but e1, and what white does not take. */
	play_all(&g, "a1 a2 b1 b2 c1 d2 d1 e2 c2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5");
	assert_int_equal(g.state, GAME_PLAYING);
	assert_int_equal(play(&g, "e1", 0), MOVE_OK);
	assert_int_equal(g.result, GAME_BLACK);
	assert_int_equal(g.why, WHY_FIVE);
}

static void a_fallen_flag_loses(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_FREESTYLE, 15, "1+0", 1000);
	assert_false(game_check_flag(&g, 1999));
	assert_int_equal(play(&g, "h8", 1999), MOVE_OK);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 9999), 1);
	struct game timer = g, mover = g;
	assert_true(game_check_flag(&timer, 2999));
	assert_int_equal(timer.result, GAME_BLACK);
	assert_int_equal(timer.why, WHY_TIME);
	assert_false(game_check_flag(&timer, 9999));
	/* A move in the millisecond before is in time; one in that millisecond is late. */
	assert_int_equal(play(&g, "h9", 2998), MOVE_OK);
	assert_int_equal(play(&mover, "h9", 2999), MOVE_LATE);
	assert_int_equal(mover.result, GAME_BLACK);
	assert_int_equal(mover.why, WHY_TIME);
	assert_int_equal(mover.plies, 1);
	/* Whatever is handled first stands. */
	game_end(&g, GAME_WHITE, WHY_RESIGN, 2998);
	assert_false(game_check_flag(&g, 9999));
	assert_int_equal(g.why, WHY_RESIGN);
}

/* Whichever side sends a move after the flag fell, the side whose clock ran loses. */
static void the_flag_counts_before_the_turn(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_FREESTYLE, 15, "1+0", 0);
	assert_int_equal(game_move(&g, STONE_WHITE, point_parse("h8"), 1000), MOVE_LATE);
	assert_int_equal(g.result, GAME_WHITE);
	assert_int_equal(g.why, WHY_TIME);
}

/* 60 s each; black moves with 55 left, white with 40 left, and 10 s later both plies are undone. */
static void undo_gives_the_clocks_back(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_FREESTYLE, 15, "60+0", 0);
	assert_int_equal(play(&g, "h8", 5000), MOVE_OK);
	assert_int_equal(play(&g, "i9", 25000), MOVE_OK);
	int rev = g.rev;
	struct game one = g;
	game_undo(&g, 0, 35000);
	assert_int_equal(g.plies, 0);
	assert_int_equal(g.board.stones, 0);
	assert_int_equal(g.rev, rev + 1);
	assert_int_equal(game_turn(&g), STONE_BLACK);
	assert_int_equal(g.clock.running, STONE_BLACK);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 35000), 60000);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 35000), 60000);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 36000), 59000);
	game_undo(&one, 1, 35000);
	assert_int_equal(one.plies, 1);
	assert_int_equal(one.clock.running, STONE_WHITE);
	assert_int_equal(clock_left(&one.clock, STONE_BLACK, 35000), 55000);
	assert_int_equal(clock_left(&one.clock, STONE_WHITE, 35000), 60000);
	assert_int_equal(play(&one, "i9", 36000), MOVE_OK);
	assert_int_equal(clock_left(&one.clock, STONE_WHITE, 36000), 59000);
}

/* Any play with undos in it: undoing to a ply gives the state in which that ply was played. */
static void undo_is_the_way_back(void **state)
{
	(void)state;
	static struct game before[BOARD_POINTS];
	struct draw d = {4711};
	for (int round = 0; round < 30; round++) {
		struct game g;
		start(&g, RULE_STANDARD, 9, "30+1", 0);
		int64_t now = 0;
		for (int step = 0; step < 200 && g.state == GAME_PLAYING; step++) {
			now += draw_below(&d, 900);
			if (g.plies > 0 && draw_below(&d, 5) == 0) {
				int to = draw_below(&d, g.plies), rev = g.rev;
				game_undo(&g, to, now);
				assert_int_equal(g.rev, rev + 1);
				const struct game *was = &before[to];
				assert_int_equal(g.plies, to);
				assert_memory_equal(&g.board, &was->board, sizeof(g.board));
				assert_memory_equal(
				    g.clock.side, was->clock.side, sizeof(g.clock.side));
				assert_int_equal(g.clock.running, was->clock.running);
				assert_int_equal(g.clock.since_ms, now);
				continue;
			}
			before[g.plies] = g;
			int point = point_at(draw_below(&d, 9), draw_below(&d, 9));
			(void)game_move(&g, game_turn(&g), point, now);
		}
	}
}

static void an_end_is_an_end(void **state)
{
	(void)state;
	struct game g;
	start(&g, RULE_FREESTYLE, 15, "60+0", 0);
	game_end(&g, GAME_DRAW, WHY_AGREED, 7000);
	assert_int_equal(g.result, GAME_DRAW);
	assert_int_equal(g.why, WHY_AGREED);
	assert_int_equal(g.clock.running, STONE_NONE);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 99999), 53000);
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("h8"), 8000), MOVE_OVER);
}

static void words_of_the_wire(void **state)
{
	(void)state;
	static const struct {
		enum game_result result;
		const char *name;
	} results[] = {{GAME_NONE, "none"}, {GAME_BLACK, "black"}, {GAME_WHITE, "white"},
	    {GAME_DRAW, "draw"}, {GAME_VOID, "void"}};
	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
		assert_string_equal(game_result_name(results[i].result), results[i].name);
	static const struct {
		enum game_why why;
		const char *name;
	} whys[] = {{WHY_NONE, "none"}, {WHY_FIVE, "five"}, {WHY_RESIGN, "resign"},
	    {WHY_TIME, "time"}, {WHY_AGREED, "agreed"}, {WHY_FULL, "full"},
	    {WHY_ABORTED, "aborted"}, {WHY_ABANDONED, "abandoned"}, {WHY_CLOSED, "closed"},
	    {WHY_ENGINE, "engine"}, {WHY_FOUL, "foul"}, {WHY_PASSES, "passes"},
	    {WHY_CLAIMED, "claimed"}};
	for (size_t i = 0; i < sizeof(whys) / sizeof(whys[0]); i++)
		assert_string_equal(game_why_name(whys[i].why), whys[i].name);
	static const struct {
		enum move_verdict verdict;
		const char *name;
	} verdicts[] = {{MOVE_OK, "ok"}, {MOVE_OCCUPIED, "occupied"}, {MOVE_OFF_BOARD, "off-board"},
	    {MOVE_NOT_TURN, "not-turn"}, {MOVE_OVER, "over"}, {MOVE_LATE, "late"},
	    {MOVE_OVERLINE, "overline"}, {MOVE_DOUBLE_FOUR, "double-four"},
	    {MOVE_DOUBLE_THREE, "double-three"}, {MOVE_OPENING, "opening"},
	    {MOVE_NO_PASS, "no-pass"}, {MOVE_CHOOSE, "choose"}, {MOVE_NO_CHOICE, "no-choice"}};
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++)
		assert_string_equal(move_verdict_name(verdicts[i].verdict), verdicts[i].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_game_to_five),
	    cmocka_unit_test(white_wins_too),
	    cmocka_unit_test(overline_plays_on_in_standard),
	    cmocka_unit_test(moves_are_refused),
	    cmocka_unit_test(a_full_board_is_a_draw),
	    cmocka_unit_test(the_last_stone_can_win),
	    cmocka_unit_test(a_fallen_flag_loses),
	    cmocka_unit_test(the_flag_counts_before_the_turn),
	    cmocka_unit_test(undo_gives_the_clocks_back),
	    cmocka_unit_test(undo_is_the_way_back),
	    cmocka_unit_test(an_end_is_an_end),
	    cmocka_unit_test(words_of_the_wire),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
