/*
 * What `gomoku-engine analyse` says of a game, line by line. Pure.
 */
#ifndef GOMOKU_ANALYSIS_H
#define GOMOKU_ANALYSIS_H

#include <stdbool.h>

#include "model.h"

struct analysis_move {
	bool known;
	int value;	      /* of the move to its player: see tell_value */
	int best, best_value; /* the best move found, perhaps the same */
};

struct analysis {
	struct analysis_move move[MODEL_PLIES];
	int moves; /* up to the last that is known */
};

/* Takes "3 black i9 value=-40 best=h9 value=25" in. False when it is another line. */
bool analysis_take(struct analysis *a, const char *line);
/* The move that would have been better than the one played, by enough to matter, with its value:
 * "h9 +25". False when there was none. */
bool analysis_better(
    const struct analysis *a, const struct model_room *game, int ply, char *buf, size_t size);

#endif
