/*
 * How late this machine wakes what should run now: a thread that sleeps two milliseconds again and
 * again and notes how much later than asked it woke. A player that answers late on a busy machine
 * is given that much. One sentinel a process; its calls may come from any thread.
 */
#ifndef GOMOKU_BENCH_SENTINEL_H
#define GOMOKU_BENCH_SENTINEL_H

#include <stdint.h>

/* Milliseconds on CLOCK_MONOTONIC. */
double now_ms(void);

/* Returns -1 when there is no thread to be had. */
int sentinel_start(void);
void sentinel_stop(void);
/* The worst delay seen since that time, in milliseconds, one that still lasts included. */
double sentinel_worst_ms(double since_ms);

#endif
