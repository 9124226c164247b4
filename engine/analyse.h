/*
 * A look back at a finished game: what each of its moves was worth, and which one was better.
 *
 * A file is SGF, Piskvork's .psq, or moves in a row ("h8i9j10", black's first). For each move one
 * line is written:
 *
 *   3 black i9 value=-40 best=h9 value=25
 *
 * The first value is what the move was worth to its player, the second what the best one found was;
 * without a better one `best` is the move itself. 200 is about three chances in four, and beyond
 * 29000 a win is proven, 30000 less the plies up to it.
 */
#ifndef GOMOKU_ANALYSE_H
#define GOMOKU_ANALYSE_H

#include <stddef.h>
#include <stdio.h>

#include "engine/game/record.h"

enum { ANALYSE_NODES = 20000 }; /* for each position, so that the answer is the same everywhere */

/*
 * Reads a record from text of any of the three kinds. `rule` is for those that do not name one,
 * size for moves in a row. 0, or -1 with the error in report.
 */
int analyse_read(struct record *r, const char *text, size_t n, enum rule rule, int size,
    struct record_report *report);
/* Writes a line for each move. -1 when there is no memory. */
int analyse_run(const struct record *r, FILE *out);

#endif
