/*
 * The classic player `weights`: one ply by patterns of text.
 *
 * With the stone put on an empty point, the nine points of a line about it are written as a string:
 * 1 own, 0 empty, 2 the other's, the edge being the other's. The line is worth the weight of the
 * first pattern found anywhere in it, from the heaviest down, and nothing when none is:
 *
 *   200  11111                          five
 *    90  011110                         open four
 *    40  01110                          open three
 *    14  11102 20111                    "false" three, a gap beside the block
 *    12  211110 011112 10111 11101      four closed at one end, or split
 *     8  0110                           open two
 *     5  21110 01112                    closed three
 *     4  01010                          split two
 *     2  2110 0112                      closed two
 *
 * A point is worth the sum of its lines to a colour. Each colour has its best point, and the one
 * that is worth more is played.
 *
 * What the design leaves open: between equal bests the player's own, among equal points chance; the
 * stone on an empty board, where every point is worth nothing, goes to the centre; a row of five or
 * more that does not win by the rule makes its line worth nothing; a point that is forbidden to a
 * side is worth nothing to it.
 */
#ifndef GOMOKU_WEIGHTS_H
#define GOMOKU_WEIGHTS_H

#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "engine/search/chance.h"

/* What an empty point is worth to a side. */
int weights_value(const struct board *b, enum rule rule, int point, enum stone side);
/* The point that the side plays; POINT_NONE when it may play none. */
int weights_move(const struct board *b, enum rule rule, enum stone side, struct chance *chance);

#endif
