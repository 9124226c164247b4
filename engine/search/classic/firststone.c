#include "firststone.h"

int firststone_lone_stone(const struct board *b)
{
	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++)
			if (board_at(b, point_at(column, row)) != STONE_NONE)
				return point_at(column, row);
	return POINT_NONE;
}

bool firststone_is_first(const struct board *b, enum stone side)
{
	if (b->stones == 1)
		return board_at(b, firststone_lone_stone(b)) != side;
	return b->stones == 0;
}

int firststone_centre(const struct board *b)
{
	int middle = (b->size - 1) / 2;
	return point_at(middle, middle);
}
