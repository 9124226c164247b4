#include "priority.h"

#include "firststone.h"
#include "line.h"

enum { MIDDLE = 5, WORTH_FIVE = 10000, WORTH_DEAD = 1 };

/* By the stones of the row, then by its open ends. */
static const int worth[5][3] = {
    {0, 0, 0},
    {WORTH_DEAD, 15, 30},
    {WORTH_DEAD, 70, 150},
    {WORTH_DEAD, 400, 900},
    {WORTH_DEAD, 2000, 4500},
};

/* What a stone on the point would make of one line. */
static int line_value(const struct board *b, enum rule rule, int point, int step, enum stone side)
{
	struct line_row row = line_row(b, rule, point, step, side);
	if (row.stones >= 5)
		return row.wins ? WORTH_FIVE : WORTH_DEAD;
	return worth[row.stones][row.open];
}

int priority_value(const struct board *b, enum rule rule, int point, enum stone side)
{
	int sum = 0;
	if (rules_foul(b, rule, side, point) != FOUL_NONE)
		return 0;
	for (int i = 0; i < LINE_COUNT; i++)
		sum += line_value(b, rule, point, line_step[i], side);
	return sum;
}

static bool stands_alone(const struct board *b, int point)
{
	for (int row = -1; row <= 1; row++)
		for (int column = -1; column <= 1; column++) {
			int near = point + row * BOARD_STRIDE + column;
			if (board_has(b, near) && board_at(b, near) != STONE_NONE)
				return false;
		}
	return true;
}

/* A single stone leaves room in the middle even of the smallest board. */
static int first_stone(const struct board *b, enum rule rule, struct chance *chance)
{
	struct choice best;
	int low = (b->size - MIDDLE) / 2;

	if (b->stones == 0 && rule == RULE_RENJU)
		return firststone_centre(b);
	choice_init(&best);
	for (int row = low; row < low + MIDDLE; row++)
		for (int column = low; column < low + MIDDLE; column++)
			if (stands_alone(b, point_at(column, row)))
				choice_offer(&best, point_at(column, row), 0, 0, chance);
	return best.point;
}

int priority_move(const struct board *b, enum rule rule, enum stone side, struct chance *chance)
{
	struct choice best;

	if (firststone_is_first(b, side))
		return first_stone(b, rule, chance);
	choice_init(&best);
	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row);
			if (!line_may_play(b, rule, point, side))
				continue;
			int own = priority_value(b, rule, point, side);
			int other = priority_value(b, rule, point, stone_other(side));
			choice_offer(&best, point, own > other ? own : other, own, chance);
		}
	return best.point;
}
