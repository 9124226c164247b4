#include "rating.h"

#include <math.h>

/* Names follow the paper: mu and phi are value and deviation on Glicko-2's own scale. */
static const double scale = 173.7178;
static const double value_new = 1500.0, deviation_max = 350.0, volatility_new = 0.06;
static const double convergence = 0.000001;

struct rating rating_new(void)
{
	return (struct rating){value_new, deviation_max, volatility_new};
}

static double with_limit(double deviation)
{
	return deviation < deviation_max ? deviation : deviation_max;
}

struct rating rating_after_days(struct rating r, double days)
{
	double phi = r.deviation / scale;
	double grown = sqrt(phi * phi + days * r.volatility * r.volatility);
	r.deviation = with_limit(grown * scale);
	return r;
}

/* Step 3: how much an opponent's uncertainty dulls a result. */
static double g_of(double phi)
{
	return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (M_PI * M_PI));
}

/* What step 5 searches the zero of. */
struct volatility_search {
	double delta2, phi2, v, a, tau2;
};

static double f_of(const struct volatility_search *s, double x)
{
	double e = exp(x), sum = s->phi2 + s->v + e;
	return e * (s->delta2 - sum) / (2.0 * sum * sum) - (x - s->a) / s->tau2;
}

/* Step 5: the new volatility, by the Illinois variant of regula falsi. */
static double new_volatility(const struct volatility_search *s, double tau)
{
	double low = s->a, high;
	if (s->delta2 > s->phi2 + s->v) {
		high = log(s->delta2 - s->phi2 - s->v);
	} else {
		high = s->a - tau;
		while (f_of(s, high) < 0.0)
			high -= tau;
	}
	double f_low = f_of(s, low), f_high = f_of(s, high);
	while (fabs(high - low) > convergence) {
		double mid = low + (low - high) * f_low / (f_high - f_low), f_mid = f_of(s, mid);
		if (f_mid * f_high <= 0.0) {
			low = high;
			f_low = f_high;
		} else {
			f_low /= 2.0;
		}
		high = mid;
		f_high = f_mid;
	}
	return exp(low / 2.0);
}

struct rating rating_after(struct rating r, const struct rating_game games[], size_t n, double tau)
{
	if (n == 0)
		return rating_after_days(r, 1.0);
	double mu = (r.value - value_new) / scale, phi = r.deviation / scale;
	double information = 0.0, surprise = 0.0;
	for (size_t i = 0; i < n; i++) {
		double opponent = (games[i].opponent.value - value_new) / scale;
		double g = g_of(games[i].opponent.deviation / scale);
		double expected = 1.0 / (1.0 + exp(-g * (mu - opponent)));
		information += g * g * expected * (1.0 - expected);
		surprise += g * (games[i].score - expected);
	}
	double v = 1.0 / information, delta = v * surprise;
	struct volatility_search s = {.delta2 = delta * delta,
	    .phi2 = phi * phi,
	    .v = v,
	    .a = log(r.volatility * r.volatility),
	    .tau2 = tau * tau};
	double sigma = new_volatility(&s, tau);
	double phi_star2 = phi * phi + sigma * sigma;
	double phi_new = 1.0 / sqrt(1.0 / phi_star2 + information);
	return (struct rating){value_new + scale * (mu + phi_new * phi_new * surprise),
	    with_limit(phi_new * scale), sigma};
}

void rating_play(struct rating *a, struct rating *b, double score_a)
{
	struct rating_game of_a = {*b, score_a}, of_b = {*a, 1.0 - score_a};
	*a = rating_after(*a, &of_a, 1, RATING_TAU);
	*b = rating_after(*b, &of_b, 1, RATING_TAU);
}

bool rating_provisional(const struct rating *r)
{
	return r->deviation > RATING_PROVISIONAL;
}
