/*
 * What the games of a match add up to, and its table in words.
 */
#ifndef GOMOKU_BENCH_REPORT_H
#define GOMOKU_BENCH_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "elo.h"
#include "games.h"

struct report_side {
	int won[2]; /* as black, as white */
	int lost_by[DUEL_WHY_COUNT];
	int64_t moves, total_ms;
	int worst_ms;
	long peak_kb;
};

struct report {
	struct elo_tally tally;
	struct report_side side[2]; /* A, B */
	int64_t plies;
	int8_t half[GAMES_MAX / 2]; /* by pair: 1 + half points of its one game so far; 0: none */
};

/* Adds a game. A game of a pair that is whole already must not be added again. */
void report_add(struct report *r, const struct games_entry *e);
/* Writes the table. sprt: NULL, or the two Elo of a sequential test. */
void report_print(const struct report *r, const double sprt[2], FILE *out);

#endif
