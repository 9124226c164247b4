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
	struct hist wait; /* from one move of a game to the next */
};

/* Opens n rooms, each with two bots of that level and a guest who watches, and plays all games to
 * their end. */
void bots_play(const struct subject *s, int n, int level, const char *time, struct bots_result *r);

#endif
