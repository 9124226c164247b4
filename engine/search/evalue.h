/*
 * The numbers that the evaluation and the ordering of moves go by, all in one place.
 *
 * Values are in the unit of the search: EVALUE_UNIT of them multiply the odds by e, so that 200 is
 * about three chances in four; a win is far above them.
 *
 * A line's value depends on the stones of four points on both sides of an empty one. It is the same
 * for a line read from the other end, and the opposite for one with black and white exchanged: of
 * such keys one stands for all, and the table holds one number for it. evalue_table.c was made by
 * tests/tune and says how.
 */
#ifndef GOMOKU_EVALUE_H
#define GOMOKU_EVALUE_H

#include <stdbool.h>

#include "pattern.h"

enum {
	EVALUE_UNIT = 182,
	EVALUE_COUNTED = 3, /* a class's points count as none, 1, 2, 3 or more */
	EVALUE_LINES = 3727,
	EVALUE_COMBOS = 1820, /* four of 13 shapes in whatever order */
};

/* For the ordering of moves: what a shape and a class are worth to the colour that has them. */
extern const int16_t evalue_shape_score[16];
extern const int16_t evalue_class_score[CLASS_COUNT];

/* The tuned numbers: of a line, by its place (evalue_places). */
extern const int16_t evalue_line[EVALUE_LINES];
/* What it is worth to have so many points of a class: to the side to move, and to the other. */
extern const int16_t evalue_own[CLASS_COUNT][EVALUE_COUNTED];
extern const int16_t evalue_other[CLASS_COUNT][EVALUE_COUNTED];
/* What an empty point is worth by the four shapes through it together, beyond its lines: to the
 * side to move whose shapes they are, and to the other (evalue_combo_place). */
extern const int16_t evalue_combo_own[EVALUE_COMBOS];
extern const int16_t evalue_combo_other[EVALUE_COMBOS];
/* What it is worth to the side to move to have a point of one class that is the other's of another.
 */
extern const int16_t evalue_pair[CLASS_COUNT][CLASS_COUNT];
/* What it is worth to be the side to move. */
extern const int16_t evalue_tempo;

/* Where a key's value stands, and whether it counts as it is (1), turned round (-1) or not (0). */
struct evalue_place {
	int16_t at; /* -1: no line has that key */
	int8_t sign;
};

/* The place of four shapes, four bits each, in whatever order. */
int evalue_combo_place(uint32_t shapes);
/* Finds the places of all keys. */
void evalue_places(struct evalue_place place[static PATTERN_VALUES]);
/* Fills the table of line values by key (pattern.h), to black. False when there is no memory. */
bool evalue_lines(int16_t value[static PATTERN_VALUES]);

#endif
