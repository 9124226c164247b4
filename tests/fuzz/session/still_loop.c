#include <stdlib.h>
#include <sys/queue.h>
#include <time.h>

#include <event2/event.h>

#include "daemon/loop.h"
#include "still.h"
#include "tests/fuzz/require.h"

enum { BEGIN_MS = 1000000 };

/* Noon of a day in 2026, when the clock shows BEGIN_MS. */
static const int64_t begin_s = 1780315200;

struct loop {
	struct event_base *base;
};

struct loop_timer {
	void (*fire)(void *arg);
	void *arg;
	int64_t at_ms;
	unsigned pass; /* of still_fire in which it was set */
	TAILQ_ENTRY(loop_timer) link;
};

static struct loop the_loop;
static TAILQ_HEAD(, loop_timer) timers = TAILQ_HEAD_INITIALIZER(timers);
static int64_t now_ms = BEGIN_MS;
static unsigned pass;
static int count;

void still_reset(void)
{
	now_ms = BEGIN_MS;
}

int still_timers(void)
{
	return count;
}

int64_t still_next_ms(void)
{
	const struct loop_timer *t;
	int64_t next = INT64_MAX;

	TAILQ_FOREACH(t, &timers, link)
	if (t->at_ms < next)
		next = t->at_ms;
	return next;
}

void still_go(int64_t to_ms)
{
	if (to_ms > now_ms)
		now_ms = to_ms;
}

/* The earliest of those that are due in this pass. */
static struct loop_timer *next_due(void)
{
	struct loop_timer *t, *best = NULL;

	TAILQ_FOREACH(t, &timers, link)
	if (t->at_ms <= now_ms && t->pass != pass && (!best || t->at_ms < best->at_ms))
		best = t;
	return best;
}

bool still_fire(void)
{
	struct loop_timer *t;
	bool any = false;

	pass++;
	while ((t = next_due())) {
		t->at_ms = INT64_MAX;
		t->fire(t->arg);
		any = true;
	}
	return any;
}

/* One for all inputs: to make one costs more than an input does. */
struct loop *loop_new(void)
{
	if (!the_loop.base)
		the_loop.base = event_base_new();
	require(the_loop.base != NULL, "no event base");
	return &the_loop;
}

void loop_free(struct loop *l)
{
	(void)l;
}

void loop_cleanup(void)
{
}

struct event_base *loop_base(struct loop *l)
{
	return l->base;
}

void loop_run(struct loop *l, void (*turn_end)(void *arg), void *arg)
{
	(void)l, (void)turn_end, (void)arg;
	require(false, "nobody runs the still loop");
}

void loop_until(struct loop *l, const bool *done)
{
	(void)l, (void)done;
	require(false, "nobody waits in the still loop");
}

void loop_stop(struct loop *l)
{
	(void)l;
}

int64_t loop_now_ms(void)
{
	return now_ms;
}

int64_t loop_now_us(void)
{
	return now_ms * 1000;
}

struct loop_timer *timer_new(struct loop *l, void (*fire)(void *arg), void *arg)
{
	struct loop_timer *t = calloc(1, sizeof *t);

	(void)l;
	require(t != NULL, "no memory");
	t->fire = fire;
	t->arg = arg;
	t->at_ms = INT64_MAX;
	t->pass = pass - 1;
	TAILQ_INSERT_TAIL(&timers, t, link);
	count++;
	return t;
}

void timer_free(struct loop_timer *t)
{
	if (!t)
		return;
	TAILQ_REMOVE(&timers, t, link);
	count--;
	free(t);
}

void timer_set(struct loop_timer *t, int64_t at_ms)
{
	t->at_ms = at_ms;
	t->pass = pass;
}

/* No signals come here, and no thread rings. */
struct loop_signal *signal_new(
    struct loop *l, int number, void (*caught)(int number, void *arg), void *arg)
{
	(void)l, (void)number, (void)caught, (void)arg;
	return NULL;
}

void signal_free(struct loop_signal *s)
{
	(void)s;
}

struct loop_bell *bell_new(struct loop *l, void (*heard)(void *arg), void *arg)
{
	(void)l, (void)heard, (void)arg;
	return NULL;
}

void bell_free(struct loop_bell *b)
{
	(void)b;
}

void bell_ring(struct loop_bell *b)
{
	(void)b;
}

/* In place of the C library's. */
time_t time(time_t *t)
{
	time_t now = (time_t)(begin_s + (now_ms - BEGIN_MS) / 1000);

	if (t)
		*t = now;
	return now;
}
