/*
 * What was said and what happened, the newest at the bottom.
 */
#ifndef GOMOKU_TUI_TALK_H
#define GOMOKU_TUI_TALK_H

#include "view.h"

/* The newest entries that fit; the oldest of them may lose its first rows. */
void talk_draw(const struct view *v, int y, int x, int width, int height);

#endif
