#include "prover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 4, NEVER_DEEPER = 3 };

static const int steps[DIRECTIONS] = {1, PROVER_STRIDE, PROVER_STRIDE + 1, PROVER_STRIDE - 1};

static const char *const rule_names[PROVER_RULES] = {
    [PROVER_FREESTYLE] = "freestyle",
    [PROVER_STANDARD] = "standard",
    [PROVER_RENJU] = "renju",
    [PROVER_CARO] = "caro",
};

const char *prover_rule_name(enum prover_rule rule)
{
	return rule_names[rule];
}

enum prover_rule prover_rule_parse(const char *name)
{
	enum prover_rule rule = 0;
	while (rule < PROVER_RULES && strcmp(name, rule_names[rule]) != 0)
		rule++;
	return rule;
}

void prover_init(struct prover *p, enum prover_rule rule, int size)
{
	memset(p, 0, sizeof(*p));
	memset(p->cell, PROVER_EDGE, sizeof(p->cell));
	p->rule = rule;
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
	int ahead = run(p, point, step, side), behind = run(p, point, -step, side);
	int length = 1 + ahead + behind;
	uint8_t other = (uint8_t)prover_other(side);
	switch (p->rule) {
	case PROVER_STANDARD:
		return length == 5;
	case PROVER_RENJU:
		return length == 5 || (length > 5 && side == PROVER_WHITE);
	case PROVER_CARO:
		return length > 5 ||
		       (length == 5 && !(p->cell[point + (ahead + 1) * step] == other &&
					   p->cell[point - (behind + 1) * step] == other));
	case PROVER_FREESTYLE:
	case PROVER_RULES:
		break;
	}
	return length >= 5;
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
	uint64_t mode = (uint64_t)p->size * 64 + p->rule * 4U + side;
	return p->key ^ (mode * 0xd6e8feb86659fd93U);
}

static enum prover_answer attack(struct prover *p, enum prover_cell side, int must, int fours);

/* Whether a move of the side leaves the opponent a five. */
static bool leaves_five(const struct prover *p, enum prover_cell other)
{
	int points[PROVER_POINTS];
	return prover_five_points(p, other, points) > 0;
}

/* Whether the stone of `other` on an empty point takes all five points through `stone` away. */
static bool takes_fives(
    struct prover *p, int stone, enum prover_cell side, int point, enum prover_cell other)
{
	int fives[1];
	prover_place(p, point, other);
	bool taken = fives_through(p, stone, side, fives, 1) == 0;
	prover_remove(p, point);
	return taken;
}

/*
 * The answers to a four made by `stone`: the points where `other` may play that leave no five. Only
 * in caro is there any but the five point itself: one at an end of the row, when the other end is
 * shut. Returns how many, at most PROVER_ANSWERS.
 */
enum { PROVER_ANSWERS = 32 };
static int answers_to_four(struct prover *p, int stone, enum prover_cell side, int answers[])
{
	enum prover_cell other = prover_other(side);
	int n = 0, reach = 6, fives[2];
	if (p->rule != PROVER_CARO) {
		n = fives_through(p, stone, side, fives, 2);
		answers[0] = fives[0];
		return n == 1 && prover_allows(p, fives[0], other);
	}
	for (int d = 0; d < DIRECTIONS; d++) {
		for (int i = -reach; i <= reach && n < PROVER_ANSWERS; i++) {
			int point = stone + i * steps[d];
			if (point < 0 || point >= PROVER_CELLS || p->cell[point] != PROVER_EMPTY)
				continue;
			if (takes_fives(p, stone, side, point, other))
				answers[n++] = point;
		}
	}
	return n;
}

/* Goes on after each answer to the four that `move` made. */
static enum prover_answer after_four(struct prover *p, enum prover_cell side, int move, int fours)
{
	int answers[PROVER_ANSWERS], threats[2];
	enum prover_answer all = PROVER_YES;
	enum prover_cell other = prover_other(side);
	int n = answers_to_four(p, move, side, answers);
	if (n > 0 && fours <= 1)
		return PROVER_NO;
	for (int i = 0; i < n && all != PROVER_NO; i++) {
		enum prover_answer answer = PROVER_NO;
		prover_place(p, answers[i], other);
		int back = fives_through(p, answers[i], other, threats, 2);
		if (back < 2 || p->rule == PROVER_CARO)
			answer = attack(p, side, back > 0 ? threats[0] : 0, fours - 1);
		prover_remove(p, answers[i]);
		if (answer != PROVER_YES)
			all = answer;
	}
	return all;
}

/*
 * Plays a four, and goes on after every answer. `must` is a five point of the opponent, the only
 * one but in caro, or 0; the four must take it away.
 */
static enum prover_answer try_four(
    struct prover *p, enum prover_cell side, int move, int must, int fours)
{
	int fives[1];
	enum prover_answer answer = PROVER_NO;
	if (must != 0 && move != must && p->rule != PROVER_CARO)
		return PROVER_NO;
	if (!prover_allows(p, move, side))
		return PROVER_NO;
	prover_place(p, move, side);
	if (fives_through(p, move, side, fives, 1) > 0 &&
	    (must == 0 || !leaves_five(p, prover_other(side))))
		answer = after_four(p, side, move, fours);
	prover_remove(p, move);
	return answer;
}

/* side is to move and has no five point; `must` as above. Tries every four there is. */
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
	if ((n > 1 && p->rule != PROVER_CARO) || fours == 0)
		return PROVER_NO;
	return attack(p, side, n > 0 ? theirs[0] : 0, fours);
}

enum prover_answer prover_vcf_with(struct prover *p, enum prover_cell side, int move, int fours)
{
	int points[PROVER_POINTS];
	if (prover_wins(p, move, side))
		return PROVER_YES;
	if (prover_five_points(p, side, points) > 0 || fours == 0)
		return PROVER_NO;
	int n = prover_five_points(p, prover_other(side), points);
	if (n > 1 && p->rule != PROVER_CARO)
		return PROVER_NO;
	return try_four(p, side, move, n > 0 ? points[0] : 0, fours);
}

/* Whether every move of the side loses. */
static enum prover_answer all_lose(struct prover *p, enum prover_cell side, int fours, int deeper);

/* After the side's four, each answer is played and then it is the side's turn again. */
static enum prover_answer four_loses(
    struct prover *p, enum prover_cell side, int move, int fours, int deeper)
{
	int answers[PROVER_ANSWERS];
	enum prover_answer any = PROVER_NO;
	int n = answers_to_four(p, move, side, answers);
	for (int i = 0; i < n && any != PROVER_YES; i++) {
		enum prover_answer answer = PROVER_UNKNOWN;
		prover_place(p, answers[i], prover_other(side));
		if (deeper > 0)
			answer = all_lose(p, side, fours, deeper - 1);
		prover_remove(p, answers[i]);
		if (answer != PROVER_NO)
			any = answer;
	}
	return any;
}

static enum prover_answer loses(
    struct prover *p, enum prover_cell side, int move, int fours, int deeper)
{
	int fives[1];
	enum prover_cell other = prover_other(side);
	if (prover_wins(p, move, side))
		return PROVER_NO;
	if (!prover_allows(p, move, side))
		return PROVER_YES;
	prover_place(p, move, side);
	enum prover_answer answer = prover_vcf(p, other, fours);
	if (answer == PROVER_NO && !leaves_five(p, other) &&
	    fives_through(p, move, side, fives, 1) > 0)
		answer = four_loses(p, side, move, fours, deeper);
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
