#include "pool.h"

#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/stats.h"
#include "queue.h"
#include "roster.h"
#include "worker.h"

enum { TRIES = 3, TRIES_OF_A_STRANGER = 2 };

struct slot {
	struct worker *worker;
	int kind;
	struct job *job;
	bool hurried;	       /* the job is a hint that has been asked to end */
	int64_t restart_at_ms; /* INT64_MAX: not waiting for that */
	int64_t pause_ms;      /* the next one */
	int64_t stop_at_ms;    /* a stranger's, idle until then; INT64_MAX never */
};

struct pool {
	struct loop *loop;
	struct spawner *spawner;
	struct event *news;
	struct loop_timer *restart, *ask;
	int slots;
	int64_t idle_ms;
	bool broken; /* the spawner is gone */
	struct queue queue;
	int deaths[LIMIT_ENGINE_KINDS];	      /* of a stranger, since its last answer */
	bool no_openings[LIMIT_ENGINE_KINDS]; /* a stranger could not go on with one */
	struct slot slot[LIMIT_ENGINES];
};

static void on_idle(void *arg, struct worker *w);
static void on_progress(void *arg, struct worker *w, const struct progress *progress);
static void on_answered(void *arg, struct worker *w, const struct reply *reply);
static void on_failed(void *arg, struct worker *w, const char *why);

static const struct worker_handler worker_handler = {on_idle, on_progress, on_answered, on_failed};

static struct slot *slot_of(struct pool *p, const struct worker *w)
{
	int i = 0;

	while (p->slot[i].worker != w)
		i++;
	return &p->slot[i];
}

/* Nobody can answer it: its asker is told. */
static void give_up(struct pool *p, struct job *j)
{
	queue_take(&p->queue, j);
	j->client->answered(j->arg, NULL, loop_now_ms());
	free(j);
}

static void give(struct slot *s, struct job *j)
{
	int64_t now = loop_now_ms();

	stats_took(TIMING_WAIT, loop_now_us() - j->since_us);
	j->since_us = loop_now_us();
	s->job = j;
	s->hurried = false;
	s->stop_at_ms = INT64_MAX;
	worker_ask(s->worker, &j->position, &j->thinking,
	    now + j->thinking.budget_ms + LIMIT_THINK_GRACE_MS);
	j->client->taken(j->arg, now);
}

/* Workers that think of hints make way for the moves that wait. */
static void hurry_hints(struct pool *p)
{
	int moves = queue_moves_at_home(&p->queue);

	for (int i = 0; i < p->slots && moves > 0; i++) {
		struct slot *s = &p->slot[i];

		if (!s->job || !s->job->hint)
			continue;
		if (!s->hurried)
			worker_hurry(s->worker);
		s->hurried = true;
		moves--;
	}
}

/*
 * Hands waiting questions to idle workers. Always from a timer: what a worker has said in the same
 * breath as its answer must not be taken for the answer to the next question.
 */
static void hand_out(void *arg)
{
	struct pool *p = arg;

	for (int i = 0; i < p->slots && queue_first(&p->queue, -1); i++) {
		struct slot *s = &p->slot[i];
		struct job *j = NULL;

		if (worker_state(s->worker) == WORKER_IDLE &&
		    (j = queue_first(&p->queue, s->kind))) {
			queue_take(&p->queue, j);
			give(s, j);
		}
	}
	hurry_hints(p);
}

/* Sets the timer to the first restart that is due. */
static void plan_restart(struct pool *p)
{
	int64_t at = INT64_MAX;

	for (int i = 0; i < p->slots; i++) {
		if (p->slot[i].restart_at_ms < at)
			at = p->slot[i].restart_at_ms;
		if (p->slot[i].stop_at_ms < at)
			at = p->slot[i].stop_at_ms;
	}
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

		while ((j = queue_first(&p->queue, -1)))
			give_up(p, j);
		return;
	}
	for (int i = 0; i < p->slots; i++) {
		struct slot *s = &p->slot[i];

		if (s->stop_at_ms <= now) {
			s->stop_at_ms = INT64_MAX;
			/* A question that has just come is on its way to it. */
			if (!queue_first(&p->queue, s->kind))
				worker_stop(s->worker);
		}
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

/* A stranger's process that has nothing to do does not stay for ever. */
static void plan_stop(struct pool *p, struct slot *s)
{
	if (s->kind == 0)
		return;
	s->stop_at_ms = loop_now_ms() + p->idle_ms;
	plan_restart(p);
}

static void on_idle(void *arg, struct worker *w)
{
	plan_stop(arg, slot_of(arg, w));
	hand_out_soon(arg);
}

static void on_progress(void *arg, struct worker *w, const struct progress *progress)
{
	const struct job *j = slot_of(arg, w)->job;

	if (j->arg && j->client->progress)
		j->client->progress(j->arg, progress, loop_now_ms());
}

static void on_answered(void *arg, struct worker *w, const struct reply *reply)
{
	struct pool *p = arg;
	struct slot *s = slot_of(p, w);
	struct job *j = s->job;

	stats_add(STAT_BOT_MOVES, 1);
	stats_took(TIMING_THINK, loop_now_us() - j->since_us);
	s->job = NULL;
	s->pause_ms = LIMIT_RESPAWN_MS;
	p->deaths[s->kind] = 0;
	plan_stop(p, s);
	if (j->arg)
		j->client->answered(j->arg, reply, loop_now_ms());
	free(j);
	hand_out_soon(p);
}

/* A question whose worker failed: again elsewhere, again as easily as can be, or given up. */
static void try_again(struct pool *p, struct job *j)
{
	int tries = j->kind ? TRIES_OF_A_STRANGER : TRIES;

	if (j->arg && ++j->tries < tries) {
		if (j->tries == TRIES - 1) {
			j->thinking.level = 1;
			j->thinking.style = NULL;
		}
		queue_push(&p->queue, j, true);
		return;
	}
	if (j->arg)
		j->client->answered(j->arg, NULL, loop_now_ms());
	free(j);
}

/* The house's engine goes on with an opening that a stranger's is to play in. */
static void play_at_home(struct job *j)
{
	j->kind = 0;
	j->tries = 0;
	j->thinking.stranger = false;
	j->thinking.level = LEVEL_MAX;
	j->thinking.style = NULL;
}

/* A stranger has failed in an opening, which says nothing of how it plays. */
static void opening_failed(struct pool *p, struct job *j)
{
	p->no_openings[j->kind] = true;
	play_at_home(j);
	if (j->arg)
		queue_push(&p->queue, j, true);
	else
		free(j);
}

/* A stranger has failed once more. One that never answers is nobody's to wait for. */
static void count_death(struct pool *p, int kind)
{
	struct job *j;

	if (kind == 0 || ++p->deaths[kind] < LIMIT_ENGINE_DEATHS)
		return;
	while ((j = queue_first(&p->queue, kind)))
		give_up(p, j);
}

static void on_failed(void *arg, struct worker *w, const char *why)
{
	struct pool *p = arg;
	struct slot *s = slot_of(p, w);
	struct job *j = s->job;

	stats_add(STAT_BOT_FAILURES, 1);
	log_warn("event=worker-failed worker=%u kind=%d reason=\"%s\" busy=%s restart-ms=%lld",
	    (unsigned)worker_id(w), s->kind, why, j ? "yes" : "no", (long long)s->pause_ms);
	s->job = NULL;
	s->stop_at_ms = INT64_MAX;
	/* A stranger without work comes back when it is next needed. */
	if (s->kind == 0 || j || queue_first(&p->queue, s->kind))
		restart_later(p, s);
	if (j && j->kind && j->position.opening) {
		opening_failed(p, j);
	} else {
		if (j)
			try_again(p, j);
		count_death(p, s->kind);
	}
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

/* Adds a slot for a process of that kind, which starts at start_at_ms. */
static void add_slot(struct pool *p, int kind, int64_t start_at_ms)
{
	struct slot *s = &p->slot[p->slots];

	if (!(s->worker = worker_new(p->loop, p->spawner, kind, &worker_handler, p)))
		fatal(EX_OSERR, "out of memory");
	s->kind = kind;
	s->restart_at_ms = start_at_ms;
	s->pause_ms = LIMIT_RESPAWN_MS;
	s->stop_at_ms = INT64_MAX;
	p->slots++;
}

struct pool *pool_new(
    struct loop *l, struct spawner *s, int workers, int strangers, int64_t idle_ms)
{
	struct pool *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->loop = l;
	p->spawner = s;
	p->idle_ms = idle_ms;
	queue_init(&p->queue);
	p->restart = timer_new(l, on_restart, p);
	p->ask = timer_new(l, hand_out, p);
	p->news = event_new(loop_base(l), spawner_fd(s), EV_READ | EV_PERSIST, on_news, p);
	if (!p->news || event_add(p->news, NULL) < 0)
		fatal(EX_OSERR, "out of memory");
	for (int i = 0; i < workers && i < LIMIT_WORKERS; i++)
		add_slot(p, 0, 0);
	for (int kind = 1; kind <= strangers && kind < LIMIT_ENGINE_KINDS; kind++)
		for (int i = 0; i < LIMIT_WORKERS_AN_ENGINE; i++)
			add_slot(p, kind, INT64_MAX);
	timer_set(p->restart, 0);
	return p;
}

void pool_free(struct pool *p)
{
	for (int i = 0; i < p->slots; i++) {
		worker_free(p->slot[i].worker);
		free(p->slot[i].job);
	}
	queue_clear(&p->queue);
	event_free(p->news);
	timer_free(p->restart);
	timer_free(p->ask);
	free(p);
}

void pool_load(const struct pool *p, struct pool_load *load)
{
	*load = (struct pool_load){.waiting = p->queue.waiting};
	for (int i = 0; i < p->slots; i++) {
		enum worker_state state = worker_state(p->slot[i].worker);

		load->busy += state == WORKER_BUSY;
		load->processes += state != WORKER_OFF;
	}
}

bool pool_has_room(const struct pool *p)
{
	return !p->broken && p->queue.waiting < LIMIT_AI_QUEUE;
}

/* A stranger's process is started when there is a question for it and none is free. */
static void wake_stranger(struct pool *p, int kind)
{
	struct slot *off = NULL;

	if (kind == 0)
		return;
	for (int i = 0; i < p->slots; i++) {
		struct slot *s = &p->slot[i];

		if (s->kind != kind)
			continue;
		if (worker_state(s->worker) == WORKER_IDLE)
			return;
		if (worker_state(s->worker) == WORKER_OFF && s->restart_at_ms == INT64_MAX)
			off = s;
	}
	if (!off)
		return;
	off->restart_at_ms = 0;
	plan_restart(p);
}

static int ask(struct pool *p, const struct job *question, const struct position *position,
    const struct thinking *thinking)
{
	struct job *j;

	if (p->broken || !(j = malloc(sizeof *j)))
		return -1;
	*j = *question;
	j->position = *position;
	j->thinking = *thinking;
	j->since_us = loop_now_us();
	if (position->opening && p->no_openings[j->kind])
		play_at_home(j);
	queue_push(&p->queue, j, false);
	wake_stranger(p, j->kind);
	hand_out_soon(p);
	return 0;
}

int pool_ask(struct pool *p, const struct pool_client *client, void *arg, int kind,
    const struct position *position, const struct thinking *thinking)
{
	return ask(
	    p, &(struct job){.client = client, .arg = arg, .kind = kind}, position, thinking);
}

int pool_ask_hint(struct pool *p, const struct pool_client *client, void *arg,
    const struct position *position, const struct thinking *thinking)
{
	return ask(
	    p, &(struct job){.client = client, .arg = arg, .hint = true}, position, thinking);
}

void pool_forget(struct pool *p, void *arg)
{
	queue_forget(&p->queue, arg);
	for (int i = 0; i < p->slots; i++)
		if (p->slot[i].job && p->slot[i].job->arg == arg)
			p->slot[i].job->arg = NULL;
}
