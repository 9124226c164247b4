/*
 * The lobby on the screen: rooms, seeks and people in one list, the talk beside or below it.
 */
#ifndef GOMOKU_TUI_LOBBY_VIEW_H
#define GOMOKU_TUI_LOBBY_VIEW_H

#include "view.h"

/* Draws it; leaves v's caret on the picked entry. */
void lobby_view_draw(struct view *v);
/* The score of the evening: "This evening: 2 won, 1 lost"; "" before a game has ended. */
void lobby_view_tally(const struct view *v, char *buf, size_t size);

#endif
