/*
 * How long a move may be thought about: the clock, read through the host, a number of nodes and a
 * depth. Shared by the threads of one search; only the leader reads the clock, all see the stop.
 *
 * Without a clock a millisecond counts as TIMING_NODES_A_MS nodes, so that a search always ends.
 */
#ifndef GOMOKU_TIMING_H
#define GOMOKU_TIMING_H

#include <stdbool.h>
#include <stdint.h>

#include "search.h"

enum { TIMING_NODES_A_MS = 200, TIMING_CHECK_NODES = 512 };

struct timing {
	const struct search_host *host; /* NULL: no clock */
	int64_t begin_ms;
	int64_t soft_ms; /* after which no further depth is begun */
	int64_t hard_ms; /* after which everything stops; both from the beginning */
	int64_t nodes;	 /* 0: no limit */
	int depth;
	bool stop; /* read and written by several threads */
};

void timing_begin(struct timing *t, const struct search_limits *limits);
/* About how many nodes there is time for. */
int64_t timing_nodes(const struct timing *t);
/* Leaves only one part in `share` of the time and the nodes. */
void timing_shorten(struct timing *t, int share);
/* The leader's: whether to stop, having looked at so many nodes. */
bool timing_check(struct timing *t, int64_t nodes);
bool timing_stopped(const struct timing *t);
void timing_stop(struct timing *t);
/* Milliseconds since the beginning; 0 without a clock. */
int64_t timing_ms(const struct timing *t);
/*
 * Whether another depth is worth beginning. `stable` says for how many depths the best move has
 * been the same.
 */
bool timing_go_on(const struct timing *t, int64_t nodes, int stable);

#endif
