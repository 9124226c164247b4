#include "pool.h"

#include <stdlib.h>
#include <sys/queue.h>
#include <sysexits.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "worker.h"

enum { TRIES = 3 };

struct job {
	void *arg; /* NULL: forgotten while a worker has it */
	struct position position;
	struct thinking thinking;
	int tries; /* that have failed */
	TAILQ_ENTRY(job) link;
};

struct slot {
	struct worker *worker;
	struct job *job;
	int64_t restart_at_ms; /* INT64_MAX: not waiting for that */
	int64_t pause_ms;      /* the next one */
};

struct pool {
	struct loop *loop;
	struct spawner *spawner;
	const struct pool_client *client;
	struct event *news;
	struct loop_timer *restart, *ask;
	int slots, waiting;
	bool broken; /* the spawner is gone */
	TAILQ_HEAD(, job) queue;
	struct slot slot[LIMIT_WORKERS];
};

static void on_idle(void *arg, struct worker *w);
static void on_answered(void *arg, struct worker *w, int point);
static void on_failed(void *arg, struct worker *w, const char *why);

static const struct worker_handler worker_handler = {on_idle, on_answered, on_failed};

static struct slot *slot_of(struct pool *p, const struct worker *w)
{
	int i = 0;

	while (p->slot[i].worker != w)
		i++;
	return &p->slot[i];
}

static void push(struct pool *p, struct job *j, bool front)
{
	if (front)
		TAILQ_INSERT_HEAD(&p->queue, j, link);
	else
		TAILQ_INSERT_TAIL(&p->queue, j, link);
	p->waiting++;
}

static struct job *pop(struct pool *p)
{
	struct job *j = TAILQ_FIRST(&p->queue);

	if (j) {
		TAILQ_REMOVE(&p->queue, j, link);
		p->waiting--;
	}
	return j;
}

static void give(struct pool *p, struct slot *s, struct job *j)
{
	int64_t now = loop_now_ms();

	s->job = j;
	worker_ask(s->worker, &j->position, &j->thinking,
	    now + j->thinking.budget_ms + LIMIT_THINK_GRACE_MS);
	p->client->taken(j->arg, now);
}

/*
 * Hands waiting questions to idle workers. Always from a timer: what a worker has said in the same
 * breath as its answer must not be taken for the answer to the next question.
 */
static void hand_out(void *arg)
{
	struct pool *p = arg;

	for (int i = 0; i < p->slots && p->waiting > 0; i++)
		if (worker_state(p->slot[i].worker) == WORKER_IDLE)
			give(p, &p->slot[i], pop(p));
}

/* Sets the timer to the first restart that is due. */
static void plan_restart(struct pool *p)
{
	int64_t at = INT64_MAX;

	for (int i = 0; i < p->slots; i++)
		if (p->slot[i].restart_at_ms < at)
			at = p->slot[i].restart_at_ms;
	timer_set(p->restart, at);
}

static void restart_later(struct pool *p, struct slot *s)
{
	s->restart_at_ms = loop_now_ms() + s->pause_ms;
	s->pause_ms *= 2;
	if (s->pause_ms > LIMIT_RESPAWN_MAX_MS)
		s->pause_ms = LIMIT_RESPAWN_MAX_MS;
	plan_restart(p);
}

static void on_restart(void *arg)
{
	struct pool *p = arg;
	int64_t now = loop_now_ms();

	if (p->broken) {
		/* Nobody can be started any more: whoever waits is told. */
		struct job *j;

		while ((j = pop(p))) {
			p->client->answered(j->arg, POINT_NONE, now);
			free(j);
		}
		return;
	}
	for (int i = 0; i < p->slots; i++) {
		struct slot *s = &p->slot[i];

		if (s->restart_at_ms > now)
			continue;
		s->restart_at_ms = INT64_MAX;
		if (worker_start(s->worker) < 0)
			restart_later(p, s);
	}
	plan_restart(p);
}

static void hand_out_soon(struct pool *p)
{
	timer_set(p->ask, 0);
}

static void on_idle(void *arg, struct worker *w)
{
	(void)w;
	hand_out_soon(arg);
}

static void on_answered(void *arg, struct worker *w, int point)
{
	struct pool *p = arg;
	struct slot *s = slot_of(p, w);
	struct job *j = s->job;

	s->job = NULL;
	s->pause_ms = LIMIT_RESPAWN_MS;
	if (j->arg)
		p->client->answered(j->arg, point, loop_now_ms());
	free(j);
	hand_out_soon(p);
}

/* A question whose worker failed: again elsewhere, again as easily as can be, or given up. */
static void try_again(struct pool *p, struct job *j)
{
	if (j->arg && ++j->tries < TRIES) {
		if (j->tries == TRIES - 1)
			j->thinking.level = 1;
		push(p, j, true);
		return;
	}
	if (j->arg)
		p->client->answered(j->arg, POINT_NONE, loop_now_ms());
	free(j);
}

static void on_failed(void *arg, struct worker *w, const char *why)
{
	struct pool *p = arg;
	struct slot *s = slot_of(p, w);
	struct job *j = s->job;

	log_warn("event=worker-failed worker=%u reason=\"%s\" busy=%s restart-ms=%lld",
	    (unsigned)worker_id(w), why, j ? "yes" : "no", (long long)s->pause_ms);
	s->job = NULL;
	restart_later(p, s);
	if (j)
		try_again(p, j);
	hand_out_soon(p);
}

static void spawner_gone(struct pool *p)
{
	log_warn("event=spawner-gone effect=\"no bots until gomokud is restarted\"");
	p->broken = true;
	event_del(p->news);
	timer_set(p->restart, 0);
}

static void on_news(evutil_socket_t unused_fd, short what, void *arg)
{
	struct pool *p = arg;
	enum spawner_news news;
	uint32_t id = 0;
	int fd = -1;

	(void)unused_fd, (void)what;
	while ((news = spawner_read(p->spawner, &id, &fd)) != SPAWNER_NOTHING) {
		struct slot *s = NULL;

		if (news == SPAWNER_GONE) {
			spawner_gone(p);
			return;
		}
		for (int i = 0; i < p->slots; i++)
			if (worker_id(p->slot[i].worker) == id &&
			    worker_state(p->slot[i].worker) == WORKER_STARTING)
				s = &p->slot[i];
		if (s)
			worker_started(s->worker, fd);
		else if (fd >= 0)
			close(fd);
	}
}

struct pool *pool_new(
    struct loop *l, struct spawner *s, int workers, const struct pool_client *client)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->loop = l;
	p->spawner = s;
	p->client = client;
	TAILQ_INIT(&p->queue);
	p->restart = timer_new(l, on_restart, p);
	p->ask = timer_new(l, hand_out, p);
	p->news = event_new(loop_base(l), spawner_fd(s), EV_READ | EV_PERSIST, on_news, p);
	if (!p->news || event_add(p->news, NULL) < 0)
		fatal(EX_OSERR, "out of memory");
	for (; p->slots < workers && p->slots < LIMIT_WORKERS; p->slots++) {
		struct slot *slot = &p->slot[p->slots];

		if (!(slot->worker = worker_new(l, s, &worker_handler, p)))
			fatal(EX_OSERR, "out of memory");
		slot->restart_at_ms = 0;
		slot->pause_ms = LIMIT_RESPAWN_MS;
	}
	timer_set(p->restart, 0);
	return p;
}

void pool_free(struct pool *p)
{
	struct job *j;

	for (int i = 0; i < p->slots; i++) {
		worker_free(p->slot[i].worker);
		free(p->slot[i].job);
	}
	while ((j = pop(p)))
		free(j);
	event_free(p->news);
	timer_free(p->restart);
	timer_free(p->ask);
	free(p);
}

bool pool_has_room(const struct pool *p)
{
	return !p->broken && p->waiting < LIMIT_AI_QUEUE;
}

int pool_waiting(const struct pool *p)
{
	return p->waiting;
}

int pool_ask(
    struct pool *p, void *arg, const struct position *position, const struct thinking *thinking)
{
	struct job *j;

	if (p->broken || !(j = malloc(sizeof *j)))
		return -1;
	j->arg = arg;
	j->position = *position;
	j->thinking = *thinking;
	j->tries = 0;
	push(p, j, false);
	hand_out_soon(p);
	return 0;
}

void pool_forget(struct pool *p, void *arg)
{
	struct job *j, *next;

	for (j = TAILQ_FIRST(&p->queue); j; j = next) {
		next = TAILQ_NEXT(j, link);
		if (j->arg == arg) {
			TAILQ_REMOVE(&p->queue, j, link);
			p->waiting--;
			free(j);
		}
	}
	for (int i = 0; i < p->slots; i++)
		if (p->slot[i].job && p->slot[i].job->arg == arg)
			p->slot[i].job->arg = NULL;
}
