/*
 * Renju's forbidden points of the position in a room, found once for each position. Pure.
 */
#ifndef GOMOKU_FORBID_H
#define GOMOKU_FORBID_H

#include "model.h"

struct forbid {
	/* the position that was looked at */
	char room[MODEL_ID];
	int64_t rev;
	int plies, last;
	/* what was found */
	int count;
	bool at[BOARD_CELLS];
};

/* Looks at a room again: NULL, another rule, or white's turn have no forbidden points. */
void forbid_update(struct forbid *f, const struct model_room *r);

#endif
