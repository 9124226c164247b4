/*
 * The ten levels: who plays at each of them, how it is held back, and the sentence that tells a
 * person what it is like. Strength is bounded by nodes and not by time, so that a level is as
 * strong on a slow machine as on a fast one; the last is everything that the time allows.
 */
#ifndef GOMOKU_LEVEL_H
#define GOMOKU_LEVEL_H

#include "search.h"

/*
 * A move made without a look is one that overlooks threes and fours (overlook.h): it decides a game
 * more often than not, so that levels which differ in how often they err stand nearer to each other
 * than levels which differ in how far they look, and ten of them have room between a beginner and
 * the whole strength. In freestyle, 100,000 nodes a move, four such moves in a hundred cost 89 Elo
 * and twelve 127 more, 60 games each; a step from 160,000 nodes with two to 80,000 with five, 209.
 */
struct level {
	enum search_style style; /* SEARCH_LEVEL: the strong player */
	int blunders;		 /* of 100 moves, how many are made without a look (above) */
	int depth;		 /* of negascout, plies */
	int64_t nodes;		 /* 0: no limit */
	int noise;		 /* what an evaluation is off by, at most */
	const char *text;
};

/* Of SEARCH_LEVEL_MIN..SEARCH_LEVEL_MAX. */
const struct level *level_get(int level);
/* What the level is like: one sentence without a stop. */
const char *level_text(int level);

#endif
