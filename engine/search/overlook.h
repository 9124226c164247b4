/*
 * How the lower levels err. Whatever else they overlook, they make a five that they can make and
 * stop one of the opponent, and they play near the stones that lie there: a person who has just
 * learnt the game does that much.
 */
#ifndef GOMOKU_OVERLOOK_H
#define GOMOKU_OVERLOOK_H

#include "chance.h"
#include "engine/game/board.h"
#include "engine/game/rules.h"

/* A point where the side wins at once; POINT_NONE when there is none. */
int overlook_win(const struct board *b, enum rule rule, enum stone side);
/*
 * A move that sees nothing but fives: open threes and fours of either side count for little more
 * than luck. POINT_NONE when the side may play none.
 */
int overlook_move(const struct board *b, enum rule rule, enum stone side, struct chance *chance);

#endif
