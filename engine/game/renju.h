/*
 * Renju's forbidden points: what black may not play.
 *
 * Source: the Renju International Federation's rules (chapter 9). A five is five black stones in an
 * unbroken row, no more; an overline is six or more. A four is four black stones in a row of five
 * points whose fifth, if black took it, would make a five. A straight four is an unbroken four that
 * two points make five. A three is three black stones that one more can make a straight four
 * without making a five at the same time, with a move that is itself allowed; that question is
 * asked again of that move, to any depth. Black may not make an overline, two fours (two in one row
 * count as two) or two threes with one stone, unless the same stone makes a five.
 *
 * The clause about the five is read as it is written: a point that would make a five as well,
 * in whatever direction, is no point of a straight four. Programs differ here.
 *
 * White is never forbidden anything.
 */
#ifndef GOMOKU_RENJU_H
#define GOMOKU_RENJU_H

#include "board.h"

enum foul { FOUL_NONE, FOUL_OVERLINE, FOUL_DOUBLE_FOUR, FOUL_DOUBLE_THREE, FOUL_COUNT };

/* "none", "overline", "double-four", "double-three". */
const char *foul_name(enum foul foul);

/*
 * What black would do wrong by playing on `point`, an empty point of the board. Of several faults
 * the first in the order of the enum.
 */
enum foul renju_foul(const struct board *b, int point);

/*
 * All forbidden points of the board in rising order of point. Writes them to points[] (room for
 * BOARD_POINTS) and, unless fouls is NULL, why to fouls[]. Returns how many there are.
 */
int renju_forbidden(const struct board *b, int points[], enum foul fouls[]);

#endif
