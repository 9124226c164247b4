/*
 * Moves as one string: "h8i9j10", a pass as "-". Read with or without spaces and commas between
 * them.
 */
#ifndef GOMOKU_MOVES_H
#define GOMOKU_MOVES_H

#include "board.h"

enum { MOVES_TEXT = BOARD_POINTS * (POINT_TEXT - 1) + 1 }; /* bytes of the longest, with its NUL */

/*
 * Reads up to `max` points of any board. Returns how many; -1 when the text holds something else or
 * more, then *at is where. Whether they lie on a board is not asked.
 */
int moves_parse(const char *text, int points[], int max, size_t *at);
/* Writes at most BOARD_POINTS points and returns buf. */
const char *moves_format(const int points[], int n, char buf[static MOVES_TEXT]);

#endif
