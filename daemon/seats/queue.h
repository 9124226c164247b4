/*
 * The questions that wait for a worker: moves in the order in which they were asked, and hints
 * behind all of them. Questions are malloc'ed; the queue owns those that are in it.
 */
#ifndef GOMOKUD_SEATS_QUEUE_H
#define GOMOKUD_SEATS_QUEUE_H

#include <sys/queue.h>

#include "pool.h"

struct job {
	const struct pool_client *client;
	void *arg; /* NULL: forgotten while a worker has it */
	int kind;
	bool hint;
	struct position position;
	struct thinking thinking;
	int tries;	  /* that have failed */
	int64_t since_us; /* when it was asked, or given to a worker */
	TAILQ_ENTRY(job) link;
};

TAILQ_HEAD(job_list, job);

struct queue {
	struct job_list moves, hints;
	int waiting; /* moves */
};

void queue_init(struct queue *q);
/* Frees what is in it. */
void queue_clear(struct queue *q);
/* Puts one in, as the last of its sort or the first. */
void queue_push(struct queue *q, struct job *j, bool front);
/* Takes one out that is in it. */
void queue_take(struct queue *q, struct job *j);
/* The first question for that kind, moves before hints; kind -1: for any. NULL without one. */
struct job *queue_first(const struct queue *q, int kind);
/* How many moves wait for the house's engine. */
int queue_moves_at_home(const struct queue *q);
/* Frees what arg has in it. */
void queue_forget(struct queue *q, const void *arg);

#endif
