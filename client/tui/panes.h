/*
 * The pane beside the board, with the row above it that names what it can show: the talk, the moves
 * or, elsewhere, the lobby. Where a terminal is very wide the moves stand beside the talk.
 */
#ifndef GOMOKU_TUI_PANES_H
#define GOMOKU_TUI_PANES_H

#include "view.h"

void panes_draw(const struct view *v);
/* The pane that Tab goes to. */
enum view_pane panes_next(const struct view *v);

#endif
