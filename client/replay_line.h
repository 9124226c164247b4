/*
 * A saved game in plain text, move by move.
 */
#ifndef GOMOKU_REPLAY_LINE_H
#define GOMOKU_REPLAY_LINE_H

#include <stdio.h>

#include "replay.h"

/* Prints who played by which rules, then each move with the board, then the result. 0, or -1 when
 * it could not be written. */
int replay_print(struct replay *p, FILE *out);

#endif
