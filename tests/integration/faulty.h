/* Daemons on a failing disk (tests/faults), for a whole program of tests. */
#ifndef GOMOKU_FAULTY_H
#define GOMOKU_FAULTY_H

#include "harness.h"
#include "tests/faults/faults.h"

/* Setup and teardown of the group: the daemons it starts are loaded with the faults, none at
 * first. */
int faulty_begin(void **state);
int faulty_end(void **state);
/* Teardown of each test: all works again. */
int faulty_after_test(void **state);
#define fault_test(f) cmocka_unit_test_teardown(f, faulty_after_test)

/* From now on those calls (FAULT_...) fail with that errno. */
void fail_now(unsigned what, int error);
void works_again(void);
/* All peers are that far away, by what the kernel says; 0: as they are. */
void far_away(unsigned rtt_us);
/* So many seconds pass at once for the daemons, whose clocks never go back after it. */
void time_passes(struct server *s, int seconds);
/* The clock on the wall is put forward, or back, by so many seconds; works_again puts it right. */
void wall_clock_steps(int seconds);
/* A moment between two looks. */
void rest(void);

#endif
