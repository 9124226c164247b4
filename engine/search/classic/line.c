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

bool line_wins(enum rule rule, int row)
{
	return rule == RULE_STANDARD ? row == 5 : row >= 5;
}
