/*
 * The lowest levels against a person who has just learnt the game, as far as one can be written
 * down: makes fives and stops them, sees most open threes of either side, and else lengthens a row
 * of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/search/chance.h"
#include "engine/search/search.h"
#include "picture.h"

enum { SIZE = 15, GAMES = 200, SEES_THREES = 75 };

static const int steps[] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, BOARD_STRIDE - 1};

static int own_stones(const struct board *b, int point, int step, enum stone side)
{
	int n = 0;
	while (board_has(b, point + (n + 1) * step) && board_at(b, point + (n + 1) * step) == side)
		n++;
	return n;
}

static bool is_empty(const struct board *b, int point)
{
	return board_has(b, point) && board_at(b, point) == STONE_NONE;
}

/* The longest row that a stone would make, with at least so many of its ends open. */
static int longest(const struct board *b, int point, enum stone side, int open)
{
	int most = 0;
	for (int i = 0; i < 4; i++) {
		int ahead = own_stones(b, point, steps[i], side);
		int behind = own_stones(b, point, -steps[i], side);
		int ends = is_empty(b, point + (ahead + 1) * steps[i]) +
			   is_empty(b, point - (behind + 1) * steps[i]);
		int row = 1 + ahead + behind;
		if ((row >= 5 || ends >= open) && row > most)
			most = row;
	}
	return most;
}

/* A point where the side's stone would make a row of that length or more; POINT_NONE: nowhere. */
static int find(const struct board *b, enum stone side, int length, int open, struct chance *chance)
{
	struct choice best;
	choice_init(&best);
	for (int point = 0; point < BOARD_CELLS; point++)
		if (is_empty(b, point) && longest(b, point, side, open) >= length)
			choice_offer(&best, point, 0, 0, chance);
	return best.point;
}

static int beginner_move(const struct board *b, enum stone side, struct chance *chance)
{
	enum stone other = stone_other(side);
	int point = find(b, side, 5, 0, chance);

	if (point == POINT_NONE)
		point = find(b, other, 5, 0, chance);
	if (point == POINT_NONE && chance_below(chance, 100) < SEES_THREES)
		point = find(b, side, 4, 2, chance);
	if (point == POINT_NONE && chance_below(chance, 100) < SEES_THREES)
		point = find(b, other, 4, 2, chance);
	for (int length = 4; point == POINT_NONE && length > 1; length--)
		point = find(b, side, length, 1, chance);
	/* The first stone, or none of one's own has room. */
	while (point == POINT_NONE) {
		int any = point_at(5 + chance_below(chance, 5), 5 + chance_below(chance, 5));
		if (is_empty(b, any) || b->stones > 40)
			point = is_empty(b, any) ? any : find(b, side, 1, 0, chance);
	}
	return point;
}

/* Far from everything: no stone within three points. */
static bool is_absurd(const struct board *b, int point)
{
	for (int row = -3; row <= 3; row++)
		for (int column = -3; column <= 3; column++) {
			int near = point + row * BOARD_STRIDE + column;
			if (board_has(b, near) && board_at(b, near) != STONE_NONE)
				return false;
		}
	return b->stones > 1;
}

/* Plays one game. 2 when the level wins, 1 for a draw, 0 when the beginner wins. */
static int play(struct search *search, int level, int number)
{
	const struct search_limits limits = {.style = SEARCH_LEVEL, .level = level, .nodes = 2000};
	enum stone side = STONE_BLACK, own = number % 2 == 0 ? STONE_BLACK : STONE_WHITE;
	struct chance chance;
	struct board b;

	chance_init(&chance, (uint64_t)number);
	search_seed(search, (uint64_t)number);
	board_init(&b, SIZE);
	while (!board_full(&b)) {
		int five = find(&b, side, 5, 0, &chance);
		int point = side == own ? search_move(search, &b, side, RULE_FREESTYLE, &limits)
					: beginner_move(&b, side, &chance);
		assert_false(side == own && is_absurd(&b, point));
		board_place(&b, point, side);
		if (rules_win(&b, RULE_FREESTYLE, point, NULL) > 0)
			return side == own ? 2 : 0;
		/* Whoever can win does. */
		assert_int_equal(five, POINT_NONE);
		side = stone_other(side);
	}
	return 1;
}

/* What a level scores, of a hundred. */
static int score(int level)
{
	struct search *search = search_new(1);
	int sum = 0;

	assert_non_null(search);
	for (int i = 0; i < GAMES; i++)
		sum += play(search, level, i);
	search_free(search);
	return sum * 100 / (2 * GAMES);
}

/*
 * Who has just learnt the game wins most games against the first level, but not nearly all; and
 * each of the next is harder to beat.
 */
static void test_beginner(void **state)
{
	int of[5];
	(void)state;
	for (int level = 1; level <= 4; level++)
		of[level] = score(level);
	if (of[1] < 15 || of[1] > 40 || of[2] < of[1] + 10 || of[3] < of[2] + 10 ||
	    of[4] + 5 < of[3])
		fail_msg("the levels score %d, %d, %d and %d %%", of[1], of[2], of[3], of[4]);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_beginner),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
