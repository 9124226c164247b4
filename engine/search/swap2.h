/*
 * What the engine does in a swap2 opening (engine/game/opening.h): it places stones so that neither
 * colour is better, and takes the better colour where it may choose. Stones come in the order
 * black, white, black, white, black; white is to move after each choice.
 */
#ifndef GOMOKU_SWAP2_H
#define GOMOKU_SWAP2_H

#include "search.h"

enum { SWAP2_STONES = 3 };

/* What it answers: with no stone it wants black, otherwise it places those. */
struct swap2_answer {
	int stones; /* 0..SWAP2_STONES */
	int point[SWAP2_STONES];
};

/*
 * The answer to a board of 0 stones (three are placed), 3 (none, one or two) or 5 (none or one).
 * The board has at least BOARD_MIN points a side; the limits bound all of it together.
 */
struct swap2_answer swap2_answer(
    struct search *s, const struct board *b, enum rule rule, const struct search_limits *limits);

#endif
