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
	static const char *const good[] = {"none", "300+5", "1+0", "86400+3600", "600+3x30",
	    "0+1x1", "86400+99x3600", "30/move", "1/move", "3600/move"};
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
	tc = control("600+3x30");
	assert_int_equal(tc.kind, CLOCK_BYOYOMI);
	assert_int_equal(tc.base_ms, 600000);
	assert_int_equal(tc.periods, 3);
	assert_int_equal(tc.period_ms, 30000);
	tc = control("30/move");
	assert_int_equal(tc.kind, CLOCK_MOVE);
	assert_int_equal(tc.period_ms, 30000);
}

static void texts_that_are_no_control(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "None", "none ", "300", "300+", "+5", "0+5", "-1+5",
	    "300 + 5", "300+5 ", " 300+5", "300+-5", "300++5", "86401+0", "1+3601", "300+5s",
	    "99999999999999999999+1", "1+99999999999999999999", "1.5+1", "0x10+1", "600+0x30",
	    "600+100x30", "600+3x0", "600+3x3601", "600+3x", "600+x30", "600+3x30 ", "600+3X30",
	    "0+0", "0/move", "3601/move", "30/moves", "30/", "/move", "30 /move", "30/Move"};
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

/* A wait that is forgiven is not charged; what was charged before it stays so. */
static void a_wait_is_forgiven(void **state)
{
	(void)state;
	struct time_control tc = control("60+0");
	struct clock c;
	clock_init(&c, &tc);
	clock_start(&c, STONE_BLACK, 1000);
	clock_forgive(&c, 31000);
	assert_int_equal(clock_left(&c, STONE_BLACK, 31000), 60000);
	assert_int_equal(clock_falls_at(&c), 91000);
	clock_moved(&c, 35000);
	assert_int_equal(clock_left(&c, STONE_BLACK, 99999), 56000);
	assert_int_equal(clock_left(&c, STONE_WHITE, 99999), 60000);
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

/* Base time, then periods: a move gives its period back, a period that runs out is gone. */
static void byoyomi_period_by_period(void **state)
{
	(void)state;
	struct time_control tc = control("10+3x5");
	struct clock c;
	char buf[CLOCK_TEXT];
	clock_init(&c, &tc);
	assert_string_equal(clock_format(&c, STONE_BLACK, 0, buf), "10000/3");
	clock_start(&c, STONE_BLACK, 0);
	assert_int_equal(clock_falls_at(&c), 25000);
	assert_string_equal(clock_format(&c, STONE_BLACK, 9999, buf), "1/3");
	assert_string_equal(clock_format(&c, STONE_BLACK, 10000, buf), "5000/2");
	assert_string_equal(clock_format(&c, STONE_BLACK, 14999, buf), "1/2");
	assert_string_equal(clock_format(&c, STONE_BLACK, 15000, buf), "5000/1");
	assert_string_equal(clock_format(&c, STONE_BLACK, 24999, buf), "1/0");
	assert_false(clock_fallen(&c, 24999));
	assert_true(clock_fallen(&c, 25000));
	assert_string_equal(clock_format(&c, STONE_BLACK, 25000, buf), "0/0");
	assert_string_equal(clock_format(&c, STONE_BLACK, INT64_MAX, buf), "0/0");
	assert_string_equal(clock_format(&c, STONE_WHITE, INT64_MAX, buf), "10000/3");

	/* A move in base time gives nothing back; one in the second period gives that one back. */
	clock_moved(&c, 9000);
	assert_string_equal(clock_format(&c, STONE_BLACK, 9000, buf), "1000/3");
	clock_start(&c, STONE_BLACK, 20000);
	clock_moved(&c, 20000 + 1000 + 5000 + 4999);
	assert_string_equal(clock_format(&c, STONE_BLACK, 0, buf), "5000/1");
	/* Stopping keeps what is left of the period. */
	clock_start(&c, STONE_BLACK, 50000);
	clock_stop(&c, 52000);
	assert_string_equal(clock_format(&c, STONE_BLACK, 0, buf), "3000/1");
}

static void byoyomi_without_base_time(void **state)
{
	(void)state;
	struct time_control tc = control("0+2x30");
	struct clock c;
	char buf[CLOCK_TEXT];
	clock_init(&c, &tc);
	assert_string_equal(clock_format(&c, STONE_WHITE, 0, buf), "30000/1");
	clock_start(&c, STONE_WHITE, 100);
	assert_int_equal(clock_falls_at(&c), 60100);
	clock_moved(&c, 29100);
	assert_string_equal(clock_format(&c, STONE_WHITE, 0, buf), "30000/1");
}

static void each_move_has_its_period(void **state)
{
	(void)state;
	struct time_control tc = control("3/move");
	struct clock c;
	char buf[CLOCK_TEXT];
	clock_init(&c, &tc);
	for (int n = 0; n < 4; n++) {
		enum stone side = n % 2 == 0 ? STONE_BLACK : STONE_WHITE;
		int64_t now = 10000 * n;
		clock_start(&c, side, now);
		assert_int_equal(clock_falls_at(&c), now + 3000);
		assert_string_equal(clock_format(&c, side, now + 2999, buf), "1");
		assert_true(clock_fallen(&c, now + 3000));
		clock_moved(&c, now + 2999);
		assert_string_equal(clock_format(&c, side, now + 9999, buf), "3000");
	}
}

static void colours_change_and_times_with_them(void **state)
{
	(void)state;
	struct time_control tc = control("60+0");
	struct clock c;
	clock_init(&c, &tc);
	clock_start(&c, STONE_BLACK, 0);
	clock_stop(&c, 7000);
	clock_swap(&c);
	assert_int_equal(clock_left(&c, STONE_BLACK, 0), 60000);
	assert_int_equal(clock_left(&c, STONE_WHITE, 0), 53000);
}

/* All the time a byo-yomi side has, in one number. */
static int64_t whole(const struct clock *c, enum stone side, int64_t now)
{
	struct clock_side s = clock_side_at(c, side, now);
	assert_true(s.ms >= 0 && s.periods >= 0 && s.periods <= c->tc.periods);
	return s.ms + s.periods * c->tc.period_ms;
}

/*
 * Any run of moves under byo-yomi: thinking takes exactly the time thought, a move adds only what
 * makes its own period whole, and the flag is down exactly from clock_falls_at on.
 */
static void byoyomi_sums_add_up(void **state)
{
	(void)state;
	struct draw d = {31};
	int falls = 0;
	for (int round = 0; round < 500; round++) {
		struct time_control tc = {.kind = CLOCK_BYOYOMI,
		    .base_ms = 1000 * draw_below(&d, 10),
		    .period_ms = 1000 * (1 + draw_below(&d, 4)),
		    .periods = 1 + draw_below(&d, 5)};
		struct clock c;
		clock_init(&c, &tc);
		int64_t now = draw_below(&d, 100000);
		assert_int_equal(
		    whole(&c, STONE_WHITE, now), tc.base_ms + tc.periods * tc.period_ms);
		for (int ply = 0; ply < 60; ply++) {
			enum stone side = ply % 2 == 0 ? STONE_BLACK : STONE_WHITE;
			int64_t before = whole(&c, side, now);
			clock_start(&c, side, now);
			assert_int_equal(clock_falls_at(&c), now + before);
			int64_t used = draw_below(&d, draw_below(&d, 12) == 0 ? 9000 : 1000);
			now += used;
			int64_t left = before > used ? before - used : 0;
			assert_int_equal(whole(&c, side, now), left);
			assert_int_equal(clock_fallen(&c, now), left == 0);
			if (left == 0) {
				falls++;
				break;
			}
			bool base = left > tc.periods * tc.period_ms;
			clock_moved(&c, now);
			int64_t after = whole(&c, side, now);
			if (base)
				assert_int_equal(after, left);
			else
				assert_int_equal(
				    after, (left + tc.period_ms - 1) / tc.period_ms * tc.period_ms);
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
	    cmocka_unit_test(a_wait_is_forgiven),
	    cmocka_unit_test(without_a_clock_nothing_falls),
	    cmocka_unit_test(fischer_sums_add_up),
	    cmocka_unit_test(byoyomi_period_by_period),
	    cmocka_unit_test(byoyomi_without_base_time),
	    cmocka_unit_test(each_move_has_its_period),
	    cmocka_unit_test(colours_change_and_times_with_them),
	    cmocka_unit_test(byoyomi_sums_add_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
