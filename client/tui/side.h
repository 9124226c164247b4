/*
 * What stands round the board: the title, the players with their clocks, the talk, and the status
 * line that says what is going on and what one may do about it.
 */
#ifndef GOMOKU_TUI_SIDE_H
#define GOMOKU_TUI_SIDE_H

#include "view.h"

void side_draw_title(const struct view *v);
void side_draw_players(const struct view *v);
void side_draw_talk(const struct view *v);
void side_draw_status(const struct view *v);

/* Whether y and n would answer an offer now, and r ask for a rematch. */
bool side_can_answer(const struct view *v);
bool side_can_rematch(const struct view *v);

#endif
