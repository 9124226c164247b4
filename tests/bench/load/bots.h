/* Games between bots, as many at once as a small machine may be asked to play. */
#ifndef GOMOKU_LOAD_BOTS_H
#define GOMOKU_LOAD_BOTS_H

#include <stdint.h>

#include "hist.h"
#include "subject.h"

struct bots_result {
	int games, won, drawn, by_time, void_games;
	uint64_t moves;
	double seconds;
	struct hist pace; /* from one move of a game to the next */
	struct hist wait; /* of it, until a process began to think */
	/* The most moves of other games that came while one waited, for each game that was going
	 * on: when everyone waits for their turn it is one, and a little. */
	double passed_by;
};

/* Opens n rooms, each with two bots of that level and a guest who watches, and plays all games to
 * their end, each by the clock base_s+inc_s. */
void bots_play(
    const struct subject *s, int n, int level, int base_s, int inc_s, struct bots_result *r);

#endif
