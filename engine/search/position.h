/*
 * The position that the search plays in: stones, and what every empty point is worth to both
 * colours, kept up stone by stone and taken back exactly. Sides are numbers here: 0 black, 1 white.
 *
 * For each empty point and colour it holds the shapes of the four lines and their class
 * (pattern.h); for each colour and class how many points there are of it, and from CLASS_FOUR up
 * which, as a set of bits; and the sums of what the lines and shapes of all empty points are worth,
 * from which the evaluation starts.
 */
#ifndef GOMOKU_POSITION_H
#define GOMOKU_POSITION_H

#include "pattern.h"

enum {
	/* A border that every line's neighbourhood stays within, also from the corners. */
	POSITION_MARGIN = 6 * BOARD_STRIDE,
	POSITION_CELLS = BOARD_CELLS + 2 * POSITION_MARGIN,
	POSITION_PLIES = 256, /* the most stones played and not yet taken back */
	POSITION_CHANGES = PATTERN_LINES * 2 * PATTERN_REACH,
};

enum { POSITION_EMPTY, POSITION_BLACK, POSITION_WHITE, POSITION_WALL };

struct spot {
	uint32_t key[PATTERN_LINES];
	uint16_t shapes[2]; /* of a colour, four bits a line */
	uint8_t class[2];   /* enum point_class */
};

/* A set of points: one word a row of the board, one bit a column. */
struct point_set {
	uint32_t row[BOARD_MAX];
};

/* What a spot was before a stone was played. */
struct position_change {
	int16_t at;
	uint16_t shapes[2];
	uint8_t class[2];
};

struct position_ply {
	int16_t point; /* POINT_PASS for a move left out */
	int16_t changes;
	int32_t lines;
	int32_t points[2];
	struct position_change change[POSITION_CHANGES];
};

struct position {
	const struct pattern *pattern;
	int side;	    /* to move */
	int32_t lines;	    /* the sum of line values, to black */
	int32_t points[2];  /* the sum of point values, to black and white when it is to move */
	uint64_t hash;	    /* of stones and side to move */
	struct board board; /* the same stones, as the rules read them */
	struct point_set occupied;
	uint16_t count[2][CLASS_COUNT];
	struct point_set set[2][CLASS_COUNT]; /* from CLASS_FOUR up */
	uint8_t cell[POSITION_CELLS];
	struct spot spot[POSITION_CELLS];
	int plies;
	struct position_ply ply[POSITION_PLIES];
};

/* Makes it that of the board; the patterns are kept by the caller as long as it is used. */
void position_init(
    struct position *p, const struct board *b, enum stone side, const struct pattern *pattern);
/* Plays a stone of the side to move on an empty point. */
void position_play(struct position *p, int point);
/*
 * The same, but the sums for the evaluation stay as they were, until it is taken back: for a search
 * that asks only who makes five.
 */
void position_try(struct position *p, int point);
/* Leaves the move to the other side. */
void position_pass(struct position *p);
/* Takes back the last position_play or position_pass. */
void position_undo(struct position *p);

/* Adds the points that are near any stone: within two in both directions, or three on a line. */
void position_near(const struct position *p, struct point_set *near);
/* Whether the side must not play on the empty point. */
bool position_foul(const struct position *p, int side, int point);

static inline enum stone position_stone(int side)
{
	return side == 0 ? STONE_BLACK : STONE_WHITE;
}

static inline const struct spot *position_spot(const struct position *p, int point)
{
	return &p->spot[point + POSITION_MARGIN];
}

static inline enum point_class position_class(const struct position *p, int side, int point)
{
	return (enum point_class)position_spot(p, point)->class[side];
}

/* A score of the point for the side, for ordering. */
static inline int position_score(const struct position *p, int side, int point)
{
	return p->pattern
	    ->score[side][pattern_combo(p->pattern, position_spot(p, point)->shapes[side])];
}

/* Whether the side's stone on the empty point would make a four on a line. */
bool position_makes_four(const struct position *p, int side, int point);
/* Some point of that class, which is CLASS_FOUR or more; there must be one. */
int position_any(const struct position *p, int side, enum point_class class);

static inline void point_set_add(struct point_set *s, int point)
{
	s->row[point_row(point)] |= 1u << point_column(point);
}

static inline void point_set_remove(struct point_set *s, int point)
{
	s->row[point_row(point)] &= ~(1u << point_column(point));
}

static inline bool point_set_has(const struct point_set *s, int point)
{
	return s->row[point_row(point)] >> point_column(point) & 1;
}

/* Joins the points of `from` to those of `to`, on the first `size` rows. */
static inline void point_set_join(struct point_set *to, const struct point_set *from, int size)
{
	for (int row = 0; row < size; row++)
		to->row[row] |= from->row[row];
}

/* Writes the set's points in rising order. Returns how many there are. */
int point_set_list(const struct point_set *s, int size, int16_t points[static BOARD_POINTS]);

#endif
