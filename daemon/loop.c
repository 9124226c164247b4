#include "loop.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#include "log.h"

struct loop {
	struct event_base *base;
	bool stop;
};

struct loop_timer {
	struct event *ev;
	void (*fire)(void *arg);
	void *arg;
};

struct loop_signal {
	struct event *ev;
	void (*caught)(int number, void *arg);
	void *arg;
};

struct loop_bell {
	int fd;
	struct event *ev;
	void (*heard)(void *arg);
	void *arg;
};

/* What libevent has to say goes to the log like all else. */
static void on_words(int severity, const char *text)
{
	if (severity <= EVENT_LOG_DEBUG)
		log_debug("event=libevent text=\"%s\"", text);
	else
		log_warn("event=libevent text=\"%s\"", text);
}

static void on_fault(int error)
{
	fatal(EX_SOFTWARE, "libevent: fault %d", error);
}

struct loop *loop_new(void)
{
	struct loop *l = calloc(1, sizeof *l);

	event_set_log_callback(on_words);
	event_set_fatal_callback(on_fault);
	if (l && !(l->base = event_base_new())) {
		free(l);
		return NULL;
	}
	return l;
}

void loop_free(struct loop *l)
{
	event_base_free(l->base);
	free(l);
}

void loop_cleanup(void)
{
	libevent_global_shutdown();
}

struct event_base *loop_base(struct loop *l)
{
	return l->base;
}

void loop_run(struct loop *l, void (*turn_end)(void *arg), void *arg)
{
	while (!l->stop) {
		event_base_loop(l->base, EVLOOP_ONCE);
		turn_end(arg);
	}
}

void loop_until(struct loop *l, const bool *done)
{
	while (!*done)
		event_base_loop(l->base, EVLOOP_ONCE);
}

void loop_stop(struct loop *l)
{
	l->stop = true;
	event_base_loopbreak(l->base);
}

int64_t loop_now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int64_t loop_now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct loop_timer *t = arg;

	(void)fd, (void)what;
	t->fire(t->arg);
}

struct loop_timer *timer_new(struct loop *l, void (*fire)(void *arg), void *arg)
{
	struct loop_timer *t = calloc(1, sizeof *t);

	if (!t || !(t->ev = evtimer_new(l->base, on_timer, t)))
		fatal(EX_OSERR, "out of memory");
	t->fire = fire;
	t->arg = arg;
	return t;
}

void timer_free(struct loop_timer *t)
{
	if (!t)
		return;
	event_free(t->ev);
	free(t);
}

void timer_set(struct loop_timer *t, int64_t at_ms)
{
	int64_t wait = at_ms - loop_now_ms();
	struct timeval tv;

	if (at_ms == INT64_MAX) {
		evtimer_del(t->ev);
		return;
	}
	/* A whole millisecond later than asked: never early by the part that was cut off. */
	wait = wait < 0 ? 0 : wait + 1;
	tv.tv_sec = (time_t)(wait / 1000);
	tv.tv_usec = (suseconds_t)(wait % 1000 * 1000);
	evtimer_add(t->ev, &tv);
}

static void on_signal(evutil_socket_t number, short what, void *arg)
{
	struct loop_signal *s = arg;

	(void)what;
	s->caught((int)number, s->arg);
}

struct loop_signal *signal_new(
    struct loop *l, int number, void (*caught)(int number, void *arg), void *arg)
{
	struct loop_signal *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->caught = caught;
	s->arg = arg;
	s->ev = evsignal_new(l->base, number, on_signal, s);
	if (!s->ev || event_add(s->ev, NULL) < 0) {
		signal_free(s);
		return NULL;
	}
	return s;
}

void signal_free(struct loop_signal *s)
{
	if (!s)
		return;
	if (s->ev)
		event_free(s->ev);
	free(s);
}

static void on_bell(evutil_socket_t fd, short what, void *arg)
{
	struct loop_bell *b = arg;
	eventfd_t rings;

	(void)what;
	/* Read first: a ring that comes from now on is heard again. */
	if (eventfd_read((int)fd, &rings) == 0)
		b->heard(b->arg);
}

struct loop_bell *bell_new(struct loop *l, void (*heard)(void *arg), void *arg)
{
	struct loop_bell *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	b->heard = heard;
	b->arg = arg;
	b->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (b->fd >= 0)
		b->ev = event_new(l->base, b->fd, EV_READ | EV_PERSIST, on_bell, b);
	if (!b->ev || event_add(b->ev, NULL) < 0) {
		bell_free(b);
		return NULL;
	}
	return b;
}

void bell_free(struct loop_bell *b)
{
	if (!b)
		return;
	if (b->ev)
		event_free(b->ev);
	if (b->fd >= 0)
		close(b->fd);
	free(b);
}

void bell_ring(struct loop_bell *b)
{
	/* It can fail only when 2^64 - 2 rings wait, and then it will be heard anyway. */
	eventfd_write(b->fd, 1);
}
