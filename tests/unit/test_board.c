/* Boards and the names of points: every point of every size, and what is not a point. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/board.h"

static void names_of_all_points(void **state)
{
	(void)state;
	for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
		struct board b;
		board_init(&b, size);
		for (int column = 0; column < BOARD_MAX; column++) {
			for (int row = 0; row < BOARD_MAX; row++) {
				char want[16], got[POINT_TEXT];
				snprintf(want, sizeof(want), "%c%d",
				    "abcdefghijklmnopqrstuvwxy"[column], row + 1);
				int point = point_parse(want);
				assert_int_equal(point, point_at(column, row));
				assert_int_equal(point_column(point), column);
				assert_int_equal(point_row(point), row);
				assert_string_equal(point_format(point, got), want);
				want[0] = (char)(want[0] - 'a' + 'A');
				assert_int_equal(point_parse(want), point);
				assert_int_equal(board_has(&b, point), column < size && row < size);
			}
		}
	}
}

/* The letter i counts, row 1 is at the bottom, and a name that a board lacks is still a name. */
static void points_that_programs_disagreed_on(void **state)
{
	(void)state;
	struct board b;
	board_init(&b, 15);
	assert_int_equal(point_parse("i8"), point_at(8, 7));
	assert_int_equal(point_parse("j8"), point_at(9, 7));
	assert_int_equal(point_parse("h8"), point_at(7, 7));
	assert_int_equal(point_parse("a1"), point_at(0, 0));
	assert_int_equal(point_parse("o15"), point_at(14, 14));
	assert_true(board_has(&b, point_parse("o15")));
	assert_false(board_has(&b, point_parse("p16")));
	assert_false(board_has(&b, point_parse("p1")));
	assert_false(board_has(&b, point_parse("a16")));
	assert_false(board_has(&b, POINT_NONE));
	assert_false(board_has(&b, POINT_PASS));
}

static void what_is_no_point(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "h", "8", "8h", "h 8", " h8", "h8 ", "H08", "h0",
	    "h00", "h26", "y26", "z1", "h99", "h100", "h-1", "h+1", "hh8", "h8a", "h1.", "-", "@1",
	    "[1", "`1", "{1", "h:", "h/", "\303\2518"};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (point_parse(bad[i]) != POINT_NONE)
			fail_msg("\"%s\" was read as a point", bad[i]);
	char buf[POINT_TEXT];
	assert_string_equal(point_format(POINT_PASS, buf), "-");
	assert_string_equal(point_format(POINT_NONE, buf), "-");
	assert_string_equal(point_format(point_at(BOARD_MAX, 0), buf), "-");
	assert_string_equal(point_format(BOARD_CELLS, buf), "-");
}

static void stones_come_and_go(void **state)
{
	(void)state;
	struct board b, empty;
	board_init(&b, 6);
	board_init(&empty, 6);
	assert_int_equal(b.size, 6);
	for (int n = 0; n < 36; n++) {
		assert_false(board_full(&b));
		assert_int_equal(b.stones, n);
		int point = point_at(n % 6, n / 6);
		enum stone stone = n % 3 == 0 ? STONE_BLACK : STONE_WHITE;
		board_place(&b, point, stone);
		assert_int_equal(board_at(&b, point), stone);
	}
	assert_true(board_full(&b));
	for (int n = 0; n < 36; n++)
		board_remove(&b, point_at(n % 6, n / 6));
	assert_memory_equal(&b, &empty, sizeof(b));
}

static void stones_have_names(void **state)
{
	(void)state;
	assert_string_equal(stone_name(STONE_BLACK), "black");
	assert_string_equal(stone_name(STONE_WHITE), "white");
	assert_string_equal(stone_name(STONE_NONE), "none");
	assert_int_equal(stone_other(STONE_BLACK), STONE_WHITE);
	assert_int_equal(stone_other(STONE_WHITE), STONE_BLACK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_of_all_points),
	    cmocka_unit_test(points_that_programs_disagreed_on),
	    cmocka_unit_test(what_is_no_point),
	    cmocka_unit_test(stones_come_and_go),
	    cmocka_unit_test(stones_have_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
