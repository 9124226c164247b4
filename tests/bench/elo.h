/*
 * What a match says of two players: Elo with error bars, and whether it may stop.
 *
 * Games are played in pairs, one opening with both colours, and the pair is what is counted: the
 * two games of a pair are not independent, its points are (0 to 4 halves). Scores are those of
 * player A.
 *
 * Sources: the logistic Elo curve; Wilson's interval for a share; the generalised sequential
 * probability ratio test in its normal approximation (log likelihood ratio of two means with the
 * variance that was seen).
 */
#ifndef GOMOKU_BENCH_ELO_H
#define GOMOKU_BENCH_ELO_H

#include <stdbool.h>

enum { ELO_LOST, ELO_DRAWN, ELO_WON, ELO_OUTCOMES };
enum {
	ELO_PAIR_SCORES = 5,
	ELO_LEAST_PAIRS = 8, /* a sequential test says nothing before */
};

struct elo_tally {
	int games[ELO_OUTCOMES];    /* all games */
	int pairs[ELO_PAIR_SCORES]; /* whole pairs, by A's half points */
};

struct elo_range {
	double value, low, high; /* infinite where nothing bounds them */
};

/* The share of points that a player so many Elo stronger gets, and back. */
double elo_to_score(double elo);
double elo_from_score(double score);
int elo_games(const struct elo_tally *t);
/* A's share of all points, 0 to 1; one half before the first game. */
double elo_score(const struct elo_tally *t);
/* A's Elo over B with its 95 % interval. */
struct elo_range elo_estimate(const struct elo_tally *t);
/*
 * The log likelihood ratio of "A is elo1 stronger" over "A is elo0 stronger"; 0 with fewer than
 * ELO_LEAST_PAIRS. The variance has one pair of even spread added, so that a few pairs that happen
 * to be alike do not decide.
 */
double elo_llr(const struct elo_tally *t, double elo0, double elo1);
/* The ratio at which a test with this risk of error to either side (0 to 0.5) stops. */
double elo_llr_bound(double risk);

#endif
