/*
 * Ratings by Glicko-2.
 *
 * Source: Mark E. Glickman, "Example of the Glicko-2 system" (2012 edition): its scale, its steps
 * and its Illinois search for the volatility. Here each game is a rating period of its own,
 * computed for both players from what they were before it, and the deviation of a player has first
 * grown for the days since that player's last game, a day without a game being a period without
 * one. A pool of ratings belongs to one rule; which pool is the caller's to know.
 */
#ifndef GOMOKU_RATING_H
#define GOMOKU_RATING_H

#include <stdbool.h>
#include <stddef.h>

struct rating {
	double value;	   /* 1500 to begin with */
	double deviation;  /* 350 at most and to begin with */
	double volatility; /* 0.06 to begin with */
};

/* One game of a period: whom against, and 1 for a win, 0.5 for a draw, 0 for a loss. */
struct rating_game {
	struct rating opponent;
	double score;
};

/* The system constant tau of our pools. */
#define RATING_TAU 0.5
/* Above this deviation a rating is provisional. */
#define RATING_PROVISIONAL 110.0

/* What a player without games has. */
struct rating rating_new(void);
/* The rating after `days` (0 or more, fractions count) without a game. */
struct rating rating_after_days(struct rating r, double days);
/* The rating after a period with n games; with none only the deviation grows. */
struct rating rating_after(struct rating r, const struct rating_game games[], size_t n, double tau);
/* Rates one game of two players whose deviations have grown already; score_a is a's. */
void rating_play(struct rating *a, struct rating *b, double score_a);
bool rating_provisional(const struct rating *r);

#endif
