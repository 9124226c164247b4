#include "hist.h"

#include <string.h>

void hist_clear(struct hist *h)
{
	memset(h, 0, sizeof *h);
}

/* Below HIST_FINE a step each; above, HIST_FINE steps for each doubling. */
static int step_of(uint64_t ns)
{
	int size = 0;

	while (ns >> size >= 2 * HIST_FINE)
		size++;
	return size * HIST_FINE + (int)(ns >> size);
}

/* The greatest value of a step. */
static double step_end(int step)
{
	int size = step / HIST_FINE - 1;

	if (size < 0)
		return step;
	return (double)((uint64_t)(step % HIST_FINE + HIST_FINE + 1) << size) - 1;
}

void hist_add(struct hist *h, int64_t ns)
{
	int step = step_of(ns < 0 ? 0 : (uint64_t)ns);

	if (step >= HIST_SIZES * HIST_FINE)
		step = HIST_SIZES * HIST_FINE - 1;
	h->count[step]++;
	h->total++;
	if (ns > h->most_ns)
		h->most_ns = ns;
}

double hist_us(const struct hist *h, double share)
{
	uint64_t seen = 0;

	for (int i = 0; i < HIST_SIZES * HIST_FINE && h->total; i++) {
		seen += h->count[i];
		if ((double)seen >= share * (double)h->total)
			return step_end(i) < (double)h->most_ns ? step_end(i) / 1000
								: (double)h->most_ns / 1000;
	}
	return 0;
}
