/*
 * The ten levels: who plays at each of them, how it is held back, and the sentence that tells a
 * person what it is like. Strength is bounded by nodes and not by time, so that a level is as
 * strong on a slow machine as on a fast one; the last is everything that the time allows.
 */
#ifndef GOMOKU_LEVEL_H
#define GOMOKU_LEVEL_H

#include "search.h"

/*
 * A move made without a look is one that overlooks threes and fours (overlook.h) at the levels of
 * the classic players, and the classic player `priority`'s at those that search: a person's first
 * thought. Who has few of them beats who has twice as many about two games in three, so that the
 * levels between stand evenly apart, as levels by depth alone don't.
 */
struct level {
	enum search_style style; /* SEARCH_LEVEL: the strong player */
	int blunders;		 /* of 100 moves, how many are made without a look (below) */
	int depth;		 /* of negascout, plies */
	int64_t nodes;		 /* 0: no limit */
	int noise;		 /* what an evaluation is off by, at most */
	int64_t vcf_nodes;	 /* think.h */
	const char *text;
};

/* Of SEARCH_LEVEL_MIN..SEARCH_LEVEL_MAX. */
const struct level *level_get(int level);
/* What the level is like: one sentence without a stop. */
const char *level_text(int level);

#endif
