/* Latencies, counted in steps of 1/32 of their size: percentiles of any number of them in 5 KiB. */
#ifndef GOMOKU_LOAD_HIST_H
#define GOMOKU_LOAD_HIST_H

#include <stdint.h>

enum { HIST_FINE = 32, HIST_SIZES = 40 };

struct hist {
	uint64_t total;
	int64_t most_ns;
	uint32_t count[HIST_SIZES * HIST_FINE];
};

void hist_clear(struct hist *h);
void hist_add(struct hist *h, int64_t ns);
/* The latency that a share of 0..1 of them does not exceed, microseconds; 0 when there are none. */
double hist_us(const struct hist *h, double share);

#endif
