/* Victory by continuous fours: drawn positions, and answers that hold against every defence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/search/chance.h"
#include "engine/search/threat.h"
#include "picture.h"

static struct position *position;
static struct threat *threat;

static int setup(void **state)
{
	(void)state;
	position = malloc(sizeof(*position));
	threat = malloc(sizeof(*threat));
	return position == NULL || threat == NULL;
}

static int teardown(void **state)
{
	(void)state;
	free(position);
	free(threat);
	return 0;
}

static int solve(
    const struct board *b, enum stone side, const struct pattern *pattern, int plies, int *move)
{
	position_init(position, b, side, pattern);
	threat_init(threat, position);
	return threat_vcf(threat, plies, 100000, move);
}

static void put(struct board *b, enum stone stone, const char *const points[])
{
	for (int i = 0; points[i] != NULL; i++)
		board_place(b, point_parse(points[i]), stone);
}

/*
 * White wins in renju, beginning at l13: a published position. Its line has nine plies, up to the
 * stone that cannot be stopped any more; the five comes two later.
 */
static void test_long_vcf(void **state)
{
	static const char *const black[] = {
	    "g8", "g9", "h8", "i9", "j9", "j10", "k13", "m9", "m11", "m12", NULL};
	static const char *const white[] = {
	    "f8", "h9", "h10", "i10", "i11", "j12", "l10", "l12", "l14", NULL};
	struct pattern *pattern = pattern_new(RULE_RENJU);
	struct board b;
	int move;
	(void)state;
	board_init(&b, 15);
	put(&b, STONE_BLACK, black);
	put(&b, STONE_WHITE, white);
	assert_int_equal(solve(&b, STONE_WHITE, pattern, 20, &move), 11);
	assert_int_equal(move, point_parse("l13"));
	/* Not within fewer plies, and not within no nodes. */
	assert_int_equal(solve(&b, STONE_WHITE, pattern, 7, &move), 0);
	assert_int_equal(threat_vcf(threat, 20, 0, &move), 0);
	pattern_free(pattern);
}

/* What a colour wins with at once, or next; and what its fours cannot win. */
static void test_short_vcf(void **state)
{
	static const struct {
		const char *row;
		enum rule rule;
		int length;
	} rows[] = {
	    {"....XXXX.......", RULE_FREESTYLE, 1},
	    {"....XXX........", RULE_FREESTYLE, 3},
	    {"...OXXX........", RULE_FREESTYLE, 0},
	    {"....XX.........", RULE_FREESTYLE, 0},
	    {"..X.X.X.X......", RULE_FREESTYLE, 3},
	    /* The same two fours in a row are forbidden to renju's black. */
	    {"..X.X.X.X......", RULE_RENJU, 0},
	    {"...OXXX.O......", RULE_CARO, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct pattern *pattern = pattern_new(rows[i].rule);
		struct board b;
		int move;
		board_init(&b, 15);
		picture_row(&b, 7, rows[i].row);
		int length = solve(&b, STONE_BLACK, pattern, 40, &move);
		if (length != rows[i].length)
			fail_msg(
			    "%s by %s: %d plies", rows[i].row, rule_name(rows[i].rule), length);
		pattern_free(pattern);
	}
}

/* Whether a side can make five now, by the rules. */
static bool has_five(struct board *b, enum rule rule, enum stone side)
{
	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row);
			if (board_at(b, point) != STONE_NONE)
				continue;
			board_place(b, point, side);
			bool five = rules_win(b, rule, point, NULL) > 0;
			board_remove(b, point);
			if (five)
				return true;
		}
	return false;
}

/*
 * Plays the VCF out against every answer there is: the attacker's move is allowed and leaves the
 * other no five; after each answer it makes five, or has a VCF that is two plies shorter.
 */
static void refute(struct board *b, enum rule rule, enum stone side, const struct pattern *pattern,
    int length, int move)
{
	assert_true(length > 0);
	assert_int_equal(rules_foul(b, rule, side, move), FOUL_NONE);
	board_place(b, move, side);
	if (length == 1) {
		assert_true(rules_win(b, rule, move, NULL) > 0);
		board_remove(b, move);
		return;
	}
	assert_false(has_five(b, rule, stone_other(side)));
	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row), next = POINT_NONE;
			if (board_at(b, point) != STONE_NONE ||
			    rules_foul(b, rule, stone_other(side), point) != FOUL_NONE)
				continue;
			board_place(b, point, stone_other(side));
			if (!has_five(b, rule, side)) {
				int rest = solve(b, side, pattern, length - 2, &next);
				refute(b, rule, side, pattern, rest, next);
			}
			board_remove(b, point);
		}
	board_remove(b, move);
}

/* Random positions by each rule: whatever is found holds. */
static void test_found_is_true(void **state)
{
	static const enum rule rules[] = {
	    RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO, RULE_CARO_FIVE};
	struct chance chance;
	int longer = 0;
	(void)state;
	chance_init(&chance, 3);
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		struct pattern *pattern = pattern_new(rules[i]);
		for (int n = 0; n < 120; n++) {
			struct board b;
			int move;
			board_init(&b, 11);
			while (b.stones < 26) {
				int point =
				    point_at(chance_below(&chance, 11), chance_below(&chance, 11));
				enum stone stone = b.stones % 2 == 0 ? STONE_BLACK : STONE_WHITE;
				if (board_at(&b, point) != STONE_NONE)
					continue;
				board_place(&b, point, stone);
				if (rules_win(&b, rules[i], point, NULL) > 0)
					board_remove(&b, point);
			}
			for (enum stone side = STONE_BLACK; side <= STONE_WHITE; side++) {
				int length = solve(&b, side, pattern, 15, &move);
				if (length == 0)
					continue;
				longer += length >= 5;
				refute(&b, rules[i], side, pattern, length, move);
			}
		}
		pattern_free(pattern);
	}
	/* There were some to find. */
	assert_true(longer > 20);
}

/* The stops of a four are all the answers after which there is no five, and no others. */
static void test_stops(void **state)
{
	static const char *const rows[] = {"....OOOO.......", "...XOOOO.......", "....OO.OO......",
	    "OOOO...........", "..X.OOOO..X....", ".X.OOOO.X......"};
	static const enum rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_CARO};
	(void)state;
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		struct pattern *pattern = pattern_new(rules[i]);
		for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
			int16_t stops[THREAT_REPLIES];
			struct board b;
			board_init(&b, 15);
			picture_row(&b, 7, rows[r]);
			position_init(position, &b, STONE_BLACK, pattern);
			int n = threat_stops(position, 0, stops), all = 0;
			for (int column = 0; column < 15; column++) {
				int point = point_at(column, 7);
				if (board_at(&b, point) != STONE_NONE)
					continue;
				board_place(&b, point, STONE_BLACK);
				bool stopped = !has_five(&b, rules[i], STONE_WHITE), listed = false;
				board_remove(&b, point);
				for (int k = 0; k < n; k++)
					listed |= stops[k] == point;
				if (stopped != listed)
					fail_msg("%s by %s: column %d", rows[r],
					    rule_name(rules[i]), column);
				all += stopped;
			}
			assert_int_equal(n, all);
		}
		pattern_free(pattern);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_long_vcf),
	    cmocka_unit_test(test_short_vcf),
	    cmocka_unit_test(test_found_is_true),
	    cmocka_unit_test(test_stops),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
