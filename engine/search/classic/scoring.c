#include "scoring.h"

#include "firststone.h"
#include "line.h"

enum { REACH = 4, EXPONENT_FIVE = 11 };

static int64_t power_of_ten(int n)
{
	int64_t power = 1;
	while (n-- > 0)
		power *= 10;
	return power;
}

/* What one side of a line adds to n. */
static int side_exponent(const struct board *b, int point, int step, enum stone side)
{
	int joined = line_joined(b, point, step, side);
	int n = 2 * joined;
	int away = joined + 1;
	enum line_cell end = line_look(b, point + away * step, side);

	if (end == LINE_OTHER)
		return joined > 0 ? n - 2 : 0;
	while (++away <= REACH && line_look(b, point + away * step, side) == LINE_OWN)
		n++;
	return n;
}

static int64_t line_value(
    const struct board *b, enum rule rule, int point, int step, enum stone side)
{
	struct line_row row = line_row(b, rule, point, step, side);
	if (row.stones >= 5)
		return row.wins ? power_of_ten(EXPONENT_FIVE) : 1;
	return power_of_ten(
	    side_exponent(b, point, step, side) + side_exponent(b, point, -step, side));
}

int64_t scoring_value(const struct board *b, enum rule rule, int point, enum stone side)
{
	int64_t sum = 0;
	if (rules_foul(b, rule, side, point) != FOUL_NONE)
		return 0;
	for (int i = 0; i < LINE_COUNT; i++)
		sum += line_value(b, rule, point, line_step[i], side);
	return sum;
}

static int first_stone(const struct board *b, struct chance *chance)
{
	static const int diagonal[] = {
	    BOARD_STRIDE + 1, BOARD_STRIDE - 1, -BOARD_STRIDE + 1, -BOARD_STRIDE - 1};
	struct choice best;

	if (b->stones == 0)
		return firststone_centre(b);
	choice_init(&best);
	for (int i = 0; i < 4; i++) {
		int point = firststone_lone_stone(b) + diagonal[i];
		if (board_has(b, point))
			choice_offer(&best, point, 0, 0, chance);
	}
	return best.point;
}

int scoring_move(const struct board *b, enum rule rule, enum stone side, struct chance *chance)
{
	struct choice attack, defence;

	if (firststone_is_first(b, side))
		return first_stone(b, chance);
	choice_init(&attack);
	choice_init(&defence);
	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row);
			if (!line_may_play(b, rule, point, side))
				continue;
			int64_t own = scoring_value(b, rule, point, side);
			int64_t other = scoring_value(b, rule, point, stone_other(side));
			choice_offer(&attack, point, own, other, chance);
			choice_offer(&defence, point, other, own, chance);
		}
	return attack.value >= defence.value ? attack.point : defence.point;
}
