#include "elo.h"

#include <math.h>

static const double Z95 = 1.959964;

double elo_to_score(double elo)
{
	return 1 / (1 + pow(10, -elo / 400));
}

double elo_from_score(double score)
{
	if (score <= 0)
		return -INFINITY;
	if (score >= 1)
		return INFINITY;
	return 400 * log10(score / (1 - score));
}

int elo_games(const struct elo_tally *t)
{
	return t->games[ELO_LOST] + t->games[ELO_DRAWN] + t->games[ELO_WON];
}

double elo_score(const struct elo_tally *t)
{
	int n = elo_games(t);
	return n == 0 ? 0.5 : (t->games[ELO_WON] + t->games[ELO_DRAWN] * 0.5) / n;
}

/* Pairs played, the mean of their scores (0 to 1 each) and its variance within. */
struct spread {
	double n, mean, variance;
};

static struct spread pair_spread(const struct elo_tally *t)
{
	struct spread s = {0, 0, 0};
	double squares = 0;
	for (int i = 0; i < ELO_PAIR_SCORES; i++) {
		double count = t->pairs[i], score = i / 4.0;
		s.n += count;
		s.mean += count * score;
		squares += count * score * score;
	}
	if (s.n > 0) {
		s.mean /= s.n;
		s.variance = squares / s.n - s.mean * s.mean;
	}
	return s;
}

/* Wilson's interval for a share of n. */
static void wilson(double share, double n, double *low, double *high)
{
	double z2 = Z95 * Z95;
	double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
	double half = Z95 * sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n);
	*low = middle - half;
	*high = middle + half;
}

struct elo_range elo_estimate(const struct elo_tally *t)
{
	double score = elo_score(t), low, high;
	int n = elo_games(t);
	if (n == 0)
		return (struct elo_range){0, -INFINITY, INFINITY};
	struct spread s = pair_spread(t);
	double half = s.n > 0 ? Z95 * sqrt(s.variance / s.n) : 0;
	/* With few pairs, or all alike, the variance seen says nothing: count the games alone. */
	if (s.n < 4 || half <= 0 || score - half <= 0 || score + half >= 1) {
		wilson(score, n, &low, &high);
	} else {
		low = score - half;
		high = score + half;
	}
	/* Nothing but wins bounds nothing from above, whatever the interval of the share says. */
	if (score >= 1)
		high = 1;
	if (score <= 0)
		low = 0;
	return (struct elo_range){elo_from_score(score), elo_from_score(low), elo_from_score(high)};
}

double elo_llr(const struct elo_tally *t, double elo0, double elo1)
{
	/* Scores spread evenly over 0 to 4 half points: what one pair is thought to be beforehand.
	 */
	const double prior_variance = 0.125;
	struct spread s = pair_spread(t);
	double score0 = elo_to_score(elo0), score1 = elo_to_score(elo1);
	if (s.n < ELO_LEAST_PAIRS)
		return 0;
	double variance = (s.n * s.variance + prior_variance) / (s.n + 1);
	return s.n * (score1 - score0) * (2 * s.mean - score0 - score1) / (2 * variance);
}

double elo_llr_bound(double risk)
{
	return log((1 - risk) / risk);
}
