/*
 * The evaluation of a quiet position: the sum of line values that the position keeps up, and what
 * points of each class are worth to the side that is to move and to the other (evalue.h).
 */
#ifndef GOMOKU_EVAL_H
#define GOMOKU_EVAL_H

#include "position.h"

/* To the side to move, within -VALUE_MOST..VALUE_MOST (table.h). */
int eval_position(const struct position *p);

#endif
