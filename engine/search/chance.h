/*
 * Chance for a player that is pure otherwise: numbers from a seed, and the choice of one among
 * equally good points. The same seed gives the same numbers on every machine.
 */
#ifndef GOMOKU_CHANCE_H
#define GOMOKU_CHANCE_H

#include <stdint.h>

struct chance {
	uint64_t state;
};

/* Begins the numbers of a seed. */
void chance_init(struct chance *c, uint64_t seed);
/* The next number of 64 bits. */
uint64_t chance_next(struct chance *c);
/* The next number, 0..n-1, for an n of at least 1. */
int chance_below(struct chance *c, int n);

/*
 * The best point offered so far: that of the greatest value, among equals that of the greatest
 * second value, and among those one by chance, each with the same probability.
 */
struct choice {
	int point; /* POINT_NONE before the first offer */
	int64_t value, second;
	int equals; /* how many points were as good as this one, itself included */
};

void choice_init(struct choice *best);
void choice_offer(
    struct choice *best, int point, int64_t value, int64_t second, struct chance *chance);

#endif
