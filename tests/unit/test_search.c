/* What holds for every style. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/search/search.h"
#include "picture.h"

static int move_of(enum search_style style, const struct board *b, enum stone side, enum rule rule)
{
	static struct search *search; /* the patterns of a rule are made but once */
	const struct search_limits limits = {
	    .style = style, .level = 10, .time_ms = 1000, .nodes = 400};
	if (search == NULL)
		search = search_new(3);
	assert_non_null(search);
	search_seed(search, 3);
	return search_move(search, b, side, rule, &limits);
}

static void test_style_names(void **state)
{
	(void)state;
	assert_int_equal(search_style_parse("priority"), SEARCH_PRIORITY);
	assert_int_equal(search_style_parse("scoring"), SEARCH_SCORING);
	assert_int_equal(search_style_parse("weights"), SEARCH_WEIGHTS);
	assert_int_equal(search_style_parse("negascout"), SEARCH_NEGASCOUT);
	assert_int_equal(search_style_parse("level"), SEARCH_LEVEL);
	assert_int_equal(search_style_parse("Priority"), SEARCH_STYLE_COUNT);
	assert_int_equal(search_style_parse("prio"), SEARCH_STYLE_COUNT);
	assert_int_equal(search_style_parse(""), SEARCH_STYLE_COUNT);
}

/* The styles open in their own ways: the centre, or any point about it. */
static void test_style_is_heeded(void **state)
{
	const struct search_limits limits = {.style = SEARCH_PRIORITY, .level = 5};
	struct search *search = search_new(1);
	struct board b;
	int off_centre = 0;
	(void)state;
	board_init(&b, 15);
	for (int i = 0; i < 100; i++)
		off_centre +=
		    search_move(search, &b, STONE_BLACK, RULE_FREESTYLE, &limits) != point_at(7, 7);
	search_free(search);
	assert_true(off_centre > 50);
	for (int i = 0; i < 100; i++)
		assert_int_equal(
		    move_of(SEARCH_SCORING, &b, STONE_BLACK, RULE_FREESTYLE), point_at(7, 7));
	/* weights answers a stone in the middle beside it, priority never. */
	board_place(&b, point_at(7, 7), STONE_BLACK);
	int answer = move_of(SEARCH_WEIGHTS, &b, STONE_WHITE, RULE_FREESTYLE);
	assert_in_range(point_column(answer), 6, 8);
	assert_in_range(point_row(answer), 6, 8);
}

static void test_last_points(void **state)
{
	static const char *const rows[] = {
	    "XOXOX", //
	    "OXOXO", //
	    "OXOX*", //
	    "XOXOX", //
	    "OXOXO", //
	};
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++) {
		struct board b;
		int point = picture_board(&b, 5, rows);
		assert_int_equal(move_of(style, &b, STONE_BLACK, RULE_STANDARD), point);
		assert_int_equal(move_of(style, &b, STONE_WHITE, RULE_FREESTYLE), point);
		board_place(&b, point, STONE_BLACK);
		assert_int_equal(move_of(style, &b, STONE_WHITE, RULE_FREESTYLE), POINT_NONE);
	}
}

/* Plays to the end of the game and on to a full board: each move is on an empty point. */
static void fill_board(enum search_style style, int size, enum rule rule, uint64_t seed)
{
	const struct search_limits limits = {.style = style, .level = 1};
	struct search *search = search_new(seed);
	enum stone side = STONE_BLACK;
	struct board b;

	board_init(&b, size);
	while (!board_full(&b)) {
		int point = search_move(search, &b, side, rule, &limits);
		assert_true(board_has(&b, point));
		assert_int_equal(board_at(&b, point), STONE_NONE);
		board_place(&b, point, side);
		side = stone_other(side);
	}
	search_free(search);
}

static void test_fills_boards(void **state)
{
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++) {
		fill_board(style, 5, RULE_FREESTYLE, 1);
		fill_board(style, 6, RULE_STANDARD, 2);
		fill_board(style, 15, RULE_STANDARD, 3);
		fill_board(style, 20, RULE_FREESTYLE, 4);
	}
	fill_board(SEARCH_PRIORITY, 25, RULE_STANDARD, 5);
}

/* A player has four in a row with an open end, wherever it lies: five is made, or stopped. */
static void test_fives_everywhere(void **state)
{
	static const int step[] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, BOARD_STRIDE - 1};
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++)
		for (int start = 0; start < 9 * BOARD_STRIDE; start++)
			for (int i = 0; i < 4; i++) {
				struct board b;
				int five = start + 4 * step[i];
				board_init(&b, 9);
				if (!board_has(&b, start) || !board_has(&b, five))
					continue;
				for (int n = 0; n < 4; n++)
					board_place(&b, start + n * step[i], STONE_BLACK);
				/* The other end is shut, unless the edge shuts it. */
				if (board_has(&b, start - step[i]))
					board_place(&b, start - step[i], STONE_WHITE);
				assert_int_equal(
				    move_of(style, &b, STONE_BLACK, RULE_STANDARD), five);
				assert_int_equal(
				    move_of(style, &b, STONE_WHITE, RULE_FREESTYLE), five);
			}
}

/* Fives by each rule: the player makes them where they win, and its opponent's are stopped. */
static void test_fives_of_each_rule(void **state)
{
	static const struct {
		const char *row; /* whose '*' makes the row; no other point is worth much */
		enum rule rule;
		bool wins;
	} rows[] = {
	    {"....XXX*XX.....", RULE_FREESTYLE, true},
	    {"....XXX*XX.....", RULE_STANDARD, false},
	    {"....XXX*XX.....", RULE_RENJU, false},
	    {"....XXX*XX.....", RULE_CARO, true},
	    {"....XXX*XX.....", RULE_CARO_FIVE, false},
	    {"...OXXX*XO.....", RULE_FREESTYLE, true},
	    {"...OXXX*XO.....", RULE_STANDARD, true},
	    {"...OXXX*XO.....", RULE_RENJU, true},
	    {"...OXXX*XO.....", RULE_CARO, false},
	    {"...OXXX*XO.....", RULE_CARO_FIVE, false},
	    {"XXX*XO.........", RULE_CARO, true},
	    {"XXX*XO.........", RULE_CARO_FIVE, true},
	    {"..OXXX*XXO.....", RULE_CARO, true},
	    {"..OXXX*XXO.....", RULE_CARO_FIVE, false},
	};
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++)
		for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			struct board b;
			board_init(&b, 15);
			int five = picture_row(&b, 7, rows[i].row);
			/* Something else to do: an open three of either side. */
			picture_row(&b, 12, "...XX..........");
			picture_row(&b, 2, "...OO..........");
			int move = move_of(style, &b, STONE_BLACK, rows[i].rule);
			if ((move == five) != rows[i].wins)
				fail_msg("style %d, %s by %s", (int)style, rows[i].row,
				    rule_name(rows[i].rule));
			move = move_of(style, &b, STONE_WHITE, rows[i].rule);
			if ((move == five) != rows[i].wins)
				fail_msg("style %d stops %s by %s", (int)style, rows[i].row,
				    rule_name(rows[i].rule));
		}
}

/* White wins with six in renju; black may not, and white need not stop it there. */
static void test_renju_is_lopsided(void **state)
{
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++) {
		struct board b;
		board_init(&b, 15);
		int six = picture_row(&b, 7, "....OOO*OO.....");
		assert_int_equal(move_of(style, &b, STONE_WHITE, RULE_RENJU), six);
		assert_int_equal(move_of(style, &b, STONE_BLACK, RULE_RENJU), six);
	}
}

/* Black's best point by every design is a double three or a double four: it plays elsewhere. */
static void test_forbidden_points_are_left_alone(void **state)
{
	static const char *const double_three[] = {
	    ".........", //
	    ".........", //
	    "....X....", //
	    "....X....", //
	    "..XX*....", //
	    ".........", //
	    ".........", //
	    ".........", //
	    ".........", //
	};
	static const char *const double_four[] = {
	    "....O....", //
	    "....X....", //
	    "....X....", //
	    "....X....", //
	    ".XXX*....", //
	    ".........", //
	    ".........", //
	    ".........", //
	    ".........", //
	};
	static const char *const *const positions[] = {double_three, double_four};
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++)
		for (int i = 0; i < 2; i++) {
			struct board b;
			int point = picture_board(&b, 9, positions[i]);
			/* Who looks ahead may find another that wins. */
			if (style <= SEARCH_WEIGHTS)
				assert_int_equal(
				    move_of(style, &b, STONE_BLACK, RULE_FREESTYLE), point);
			assert_int_not_equal(move_of(style, &b, STONE_BLACK, RULE_RENJU), point);
		}
}

/* The last point of the board is an overline: white may take it, black has no move. */
static void test_only_forbidden_points_left(void **state)
{
	static const char *const rows[] = {
	    "XXX*XX", //
	    "OOXOOX", //
	    "XXOXXO", //
	    "OOXOOX", //
	    "XXOXXO", //
	    "OOXOOX", //
	};
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++) {
		struct board b;
		int point = picture_board(&b, 6, rows);
		assert_int_equal(move_of(style, &b, STONE_BLACK, RULE_RENJU), POINT_NONE);
		assert_int_equal(move_of(style, &b, STONE_WHITE, RULE_RENJU), point);
		assert_int_equal(move_of(style, &b, STONE_BLACK, RULE_CARO), point);
	}
}

/* Renju opens in the centre; that is a rule. */
static void test_renju_opens_in_the_centre(void **state)
{
	struct board b;
	(void)state;
	board_init(&b, 15);
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++)
		assert_int_equal(move_of(style, &b, STONE_BLACK, RULE_RENJU), point_at(7, 7));
}

/* Whole games by each rule: no move is forbidden, and one that wins ends the game. */
static void test_games_by_each_rule(void **state)
{
	static const enum rule rules[] = {
	    RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO, RULE_CARO_FIVE};
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++)
		for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
			const struct search_limits limits = {
			    .style = style, .level = 5, .nodes = 400};
			struct search *search = search_new(i);
			enum stone side = STONE_BLACK;
			struct board b;
			int point;

			board_init(&b, 15);
			while ((point = search_move(search, &b, side, rules[i], &limits)) !=
			       POINT_NONE) {
				assert_int_equal(rules_foul(&b, rules[i], side, point), FOUL_NONE);
				board_place(&b, point, side);
				side = stone_other(side);
				if (rules_win(&b, rules[i], point, NULL) > 0)
					break;
			}
			search_free(search);
		}
}

/* A five that can be made is a win in one, in what is reported as well. */
static void test_a_five_is_worth_a_win(void **state)
{
	struct search *search = search_new(1);
	struct board b;
	(void)state;
	assert_non_null(search);
	board_init(&b, 15);
	for (int column = 4; column < 8; column++) {
		board_place(&b, point_at(column, 7), STONE_BLACK);
		board_place(&b, point_at(2 * column, 1), STONE_WHITE);
	}
	for (int level = SEARCH_LEVEL_MIN; level <= SEARCH_LEVEL_MAX; level++) {
		const struct search_limits limits = {
		    .style = SEARCH_LEVEL, .level = level, .time_ms = 1000, .nodes = 400};
		int point = search_move(search, &b, STONE_BLACK, RULE_FREESTYLE, &limits);
		assert_true(point == point_at(3, 7) || point == point_at(8, 7));
		assert_int_equal(search_last(search)->value, 29999);
		assert_int_equal(search_last(search)->pv[0], point);
	}
	search_free(search);
}

static void test_seed_repeats(void **state)
{
	(void)state;
	for (enum search_style style = 0; style < SEARCH_STYLE_COUNT; style++) {
		const struct search_limits limits = {.style = style, .level = 5, .nodes = 400};
		struct search *a = search_new(9), *b = search_new(1);
		struct board board;
		enum stone side = STONE_BLACK;
		search_seed(b, 9);
		board_init(&board, 15);
		for (int ply = 0; ply < 30; ply++) {
			int point = search_move(a, &board, side, RULE_FREESTYLE, &limits);
			assert_int_equal(
			    search_move(b, &board, side, RULE_FREESTYLE, &limits), point);
			board_place(&board, point, side);
			side = stone_other(side);
		}
		search_free(a);
		search_free(b);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_style_names),
	    cmocka_unit_test(test_style_is_heeded),
	    cmocka_unit_test(test_last_points),
	    cmocka_unit_test(test_fills_boards),
	    cmocka_unit_test(test_fives_everywhere),
	    cmocka_unit_test(test_a_five_is_worth_a_win),
	    cmocka_unit_test(test_seed_repeats),
	    cmocka_unit_test(test_fives_of_each_rule),
	    cmocka_unit_test(test_renju_is_lopsided),
	    cmocka_unit_test(test_forbidden_points_are_left_alone),
	    cmocka_unit_test(test_only_forbidden_points_left),
	    cmocka_unit_test(test_renju_opens_in_the_centre),
	    cmocka_unit_test(test_games_by_each_rule),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
