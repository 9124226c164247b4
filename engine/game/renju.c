#include "renju.h"

#include <string.h>

/*
 * A copy of the board with a wall of one cell round it, so that walking along a row needs no test
 * for the edge. A row of points is BOARD_STRIDE cells, more than a board is wide: the cell after
 * one row's end is the wall before the next.
 */
enum {
	WALL = STONE_WHITE, /* for black, the edge stops a row just as a white stone does */
	ORIGIN = BOARD_STRIDE + 1,
	GRID_CELLS = (BOARD_MAX + 2) * BOARD_STRIDE + 2,
};

struct grid {
	uint8_t cell[GRID_CELLS]; /* enum stone, by point + ORIGIN */
};

/* What a black stone makes. */
enum made { MADE_NOTHING, MADE_FIVE, MADE_OVERLINE, MADE_DOUBLE_FOUR, MADE_DOUBLE_THREE };

/* The run of black stones along one direction that a stone would belong to. */
struct run {
	int step;
	int length;
	int before, after; /* the cells beyond its two ends */
};

static const int steps[4] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, BOARD_STRIDE - 1};

static void grid_copy(struct grid *g, const struct board *b)
{
	memset(g->cell, WALL, sizeof(g->cell));
	for (int row = 0; row < b->size; row++)
		memcpy(g->cell + ORIGIN + point_at(0, row), b->cell + point_at(0, row),
		    (size_t)b->size);
}

/* How many black stones follow one another from `at` on. */
static int black_from(const struct grid *g, int at, int step)
{
	int n = 0;
	for (; g->cell[at] == STONE_BLACK; at += step)
		n++;
	return n;
}

static struct run run_through(const struct grid *g, int at, int step)
{
	int back = black_from(g, at - step, -step);
	int ahead = black_from(g, at + step, step);
	return (struct run){
	    step, back + 1 + ahead, at - (back + 1) * step, at + (ahead + 1) * step};
}

/* How long the run would be with a stone on `end` too, the cell beyond it in the way of step. */
static int joined(const struct grid *g, const struct run *run, int end, int step)
{
	return run->length + 1 + black_from(g, end + step, step);
}

/*
 * How many fours the run is part of. Only the two cells at its ends can make it a five; two fives
 * from the same four stones, a straight four, are one four.
 */
static int fours(const struct grid *g, const struct run *run)
{
	int n = 0;
	if (g->cell[run->before] == STONE_NONE)
		n += joined(g, run, run->before, -run->step) == 5;
	if (g->cell[run->after] == STONE_NONE)
		n += joined(g, run, run->after, run->step) == 5;
	return run->length == 4 && n == 2 ? 1 : n;
}

/*
 * Whether a stone on `end`, a cell beyond the run in the way of step, would make a straight four:
 * four stones, and beyond each end an empty cell from which no fifth would join a sixth.
 */
static bool straight_four(const struct grid *g, const struct run *run, int end, int step)
{
	if (g->cell[end] != STONE_NONE || joined(g, run, end, step) != 4)
		return false;
	int far = end + (4 - run->length) * step;
	int near = step == run->step ? run->before : run->after;
	return g->cell[far] == STONE_NONE && g->cell[near] == STONE_NONE &&
	       g->cell[far + step] != STONE_BLACK && g->cell[near - step] != STONE_BLACK;
}

static bool may_be_three(const struct grid *g, const struct run *run)
{
	return run->length < 4 && (straight_four(g, run, run->before, -run->step) ||
				      straight_four(g, run, run->after, run->step));
}

static enum made made_at(struct grid *g, int at);

/* Whether the run, whose stones all lie there, is a three by the full definition. */
static bool three(struct grid *g, const struct run *run)
{
	return (straight_four(g, run, run->before, -run->step) &&
		   made_at(g, run->before) == MADE_NOTHING) ||
	       (straight_four(g, run, run->after, run->step) &&
		   made_at(g, run->after) == MADE_NOTHING);
}

/* Whether two or more of the runs through `at` are threes once it holds a stone. */
static bool double_three(struct grid *g, int at, const struct run maybe[], int n)
{
	int threes = 0;
	g->cell[at] = STONE_BLACK;
	for (int i = 0; i < n && threes < 2 && threes + n - i >= 2; i++)
		threes += three(g, &maybe[i]);
	g->cell[at] = STONE_NONE;
	return threes >= 2;
}

static enum made made_at(struct grid *g, int at)
{
	struct run maybe[4];
	int threes = 0, four_count = 0;
	bool overline = false;
	for (int d = 0; d < 4; d++) {
		struct run run = run_through(g, at, steps[d]);
		if (run.length == 5)
			return MADE_FIVE;
		overline |= run.length > 5;
		four_count += fours(g, &run);
		if (may_be_three(g, &run))
			maybe[threes++] = run;
	}
	if (overline)
		return MADE_OVERLINE;
	if (four_count >= 2)
		return MADE_DOUBLE_FOUR;
	if (threes >= 2 && double_three(g, at, maybe, threes))
		return MADE_DOUBLE_THREE;
	return MADE_NOTHING;
}

static enum foul foul_of(enum made made)
{
	switch (made) {
	case MADE_OVERLINE:
		return FOUL_OVERLINE;
	case MADE_DOUBLE_FOUR:
		return FOUL_DOUBLE_FOUR;
	case MADE_DOUBLE_THREE:
		return FOUL_DOUBLE_THREE;
	case MADE_NOTHING:
	case MADE_FIVE:
		break;
	}
	return FOUL_NONE;
}

const char *foul_name(enum foul foul)
{
	static const char *const names[FOUL_COUNT] = {
	    "none", "overline", "double-four", "double-three"};
	return names[foul];
}

enum foul renju_foul(const struct board *b, int point)
{
	struct grid g;
	grid_copy(&g, b);
	return foul_of(made_at(&g, point + ORIGIN));
}

int renju_forbidden(const struct board *b, int points[], enum foul fouls[])
{
	struct grid g;
	int n = 0;
	grid_copy(&g, b);
	for (int row = 0; row < b->size; row++) {
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row);
			if (board_at(b, point) != STONE_NONE)
				continue;
			enum foul foul = foul_of(made_at(&g, point + ORIGIN));
			if (foul == FOUL_NONE)
				continue;
			points[n] = point;
			if (fouls != NULL)
				fouls[n] = foul;
			n++;
		}
	}
	return n;
}
