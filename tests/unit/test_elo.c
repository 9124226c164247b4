/* What the match runner makes of its games: figures worked out by hand or known from tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "engine/game/rules.h"
#include "tests/bench/book.h"
#include "tests/bench/elo.h"
#include "tests/bench/games.h"

static void close_to(double got, double want, double by)
{
	if (!(fabs(got - want) <= by))
		fail_msg("%g is not within %g of %g", got, by, want);
}

static void test_curve(void **state)
{
	(void)state;
	close_to(elo_to_score(0), 0.5, 1e-12);
	close_to(elo_to_score(400), 10.0 / 11, 1e-12);
	close_to(elo_to_score(-400), 1.0 / 11, 1e-12);
	close_to(elo_from_score(0.75), 190.85, 0.01);
	close_to(elo_from_score(0.25), -190.85, 0.01);
	assert_true(isinf(elo_from_score(1)) && elo_from_score(1) > 0);
	assert_true(isinf(elo_from_score(0)) && elo_from_score(0) < 0);
}

/*
 * 100 pairs, 50 of them one point, 50 two: mean 3/4, standard deviation 1/4 a pair, 1/40 of the
 * mean; so 0.75 - 0.049 and 0.75 + 0.049.
 */
static void test_interval(void **state)
{
	const struct elo_tally t = {.games = {50, 0, 150}, .pairs = {0, 0, 50, 0, 50}};
	struct elo_range r = elo_estimate(&t);
	(void)state;
	close_to(r.value, 190.85, 0.01);
	close_to(r.low, elo_from_score(0.701), 0.1);
	close_to(r.high, elo_from_score(0.799), 0.1);
}

/* All won: nothing bounds it from above, Wilson from below (100 of 100: 96.3 %). */
static void test_all_won(void **state)
{
	const struct elo_tally t = {.games = {0, 0, 100}, .pairs = {0, 0, 0, 0, 50}};
	struct elo_range r = elo_estimate(&t);
	(void)state;
	assert_true(isinf(r.value) && r.value > 0);
	close_to(r.low, elo_from_score(0.963), 2);
	assert_true(isinf(r.high) && r.high > 0);
}

static void test_nothing_played(void **state)
{
	const struct elo_tally t = {0};
	struct elo_range r = elo_estimate(&t);
	(void)state;
	assert_true(elo_score(&t) == 0.5 && r.value == 0);
	assert_true(isinf(r.low) && isinf(r.high));
	assert_true(elo_llr(&t, 0, 10) == 0);
}

/*
 * The ratio of two normal means: n (s1 - s0)(2 m - s0 - s1) / (2 v). With Elo -100 and 100 the two
 * scores lie evenly about one half, so an even result says nothing and the sign is the leader's.
 */
static void test_ratio(void **state)
{
	const struct elo_tally even = {.games = {100, 0, 100}, .pairs = {25, 0, 50, 0, 25}};
	const struct elo_tally ahead = {.games = {50, 0, 150}, .pairs = {0, 0, 50, 0, 50}};
	const struct elo_tally behind = {.games = {150, 0, 50}, .pairs = {50, 0, 50, 0, 0}};
	const struct elo_tally few = {.games = {0, 0, 14}, .pairs = {0, 0, 0, 0, 7}};
	double step = elo_to_score(100) - elo_to_score(-100);
	(void)state;
	close_to(elo_llr(&even, -100, 100), 0, 1e-6);
	close_to(elo_llr(&ahead, -100, 100), 100 * step * 0.5 / (2 * 0.0625), 2.5);
	close_to(elo_llr(&behind, -100, 100), -100 * step * 0.5 / (2 * 0.0625), 2.5);
	assert_true(elo_llr(&few, -100, 100) == 0);
	close_to(elo_llr_bound(0.05), 2.944, 0.001);
}

static void test_line_round_trip(void **state)
{
	struct games_entry e = {.number = 17, .a_black = false, .peak_kb = {12345, 99}}, back;
	char line[GAMES_LINE_MAX], again[GAMES_LINE_MAX];
	(void)state;
	e.game.winner = STONE_WHITE;
	e.game.why = DUEL_LATE;
	e.game.late_ms = 12;
	e.game.opening = 2;
	e.game.plies = 4;
	for (int i = 0; i < 4; i++) {
		e.game.point[i] = (int16_t)point_at(3 + i, 7);
		e.game.ms[i] = i < 2 ? 0 : 390 + i;
	}
	assert_true(games_format(&e, line, sizeof(line)) > 0);
	assert_int_equal(games_parse(line, &back), 0);
	assert_int_equal(games_outcome(&back), 1);
	assert_true(games_format(&back, again, sizeof(again)) > 0);
	assert_string_equal(line, again);
	assert_string_equal(line, "game 17 black=B winner=A why=late late=12 opening=2 "
				  "moves=d8e8f8g8 ms=0,0,392,393 kb=12345,99\n");
	assert_true(games_format(&e, line, 40) < 0);
}

static void test_bad_lines(void **state)
{
	static const char *const bad[] = {
	    "",
	    "game",
	    "game -1 black=A winner=A why=five late=0 opening=0 moves=h8 ms=1 kb=1,1\n",
	    "game 1 black=A winner=C why=five late=0 opening=0 moves=h8 ms=1 kb=1,1\n",
	    "game 1 black=A winner=A why=luck late=0 opening=0 moves=h8 ms=1 kb=1,1\n",
	    "game 1 black=A winner=A why=five late=0 opening=2 moves=h8 ms=1 kb=1,1\n",
	    "game 1 black=A winner=A why=five late=0 opening=0 moves=h8?? ms=1 kb=1,1\n",
	    "game 1 black=A winner=A why=five late=0 opening=0 moves=h8 ms=1\n",
	};
	struct games_entry e;
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (games_parse(bad[i], &e) == 0)
			fail_msg("taken: %s", bad[i]);
	}
}

/* The stones of every opening are on the board, apart, allowed, and end nothing. */
static void check_opening(enum rule rule, int size, int number)
{
	int points[BOOK_STONES];
	struct board b;
	int n = book_opening(rule, size, number, points);
	assert_in_range(n, 2, 5);
	board_init(&b, size);
	for (int i = 0; i < n; i++) {
		enum stone side = i % 2 == 0 ? STONE_BLACK : STONE_WHITE;
		assert_true(board_has(&b, points[i]));
		assert_int_equal(board_at(&b, points[i]), STONE_NONE);
		assert_int_equal(rules_foul(&b, rule, side, points[i]), FOUL_NONE);
		board_place(&b, points[i], side);
		assert_int_equal(rules_win(&b, rule, points[i], NULL), 0);
	}
	if (rule == RULE_RENJU && size % 2 == 1)
		assert_int_equal(points[0], point_at(size / 2, size / 2));
}

/* Case OP05: openings lie whole on every board, or are left out. */
static void test_book(void **state)
{
	static const enum rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO};
	static const int sizes[] = {9, 10, 15, 20, 25};
	int points[BOOK_STONES];
	(void)state;
	for (size_t r = 0; r < sizeof(rules) / sizeof(rules[0]); r++) {
		assert_true(book_count(rules[r], 15) >= 50);
		for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
			for (int i = 0; i < book_count(rules[r], sizes[s]); i++)
				check_opening(rules[r], sizes[s], i);
		}
	}
	assert_int_equal(book_opening(RULE_FREESTYLE, 5, 3, points), 0);
	assert_int_equal(book_count(RULE_FREESTYLE, 5), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_curve),
	    cmocka_unit_test(test_interval),
	    cmocka_unit_test(test_all_won),
	    cmocka_unit_test(test_nothing_played),
	    cmocka_unit_test(test_ratio),
	    cmocka_unit_test(test_line_round_trip),
	    cmocka_unit_test(test_bad_lines),
	    cmocka_unit_test(test_book),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
