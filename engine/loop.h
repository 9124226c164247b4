/*
 * The engine's loop: a line of the input in turn, its answer, the next; and while the engine thinks
 * a look at the input every few milliseconds, so that YXSTOP, END and the end of the input are
 * heard at once.
 *
 *   loop_init --loop_step (true)--> ... --loop_step (false): END, end of input, or a failure
 */
#ifndef GOMOKU_LOOP_H
#define GOMOKU_LOOP_H

#include "input.h"
#include "responder.h"

struct loop {
	struct input input;
	struct responder responder;
	struct search_host host;
	int64_t (*now_ms)(void *arg); /* the clock, called with NULL */
	int64_t polled_ms;	      /* when the input was last looked at */
};

/* Where the bytes come from, and go to; the caller keeps both, and search, until it is done. */
struct loop_ends {
	int in;
	FILE *out;
	struct search *search;
	int64_t (*now_ms)(void *arg);
	/* As in search_host; NULL: one thread. */
	void (*spread)(void *arg, int n, void (*work)(void *item, int i), void *item);
};

void loop_init(struct loop *l, const struct loop_ends *ends);
/* Waits for a line and answers it. False when there is no more to come. */
bool loop_step(struct loop *l);
/* Whether reading or writing has failed. */
bool loop_failed(const struct loop *l);

#endif
