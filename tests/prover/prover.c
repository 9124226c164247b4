#include "prover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 4, NEVER_DEEPER = 3 };

static const int steps[DIRECTIONS] = {1, PROVER_STRIDE, PROVER_STRIDE + 1, PROVER_STRIDE - 1};

void prover_init(struct prover *p, bool exact, int size)
{
	memset(p, 0, sizeof(*p));
	memset(p->cell, PROVER_EDGE, sizeof(p->cell));
	p->exact = exact;
	p->size = size;
	p->node_limit = INT64_MAX;
	for (int row = 1; row <= size; row++) {
		for (int column = 1; column <= size; column++)
			p->cell[row * PROVER_STRIDE + column] = PROVER_EMPTY;
	}
}

/* A number of its own for each stone on each point (splitmix64). */
static uint64_t stone_key(int point, enum prover_cell side)
{
	uint64_t z = ((uint64_t)point * 4 + side) * 0x9e3779b97f4a7c15U;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return z ^ (z >> 31);
}

void prover_place(struct prover *p, int point, enum prover_cell side)
{
	p->cell[point] = (uint8_t)side;
	p->key ^= stone_key(point, side);
}

void prover_remove(struct prover *p, int point)
{
	p->key ^= stone_key(point, (enum prover_cell)p->cell[point]);
	p->cell[point] = PROVER_EMPTY;
}

/* How many stones of the side stand in a row from the point, itself left out. */
static int run(const struct prover *p, int point, int step, enum prover_cell side)
{
	int n = 0;
	while (p->cell[point + (n + 1) * step] == side)
		n++;
	return n;
}

static bool wins_along(const struct prover *p, int point, int step, enum prover_cell side)
{
	int length = 1 + run(p, point, step, side) + run(p, point, -step, side);
	return p->exact ? length == 5 : length >= 5;
}

bool prover_wins(const struct prover *p, int point, enum prover_cell side)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		if (wins_along(p, point, steps[d], side))
			return true;
	}
	return false;
}

int prover_five_points(const struct prover *p, enum prover_cell side, int points[])
{
	int n = 0;
	for (int point = 0; point < PROVER_CELLS; point++) {
		if (p->cell[point] == PROVER_EMPTY && prover_wins(p, point, side))
			points[n++] = point;
	}
	return n;
}

/*
 * The five points in the lines through one stone, which are all that this stone can have made. At
 * most `max` are noted; returns how many were.
 */
static int fives_through(
    const struct prover *p, int stone, enum prover_cell side, int points[], int max)
{
	int n = 0;
	for (int d = 0; d < DIRECTIONS; d++) {
		for (int i = -4; i <= 4 && n < max; i++) {
			int point = stone + i * steps[d];
			/* Where the line leaves the board it comes back on no board's point. */
			if (point < 0 || point >= PROVER_CELLS || p->cell[point] != PROVER_EMPTY ||
			    !wins_along(p, point, steps[d], side))
				continue;
			bool known = false;
			for (int k = 0; k < n; k++)
				known = known || points[k] == point;
			if (!known)
				points[n++] = point;
		}
	}
	return n;
}

/* Whether three stones and two empty points, one of them this, stand in five of a line. */
static bool may_be_four(const struct prover *p, int point, enum prover_cell side)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		for (int first = -4; first <= 0; first++) {
			int own = 0, i = 0;
			for (; i < 5; i++) {
				int at = point + (first + i) * steps[d];
				if (at < 0 || at >= PROVER_CELLS)
					break;
				if (p->cell[at] == side)
					own++;
				else if (p->cell[at] != PROVER_EMPTY)
					break;
			}
			if (i == 5 && own >= 3)
				return true;
		}
	}
	return false;
}

/* Positions from which so many fours were found not to win. */
enum { FAILED_SLOTS = 1 << 18 };
struct failed {
	uint64_t key;
	int fours;
};
static struct failed failed[FAILED_SLOTS];

static uint64_t failed_key(const struct prover *p, enum prover_cell side)
{
	uint64_t mode = (uint64_t)p->size * 8 + (p->exact ? 4U : 0U) + side;
	return p->key ^ (mode * 0xd6e8feb86659fd93U);
}

static enum prover_answer attack(struct prover *p, enum prover_cell side, int must, int fours);

/*
 * Plays a four and its forced answer, and goes on. `must` is the only point that stops the
 * opponent's five, or 0.
 */
static enum prover_answer try_four(
    struct prover *p, enum prover_cell side, int move, int must, int fours)
{
	int fives[2], threats[2];
	enum prover_answer answer = PROVER_NO;
	enum prover_cell other = prover_other(side);
	if (must != 0 && move != must)
		return PROVER_NO;
	prover_place(p, move, side);
	int n = fives_through(p, move, side, fives, 2);
	if (n == 2) {
		answer = PROVER_YES;
	} else if (n == 1 && fours > 1) {
		prover_place(p, fives[0], other);
		int back = fives_through(p, fives[0], other, threats, 2);
		if (back < 2)
			answer = attack(p, side, back == 1 ? threats[0] : 0, fours - 1);
		prover_remove(p, fives[0]);
	}
	prover_remove(p, move);
	return answer;
}

/*
 * side is to move and has no five point; `must` as above. Tries every four there is. A four that
 * leaves two five points wins: the opponent can't make a five, for it had `must` alone.
 */
static enum prover_answer attack(struct prover *p, enum prover_cell side, int must, int fours)
{
	if (++p->nodes > p->node_limit)
		return PROVER_UNKNOWN;
	uint64_t key = failed_key(p, side);
	struct failed *slot = &failed[key % FAILED_SLOTS];
	if (slot->key == key && slot->fours >= fours)
		return PROVER_NO;
	enum prover_answer best = PROVER_NO;
	for (int point = 0; point < PROVER_CELLS; point++) {
		if (p->cell[point] != PROVER_EMPTY || !may_be_four(p, point, side))
			continue;
		enum prover_answer answer = try_four(p, side, point, must, fours);
		if (answer == PROVER_YES)
			return PROVER_YES;
		if (answer == PROVER_UNKNOWN)
			best = PROVER_UNKNOWN;
	}
	if (best == PROVER_NO)
		*slot = (struct failed){key, fours};
	return best;
}

enum prover_answer prover_vcf(struct prover *p, enum prover_cell side, int fours)
{
	int own[PROVER_POINTS], theirs[PROVER_POINTS];
	if (prover_five_points(p, side, own) > 0)
		return PROVER_YES;
	int n = prover_five_points(p, prover_other(side), theirs);
	if (n > 1 || fours == 0)
		return PROVER_NO;
	return attack(p, side, n == 1 ? theirs[0] : 0, fours);
}

enum prover_answer prover_vcf_with(struct prover *p, enum prover_cell side, int move, int fours)
{
	int points[PROVER_POINTS];
	if (prover_wins(p, move, side))
		return PROVER_YES;
	if (prover_five_points(p, side, points) > 0 || fours == 0)
		return PROVER_NO;
	int n = prover_five_points(p, prover_other(side), points);
	return n > 1 ? PROVER_NO : try_four(p, side, move, n == 1 ? points[0] : 0, fours);
}

/* Whether every move of the side loses. */
static enum prover_answer all_lose(struct prover *p, enum prover_cell side, int fours, int deeper);

static enum prover_answer loses(
    struct prover *p, enum prover_cell side, int move, int fours, int deeper)
{
	int fives[PROVER_POINTS], theirs[PROVER_POINTS];
	enum prover_answer answer;
	enum prover_cell other = prover_other(side);
	if (prover_wins(p, move, side))
		return PROVER_NO;
	prover_place(p, move, side);
	int n = prover_five_points(p, side, fives);
	bool open = prover_five_points(p, other, theirs) == 0;
	if (n >= 2 && open) {
		answer = PROVER_NO;
	} else if (n == 1 && open) {
		/* Forced: the answer, then it is our turn again, unless it wins on the way. */
		answer = prover_vcf(p, other, fours);
		if (answer == PROVER_NO) {
			prover_place(p, fives[0], other);
			answer =
			    deeper == 0 ? PROVER_UNKNOWN : all_lose(p, side, fours, deeper - 1);
			prover_remove(p, fives[0]);
		}
	} else {
		answer = prover_vcf(p, other, fours);
	}
	prover_remove(p, move);
	return answer;
}

static enum prover_answer all_lose(struct prover *p, enum prover_cell side, int fours, int deeper)
{
	enum prover_answer all = PROVER_YES;
	for (int point = 0; point < PROVER_CELLS; point++) {
		if (p->cell[point] != PROVER_EMPTY)
			continue;
		enum prover_answer answer = loses(p, side, point, fours, deeper);
		if (answer == PROVER_NO)
			return PROVER_NO;
		if (answer == PROVER_UNKNOWN)
			all = PROVER_UNKNOWN;
	}
	return all;
}

enum prover_answer prover_loses(struct prover *p, enum prover_cell side, int move, int fours)
{
	return loses(p, side, move, fours, NEVER_DEEPER);
}

int prover_parse(const struct prover *p, const char **text)
{
	const char *at = *text;
	char *end;
	if (*at < 'a' || *at > 'a' + p->size - 1)
		return 0;
	long row = strtol(at + 1, &end, 10);
	if (end == at + 1 || row < 1 || row > p->size)
		return 0;
	*text = end;
	return (int)row * PROVER_STRIDE + (*at - 'a' + 1);
}

int prover_name(const struct prover *p, int point, char *buf, size_t size)
{
	(void)p;
	return snprintf(buf, size, "%c%d", 'a' + point % PROVER_STRIDE - 1, point / PROVER_STRIDE);
}
