/*
 * What stands round the board: the title, and the players with their clocks.
 */
#ifndef GOMOKU_TUI_SIDE_H
#define GOMOKU_TUI_SIDE_H

#include "view.h"

void side_draw_title(const struct view *v);
void side_draw_players(const struct view *v);

#endif
