/*
 * First stones of the classic players. A side's first stone is the one it plays on an empty board
 * or against the opponent's single stone; with more on the board a player's own rule decides.
 */
#ifndef GOMOKU_CLASSIC_FIRSTSTONE_H
#define GOMOKU_CLASSIC_FIRSTSTONE_H

#include "engine/game/board.h"

/* Whether the side's next stone is a first one. */
bool firststone_is_first(const struct board *b, enum stone side);
/* The only stone of a board that has one. */
int firststone_lone_stone(const struct board *b);
/* The middle point; on an even size the one of the four that is nearest to a1. */
int firststone_centre(const struct board *b);

#endif
