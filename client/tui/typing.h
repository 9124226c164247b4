/*
 * The row one types on.
 */
#ifndef GOMOKU_TUI_TYPING_H
#define GOMOKU_TUI_TYPING_H

#include "view.h"

/* Draws what is being typed, or which keys begin something; moves v's caret to where one types. */
void typing_draw(struct view *v);

#endif
