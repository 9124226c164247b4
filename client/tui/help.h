/*
 * The help: all keys and all verbs, on as many pages as it takes. Any key goes on, and then back.
 */
#ifndef GOMOKU_TUI_HELP_H
#define GOMOKU_TUI_HELP_H

#include "view.h"

void help_draw(const struct view *v);
/* The page that the next key leads to, 0: back. */
int help_next(const struct view *v);

#endif
