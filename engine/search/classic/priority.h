/*
 * The classic player `priority`: one ply by a table of shapes.
 *
 * On each of the four lines through an empty point a stone would make a row. The row is worth
 *
 *                        both ends open   one end open   no end open
 *   five                          10000          10000         10000
 *   four                           4500           2000             1
 *   three                           900            400             1
 *   two                             150             70             1
 *   one                              30             15             1
 *
 * where an end is open when the point behind it is empty. A point is worth the sum of its lines to
 * a colour; its priority is the greater of what it is worth to the player and to the opponent; the
 * point of the highest priority is played. A side's first stone goes to a random point of the
 * middle five by five that has no stone beside it.
 *
 * What the design leaves open: among points of the same priority the one worth most to the player
 * itself (so that it wins rather than blocks), then chance; a row of five or more that does not win
 * by the rule is as dead as one without an open end; a point that is forbidden to a side is worth
 * nothing to it; renju's first stone goes to the centre.
 */
#ifndef GOMOKU_PRIORITY_H
#define GOMOKU_PRIORITY_H

#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "engine/search/chance.h"

/* What an empty point is worth to a side. */
int priority_value(const struct board *b, enum rule rule, int point, enum stone side);
/* The point that the side plays; POINT_NONE when it may play none. */
int priority_move(const struct board *b, enum rule rule, enum stone side, struct chance *chance);

#endif
