/*
 * The numbers that the evaluation and the ordering of moves go by, all in one place.
 *
 * Values are in the unit of the search: a win is far above them, and 200 about three chances in
 * four.
 */
#ifndef GOMOKU_EVALUE_H
#define GOMOKU_EVALUE_H

#include "pattern.h"

enum { EVALUE_COUNTED = 3 }; /* a class's points count as 0, 1, 2 or more */

/* For the ordering of moves: what a shape and a class are worth to the colour that has them. */
extern const int16_t evalue_shape_score[16];
extern const int16_t evalue_class_score[CLASS_COUNT];

/* What it is worth to have so many points of a class: to the side to move, and to the other. */
extern const int16_t evalue_own[CLASS_COUNT][EVALUE_COUNTED];
extern const int16_t evalue_other[CLASS_COUNT][EVALUE_COUNTED];
/* What it is worth to be the side to move. */
extern const int16_t evalue_tempo;

/* Fills the table of line values by key (pattern.h), to black. */
void evalue_lines(int16_t value[static PATTERN_VALUES]);

#endif
