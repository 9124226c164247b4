#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/search/classic/weights.h"
#include "oneply.h"

static void assert_moves(const struct board *b, enum rule rule, enum stone side, const char *listed)
{
	oneply_assert(weights_move, b, rule, side, listed);
}

/* What the row, drawn on an empty board, makes of its '*'; the other lines are worth nothing. */
static int row_value(enum rule rule, const char *row)
{
	struct board b;
	board_init(&b, 15);
	int point = picture_row(&b, 7, row);
	return weights_value(&b, rule, point, STONE_BLACK);
}

static void mirror(const char *row, char mirrored[static 16])
{
	for (int i = 0; i < 15; i++)
		mirrored[i] = row[14 - i];
	mirrored[15] = '\0';
}

static void test_each_pattern(void **state)
{
	static const struct {
		const char *row;
		int weight;
	} lines[] = {
	    {"...XXXX*.......", 200},
	    {"..OXXXX*O......", 200},
	    {".....XX*XX.....", 200},
	    {"....XXX*.......", 90},
	    {".....X*XX......", 90},
	    {".....XX*.......", 40},
	    {"......X*X......", 40},
	    {"....OXX*.O.....", 14},
	    {"...O.XX*O......", 14},
	    {"XX*.O..........", 14},
	    {"...OXXX*.......", 12},
	    {"....XXX*O......", 12},
	    {"XXX*...........", 12},
	    {"..OXXX.*.......", 12},
	    {".....X.*XXO....", 12},
	    {"......X*.......", 8},
	    {"....OXX*.......", 5},
	    {".....XX*O......", 5},
	    {"XX*............", 5},
	    {".....X.*.......", 4},
	    {".....OX*.......", 2},
	    {"X*.............", 2},
	    {".......*.......", 0},
	    {"......O*O......", 0},
	    {".....OX*O......", 0},
	    {".....X.*O......", 0},
	    {"....X..*.......", 0},
	    {"*..............", 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char mirrored[16];
		mirror(lines[i].row, mirrored);
		if (row_value(RULE_FREESTYLE, lines[i].row) != lines[i].weight)
			fail_msg(
			    "%s weighs %d", lines[i].row, row_value(RULE_FREESTYLE, lines[i].row));
		if (row_value(RULE_FREESTYLE, mirrored) != lines[i].weight)
			fail_msg("%s weighs %d", mirrored, row_value(RULE_FREESTYLE, mirrored));
	}
}

/* One pattern counts, the heaviest that is anywhere in the nine points. */
static void test_heaviest_once(void **state)
{
	(void)state;
	/* An open three with a fourth stone behind the gap: 40, not 12 and not both. */
	assert_int_equal(row_value(RULE_FREESTYLE, "....X.*XX......"), 40);
	/* The same from the fourth stone: that the three is open lies beyond the nine points. */
	assert_int_equal(row_value(RULE_FREESTYLE, "...XXX.*......."), 12);
	/* A four shut at one end with a block behind its gap is read as the false three. */
	assert_int_equal(row_value(RULE_FREESTYLE, "...OXXX*.O....."), 14);
	/* Two and two around a gap is no pattern of its own: an open two. */
	assert_int_equal(row_value(RULE_FREESTYLE, "....XX.X*......"), 8);
	/* An open two beside the stone, not through it, is found; beyond the nine points it isn't.
	 */
	assert_int_equal(row_value(RULE_FREESTYLE, "....XX.*......."), 8);
	assert_int_equal(row_value(RULE_FREESTYLE, "...XX..*......."), 0);
}

static void test_overline(void **state)
{
	(void)state;
	assert_int_equal(row_value(RULE_FREESTYLE, "....XXX*XX....."), 200);
	assert_int_equal(row_value(RULE_STANDARD, "....XXX*XX....."), 0);
	/* The sixth stone lies outside the nine points. */
	assert_int_equal(row_value(RULE_FREESTYLE, "..XXXXX*......."), 200);
	assert_int_equal(row_value(RULE_STANDARD, "..XXXXX*......."), 0);
	assert_int_equal(row_value(RULE_STANDARD, "...XXXX*......."), 200);
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
	/* Row: closed three, 5. Column: open three, 40. */
	assert_int_equal(weights_value(&b, RULE_FREESTYLE, point, STONE_BLACK), 5 + 40);
	/* Rising diagonal: open three, 40. */
	assert_int_equal(weights_value(&b, RULE_FREESTYLE, point, STONE_WHITE), 40);
}

static void test_first_stones(void **state)
{
	struct board b;
	(void)state;
	board_init(&b, 15);
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "h8");
	/* Beside the opponent's first stone, where it would have an open two. */
	board_place(&b, point_parse("h8"), STONE_BLACK);
	assert_moves(&b, RULE_FREESTYLE, STONE_WHITE, "g7 g8 g9 h7 h9 i7 i8 i9");
}

static void test_attacks_when_equal(void **state)
{
	struct board b;
	(void)state;
	picture_moves(&b, 15, "h8h9i8i9j8j9k8k9");
	assert_moves(&b, RULE_FREESTYLE, STONE_BLACK, "g8 l8");
	assert_moves(&b, RULE_STANDARD, STONE_WHITE, "g9 l9");
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

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_each_pattern),
	    cmocka_unit_test(test_heaviest_once),
	    cmocka_unit_test(test_overline),
	    cmocka_unit_test(test_sum_of_lines),
	    cmocka_unit_test(test_first_stones),
	    cmocka_unit_test(test_attacks_when_equal),
	    cmocka_unit_test(test_defends_against_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
