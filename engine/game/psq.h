/*
 * Game records in Piskvork's format, .psq.
 *
 *   Piskvorky 15x15, 0:0, 0      size, levels of the two players (0: a person), who moved first: 0
 * or 1 8,8,1250                     a move: column and row from the top left, from 1, and
 * milliseconds used
 *   ...                          ("8,8" alone is read, too: time unknown, written as 0)
 *   name of the first player     these two only in matches; in the order of the levels
 *   name of the second player
 *   -1                           a code, of which we know only -1, a game that was not finished,
 * and 0, one that was; kept as it is
 *
 * Lines end with LF or CR LF. The format knows neither rules nor passes nor positions. What is read
 * is written again byte for byte, if it was written as above.
 */
#ifndef GOMOKU_PSQ_H
#define GOMOKU_PSQ_H

#include "record.h"

/* As sgf_read; `rule` is the rule by which the moves are checked. */
int psq_read(
    struct record *r, const char *text, size_t n, enum rule rule, struct record_report *report);
/*
 * As sgf_write. -1 also when the record holds what the format can't: a position, a first move by
 * white, a pass.
 */
int psq_write(const struct record *r, char *buf, size_t size);

#endif
