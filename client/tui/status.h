/*
 * The status line: what is going on and what one may do about it. What does not fit on its row goes
 * on where the prompt's hint stands, and then above.
 */
#ifndef GOMOKU_TUI_STATUS_H
#define GOMOKU_TUI_STATUS_H

#include "view.h"

/* Draws it. Whether it took the prompt's row. */
bool status_draw(const struct view *v);
/* Writes any text there. Whether it took the prompt's row. */
bool status_put(const struct view *v, enum style_role role, const char *text);

/* Whether y and n would answer an offer now, and r ask for a rematch. */
bool status_can_answer(const struct view *v);
bool status_can_rematch(const struct view *v);

#endif
