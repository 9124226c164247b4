#include "spare.h"

#include <stdlib.h>

bool spare_allows(const struct model_room *r, int point)
{
	enum opening opening = opening_parse(r->opening);

	return board_has(&r->board, point) && board_at(&r->board, point) == STONE_NONE &&
	       (opening == OPENING_COUNT ||
		   opening_allows(opening, r->rules, r->board.size, r->plies, point)) &&
	       rules_foul(&r->board, r->rules, r->turn, point) == FOUL_NONE;
}

int spare_near(const struct model_room *r, int wanted)
{
	int size = r->board.size, best = POINT_NONE, best_distance = 0;

	for (int row = 0; row < size; row++)
		for (int column = 0; column < size; column++) {
			int point = point_at(column, row);
			int distance =
			    abs(column - point_column(wanted)) + abs(row - point_row(wanted));

			if ((best == POINT_NONE || distance < best_distance) &&
			    spare_allows(r, point)) {
				best = point;
				best_distance = distance;
			}
		}
	return best;
}

int spare_move(const struct model_room *r)
{
	return spare_near(r, point_at(r->board.size / 2, r->board.size / 2));
}

/* A number below n, of those that chance still has in it. */
static int draw(uint32_t *chance, int n)
{
	int drawn = (int)(*chance % (uint32_t)n);

	*chance /= (uint32_t)n;
	return drawn;
}

int spare_stone(const struct model_room *r, uint32_t chance)
{
	int size = r->board.size, column, row;

	if (r->plies == 0) {
		/* The third line from the edge, or the second of a small board. */
		int line = size < 9 ? 1 : 2, along = line + draw(&chance, size - 2 * line);
		int across = draw(&chance, 2) ? line : size - 1 - line;
		bool turned = draw(&chance, 2);

		return spare_near(r, turned ? point_at(across, along) : point_at(along, across));
	}
	/* One to three lines off the first stone, on the board. */
	do {
		column = point_column(r->point[0]) + draw(&chance, 7) - 3;
		row = point_row(r->point[0]) + draw(&chance, 7) - 3;
	} while (
	    chance > 0 && !spare_allows(r, column >= 0 && row >= 0 && column < size && row < size
					       ? point_at(column, row)
					       : POINT_NONE));
	column = column < 0 ? 0 : column >= size ? size - 1 : column;
	row = row < 0 ? 0 : row >= size ? size - 1 : row;
	return spare_near(r, point_at(column, row));
}
