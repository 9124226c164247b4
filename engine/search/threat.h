/*
 * VCF, victory by continuous fours: whether the side to move wins by fours alone, each of which
 * leaves the opponent one answer (by caro's rule sometimes more). Exact when it says yes.
 */
#ifndef GOMOKU_THREAT_H
#define GOMOKU_THREAT_H

#include "position.h"

enum { THREAT_FAILURES = 1 << 14, THREAT_REPLIES = 16 };

/* Positions without a VCF, so that they are not tried again. */
struct threat_failure {
	uint64_t hash;
	int depth; /* that was searched in full; the other half of plies is the opponent's */
};

struct threat {
	struct position *position; /* played in, and left as it was found */
	int64_t nodes;		   /* looked at by all calls so far */
	int64_t end;		   /* where the current call gives up */
	struct threat_failure failure[THREAT_FAILURES];
};

void threat_init(struct threat *t, struct position *position);
/*
 * Looks for a VCF of at most `plies` within a number of nodes. Returns the plies up to the five, an
 * odd number, and the first move in *move; 0 when none was found.
 */
int threat_vcf(struct threat *t, int plies, int64_t nodes, int *move);

/*
 * The stones that stop the five or fives that the opponent of `side` threatens to make now; none
 * may be. They are empty, but a foul of renju's is not looked for.
 */
int threat_stops(struct position *p, int side, int16_t points[static THREAT_REPLIES]);

#endif
