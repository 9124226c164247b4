/*
 * The bots' thinking: positions wait in one queue and go to idle workers of their kind in order. A
 * room has one position in it at most, so the queue is fair between rooms; no new games begin while
 * it is long. Hints wait in a queue of their own, behind all moves.
 *
 * A move that finds all workers busy has one that works on a hint answer at once.
 *
 * Kind 0 is the house's engine, the others are the roster's, started when they are first needed.
 *
 * A worker that dies, overruns its time or answers rubbish is killed and started again, after a
 * pause that doubles each time. Its question goes to another once, then once more at the lowest
 * level; if even that fails, the asker hears of it. A stranger's engine has two tries, and when it
 * dies again and again without any answer, all who wait for it hear of it. No move is ever made up.
 * An opening that a stranger's engine can't go on with (SWAP2BOARD is not known to all) is put to
 * the house's engine, from then on at once.
 */
#ifndef GOMOKUD_SEATS_POOL_H
#define GOMOKUD_SEATS_POOL_H

#include "daemon/loop.h"
#include "dialogue.h"
#include "spawner.h"

struct pool;

/* Who asks. All are called from the loop, never from inside pool_ask. */
struct pool_client {
	/* A worker has taken the question: the bot's clock runs from now. */
	void (*taken)(void *arg, int64_t now_ms);
	/* How far the engine is; may be NULL. */
	void (*progress)(void *arg, const struct progress *progress, int64_t now_ms);
	/* The answer; NULL: no engine could find one. */
	void (*answered)(void *arg, const struct reply *reply, int64_t now_ms);
};

/*
 * Starts `workers` of the house's engine. The spawner, which knows `strangers` kinds more, stays
 * the caller's; a stranger's process that had nothing to do for idle_ms is ended. NULL: no memory.
 */
struct pool *pool_new(
    struct loop *l, struct spawner *s, int workers, int strangers, int64_t idle_ms);
void pool_free(struct pool *p);
/*
 * Queues a question of arg, which must have none yet, for an engine of that kind. A game that is
 * going on is never refused for the queue's length. 0, or -1 when no engine can be had any more.
 */
int pool_ask(struct pool *p, const struct pool_client *client, void *arg, int kind,
    const struct position *position, const struct thinking *thinking);
/* The same for a hint, which the house's engine answers when it has nothing else to do. */
int pool_ask_hint(struct pool *p, const struct pool_client *client, void *arg,
    const struct position *position, const struct thinking *thinking);
/* How much the pool has to do. */
struct pool_load {
	int waiting; /* moves that wait for a process */
	int busy, processes;
};

void pool_load(const struct pool *p, struct pool_load *load);
/* Whether another game against a bot may begin. */
bool pool_has_room(const struct pool *p);
/* arg's question, if it has one, is of no more interest: it is not called about it again. */
void pool_forget(struct pool *p, void *arg);

#endif
