/*
 * Renju's forbidden points, by the words of the rules: what black may not make with one stone is a
 * row of six or more, two fours, or two threes; but a five is always allowed.
 *
 * A four is a row of four stones in five points of a line that one stone more makes a five; a
 * straight four can be made a five at both its ends. A three can be made a straight four by one
 * stone more, on a point that is not forbidden itself and makes no five.
 */
#include <stdlib.h>

#include "prover.h"

enum { DIRECTIONS = 4 };

static const int steps[DIRECTIONS] = {1, PROVER_STRIDE, PROVER_STRIDE + 1, PROVER_STRIDE - 1};

/* The length of black's row through a stone of black's. Its first point goes to *first. */
static int row_of(const struct prover *p, int stone, int step, int *first)
{
	int last = stone;
	*first = stone;
	while (p->cell[*first - step] == PROVER_BLACK)
		*first -= step;
	while (p->cell[last + step] == PROVER_BLACK)
		last += step;
	return abs(last - *first) / abs(step) + 1;
}

/* Whether black's stone on the empty point makes a row of exactly five that has `stone` in it. */
static bool makes_five(struct prover *p, int point, int stone, int step)
{
	int first;
	if (p->cell[point] != PROVER_EMPTY)
		return false;
	p->cell[point] = PROVER_BLACK;
	bool five = row_of(p, point, step, &first) == 5 && (stone - first) / step >= 0 &&
		    (stone - first) / step < 5;
	p->cell[point] = PROVER_EMPTY;
	return five;
}

/* How many fours the stone is part of along one line: two ends of a straight four count once. */
static int fours_along(struct prover *p, int stone, int step)
{
	int five[2], n = 0;
	for (int i = -4; i <= 4 && n < 2; i++) {
		int point = stone + i * step;
		if (point > 0 && point < PROVER_CELLS && makes_five(p, point, stone, step))
			five[n++] = i;
	}
	return n == 2 && five[1] - five[0] == 5 ? 1 : n;
}

/* Whether four stones in a row, `stone` among them, can be made a five at both ends. */
static bool is_straight_four(struct prover *p, int stone, int step)
{
	int first;
	return row_of(p, stone, step, &first) == 4 && makes_five(p, first - step, stone, step) &&
	       makes_five(p, first + 4 * step, stone, step);
}

static bool makes_any_five(struct prover *p, int point)
{
	for (int d = 0; d < DIRECTIONS; d++)
		if (makes_five(p, point, point, steps[d]))
			return true;
	return false;
}

/* Whether the stone is part of a three along the line. */
static bool is_three(struct prover *p, int stone, int step)
{
	for (int i = -3; i <= 3; i++) {
		int point = stone + i * step, first;
		if (point <= 0 || point >= PROVER_CELLS || p->cell[point] != PROVER_EMPTY ||
		    makes_any_five(p, point))
			continue;
		p->cell[point] = PROVER_BLACK;
		bool four = is_straight_four(p, point, step);
		row_of(p, point, step, &first);
		int place = (stone - first) / step;
		p->cell[point] = PROVER_EMPTY;
		if (four && place >= 0 && place < 4 && prover_allows(p, point, PROVER_BLACK))
			return true;
	}
	return false;
}

bool prover_allows(struct prover *p, int point, enum prover_cell side)
{
	int fours = 0, threes = 0, first;
	bool over = false;
	if (p->rule != PROVER_RENJU || side != PROVER_BLACK || makes_any_five(p, point))
		return true;
	p->cell[point] = PROVER_BLACK;
	for (int d = 0; d < DIRECTIONS; d++) {
		over = over || row_of(p, point, steps[d], &first) > 5;
		int n = fours_along(p, point, steps[d]);
		fours += n;
		threes += n == 0 && is_three(p, point, steps[d]);
	}
	p->cell[point] = PROVER_EMPTY;
	return !over && fours < 2 && threes < 2;
}
