#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/search/classic/scoring.h"
#include "oneply.h"

enum { OTHER_LINES = 3 /* three lines with nothing on them, 10^0 each */ };

static const int64_t FIVE = INT64_C(100000000000);

static void assert_moves(const struct board *b, enum rule rule, enum stone side, const char *listed)
{
	oneply_assert(scoring_move, b, rule, side, listed);
}

/* What the row, drawn on an empty board, makes of its '*'. */
static int64_t row_value(enum rule rule, const char *row)
{
	struct board b;
	board_init(&b, 15);
	int point = picture_row(&b, 7, row);
	return scoring_value(&b, rule, point, STONE_BLACK) - OTHER_LINES;
}

static void mirror(const char *row, char mirrored[static 16])
{
	for (int i = 0; i < 15; i++)
		mirrored[i] = row[14 - i];
	mirrored[15] = '\0';
}

/* n counted by hand: 2 for a joined stone, 1 behind a gap, 2 off for a side that is shut. */
static void test_each_line(void **state)
{
	static const struct {
		const char *row;
		int64_t worth;
	} lines[] = {
	    {".......*.......", 1},
	    {"......X*.......", 100},
	    {".....XX*.......", 10000},
	    {"....XXX*.......", 1000000},
	    {".....XX*X......", 1000000},
	    /* Shut: 2 off, never below nothing. */
	    {".....OX*.......", 1},
	    {"....OXX*.......", 100},
	    {"...OXXX*.......", 10000},
	    {"......O*.......", 1},
	    {"......O*X......", 100},
	    {"....OXX*X......", 10000},
	    {"....OXX*XO.....", 100},
	    {"......O*O......", 1},
	    /* The edge shuts as a stone does, on either side. */
	    {"X*.............", 1},
	    {"XX*............", 100},
	    {"*..............", 1},
	    {"*X.............", 100},
	    /* Behind one gap: 1 each, and nothing off. */
	    {".....X.*.......", 10},
	    {"....XX.*.......", 100},
	    {"...OXX.*.......", 100},
	    {"XX.*...........", 100},
	    {"....X.X*.......", 1000},
	    {"...XX.X*.......", 10000},
	    {".....X.*.X.....", 100},
	    {"....OX.*XO.....", 10},
	    /* Behind two gaps, or more than four steps away: nothing. */
	    {"....X..*.......", 1},
	    {"...X.X.*.......", 10},
	    {"..XXXX.*.......", 1000},
	    {"..XXX.X*.......", 10000},
	    /* Five, shut or not; and the most that is not five. */
	    {"...XXXX*.......", 100000000000},
	    {"..OXXXX*O......", 100000000000},
	    {".....XX*XX.....", 100000000000},
	    {"...XX.X*XX.XX..", 1000000000},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char mirrored[16];
		mirror(lines[i].row, mirrored);
		if (row_value(RULE_FREESTYLE, lines[i].row) != lines[i].worth)
			fail_msg("%s is worth %jd", lines[i].row,
			    (intmax_t)row_value(RULE_FREESTYLE, lines[i].row));
		if (row_value(RULE_FREESTYLE, mirrored) != lines[i].worth)
			fail_msg("%s is worth %jd", mirrored,
			    (intmax_t)row_value(RULE_FREESTYLE, mirrored));
	}
}

static void test_overline(void **state)
{
	(void)state;
	assert_int_equal(row_value(RULE_FREESTYLE, "....XXX*XX....."), FIVE);
	assert_int_equal(row_value(RULE_STANDARD, "....XXX*XX....."), 1);
	assert_int_equal(row_value(RULE_STANDARD, "...XXXX*......."), FIVE);
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
	/* Row: 2 + 2 - 2. Column: 2 + 2. Rising diagonal: shut by O at once, nothing. Falling:
	 * nothing. */
	assert_int_equal(
	    scoring_value(&b, RULE_FREESTYLE, point, STONE_BLACK), 100 + 10000 + 1 + 1);
	/* Row and column: shut by X. Rising diagonal: 2 + 2. Falling: nothing. */
	assert_int_equal(scoring_value(&b, RULE_FREESTYLE, point, STONE_WHITE), 1 + 1 + 10000 + 1);
}

static void test_first_stones(void **state)
{
	struct board b;
	(void)state;
	board_init(&b, 15);
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "h8");
	board_init(&b, 20);
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "j10");
	board_init(&b, 5);
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "c3");
	picture_moves(&b, 15, "h8");
	assert_moves(&b, RULE_FREESTYLE, STONE_WHITE, "g7 g9 i7 i9");
	picture_moves(&b, 15, "a1");
	assert_moves(&b, RULE_FREESTYLE, STONE_WHITE, "b2");
	picture_moves(&b, 15, "o8");
	assert_moves(&b, RULE_FREESTYLE, STONE_WHITE, "n7 n9");
}

static void test_attacks_when_equal(void **state)
{
	struct board b;
	(void)state;
	/* Each side has a four with two ends: 10^11 and three empty lines, on both sides. */
	picture_moves(&b, 15, "h8h9i8i9j8j9k8k9");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "g8 l8");
	assert_moves(&b, RULE_STANDARD, STONE_BLACK, "g8 l8");
	assert_moves(&b, RULE_FREESTYLE, STONE_WHITE, "g9 l9");
}

static void test_defends_against_more(void **state)
{
	struct board b;
	(void)state;
	board_init(&b, 15);
	picture_row(&b, 7, ".......OOO.....");
	picture_row(&b, 2, "...XX..........");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "g8 k8");
	board_init(&b, 15);
	picture_row(&b, 7, ".......OO.OO...");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "j8");
	picture_moves(&b, 15, "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "e7");
}

/* Both ends of the three are worth 10^6 + 3; at k8 white would join a stone of its own. */
static void test_equal_points_by_the_other_colour(void **state)
{
	struct board b;
	(void)state;
	board_init(&b, 15);
	picture_row(&b, 8, "..........O....");
	picture_row(&b, 7, ".......XXX.....");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "k8");
	assert_moves(&b, RULE_FREESTYLE, STONE_WHITE, "k8");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_each_line),
	    cmocka_unit_test(test_overline),
	    cmocka_unit_test(test_sum_of_lines),
	    cmocka_unit_test(test_first_stones),
	    cmocka_unit_test(test_attacks_when_equal),
	    cmocka_unit_test(test_defends_against_more),
	    cmocka_unit_test(test_equal_points_by_the_other_colour),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
