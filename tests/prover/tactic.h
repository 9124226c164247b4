/*
 * A position with its right answers, proven.
 *
 *   RULE SIZE SIDE KIND MOVES ANSWERS      as in: freestyle 15 black vcf5 h8i9j7... k10k11
 *
 * Black moved first and SIDE is to move. Kinds:
 *   win      a five at once; the answers are all points that make it
 *   block    the opponent threatens a five on one point, and nobody has one at once: that point
 *            (in caro also one that shuts the row's other end)
 *   vcf3...  the shortest VCF takes so many plies; the answers are all moves that begin one, of any
 *            length up to VCF_FOURS. The opponent has a VCF of its own, should we do nothing.
 *   defend   the opponent has a VCF, we have none; the answers are all moves that do not lose to
 * one
 */
#ifndef GOMOKU_PROVER_TACTIC_H
#define GOMOKU_PROVER_TACTIC_H

#include "prover.h"

enum {
	TACTIC_FOURS = 9, /* the longest VCF that is looked for, of attack and of defence */
	TACTIC_LINE = 4096,
	TACTIC_KIND = 8,
};

struct tactic {
	enum prover_rule rule;
	int size, n_moves, n_answers;
	char kind[TACTIC_KIND];
	int moves[PROVER_POINTS], answers[PROVER_POINTS];
};

/* Puts the moves on a board. Returns who is to move. */
enum prover_cell tactic_set_up(const struct tactic *t, struct prover *p);
/*
 * Finds the kind and the answers of the position made by the moves. Returns false when it is of no
 * kind, of one that is not wanted (NULL: all are), or its proof would take more than `nodes`.
 */
bool tactic_prove(struct tactic *t, int64_t nodes, bool (*wanted)(const char *kind));
/* Reads a line. Returns false when it is none. */
bool tactic_parse(const char *line, struct tactic *t);
/* Writes it, with its line end. */
void tactic_format(const struct tactic *t, char line[static TACTIC_LINE]);

#endif
