/*
 * The classic player `scoring`: one ply, attack and defence by powers of ten.
 *
 * An empty point is worth to a colour the sum of 10^n over its four lines. n is gathered by walking
 * out from the point on both sides: each own stone joined to it adds 2, each own stone behind one
 * single empty point adds 1, and a side whose joined stones end at an enemy stone or the edge takes
 * 2 off, a side without any nothing. A line on which the stone makes five is worth 10^11.
 *
 * Each colour has its best point. The one that is worth more is played, the player's own when both
 * are worth the same; among a colour's equal points the one worth most to the other colour, then
 * chance. The first stone goes to the centre, an answering first stone diagonally beside the other.
 *
 * What the design leaves open: only stones within four steps count, those that can be in one five
 * with the point, so that nothing but a five reaches 10^11 (n is 9 at most); a row of five or more
 * that does not win by the rule is worth what an empty line is, 10^0; a point that is forbidden to
 * a side is worth nothing to it.
 */
#ifndef GOMOKU_SCORING_H
#define GOMOKU_SCORING_H

#include <stdint.h>

#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "engine/search/chance.h"

/* What an empty point is worth to a side. */
int64_t scoring_value(const struct board *b, enum rule rule, int point, enum stone side);
/* The point that the side plays; POINT_NONE when it may play none. */
int scoring_move(const struct board *b, enum rule rule, enum stone side, struct chance *chance);

#endif
