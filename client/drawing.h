/*
 * The board as plain ASCII text, for line mode: X is black, O is white, the last stone stands in
 * parentheses, and so does nothing else; ! is a point forbidden to black.
 */
#ifndef GOMOKU_DRAWING_H
#define GOMOKU_DRAWING_H

#include <stdio.h>

#include "forbid.h"
#include "model.h"

enum { DRAWING_ROW = 2 * BOARD_MAX + 32 }; /* bytes of a row with its NUL */

/* One row of the board (0 at the bottom) with its number on both sides. */
void drawing_row(
    const struct model_room *r, const struct forbid *f, int row, char buf[static DRAWING_ROW]);
/* The letters above and below. */
void drawing_letters(const struct model_room *r, char buf[static DRAWING_ROW]);
/* The whole board. */
void drawing_print(const struct model_room *r, FILE *out);

/* The same in words, for those who hear it: "row 8: black h, i; white j", rows from the top; then
 * the last stone. */
void drawing_list(const struct model_room *r, FILE *out);

#endif
