/*
 * Who wins: cases that programs got wrong, and every rule against a slow judge of this file's own
 * that looks at the whole board for rows instead of round the last stone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/rules.h"

#include "draw.h"

static const enum rule rules[] = {
    RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO, RULE_CARO_FIVE};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

/* Puts stones named in text, as "a8 b8", on the board. */
static void put(struct board *b, const char *text, enum stone stone)
{
	char copy[256], *save = NULL;
	assert_true(strlen(text) < sizeof(copy));
	memcpy(copy, text, strlen(text) + 1);
	for (char *w = strtok_r(copy, " ", &save); w != NULL; w = strtok_r(NULL, " ", &save)) {
		int point = point_parse(w);
		assert_true(board_has(b, point));
		board_place(b, point, stone);
	}
}

static int wins(const struct board *before, enum rule rule, const char *at, enum stone stone)
{
	struct board b = *before;
	put(&b, at, stone);
	return rules_win(&b, rule, point_parse(at), NULL);
}

/* One's six is a win in freestyle and nothing in standard. */
static void overline_in_both_rules(void **state)
{
	(void)state;
	struct board b;
	board_init(&b, 15);
	put(&b, "h8 i8 g8 j13 g14 i15", STONE_BLACK);
	put(&b, "h9 h10 h11 h12 h14", STONE_WHITE);
	assert_int_equal(wins(&b, RULE_FREESTYLE, "h13", STONE_WHITE), 6);
	assert_int_equal(wins(&b, RULE_STANDARD, "h13", STONE_WHITE), 0);
	assert_int_equal(wins(&b, RULE_FREESTYLE, "h8", STONE_BLACK), 0);
}

/* A stone that joins two groups: three and two make six, two and two make five. */
static void filling_a_gap(void **state)
{
	(void)state;
	static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	for (int d = 0; d < 4; d++) {
		for (int six = 0; six <= 1; six++) {
			struct board b;
			board_init(&b, 15);
			int column = 2, row = 7, gap = 2 + six, length = 5 + six;
			for (int i = 0; i < length; i++)
				board_place(&b,
				    point_at(column + i * steps[d][0], row + i * steps[d][1]),
				    STONE_BLACK);
			int last = point_at(column + gap * steps[d][0], row + gap * steps[d][1]);
			assert_int_equal(rules_win(&b, RULE_FREESTYLE, last, NULL), length);
			assert_int_equal(rules_win(&b, RULE_STANDARD, last, NULL), six ? 0 : 5);
		}
	}
}

/* The last stone at each of the five places of a five, in every direction, wherever a five fits. */
static void every_five_on_a_board(void **state)
{
	(void)state;
	static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	for (int size = BOARD_MIN; size <= BOARD_MAX; size += 5) {
		int fives = 0;
		for (int n = 0; n < size * size * 4; n++) {
			int d = n % 4, column = n / 4 % size, row = n / 4 / size;
			int end_column = column + 4 * steps[d][0], end_row = row + 4 * steps[d][1];
			if (end_column >= size || end_row >= size || end_row < 0)
				continue;
			struct board b;
			board_init(&b, size);
			int five[5];
			for (int i = 0; i < 5; i++) {
				five[i] = point_at(column + i * steps[d][0], row + i * steps[d][1]);
				board_place(&b, five[i], STONE_WHITE);
			}
			for (int i = 0; i < 5; i++) {
				int line[RULES_LINE_MAX];
				for (int r = 0; r < RULE_COUNT; r++)
					assert_int_equal(
					    rules_win(&b, (enum rule)r, five[i], line), 5);
				for (int k = 0; k < 5; k++)
					assert_int_equal(line[k], five[k]);
			}
			fives++;
		}
		assert_int_equal(fives, 2 * size * (size - 4) + 2 * (size - 4) * (size - 4));
	}
}

/* A row does not go on over the edge of the board. */
static void rows_end_at_the_edge(void **state)
{
	(void)state;
	for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
		struct board b;
		board_init(&b, size);
		for (int i = 0; i < 2; i++)
			board_place(&b, point_at(size - 2 + i, 0), STONE_BLACK);
		for (int i = 0; i < 3; i++)
			board_place(&b, point_at(i, 1), STONE_BLACK);
		for (int i = 0; i < 2; i++)
			assert_int_equal(
			    rules_win(&b, RULE_FREESTYLE, point_at(size - 2 + i, 0), NULL), 0);
		for (int i = 0; i < 3; i++)
			assert_int_equal(rules_win(&b, RULE_FREESTYLE, point_at(i, 1), NULL), 0);
	}
}

/*
 * The judge: looks for maximal rows of a colour from every cell in every direction over a plain
 * grid, and keeps the longest that wins and holds the asked cell.
 */
struct grid {
	int size;
	char cell[BOARD_MAX][BOARD_MAX];
};

static char grid_at(const struct grid *g, int x, int y)
{
	return x < 0 || y < 0 || x >= g->size || y >= g->size ? '#' : g->cell[y][x];
}

static int judge(const struct grid *g, enum rule rule, int px, int py)
{
	static const int dx[] = {1, 1, 1, 0}, dy[] = {-1, 0, 1, 1};
	char mine = g->cell[py][px];
	int best = 0;
	for (int n = 0; n < g->size * g->size * 4; n++) {
		int d = n & 3, x = (n >> 2) % g->size, y = (n >> 2) / g->size;
		if (grid_at(g, x - dx[d], y - dy[d]) == mine)
			continue;
		int length = 0;
		bool holds = false;
		while (grid_at(g, x + length * dx[d], y + length * dy[d]) == mine) {
			holds |= x + length * dx[d] == px && y + length * dy[d] == py;
			length++;
		}
		char foe = mine == 'x' ? 'o' : 'x';
		bool shut = grid_at(g, x - dx[d], y - dy[d]) == foe &&
			    grid_at(g, x + length * dx[d], y + length * dy[d]) == foe;
		bool win = length >= 5;
		if (rule == RULE_STANDARD || (rule == RULE_RENJU && mine == 'x'))
			win = length == 5;
		if (rule == RULE_CARO)
			win = length > 5 || (length == 5 && !shut);
		if (rule == RULE_CARO_FIVE)
			win = length == 5 && !shut;
		if (holds && win && length > best)
			best = length;
	}
	return best;
}

static void random_boards_against_the_judge(void **state)
{
	(void)state;
	struct draw d = {20240607};
	int won = 0, lost = 0;
	for (int round = 0; round < 420; round++) {
		struct grid g = {.size = BOARD_MIN + round % (BOARD_MAX - BOARD_MIN + 1)};
		struct board b;
		board_init(&b, g.size);
		/* Mostly one colour, so that long rows come up. */
		int black = 2 + draw_below(&d, 7);
		for (int n = 0; n < g.size * g.size; n++) {
			int roll = draw_below(&d, 10), x = n % g.size, y = n / g.size;
			g.cell[y][x] = roll < black ? 'x' : roll == 9 ? '.' : 'o';
			if (g.cell[y][x] != '.')
				board_place(&b, point_at(x, y),
				    g.cell[y][x] == 'x' ? STONE_BLACK : STONE_WHITE);
		}
		for (int n = 0; n < 40; n++) {
			int x = draw_below(&d, g.size), y = draw_below(&d, g.size);
			if (g.cell[y][x] == '.')
				continue;
			for (size_t r = 0; r < RULES; r++) {
				int want = judge(&g, rules[r], x, y);
				int line[RULES_LINE_MAX];
				int got = rules_win(&b, rules[r], point_at(x, y), line);
				assert_int_equal(got, want);
				bool through = want == 0;
				for (int i = 0; i < got; i++)
					through |= line[i] == point_at(x, y);
				assert_true(through);
				want > 0 ? won++ : lost++;
			}
		}
	}
	assert_true(won > 1000 && lost > 1000);
}

/* In caro a five shut in by stones at both ends is no win; the edge shuts nothing in. */
static void caro_and_its_ends(void **state)
{
	(void)state;
	static const struct {
		const char *black, *white, *at;
		int caro, caro_five;
	} cases[] = {
	    {"f8 l8", "g8 h8 i8 j8", "k8", 0, 0},
	    {"f8", "a8 b8 c8 d8", "e8", 5, 5},
	    {"f8 m8", "g8 h8 i8 j8 k8", "l8", 6, 0},
	    {"f8", "g8 h8 i8 j8 m8", "k8", 5, 5},
	    {"f8", "g8 h8 i8 j8", "k8", 5, 5},
	    {"f8 l8 g9 g4", "g8 h8 i8 j8 g5 g6 g7", "k8", 0, 0},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct board b;
		board_init(&b, 15);
		put(&b, cases[i].black, STONE_BLACK);
		put(&b, cases[i].white, STONE_WHITE);
		assert_int_equal(wins(&b, RULE_CARO, cases[i].at, STONE_WHITE), cases[i].caro);
		assert_int_equal(
		    wins(&b, RULE_CARO_FIVE, cases[i].at, STONE_WHITE), cases[i].caro_five);
	}
}

/* Black's overline is a fault, white's wins; white has no faults at all, nor has any other rule. */
static void renju_is_for_black(void **state)
{
	(void)state;
	struct board b;
	board_init(&b, 15);
	put(&b, "h7 h9 g8 i8", STONE_WHITE);
	int h8 = point_parse("h8");
	assert_int_equal(rules_foul(&b, RULE_RENJU, STONE_WHITE, h8), FOUL_NONE);
	struct board black;
	board_init(&black, 15);
	put(&black, "h7 h9 g8 i8", STONE_BLACK);
	for (size_t r = 0; r < RULES; r++) {
		enum foul want = rules[r] == RULE_RENJU ? FOUL_DOUBLE_THREE : FOUL_NONE;
		assert_int_equal(rules_foul(&black, rules[r], STONE_BLACK, h8), want);
		assert_int_equal(rules_foul(&black, rules[r], STONE_WHITE, h8), FOUL_NONE);
	}
	board_init(&b, 15);
	put(&b, "d8 e8 f8 g8 i8", STONE_WHITE);
	assert_int_equal(rules_foul(&b, RULE_RENJU, STONE_WHITE, h8), FOUL_NONE);
	assert_int_equal(wins(&b, RULE_RENJU, "h8", STONE_WHITE), 6);
	board_init(&b, 15);
	put(&b, "d8 e8 f8 g8 i8", STONE_BLACK);
	assert_int_equal(rules_foul(&b, RULE_RENJU, STONE_BLACK, h8), FOUL_OVERLINE);
	assert_int_equal(wins(&b, RULE_RENJU, "h8", STONE_BLACK), 0);
	/* Five and six with one stone: the five wins. */
	put(&b, "h4 h5 h6 h7", STONE_BLACK);
	assert_int_equal(rules_foul(&b, RULE_RENJU, STONE_BLACK, h8), FOUL_NONE);
	assert_int_equal(wins(&b, RULE_RENJU, "h8", STONE_BLACK), 5);
}

static void rules_have_names(void **state)
{
	(void)state;
	for (int r = 0; r < RULE_COUNT; r++)
		assert_int_equal(rule_parse(rule_name((enum rule)r)), r);
	assert_int_equal(RULE_COUNT, 4);
	assert_string_equal(rule_name(RULE_FREESTYLE), "freestyle");
	assert_string_equal(rule_name(RULE_STANDARD), "standard");
	assert_string_equal(rule_name(RULE_RENJU), "renju");
	assert_string_equal(rule_name(RULE_CARO), "caro");
	assert_string_equal(rule_name(RULE_CARO_FIVE), "caro-five");
	assert_int_equal(rule_parse("caro-five"), RULE_COUNT);
	assert_int_equal(rule_parse("none"), RULE_COUNT);
	assert_int_equal(rule_parse(""), RULE_COUNT);
	assert_int_equal(rule_parse("Freestyle"), RULE_COUNT);
	assert_int_equal(rule_parse("freestyles"), RULE_COUNT);
	assert_int_equal(rule_parse("go"), RULE_COUNT);
}

/* The bits of INFO rule: 1 exactly five, 4 renju, 8 caro; others, and pairs that make no rule of
 * ours, are none. */
static void rules_have_codes(void **state)
{
	static const int64_t none[] = {2, 3, 5, 12, -1, INT64_C(4294967296)};

	(void)state;
	assert_int_equal(rule_code(RULE_FREESTYLE), 0);
	assert_int_equal(rule_code(RULE_STANDARD), 1);
	assert_int_equal(rule_code(RULE_RENJU), 4);
	assert_int_equal(rule_code(RULE_CARO), 8);
	assert_int_equal(rule_code(RULE_CARO_FIVE), 9);
	assert_int_equal(rule_code(RULE_COUNT), 0);
	for (int i = 0; i < RULES; i++)
		assert_int_equal(rule_of_code(rule_code(rules[i])), rules[i]);
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_int_equal(rule_of_code(none[i]), RULE_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(overline_in_both_rules),
	    cmocka_unit_test(filling_a_gap),
	    cmocka_unit_test(every_five_on_a_board),
	    cmocka_unit_test(rows_end_at_the_edge),
	    cmocka_unit_test(random_boards_against_the_judge),
	    cmocka_unit_test(caro_and_its_ends),
	    cmocka_unit_test(renju_is_for_black),
	    cmocka_unit_test(rules_have_names),
	    cmocka_unit_test(rules_have_codes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
