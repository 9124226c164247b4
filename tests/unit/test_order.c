/*
 * Which moves are looked at: what is left out where an open three must be answered loses for
 * certain, which is tried here by playing it, in random games by each rule.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/search/chance.h"
#include "engine/search/order.h"

enum { GAMES = 100, PLIES = 60, SIZE = 15 };

static bool listed(const struct order_list *list, int point)
{
	for (int i = 0; i < list->n; i++)
		if (list->point[i] == point)
			return true;
	return false;
}

/* An empty point, most often beside the last. */
static int some_point(const struct position *p, int last, struct chance *chance)
{
	for (;;) {
		int column = point_column(last) + chance_below(chance, 5) - 2;
		int row = point_row(last) + chance_below(chance, 5) - 2;
		if (chance_below(chance, 6) == 0) {
			column = chance_below(chance, SIZE);
			row = chance_below(chance, SIZE);
		}
		if (column < 0 || row < 0 || column >= SIZE || row >= SIZE)
			continue;
		int point = point_at(column, row);
		if (board_at(&p->board, point) == STONE_NONE)
			return point;
	}
}

/* Returns how many moves were left out. */
static int try_left_out(struct position *p)
{
	struct order_list list;
	int side = p->side, left_out = 0;

	order_list(&list, p);
	assert_true(list.n > 0);
	for (int row = 0; row < SIZE; row++)
		for (int column = 0; column < SIZE; column++) {
			int point = point_at(column, row);
			if (board_at(&p->board, point) != STONE_NONE || listed(&list, point) ||
			    position_foul(p, side, point))
				continue;
			assert_false(position_makes_four(p, side, point));
			position_play(p, point);
			assert_true(p->count[p->side][CLASS_FOUR_OPEN] > 0);
			position_undo(p);
			left_out++;
		}
	return left_out;
}

static void test_answers(void **state)
{
	static const enum rule rules[] = {RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU};
	static struct position p;

	(void)state;
	for (size_t r = 0; r < sizeof(rules) / sizeof(rules[0]); r++) {
		struct pattern *pattern = pattern_new(rules[r]);
		struct chance chance = {.state = 7 + r};
		int positions = 0, left_out = 0;
		assert_non_null(pattern);
		for (int game = 0; game < GAMES; game++) {
			struct board b;
			board_init(&b, SIZE);
			position_init(&p, &b, STONE_BLACK, pattern);
			int last = point_at(SIZE / 2, SIZE / 2);
			for (int ply = 0; ply < PLIES && p.count[p.side][CLASS_FIVE] == 0; ply++) {
				int other = p.side ^ 1;
				if (p.count[other][CLASS_FIVE] == 0 &&
				    p.count[other][CLASS_FOUR_OPEN] > 0) {
					left_out += try_left_out(&p);
					positions++;
				}
				last = p.count[other][CLASS_FIVE] > 0
					   ? position_any(&p, other, CLASS_FIVE)
					   : some_point(&p, last, &chance);
				position_play(&p, last);
			}
		}
		assert_in_range(positions, 150, INT32_MAX);
		assert_in_range(left_out, 50 * positions, INT32_MAX);
		pattern_free(pattern);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(test_answers)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
