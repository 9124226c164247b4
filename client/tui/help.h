/*
 * The page of help: all keys and all verbs. Any key closes it.
 */
#ifndef GOMOKU_TUI_HELP_H
#define GOMOKU_TUI_HELP_H

#include "view.h"

void help_draw(const struct view *v);

#endif
