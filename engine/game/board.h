/*
 * A gomoku board and the names of its points.
 *
 * A point is an int: row * BOARD_STRIDE + column, both zero-based, column a = 0 on the left and
 * row 1 = 0 at the bottom, the same for every size. Text uses letters a.. with none left out and
 * rows from the bottom: h8 is the centre of 15x15.
 */
#ifndef GOMOKU_BOARD_H
#define GOMOKU_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	BOARD_MIN = 5,
	BOARD_MAX = 25,
	BOARD_STRIDE = 32,
	BOARD_CELLS = BOARD_MAX * BOARD_STRIDE,
	BOARD_POINTS = BOARD_MAX * BOARD_MAX,
	POINT_NONE = -1,
	POINT_PASS = -2,
	POINT_TEXT = 4, /* bytes of the longest name, "y25", with its NUL */
};

enum stone { STONE_NONE, STONE_BLACK, STONE_WHITE };

struct board {
	int size;		   /* BOARD_MIN..BOARD_MAX */
	int stones;		   /* stones on the board */
	uint8_t cell[BOARD_CELLS]; /* enum stone, by point */
};

/* Makes an empty board; size must be within BOARD_MIN..BOARD_MAX. */
void board_init(struct board *b, int size);
/* Puts a stone on an empty point of the board; the caller has checked both. */
void board_place(struct board *b, int point, enum stone stone);
/* Takes the stone off a point that has one. */
void board_remove(struct board *b, int point);

static inline int point_at(int column, int row)
{
	return row * BOARD_STRIDE + column;
}

static inline int point_column(int point)
{
	return point % BOARD_STRIDE;
}

static inline int point_row(int point)
{
	return point / BOARD_STRIDE;
}

/* Whether the point lies on this board. False for POINT_NONE and POINT_PASS. */
bool board_has(const struct board *b, int point);
/* The stone on a point of the board. */
static inline enum stone board_at(const struct board *b, int point)
{
	return (enum stone)b->cell[point];
}
bool board_full(const struct board *b);

/* Black for white and white for black. */
static inline enum stone stone_other(enum stone s)
{
	return s == STONE_BLACK ? STONE_WHITE : STONE_BLACK;
}
/* "black", "white" or "none". */
const char *stone_name(enum stone s);

/*
 * Reads a coordinate: one letter in either case, then one or two digits without a leading zero, and
 * nothing after. Any point within 25x25 is read; board_has tells whether it is on a board. Returns
 * POINT_NONE for anything else.
 */
int point_parse(const char *text);
/* Writes the name of a point ("-" for POINT_PASS) and returns buf. */
const char *point_format(int point, char buf[static POINT_TEXT]);

#endif
