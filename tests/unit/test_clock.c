/* Clocks: the texts, the millisecond a flag falls, and what holds in any run of events. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/clock.h"

#include "draw.h"

static struct time_control control(const char *text)
{
	struct time_control tc;
	assert_int_equal(time_control_parse(&tc, text), 0);
	return tc;
}

static void controls_as_text(void **state)
{
	(void)state;
	static const char *const good[] = {"none", "300+5", "1+0", "86400+3600"};
	char buf[CLOCK_TEXT];
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct time_control tc = control(good[i]);
		assert_string_equal(time_control_format(&tc, buf), good[i]);
	}
	struct time_control tc = control("300+5");
	assert_int_equal(tc.kind, CLOCK_FISCHER);
	assert_int_equal(tc.base_ms, 300000);
	assert_int_equal(tc.inc_ms, 5000);
	assert_int_equal(control("none").kind, CLOCK_NONE);
}

static void texts_that_are_no_control(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "None", "none ", "300", "300+", "+5", "0+5", "-1+5",
	    "300 + 5", "300+5 ", " 300+5", "300+-5", "300++5", "86401+0", "1+3601", "300+5s",
	    "99999999999999999999+1", "1+99999999999999999999", "1.5+1", "0x10+1"};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct time_control tc, before;
		memset(&tc, 0x5a, sizeof(tc));
		before = tc;
		if (time_control_parse(&tc, bad[i]) != -1)
			fail_msg("\"%s\" was read as a time control", bad[i]);
		assert_memory_equal(&tc, &before, sizeof(tc));
	}
}

/* The last millisecond in which a move is in time, and the first in which it is not. */
static void a_flag_falls_to_the_millisecond(void **state)
{
	(void)state;
	struct time_control tc = control("1+0");
	struct clock c;
	clock_init(&c, &tc);
	assert_false(clock_fallen(&c, INT64_MAX));
	assert_int_equal(clock_falls_at(&c), INT64_MAX);
	clock_start(&c, STONE_BLACK, 5000);
	assert_int_equal(clock_falls_at(&c), 6000);
	assert_int_equal(clock_left(&c, STONE_BLACK, 5999), 1);
	assert_false(clock_fallen(&c, 5999));
	assert_int_equal(clock_left(&c, STONE_BLACK, 6000), 0);
	assert_true(clock_fallen(&c, 6000));
	assert_int_equal(clock_left(&c, STONE_BLACK, 999999), 0);
	assert_int_equal(clock_left(&c, STONE_WHITE, 999999), 1000);
	clock_stop(&c, 999999);
	assert_int_equal(clock_left(&c, STONE_BLACK, 0), 0);
}

static void a_move_is_charged_and_credited(void **state)
{
	(void)state;
	struct time_control tc = control("60+2");
	struct clock c;
	char buf[CLOCK_TEXT];
	clock_init(&c, &tc);
	clock_start(&c, STONE_BLACK, 1000);
	clock_moved(&c, 6000);
	assert_int_equal(c.running, STONE_NONE);
	assert_int_equal(clock_left(&c, STONE_BLACK, 99999), 60000 - 5000 + 2000);
	clock_start(&c, STONE_WHITE, 6000);
	assert_string_equal(clock_format(&c, STONE_BLACK, 16000, buf), "57000");
	assert_string_equal(clock_format(&c, STONE_WHITE, 16000, buf), "50000");
	/* Stopping charges and credits nothing. */
	clock_stop(&c, 16000);
	assert_int_equal(clock_left(&c, STONE_WHITE, 99999), 50000);
	clock_stop(&c, 20000);
	clock_moved(&c, 20000);
	assert_int_equal(clock_left(&c, STONE_WHITE, 99999), 50000);
	assert_int_equal(clock_left(&c, STONE_BLACK, 99999), 57000);
}

static void without_a_clock_nothing_falls(void **state)
{
	(void)state;
	struct time_control tc = control("none");
	struct clock c;
	char buf[CLOCK_TEXT];
	clock_init(&c, &tc);
	clock_start(&c, STONE_BLACK, 0);
	assert_false(clock_fallen(&c, INT64_MAX));
	assert_int_equal(clock_falls_at(&c), INT64_MAX);
	assert_int_equal(clock_left(&c, STONE_BLACK, INT64_MAX), INT64_MAX);
	assert_string_equal(clock_format(&c, STONE_BLACK, INT64_MAX, buf), "-");
	clock_moved(&c, 1000000);
	clock_start(&c, STONE_WHITE, 1000000);
	clock_stop(&c, 2000000);
	assert_int_equal(clock_left(&c, STONE_WHITE, 0), INT64_MAX);
}

/*
 * Any run of moves: what a side has is what it began with and was credited less what it used, never
 * negative, and the flag is down exactly from clock_falls_at on.
 */
static void fischer_sums_add_up(void **state)
{
	(void)state;
	struct draw d = {77};
	int falls = 0;
	for (int round = 0; round < 500; round++) {
		struct time_control tc = {.kind = CLOCK_FISCHER,
		    .base_ms = 1000 * (1 + draw_below(&d, 20)),
		    .inc_ms = 1000 * draw_below(&d, 3)};
		struct clock c;
		clock_init(&c, &tc);
		int64_t now = draw_below(&d, 100000), want[3] = {0, tc.base_ms, tc.base_ms};
		for (int ply = 0; ply < 60; ply++) {
			enum stone side = ply % 2 == 0 ? STONE_BLACK : STONE_WHITE;
			clock_start(&c, side, now);
			assert_int_equal(clock_falls_at(&c), now + want[side]);
			int64_t used = draw_below(&d, 2500);
			now += used;
			want[side] -= used;
			int64_t left = want[side] > 0 ? want[side] : 0;
			assert_int_equal(clock_left(&c, side, now), left);
			assert_int_equal(
			    clock_left(&c, stone_other(side), now), want[stone_other(side)]);
			assert_int_equal(clock_fallen(&c, now), left == 0);
			if (left == 0) {
				falls++;
				break;
			}
			clock_moved(&c, now);
			want[side] += tc.inc_ms;
			assert_int_equal(clock_left(&c, side, now), want[side]);
		}
	}
	assert_true(falls > 50 && falls < 450);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(controls_as_text),
	    cmocka_unit_test(texts_that_are_no_control),
	    cmocka_unit_test(a_flag_falls_to_the_millisecond),
	    cmocka_unit_test(a_move_is_charged_and_credited),
	    cmocka_unit_test(without_a_clock_nothing_falls),
	    cmocka_unit_test(fischer_sums_add_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
