/*
 * Where things stand on a screen of any size. Pure arithmetic.
 *
 * Wide: the board on the left, players, clocks and a pane (the talk, or the moves) beside it; very
 * wide: a list of the moves beside that. Narrow: the players on one row below the board, the pane
 * below that if there is room. The status line and the prompt are the last two rows. What is
 * dropped first when rows are short: the margins, the lower letters, the title. When columns are,
 * the lines of the board draw together. On a screen of many rows all of this stands together in the
 * middle.
 */
#ifndef GOMOKU_TUI_LAYOUT_H
#define GOMOKU_TUI_LAYOUT_H

#include <stdbool.h>

struct layout {
	int cols, rows;
	int step;  /* columns that a line of the board takes: 2, or 1 where those are too many */
	bool fits; /* false: the board would be clipped; need_* say what it takes */
	int need_cols, need_rows;
	int title_y;		    /* -1: no room for it */
	int board_y, board_x;	    /* of the top left field's row number */
	int letters_y[2];	    /* above and below the board; the lower one -1 when dropped */
	bool numbers_right;	    /* row numbers on the right side too */
	bool wide;		    /* players beside the board, a row each */
	int side_y, side_x, side_w; /* wide: the players' block. Narrow: their row, */
	int side_h;		    /* or two rows on a screen of few columns */
	int talk_y, talk_h;	    /* the pane, with side_x and side_w; talk_h 0: no room */
	int list_x, list_w;	    /* the moves beside the pane; list_w 0: no room for both */
	int status_y, prompt_y;
};

enum {
	LAYOUT_NUMBER = 3,    /* columns of a row's number and the gap after it */
	LAYOUT_SIDE_MIN = 24, /* columns that players and talk need beside the board */
	LAYOUT_SIDE_MAX = 60,
	LAYOUT_BOTH = 36,  /* columns that both players need on one row */
	LAYOUT_LIST = 23,  /* columns of a list of moves beside the talk */
	LAYOUT_SPARE = 13, /* rows beside the board's that are used; more are left free */
	LAYOUT_ROWS = 24,  /* but so many always are */
};

/* size: lines of the board. */
void layout_compute(struct layout *l, int cols, int rows, int size);
/* Columns of the field itself: its lines, each `step` columns from the one before, and a gap on
 * either side. */
static inline int layout_field(int size, int step)
{
	return step * (size - 1) + 3;
}

#endif
