/*
 * The bots' thinking: positions wait in one queue and go to idle workers in order. A room has one
 * position in it at most, so the queue is fair between rooms; no new games begin while it is long.
 *
 * A worker that dies, overruns its time or answers rubbish is killed and started again, after a
 * pause that doubles each time. Its question goes to another once, then once more at the lowest
 * level; if even that fails, the asker hears of it. No move is ever made up.
 */
#ifndef GOMOKUD_SEATS_POOL_H
#define GOMOKUD_SEATS_POOL_H

#include "daemon/loop.h"
#include "dialogue.h"
#include "spawner.h"

struct pool;

/* Who asks. Both are called from the loop, never from inside pool_ask. */
struct pool_client {
	/* A worker has taken the question: the bot's clock runs from now. */
	void (*taken)(void *arg, int64_t now_ms);
	/* The move; POINT_NONE: no engine could find one. */
	void (*answered)(void *arg, int point, int64_t now_ms);
};

/* Starts `workers` of them. The spawner stays the caller's. NULL: no memory. */
struct pool *pool_new(
    struct loop *l, struct spawner *s, int workers, const struct pool_client *client);
void pool_free(struct pool *p);
/*
 * Queues a question of arg, which must have none yet. A game that is going on is never refused for
 * the queue's length. 0, or -1 when no engine can be had any more.
 */
int pool_ask(
    struct pool *p, void *arg, const struct position *position, const struct thinking *thinking);
/* Whether another game against a bot may begin. */
bool pool_has_room(const struct pool *p);
/* arg's question, if it has one, is of no more interest: it is not called about it again. */
void pool_forget(struct pool *p, void *arg);
/* Questions that wait. */
int pool_waiting(const struct pool *p);

#endif
