/*
 * The engine's bench: fixed positions, searched to a fixed depth by one thread from an empty
 * memory. The nodes that this takes are the same on every machine; a sum of nodes and moves, the
 * signature, tells whether two builds search alike.
 */
#ifndef GOMOKU_BENCH_H
#define GOMOKU_BENCH_H

#include <stdint.h>
#include <stdio.h>

#include "engine/search/search.h"

struct bench_sum {
	int64_t nodes;
	uint64_t signature;
};

/* Searches all positions; a line each to out unless it is NULL. -1 when there is no memory. */
int bench_run(struct bench_sum *sum, FILE *out);

#endif
