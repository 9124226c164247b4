/*
 * A bot that thinks, as a bar that fills, with the depth, the number of positions, the value and
 * the time that it has told. How long it will think nobody knows: full is the longest it took in
 * this room, at first what the server's bots take at most without a clock.
 */
#ifndef GOMOKU_TUI_THINKING_H
#define GOMOKU_TUI_THINKING_H

#include "view.h"

/* Draws it in at most width columns, as much of it as fits; nothing when no bot thinks. */
void thinking_draw(const struct view *v, int y, int x, int width);

#endif
