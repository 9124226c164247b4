#include "threat.h"

#include <string.h>

enum { CANDIDATES = 64 };

void threat_init(struct threat *t, struct position *position)
{
	t->position = position;
	t->nodes = t->end = 0;
	memset(t->failure, 0, sizeof(t->failure));
}

static bool is_caro(const struct position *p)
{
	return p->pattern->rule == RULE_CARO || p->pattern->rule == RULE_CARO_FIVE;
}

/* Adds a point if it is not there and on the board, and empty. */
static int add_reply(const struct position *p, int16_t points[static THREAT_REPLIES], int n, int at)
{
	if (n == THREAT_REPLIES || p->cell[at] != POSITION_EMPTY)
		return n;
	for (int i = 0; i < n; i++)
		if (points[i] == at - POSITION_MARGIN)
			return n;
	points[n] = (int16_t)(at - POSITION_MARGIN);
	return n + 1;
}

/* The ends of the five that a stone of the side would make, where a stone of the other's may shut
 * it: caro's second way to stop a five. */
static int add_ends(
    const struct position *p, int side, int point, int16_t points[static THREAT_REPLIES], int n)
{
	int at = point + POSITION_MARGIN, own = side == 0 ? POSITION_BLACK : POSITION_WHITE;
	unsigned shapes = position_spot(p, point)->shapes[side];

	for (int line = 0; line < PATTERN_LINES; line++, shapes >>= 4) {
		if ((shapes & 15) != SHAPE_FIVE)
			continue;
		for (int step = -pattern_step[line]; step <= pattern_step[line];
		     step += 2 * pattern_step[line]) {
			int end = at + step;
			while (p->cell[end] == own)
				end += step;
			n = add_reply(p, points, n, end);
		}
	}
	return n;
}

/* Whether a stone of the side to move leaves the other none that makes five. */
static bool stops(struct position *p, int point)
{
	position_try(p, point);
	bool stopped = p->count[p->side][CLASS_FIVE] == 0;
	position_undo(p);
	return stopped;
}

int threat_stops(struct position *p, int side, int16_t points[static THREAT_REPLIES])
{
	int fives = p->count[side ^ 1][CLASS_FIVE];

	if (!is_caro(p)) {
		if (fives == 1)
			points[0] = (int16_t)position_any(p, side ^ 1, CLASS_FIVE);
		return fives == 1;
	}
	int16_t five[BOARD_POINTS], maybe[THREAT_REPLIES];
	int n = 0, stopping = 0;
	fives = point_set_list(&p->set[side ^ 1][CLASS_FIVE], p->board.size, five);
	for (int i = 0; i < fives; i++) {
		n = add_reply(p, maybe, n, five[i] + POSITION_MARGIN);
		n = add_ends(p, side ^ 1, five[i], maybe, n);
	}
	for (int i = 0; i < n; i++)
		if (stops(p, maybe[i]))
			points[stopping++] = maybe[i];
	return stopping;
}

static int attack(struct threat *t, int plies, int *move);

/* The plies to the five if the attacker, whose four was just played, wins whatever is answered. */
static int after_four(struct threat *t, int plies)
{
	struct position *p = t->position;
	int16_t reply[THREAT_REPLIES];
	int defender = p->side, longest = 2, ignored;

	/* The attacker left the defender no five of its own to make. */
	if (p->count[defender][CLASS_FIVE] > 0)
		return 0;
	int n = threat_stops(p, defender, reply);
	for (int i = 0; i < n; i++) {
		if (position_foul(p, defender, reply[i]))
			continue;
		position_try(p, reply[i]);
		int rest = attack(t, plies - 1, &ignored);
		position_undo(p);
		if (rest == 0)
			return 0;
		if (rest + 1 > longest)
			longest = rest + 1;
	}
	return longest;
}

struct candidate {
	int16_t point;
	int16_t score;
};

/* Puts a candidate in its place by score. */
static int insert(struct candidate list[static CANDIDATES], int n, struct candidate c)
{
	int at = n;

	if (n == CANDIDATES)
		return n;
	for (; at > 0 && list[at - 1].score < c.score; at--)
		list[at] = list[at - 1];
	list[at] = c;
	return n + 1;
}

/* Whether the side to move may play the point of that class, and makes a four with it. */
static bool makes_four(const struct position *p, int class, int point)
{
	return class != CLASS_FOUL ||
	       (position_makes_four(p, p->side, point) && !position_foul(p, p->side, point));
}

/* The points where the side to move makes a four that is not forbidden, the best first. */
static int fours(const struct position *p, struct candidate list[static CANDIDATES])
{
	int side = p->side, n = 0;

	for (int class = CLASS_FOUR; class < CLASS_COUNT; class ++) {
		if (p->count[side][class] == 0)
			continue;
		const uint32_t *rows = p->set[side][class].row;
		for (int row = 0; row < p->board.size; row++)
			for (uint32_t bits = rows[row]; bits != 0; bits &= bits - 1) {
				int point = point_at(__builtin_ctz(bits), row);
				int score = position_score(p, side, point);
				if (makes_four(p, class, point))
					n = insert(list, n,
					    (struct candidate){(int16_t)point, (int16_t)score});
			}
	}
	return n;
}

/* Tries one four. Returns the plies to the five with it. */
static int try_four(struct threat *t, int point, int plies)
{
	position_try(t->position, point);
	int rest = after_four(t, plies - 1);
	position_undo(t->position);
	return rest == 0 ? 0 : rest + 1;
}

/* The side to move attacks. Returns the plies to the five, 0 when there is none. */
static int attack(struct threat *t, int plies, int *move)
{
	struct position *p = t->position;
	struct threat_failure *known = &t->failure[p->hash % THREAT_FAILURES];
	struct candidate list[CANDIDATES];
	int side = p->side, threatened = p->count[side ^ 1][CLASS_FIVE];

	t->nodes++;
	if (p->count[side][CLASS_FIVE] > 0) {
		*move = position_any(p, side, CLASS_FIVE);
		return 1;
	}
	if (plies < 3 || threatened > 1)
		return 0;
	if (threatened == 0 && p->count[side][CLASS_FOUR_OPEN] > 0) {
		*move = position_any(p, side, CLASS_FOUR_OPEN);
		return 3;
	}
	if (known->hash == p->hash && known->depth >= plies)
		return 0;
	if (t->nodes >= t->end || p->plies + 4 > POSITION_PLIES)
		return 0;
	int n = fours(p, list);
	int block = threatened ? position_any(p, side ^ 1, CLASS_FIVE) : POINT_NONE;
	for (int i = 0; i < n; i++) {
		if (threatened && list[i].point != block)
			continue;
		int length = try_four(t, list[i].point, plies);
		if (length > 0) {
			*move = list[i].point;
			return length;
		}
	}
	if (t->nodes < t->end)
		*known = (struct threat_failure){p->hash, plies};
	return 0;
}

int threat_vcf(struct threat *t, int plies, int64_t nodes, int *move)
{
	t->end = t->nodes + nodes;
	return attack(t, plies, move);
}
