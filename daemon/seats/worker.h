/*
 * One engine process as the daemon sees it: asked for, idle, or busy with one position. It holds no
 * game: every question brings the whole position. What it writes is read in bounded lines.
 *
 * A worker that has failed has been closed and killed; worker_start gives it a new process.
 */
#ifndef GOMOKUD_SEATS_WORKER_H
#define GOMOKUD_SEATS_WORKER_H

#include <stdint.h>

#include "daemon/loop.h"
#include "dialogue.h"
#include "spawner.h"

struct worker;

enum worker_state { WORKER_OFF, WORKER_STARTING, WORKER_IDLE, WORKER_BUSY };

struct worker_handler {
	void (*idle)(void *arg, struct worker *w); /* its process has started */
	/* It thinks, and says how far it is. */
	void (*progress)(void *arg, struct worker *w, const struct progress *progress);
	void (*answered)(void *arg, struct worker *w, const struct reply *reply);
	/* It died, overran its time or answered rubbish; it is OFF now. */
	void (*failed)(void *arg, struct worker *w, const char *why);
};

/* kind: the spawner's, of its process. NULL: no memory. */
struct worker *worker_new(
    struct loop *l, struct spawner *s, int kind, const struct worker_handler *h, void *arg);
void worker_free(struct worker *w);
enum worker_state worker_state(const struct worker *w);
/* Asks the spawner for a process. Only when OFF. 0 or -1. */
int worker_start(struct worker *w);
/* Ends its process, if it has one; it is OFF then. Only when it is not BUSY. */
void worker_stop(struct worker *w);
/* The spawner's news for this worker: its socket, or -1 when there is none. */
void worker_started(struct worker *w, int fd);
/* The number under which the spawner knows its process. */
uint32_t worker_id(const struct worker *w);
/* Puts a question to an idle worker; it has until deadline_ms (of loop_now_ms). p is the caller's
 * and must stay until the answer. */
void worker_ask(
    struct worker *w, const struct position *p, const struct thinking *t, int64_t deadline_ms);
/* A busy one is to answer now, with the best it has (YXSTOP; an engine may not know that). */
void worker_hurry(struct worker *w);

#endif
