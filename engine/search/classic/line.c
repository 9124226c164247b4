#include "line.h"

const int line_step[LINE_COUNT] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, BOARD_STRIDE - 1};

enum line_cell line_look(const struct board *b, int point, enum stone side)
{
	if (!board_has(b, point))
		return LINE_OTHER;
	enum stone stone = board_at(b, point);
	if (stone == STONE_NONE)
		return LINE_EMPTY;
	return stone == side ? LINE_OWN : LINE_OTHER;
}

int line_joined(const struct board *b, int point, int step, enum stone side)
{
	int n = 0;
	while (line_look(b, point + (n + 1) * step, side) == LINE_OWN)
		n++;
	return n;
}

bool line_may_play(const struct board *b, enum rule rule, int point, enum stone side)
{
	return board_at(b, point) == STONE_NONE && rules_foul(b, rule, side, point) == FOUL_NONE;
}

/* Whether an enemy stone lies there; the edge is none. */
static bool is_enemy(const struct board *b, int point, enum stone side)
{
	return board_has(b, point) && board_at(b, point) == stone_other(side);
}

static bool row_wins(enum rule rule, enum stone side, int stones, bool enclosed)
{
	switch (rule) {
	case RULE_FREESTYLE:
		return stones >= 5;
	case RULE_STANDARD:
		return stones == 5;
	case RULE_RENJU:
		return side == STONE_BLACK ? stones == 5 : stones >= 5;
	case RULE_CARO:
		return stones >= 6 || (stones == 5 && !enclosed);
	case RULE_CARO_FIVE:
		return stones == 5 && !enclosed;
	case RULE_COUNT:
		break;
	}
	return false;
}

struct line_row line_row(
    const struct board *b, enum rule rule, int point, int step, enum stone side)
{
	int after = point + (line_joined(b, point, step, side) + 1) * step;
	int before = point - (line_joined(b, point, -step, side) + 1) * step;
	int stones = (after - before) / step - 1;
	bool enclosed = is_enemy(b, after, side) && is_enemy(b, before, side);

	return (struct line_row){
	    .stones = stones,
	    .open = (line_look(b, after, side) == LINE_EMPTY) +
		    (line_look(b, before, side) == LINE_EMPTY),
	    .wins = row_wins(rule, side, stones, enclosed),
	};
}
