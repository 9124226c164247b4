#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/search/classic/priority.h"
#include "oneply.h"

enum { OTHER_LINES = 3 * 30 /* three lines with nothing on them */ };

static void assert_moves(const struct board *b, enum rule rule, enum stone side, const char *listed)
{
	oneply_assert(priority_move, b, rule, side, listed);
}

/* The published table, one row of the board at a time; the row above and below are empty. */
static void test_each_shape(void **state)
{
	static const struct {
		const char *row;
		int worth;
	} shapes[] = {
	    {".......*.......", 30},
	    {"......O*.......", 15},
	    {"......O*O......", 1},
	    {"......X*.......", 150},
	    {".....OX*.......", 70},
	    {".......*XO.....", 70},
	    {"......X*O......", 70},
	    {".....OX*O......", 1},
	    {"......X*X......", 900},
	    {".....OX*X......", 400},
	    {".....XX*.......", 900},
	    {".....XX*O......", 400},
	    {"....OXX*O......", 1},
	    {"....XXX*.......", 4500},
	    {".....XX*X......", 4500},
	    {"...OXXX*.......", 2000},
	    {"....XXX*O......", 2000},
	    {"...OXXX*O......", 1},
	    {"...XXXX*.......", 10000},
	    {"..OXXXX*O......", 10000},
	    {".....XX*XX.....", 10000},
	    /* A gap ends a row: what stands behind it does not count. */
	    {"....XX.*.......", 30},
	    {"..XXX.X*.......", 150},
	    /* The edge is no open end. */
	    {"XXX*...........", 2000},
	    {"...........*XXX", 2000},
	    {"...........*XXO", 400},
	    {"X*.............", 70},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
		struct board b;
		board_init(&b, 15);
		int point = picture_row(&b, 7, shapes[i].row);
		int want = shapes[i].worth + OTHER_LINES;
		int got = priority_value(&b, RULE_FREESTYLE, point, STONE_BLACK);
		if (got != want)
			fail_msg("%s is worth %d, not %d", shapes[i].row, got, want);
	}
}

/* The same row on the three other lines, and for white. */
static void test_each_direction(void **state)
{
	static const int step[] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, BOARD_STRIDE - 1, -1,
	    -BOARD_STRIDE, -BOARD_STRIDE - 1, -BOARD_STRIDE + 1};
	(void)state;
	for (size_t i = 0; i < sizeof(step) / sizeof(step[0]); i++) {
		struct board b;
		int point = point_at(7, 7);
		board_init(&b, 15);
		for (int n = 1; n <= 3; n++)
			board_place(&b, point + n * step[i], STONE_WHITE);
		assert_int_equal(
		    priority_value(&b, RULE_FREESTYLE, point, STONE_WHITE), 4500 + OTHER_LINES);
		/* To black: a one, shut at one end. */
		assert_int_equal(
		    priority_value(&b, RULE_FREESTYLE, point, STONE_BLACK), 15 + OTHER_LINES);
	}
}

static void test_sum_of_lines(void **state)
{
	static const char *const rows[] = {
	    ".........", //
	    ".........", //
	    "....X....", //
	    "....X.X..", //
	    ".OXX*....", //
	    "...O.....", //
	    "..O......", //
	    ".........", //
	    ".........", //
	};
	struct board b;
	int point = picture_board(&b, 9, rows);

	(void)state;
	/* Row: three shut by O. Column: three, open. Rising diagonal: one shut by O. Falling: one.
	 */
	assert_int_equal(
	    priority_value(&b, RULE_FREESTYLE, point, STONE_BLACK), 400 + 900 + 15 + 30);
	/* Row: one shut by X. Column: one shut by X. Rising: three with both ends open. Falling:
	 * one. */
	assert_int_equal(
	    priority_value(&b, RULE_FREESTYLE, point, STONE_WHITE), 15 + 15 + 900 + 30);
}

static void test_corner_and_edge(void **state)
{
	struct board b;
	board_init(&b, 15);
	(void)state;
	/* A corner: three lines begin there, the fourth is the point alone. */
	assert_int_equal(
	    priority_value(&b, RULE_FREESTYLE, point_at(0, 0), STONE_BLACK), 3 * 15 + 1);
	assert_int_equal(
	    priority_value(&b, RULE_FREESTYLE, point_at(14, 14), STONE_WHITE), 3 * 15 + 1);
	/* An edge: one line runs along it. */
	assert_int_equal(
	    priority_value(&b, RULE_FREESTYLE, point_at(0, 7), STONE_BLACK), 3 * 15 + 30);
}

/* Six in a row is a five where five or more win, and worth nothing where exactly five do. */
static void test_overline(void **state)
{
	struct board b;
	(void)state;
	board_init(&b, 15);
	int point = picture_row(&b, 7, "....XXX*XX.....");
	assert_int_equal(
	    priority_value(&b, RULE_FREESTYLE, point, STONE_BLACK), 10000 + OTHER_LINES);
	assert_int_equal(priority_value(&b, RULE_STANDARD, point, STONE_BLACK), 1 + OTHER_LINES);

	board_init(&b, 15);
	point = picture_row(&b, 7, "XXX*XXX........");
	assert_int_equal(priority_value(&b, RULE_STANDARD, point, STONE_BLACK), 1 + OTHER_LINES);
	/* Three and two around a gap, and a four: only the four can become five in standard. */
	board_init(&b, 15);
	picture_row(&b, 7, ".XXX.XX........");
	picture_row(&b, 2, ".......OXXXX...");
	assert_moves(&b, RULE_STANDARD, STONE_BLACK, "m3");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "e8 m3");
	/* Nor is white's overline blocked before a four that black can make open. */
	board_init(&b, 15);
	picture_row(&b, 7, ".OOO.OO........");
	picture_row(&b, 2, ".......XXX.....");
	assert_int_equal(
	    priority_value(&b, RULE_STANDARD, point_at(4, 7), STONE_WHITE), 1 + OTHER_LINES);
	int move = oneply_move(priority_move, &b, RULE_STANDARD, STONE_BLACK, 1);
	assert_int_not_equal(move, point_at(4, 7));
}

static void test_edges_exact_five(void **state)
{
	(void)state;
	/* A four from each corner along an edge is made five at its other end. */
	for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
		const int last = size - 1;
		const struct {
			int corner, step;
		} edges[] = {
		    {point_at(0, 0), 1},
		    {point_at(last, 0), BOARD_STRIDE},
		    {point_at(last, last), -1},
		    {point_at(0, last), -BOARD_STRIDE},
		};
		for (int edge = 0; edge < 4; edge++) {
			struct board b;
			board_init(&b, size);
			for (int i = 0; i < 4; i++)
				board_place(
				    &b, edges[edge].corner + i * edges[edge].step, STONE_BLACK);
			int five = edges[edge].corner + 4 * edges[edge].step;
			assert_int_equal(
			    oneply_move(priority_move, &b, RULE_STANDARD, STONE_BLACK, 0), five);
			assert_int_equal(
			    oneply_move(priority_move, &b, RULE_STANDARD, STONE_WHITE, 0), five);
		}
	}
}

static void test_must_block_four(void **state)
{
	struct board b;
	(void)state;
	picture_moves(&b, 15, "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "e7");
}

static void test_win_before_block(void **state)
{
	struct board b;
	(void)state;
	picture_moves(&b, 15, "h8h9i8i9j8j9k8k9");
	for (enum rule rule = 0; rule <= RULE_STANDARD; rule++)
		assert_moves(&b, rule, STONE_BLACK, "g8 l8");
}

static void test_meets_open_three_and_split_four(void **state)
{
	struct board b;
	(void)state;
	board_init(&b, 15);
	picture_row(&b, 7, ".......OOO.....");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "g8 k8");
	board_init(&b, 15);
	picture_row(&b, 7, ".......OO.OO...");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "j8");
	assert_moves(&b, RULE_STANDARD, STONE_BLACK, "j8");
}

static void test_first_stone(void **state)
{
	struct board b;
	(void)state;
	board_init(&b, 15);
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK,
	    "f6 f7 f8 f9 f10 g6 g7 g8 g9 g10 h6 h7 h8 h9 h10 i6 i7 i8 i9 i10 j6 j7 j8 j9 j10");
	/* Nothing beside the opponent's stone. */
	board_place(&b, point_parse("h8"), STONE_BLACK);
	assert_moves(&b, RULE_FREESTYLE, STONE_WHITE,
	    "f6 f7 f8 f9 f10 g6 g10 h6 h10 i6 i10 j6 j7 j8 j9 j10");
	/* Far from it all of the middle is free. */
	picture_moves(&b, 5, "a1");
	assert_moves(&b, RULE_FREESTYLE, STONE_WHITE,
	    "c1 d1 e1 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5");
}

static void test_first_stone_of_every_size(void **state)
{
	(void)state;
	for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
		struct board b;
		board_init(&b, size);
		for (uint64_t seed = 0; seed < 100; seed++) {
			int point =
			    oneply_move(priority_move, &b, RULE_STANDARD, STONE_BLACK, seed);
			assert_in_range(point_column(point), (size - 5) / 2, (size - 5) / 2 + 4);
			assert_in_range(point_row(point), (size - 5) / 2, (size - 5) / 2 + 4);
		}
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_each_shape),
	    cmocka_unit_test(test_each_direction),
	    cmocka_unit_test(test_sum_of_lines),
	    cmocka_unit_test(test_corner_and_edge),
	    cmocka_unit_test(test_overline),
	    cmocka_unit_test(test_edges_exact_five),
	    cmocka_unit_test(test_must_block_four),
	    cmocka_unit_test(test_win_before_block),
	    cmocka_unit_test(test_meets_open_three_and_split_four),
	    cmocka_unit_test(test_first_stone),
	    cmocka_unit_test(test_first_stone_of_every_size),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
