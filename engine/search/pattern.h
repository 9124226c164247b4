/*
 * Line patterns: what a stone on an empty point makes of each of the four lines through it, read
 * from a table instead of walked for.
 *
 * A line's neighbourhood is the points within `reach` steps on both sides, two bits a point: 0
 * empty, 1 black, 2 white, 3 beyond the edge. As a number it is the key of a table that knows the
 * shape which either colour would make. Four points on each side decide everything in freestyle; by
 * the rules where six in a row is not five, or ends of a row matter, five do.
 *
 * The shapes are defined from the top down, so that they hold by every rule: a five wins; a four is
 * one stone short of a five, and open when the opponent cannot stop it with one stone; an open
 * three is one stone short of an open four, and so on. "Shut" shapes lead to fours that can be
 * stopped.
 *
 * The four shapes of a colour at a point are combined to the point's class, which tells at once
 * what a stone there is worth: it wins, wins next, forces, and so on.
 */
#ifndef GOMOKU_PATTERN_H
#define GOMOKU_PATTERN_H

#include <stdint.h>

#include "engine/game/rules.h"

/* In rising order of worth, but the last. */
enum shape {
	SHAPE_NONE, /* no five is possible on the line any more */
	SHAPE_ONE_SHUT,
	SHAPE_ONE,
	SHAPE_TWO_SHUT,
	SHAPE_TWO,
	SHAPE_TWO_BROAD, /* three points or more make it an open three */
	SHAPE_THREE_SHUT,
	SHAPE_THREE, /* open: the next stone can make an open four */
	SHAPE_FOUR,
	SHAPE_FOUR_TWICE, /* renju's black only: two fours on one line, which is forbidden */
	SHAPE_FOUR_OPEN,
	SHAPE_FIVE,
	SHAPE_OVERLINE, /* renju's black only: forbidden */
	SHAPE_COUNT
};

enum point_class {
	CLASS_NONE,
	CLASS_TWO,     /* an open two */
	CLASS_TWO_TWO, /* two of open two and shut three */
	CLASS_THREE_SHUT,
	CLASS_THREE,
	CLASS_THREE_PLUS, /* an open three and an open two or shut three */
	CLASS_THREE_THREE,
	CLASS_FOUR,
	CLASS_FOUR_PLUS, /* a four and an open two or shut three */
	CLASS_FOUR_THREE,
	CLASS_FOUR_OPEN, /* an open four, or two fours */
	CLASS_FIVE,
	CLASS_FOUL, /* renju's black: may be forbidden, to be judged by renju_foul */
	CLASS_COUNT
};

enum {
	PATTERN_LINES = 4,
	PATTERN_REACH = 5, /* the widest */
	PATTERN_KEYS = 1 << (4 * PATTERN_REACH),
	PATTERN_VALUE_REACH = 4, /* of the keys that the evaluation is indexed by */
	PATTERN_VALUES = 1 << (4 * PATTERN_VALUE_REACH),
	PATTERN_PAIRS = 91, /* of two shapes in whatever order */
	PATTERN_COMBOS = PATTERN_PAIRS * PATTERN_PAIRS,
};

/* From a point to the next one on each line, as points of engine/game. */
extern const int pattern_step[PATTERN_LINES];

/* What an empty point is worth to the side whose shapes are meant. */
struct pattern_worth {
	int16_t own, other; /* if it is to move, and if the other is */
};

struct pattern {
	enum rule rule;
	int reach;
	/* By four shapes together (pattern_combo). */
	const uint8_t *class[2];       /* enum point_class; of black and of white */
	const int16_t *score[2];       /* for the ordering of moves */
	uint8_t line[PATTERN_KEYS];    /* black's shape in the low four bits, white's in the high */
	int16_t value[PATTERN_VALUES]; /* of an empty point's line to black, by the inner key */
	/* What class and score point to; renju's black has tables of its own. */
	uint8_t classes[2][PATTERN_COMBOS];
	int16_t scores[2][PATTERN_COMBOS];
	struct pattern_worth worth[PATTERN_COMBOS];
	/* The place of a pair of shapes, a byte, as the low and the high part of a combo. */
	uint16_t low[256], high[256];
};

/* The tables of a rule, about 2 MB; NULL when there is no memory. The caller frees them. */
struct pattern *pattern_new(enum rule rule);
void pattern_free(struct pattern *p);

/* The index of four shapes, four bits each. Two pairs, so that what is often read lies close. */
static inline unsigned pattern_combo(const struct pattern *p, unsigned shapes)
{
	return (unsigned)p->low[shapes & 255] + p->high[shapes >> 8];
}

/* The place of a neighbour within a key, -reach..reach without 0: how far to shift its two bits. */
static inline int pattern_shift(int reach, int offset)
{
	return 2 * (offset < 0 ? offset + reach : offset + reach - 1);
}

/* The part of a key that the evaluation is indexed by. */
static inline uint32_t pattern_value_key(int reach, uint32_t key)
{
	return key >> (2 * (reach - PATTERN_VALUE_REACH)) & (PATTERN_VALUES - 1);
}

#endif
