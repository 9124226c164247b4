/*
 * Work that would hold the loop up, such as hashing a password: a few threads take it from a
 * bounded queue, and the loop hears when it is done. As many pieces run at once as there are
 * threads, which bounds the memory they take together.
 */
#ifndef GOMOKUD_JOBS_H
#define GOMOKUD_JOBS_H

#include <stdbool.h>

#include "loop.h"

struct jobs;

/* Threads, and pieces of work that may wait for one. NULL: no memory, descriptors or threads. */
struct jobs *jobs_new(struct loop *l, int threads, int queue_max);
/* Pieces of work that wait for a thread. */
int jobs_waiting(struct jobs *j);
/*
 * Waits for what is being worked on, drops what waits. done is called for all of it, for what was
 * dropped with worked false.
 */
void jobs_free(struct jobs *j);
/*
 * Has a thread call work(arg), then the loop done(arg, true). work shares nothing with others but
 * arg, which is done's to free. Returns -1, and calls neither, when the queue is full.
 */
int jobs_add(
    struct jobs *j, void (*work)(void *arg), void (*done)(void *arg, bool worked), void *arg);

#endif
