#include "overlook.h"

#include "engine/search/classic/line.h"
#include "engine/search/classic/priority.h"

enum {
	FIVE = 10000, /* of the table of shapes */
	SHARE = 8,    /* of a point's worth that is left */
	LUCK = 1200,
	LONELY = 130, /* what a point far from all stones is worth at most */
};

int overlook_win(const struct board *b, enum rule rule, enum stone side)
{
	struct board tried = *b;

	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row);
			if (!line_may_play(b, rule, point, side))
				continue;
			board_place(&tried, point, side);
			bool wins = rules_win(&tried, rule, point, NULL) > 0;
			board_remove(&tried, point);
			if (wins)
				return point;
		}
	return POINT_NONE;
}

int overlook_move(const struct board *b, enum rule rule, enum stone side, struct chance *chance)
{
	struct choice best;

	choice_init(&best);
	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row);
			if (!line_may_play(b, rule, point, side))
				continue;
			int own = priority_value(b, rule, point, side);
			int other = priority_value(b, rule, point, stone_other(side));
			int value = own > other ? own : other;
			if (value < FIVE)
				value = value / SHARE +
					(value > LONELY ? chance_below(chance, LUCK) : 0);
			choice_offer(&best, point, value, own, chance);
		}
	return best.point;
}
