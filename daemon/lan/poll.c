#include "poll.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>

#include <event2/event.h>

enum { SECOND_US = 1000000 };

struct AvahiWatch {
	struct event_base *base;
	struct event *ev;
	int fd;
	AvahiWatchEvent now; /* what has happened, while the library is told */
	AvahiWatchCallback callback;
	void *arg;
};

struct AvahiTimeout {
	struct event *ev;
	AvahiTimeoutCallback callback;
	void *arg;
};

static void on_ready(evutil_socket_t fd, short what, void *arg)
{
	AvahiWatch *w = arg;

	/* libevent tells a hang-up and an error as reading and writing: both are seen there. */
	w->now = (what & EV_READ ? AVAHI_WATCH_IN : 0) | (what & EV_WRITE ? AVAHI_WATCH_OUT : 0);
	w->callback(w, (int)fd, w->now, w->arg); /* it may free w */
}

/* Makes the libevent event for these; none for nothing to wait for. */
static void wait_for(AvahiWatch *w, AvahiWatchEvent event)
{
	short what = (short)((event & AVAHI_WATCH_IN ? EV_READ : 0) |
			     (event & AVAHI_WATCH_OUT ? EV_WRITE : 0));

	event_del(w->ev);
	if (what && event_assign(w->ev, w->base, w->fd, what | EV_PERSIST, on_ready, w) == 0)
		event_add(w->ev, NULL);
}

static AvahiWatch *watch_new(const AvahiPoll *api, int fd, AvahiWatchEvent event,
    AvahiWatchCallback callback, void *userdata)
{
	AvahiWatch *w = calloc(1, sizeof *w);

	if (!w)
		return NULL;
	*w = (AvahiWatch){.base = api->userdata, .fd = fd, .callback = callback, .arg = userdata};
	if (!(w->ev = event_new(w->base, fd, EV_READ | EV_PERSIST, on_ready, w))) {
		free(w);
		return NULL;
	}
	wait_for(w, event);
	return w;
}

static void watch_update(AvahiWatch *w, AvahiWatchEvent event)
{
	wait_for(w, event);
}

static AvahiWatchEvent watch_get_events(AvahiWatch *w)
{
	return w->now;
}

static void watch_free(AvahiWatch *w)
{
	event_free(w->ev);
	free(w);
}

static void on_time(evutil_socket_t fd, short what, void *arg)
{
	AvahiTimeout *t = arg;

	(void)fd, (void)what;
	t->callback(t, t->arg); /* it may free t */
}

/* The library tells a time of the day; NULL: never. */
static void timeout_update(AvahiTimeout *t, const struct timeval *at)
{
	struct timeval now, wait = {0};
	int64_t us;

	if (!at) {
		event_del(t->ev);
		return;
	}
	gettimeofday(&now, NULL);
	us = ((int64_t)at->tv_sec - now.tv_sec) * SECOND_US + at->tv_usec - now.tv_usec;
	if (us > 0)
		wait = (struct timeval){us / SECOND_US, us % SECOND_US};
	event_add(t->ev, &wait);
}

static AvahiTimeout *timeout_new(
    const AvahiPoll *api, const struct timeval *at, AvahiTimeoutCallback callback, void *userdata)
{
	AvahiTimeout *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	*t = (AvahiTimeout){.callback = callback, .arg = userdata};
	if (!(t->ev = evtimer_new(api->userdata, on_time, t))) {
		free(t);
		return NULL;
	}
	timeout_update(t, at);
	return t;
}

static void timeout_free(AvahiTimeout *t)
{
	event_free(t->ev);
	free(t);
}

void lan_poll_init(AvahiPoll *poll, struct event_base *base)
{
	*poll = (AvahiPoll){.userdata = base,
	    .watch_new = watch_new,
	    .watch_update = watch_update,
	    .watch_get_events = watch_get_events,
	    .watch_free = watch_free,
	    .timeout_new = timeout_new,
	    .timeout_update = timeout_update,
	    .timeout_free = timeout_free};
}
