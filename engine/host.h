/*
 * What the program lends the search (search_host): a clock that only goes forward, and threads.
 */
#ifndef GOMOKU_HOST_H
#define GOMOKU_HOST_H

#include <stdint.h>

/* Milliseconds of the machine's monotonic clock. */
int64_t host_now_ms(void *arg);
/* Calls work(item, 0) here and the others in threads, as far as they can be had, and waits. */
void host_spread(void *arg, int n, void (*work)(void *item, int i), void *item);

#endif
