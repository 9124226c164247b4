/*
 * The classic player `negascout`: a search of fixed depth.
 *
 * NegaScout (Reinefeld 1983) over all points near a stone, with a table of positions seen ("memo"),
 * a history of moves that refuted others for the order, and an evaluation kept up stone by stone
 * (the "difference value", position.h). What must be answered at once narrows the moves (order.h).
 * No move is looked at less deeply than another and nothing is looked at beyond the depth: what it
 * sees and overlooks is told by the depth alone.
 */
#ifndef GOMOKU_NEGASCOUT_H
#define GOMOKU_NEGASCOUT_H

#include "engine/search/search.h"

enum { NEGASCOUT_DEPTH = 4 }; /* plies */

struct negascout;

/* NULL when there is no memory. */
struct negascout *negascout_new(void);
void negascout_free(struct negascout *n);
void negascout_forget(struct negascout *n);
/*
 * The point that the side plays; POINT_NONE when it may play none, or there is no memory. The
 * report's value is that of the search.
 */
int negascout_move(struct negascout *n, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits, struct search_report *report);

#endif
