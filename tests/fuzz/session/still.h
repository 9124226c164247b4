/*
 * The loop of daemon/loop.h on a clock that is set by hand: still_loop.c stands in its place when a
 * whole session is fuzzed, so that the same input always does the same. Events on descriptors are
 * libevent's as ever; timers fire when still_fire is called, and time() says the same time.
 */
#ifndef GOMOKU_FUZZ_STILL_H
#define GOMOKU_FUZZ_STILL_H

#include <stdbool.h>
#include <stdint.h>

/* Back to the time at which every input begins. */
void still_reset(void);
/* When the next timer is due; INT64_MAX: none is set. */
int64_t still_next_ms(void);
/* It is that time from now on, unless it is later already. */
void still_go(int64_t to_ms);
/* Fires the timers that are due. Returns whether any was. One that a timer sets waits for the next
 * call. */
bool still_fire(void);
/* Timers that were made and not freed. */
int still_timers(void);

#endif
