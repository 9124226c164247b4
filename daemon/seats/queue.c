#include "queue.h"

#include <stdlib.h>

void queue_init(struct queue *q)
{
	TAILQ_INIT(&q->moves);
	TAILQ_INIT(&q->hints);
	q->waiting = 0;
}

void queue_clear(struct queue *q)
{
	struct job *j;

	while ((j = queue_first(q, -1))) {
		queue_take(q, j);
		free(j);
	}
}

void queue_push(struct queue *q, struct job *j, bool front)
{
	struct job_list *list = j->hint ? &q->hints : &q->moves;

	if (front)
		TAILQ_INSERT_HEAD(list, j, link);
	else
		TAILQ_INSERT_TAIL(list, j, link);
	q->waiting += !j->hint;
}

void queue_take(struct queue *q, struct job *j)
{
	TAILQ_REMOVE(j->hint ? &q->hints : &q->moves, j, link);
	q->waiting -= !j->hint;
}

struct job *queue_first(const struct queue *q, int kind)
{
	const struct job_list *const lists[] = {&q->moves, &q->hints};
	struct job *j;

	for (int i = 0; i < 2; i++)
		TAILQ_FOREACH(j, lists[i], link)
	if (kind < 0 || j->kind == kind)
		return j;
	return NULL;
}

int queue_moves_at_home(const struct queue *q)
{
	const struct job *j;
	int n = 0;

	TAILQ_FOREACH(j, &q->moves, link)
	n += j->kind == 0;
	return n;
}

static void forget_in(struct queue *q, struct job_list *list, const void *arg)
{
	struct job *j, *next;

	for (j = TAILQ_FIRST(list); j; j = next) {
		next = TAILQ_NEXT(j, link);
		if (j->arg == arg) {
			queue_take(q, j);
			free(j);
		}
	}
}

void queue_forget(struct queue *q, const void *arg)
{
	forget_in(q, &q->moves, arg);
	forget_in(q, &q->hints, arg);
}
