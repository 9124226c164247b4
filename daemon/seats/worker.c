#include "worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/limits.h"

struct worker {
	struct loop *loop;
	struct spawner *spawner;
	const struct worker_handler *handler;
	void *arg;
	enum worker_state state;
	int kind;
	uint32_t id;
	size_t talk; /* bytes read since the last question */
	int fd;	     /* -1 without a process */
	struct event *ev;
	struct loop_timer *deadline;
	const struct position *position; /* while busy */
	char line[LIMIT_WORKER_LINE];
	size_t len;
};

static void worker_fail(struct worker *w, const char *why);

static void on_deadline(void *arg)
{
	worker_fail(arg, "overran its time");
}

struct worker *worker_new(
    struct loop *l, struct spawner *s, int kind, const struct worker_handler *h, void *arg)
{
	struct worker *w = calloc(1, sizeof *w);

	if (!w)
		return NULL;
	w->loop = l;
	w->spawner = s;
	w->kind = kind;
	w->handler = h;
	w->arg = arg;
	w->fd = -1;
	w->deadline = timer_new(l, on_deadline, w);
	return w;
}

/* Lets go of the process; the spawner kills what is left of it. */
static void drop_process(struct worker *w)
{
	if (w->ev)
		event_free(w->ev);
	w->ev = NULL;
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
	w->len = 0;
	w->position = NULL;
	timer_set(w->deadline, INT64_MAX);
	if (w->state != WORKER_OFF)
		spawner_kill(w->spawner, w->id);
	w->state = WORKER_OFF;
}

void worker_free(struct worker *w)
{
	drop_process(w);
	timer_free(w->deadline);
	free(w);
}

void worker_stop(struct worker *w)
{
	drop_process(w);
}

enum worker_state worker_state(const struct worker *w)
{
	return w->state;
}

uint32_t worker_id(const struct worker *w)
{
	return w->id;
}

static void worker_fail(struct worker *w, const char *why)
{
	drop_process(w);
	w->handler->failed(w->arg, w, why);
}

int worker_start(struct worker *w)
{
	static uint32_t last_id;

	w->id = ++last_id;
	if (spawner_ask(w->spawner, w->id, w->kind) < 0)
		return -1;
	w->state = WORKER_STARTING;
	return 0;
}

/* One line of the process. Returns false when the worker is not to be read further. */
static bool take_line(struct worker *w, const char *line)
{
	struct reply reply;
	struct progress progress;

	if (w->state != WORKER_BUSY) {
		/* Idle engines have nothing to say but remarks; an answer now is to no question. */
		struct position none = {.size = BOARD_MAX};

		if (dialogue_answer(&none, line, &reply) == ANSWER_MORE)
			return true;
		worker_fail(w, "spoke without being asked");
		return false;
	}
	switch (dialogue_answer(w->position, line, &reply)) {
	case ANSWER_MORE:
		if (dialogue_progress(line, &progress))
			w->handler->progress(w->arg, w, &progress);
		return true;
	case ANSWER_MOVE:
		w->state = WORKER_IDLE;
		w->position = NULL;
		timer_set(w->deadline, INT64_MAX);
		w->handler->answered(w->arg, w, &reply);
		return true;
	case ANSWER_BAD:
		worker_fail(w, "answered what is no move");
		return false;
	}
	return false;
}

/* Takes all whole lines out of the buffer; LF, CR LF and CR end one. */
static void take_lines(struct worker *w)
{
	size_t start = 0;

	for (size_t i = 0; i < w->len; i++) {
		if (w->line[i] != '\n' && w->line[i] != '\r')
			continue;
		w->line[i] = '\0';
		if (!take_line(w, w->line + start))
			return;
		start = i + 1;
	}
	w->len -= start;
	memmove(w->line, w->line + start, w->len);
	if (w->len == sizeof w->line)
		worker_fail(w, "wrote an endless line");
}

static void on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct worker *w = arg;
	ssize_t got = recv(fd, w->line + w->len, sizeof w->line - w->len, 0);

	(void)what;
	if (got > 0) {
		w->len += (size_t)got;
		w->talk += (size_t)got;
		if (w->talk > LIMIT_WORKER_TALK)
			worker_fail(w, "talks without end");
		else
			take_lines(w);
	} else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
		worker_fail(w, "ended");
	}
}

void worker_started(struct worker *w, int fd)
{
	if (fd < 0) {
		worker_fail(w, "could not be started");
		return;
	}
	w->fd = fd;
	w->ev = event_new(loop_base(w->loop), fd, EV_READ | EV_PERSIST, on_readable, w);
	if (!w->ev || event_add(w->ev, NULL) < 0) {
		worker_fail(w, "could not be watched");
		return;
	}
	w->state = WORKER_IDLE;
	w->talk = 0;
	w->handler->idle(w->arg, w);
}

void worker_ask(
    struct worker *w, const struct position *p, const struct thinking *t, int64_t deadline_ms)
{
	char text[DIALOGUE_TEXT];
	size_t len = dialogue_question(p, t, text);

	w->state = WORKER_BUSY;
	w->talk = 0;
	w->position = p;
	timer_set(w->deadline, deadline_ms);
	/* A socket holds far more than the longest question; one that does not take it is stuck.
	 * Failing here would come back to the caller within its call, so the deadline does it. */
	if (send(w->fd, text, len, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)len)
		timer_set(w->deadline, 0);
}

void worker_hurry(struct worker *w)
{
	static const char stop[] = "YXSTOP\n";

	/* Not taken at once, it is not needed: the deadline stands. */
	(void)send(w->fd, stop, sizeof stop - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}
