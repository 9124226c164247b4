/*
 * The board with its letters and numbers, the cursor, the mark round the last stone, the winning
 * row and the points forbidden to black. Each point has a column of its own with a gap on both
 * sides, in which marks stand: they fit at the border too and never move anything.
 */
#ifndef GOMOKU_TUI_BOARD_H
#define GOMOKU_TUI_BOARD_H

#include "view.h"

/* Draws it; leaves v's caret on the cursor's point. */
void board_draw(struct view *v);
/* The point that is drawn at a place of the screen, or POINT_NONE. */
int board_point(const struct view *v, int y, int x);

#endif
