/*
 * The list of a game's moves, several in a row; where an analysis tells what they were worth, each
 * on a row of its own with its value and the move that was better. The last move that is on the
 * board is marked and always in sight.
 */
#ifndef GOMOKU_TUI_MOVES_H
#define GOMOKU_TUI_MOVES_H

#include "view.h"

void moves_draw(const struct view *v, int y, int x, int width, int rows);

#endif
