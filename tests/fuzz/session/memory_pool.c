/*
 * The bots' pool (daemon/seats/pool.h) without processes, for fuzzing. What an engine says is the
 * input's, read as the daemon reads it (dialogue.h), or a move that is allowed.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "daemon/loop.h"
#include "memory.h"
#include "tests/fuzz/require.h"

struct question {
	const struct pool_client *client;
	void *arg;
	struct position position;
	struct thinking thinking;
	bool taken;
	TAILQ_ENTRY(question) link;
};

struct pool {
	TAILQ_HEAD(, question) questions;
	int waiting;
};

static char says[256];
static bool busy;

void memory_pool_reset(void)
{
	says[0] = '\0';
	busy = false;
}

void memory_pool_say(const char *line, size_t len)
{
	if (len >= sizeof says)
		len = sizeof says - 1;
	memcpy(says, line, len);
	says[len] = '\0';
}

void memory_pool_busy(bool is_busy)
{
	busy = is_busy;
}

struct pool *pool_new(
    struct loop *l, struct spawner *s, int workers, int strangers, int64_t idle_ms)
{
	struct pool *p = calloc(1, sizeof *p);

	(void)l, (void)s, (void)workers, (void)strangers, (void)idle_ms;
	if (p)
		TAILQ_INIT(&p->questions);
	return p;
}

static void drop(struct pool *p, struct question *q)
{
	TAILQ_REMOVE(&p->questions, q, link);
	p->waiting--;
	free(q);
}

void pool_free(struct pool *p)
{
	require(TAILQ_EMPTY(&p->questions), "a question outlived who asked it");
	free(p);
}

static struct question *find(struct pool *p, const void *arg)
{
	struct question *q;

	TAILQ_FOREACH(q, &p->questions, link)
	if (q->arg == arg)
		return q;
	return NULL;
}

static int ask(struct pool *p, const struct pool_client *client, void *arg,
    const struct position *position, const struct thinking *thinking)
{
	static char text[DIALOGUE_TEXT];
	struct question *q = calloc(1, sizeof *q);
	size_t len;

	require(q != NULL && find(p, arg) == NULL, "two questions of one asker");
	len = dialogue_question(position, thinking, text);
	require(len > 0 && len < DIALOGUE_TEXT && text[len - 1] == '\n', "a question cut short");
	q->client = client;
	q->arg = arg;
	q->position = *position;
	q->thinking = *thinking;
	TAILQ_INSERT_TAIL(&p->questions, q, link);
	p->waiting++;
	return 0;
}

int pool_ask(struct pool *p, const struct pool_client *client, void *arg, int kind,
    const struct position *position, const struct thinking *thinking)
{
	(void)kind;
	return ask(p, client, arg, position, thinking);
}

int pool_ask_hint(struct pool *p, const struct pool_client *client, void *arg,
    const struct position *position, const struct thinking *thinking)
{
	return ask(p, client, arg, position, thinking);
}

void pool_load(const struct pool *p, struct pool_load *load)
{
	*load = (struct pool_load){.waiting = p->waiting, .busy = p->waiting, .processes = 1};
}

bool pool_has_room(const struct pool *p)
{
	(void)p;
	return !busy;
}

void pool_forget(struct pool *p, void *arg)
{
	struct question *q = find(p, arg);

	if (q)
		drop(p, q);
}

/* Tries one point after another, from one that depends on the position. */
static bool find_move(const struct position *p, struct reply *reply)
{
	int cells = p->size * p->size, from = (p->plies * 37 + 7 * p->size + 7) % cells;
	char line[32];

	for (int i = 0; i < cells; i++) {
		int at = (from + i) % cells;

		snprintf(line, sizeof line, "%d,%d", at % p->size, at / p->size);
		if (dialogue_answer(p, line, reply) == ANSWER_MOVE)
			return true;
	}
	return false;
}

/* What the house's engine would say, more or less. */
static bool think(const struct position *p, struct reply *reply)
{
	if (p->opening && p->plies == 0)
		return dialogue_answer(p, "7,7 8,7 7,9", reply) == ANSWER_MOVE ||
		       dialogue_answer(p, "0,0 1,1 2,0", reply) == ANSWER_MOVE;
	if (p->opening)
		return dialogue_answer(p, "SWAP", reply) == ANSWER_MOVE;
	return find_move(p, reply);
}

static bool answer(const struct position *p, struct reply *reply)
{
	if (*says && dialogue_answer(p, says, reply) != ANSWER_MORE)
		return dialogue_answer(p, says, reply) == ANSWER_MOVE;
	return think(p, reply);
}

/* First it is taken, then answered, after which who asked may ask again. */
bool memory_pool_work(struct pool *p)
{
	struct question *q = TAILQ_FIRST(&p->questions);
	struct progress progress;
	struct reply reply;
	bool found;

	if (!q || strcmp(says, "-") == 0)
		return false;
	if (!q->taken) {
		q->taken = true;
		q->client->taken(q->arg, loop_now_ms());
		return true;
	}
	if (*says && dialogue_progress(says, &progress) && q->client->progress)
		q->client->progress(q->arg, &progress, loop_now_ms());
	found = answer(&q->position, &reply);
	{
		const struct pool_client *client = q->client;
		void *arg = q->arg;

		drop(p, q);
		client->answered(arg, found ? &reply : NULL, loop_now_ms());
	}
	return true;
}
