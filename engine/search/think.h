/*
 * The strong player: iterative deepening over principal variation search, by one thread or several
 * over one table, with a look for a VCF first. It keeps the table and the histories from move to
 * move, and makes the patterns of a rule when it is first played.
 */
#ifndef GOMOKU_THINK_H
#define GOMOKU_THINK_H

#include "search.h"

struct think;

/* How the player is held back; all 0: not at all. */
struct think_terms {
	int noise;	     /* an evaluation is off by up to that much */
	uint64_t noise_seed; /* what the errors depend on, besides the position */
};

/* NULL when there is no memory. */
struct think *think_new(void);
void think_free(struct think *t);
/* Forgets everything about earlier moves. */
void think_forget(struct think *t);
/*
 * The point that the side plays; POINT_NONE when it may play none, or there is no memory. What the
 * search ended with goes to *report.
 */
int think_move(struct think *t, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits, const struct think_terms *terms,
    struct search_report *report);

#endif
