/*
 * Random numbers for tests: a stream fixed by its seed, so that a failure can be seen again
 * (Marsaglia's xorshift, 64 bits).
 */
#ifndef GOMOKU_TEST_DRAW_H
#define GOMOKU_TEST_DRAW_H

#include <stdint.h>

struct draw {
	uint64_t state; /* never 0 */
};

static inline uint64_t draw_next(struct draw *d)
{
	d->state ^= d->state << 13;
	d->state ^= d->state >> 7;
	d->state ^= d->state << 17;
	return d->state;
}

/* A number from 0 to n - 1. */
static inline int draw_below(struct draw *d, int n)
{
	return (int)((draw_next(d) >> 11) % (uint64_t)n);
}

#endif
