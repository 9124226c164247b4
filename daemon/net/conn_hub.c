/* All connections together: the lists of a turn, and its end. */
#include <stdlib.h>

#include "conn_private.h"
#include "daemon/crash.h"
#include "daemon/stats.h"

/* The turn after: everyone else has had theirs. Those that are ready again wait for the next. */
static void on_ready(void *arg)
{
	struct conn_hub *h = arg;
	struct conn_list now = TAILQ_HEAD_INITIALIZER(now);
	struct conn *c;

	TAILQ_CONCAT(&now, &h->ready, ready_link);
	while ((c = TAILQ_FIRST(&now))) {
		TAILQ_REMOVE(&now, c, ready_link);
		c->ready = false;
		if (c->state == CONN_OPEN && c->told_due) {
			c->told_due = false;
			h->handler->drained(c->arg);
		}
		if (c->state == CONN_OPEN)
			conn_input(c);
	}
}

void conn_mark_ready(struct conn *c)
{
	if (c->ready || c->state != CONN_OPEN)
		return;
	c->ready = true;
	TAILQ_INSERT_TAIL(&c->hub->ready, c, ready_link);
	timer_set(c->hub->ready_timer, 0);
}

struct conn_hub *conn_hub_new(struct loop *l, const struct conn_settings *settings,
    const struct conn_handler *handler, void *server)
{
	struct conn_hub *h = calloc(1, sizeof *h);

	if (!h)
		return NULL;
	h->loop = l;
	h->settings = *settings;
	h->handler = handler;
	h->server = server;
	TAILQ_INIT(&h->conns);
	TAILQ_INIT(&h->dirty);
	TAILQ_INIT(&h->ready);
	TAILQ_INIT(&h->closed);
	TAILQ_INIT(&h->dead);
	TAILQ_INIT(&h->shaking);
	if (!(h->crowd = crowd_new())) {
		free(h);
		return NULL;
	}
	h->ready_timer = timer_new(l, on_ready, h);
	return h;
}

void conn_hub_free(struct conn_hub *h)
{
	struct conn *c;

	while ((c = TAILQ_FIRST(&h->conns)))
		conn_free(c);
	timer_free(h->ready_timer);
	crowd_free(h->crowd);
	free(h);
}

int conn_hub_count(const struct conn_hub *h)
{
	return h->count;
}

int conn_hub_handshakes(const struct conn_hub *h)
{
	return h->handshakes;
}

const struct crowd *conn_hub_crowd(const struct conn_hub *h)
{
	return h->crowd;
}

void conn_hub_set(struct conn_hub *h, const struct conn_settings *settings)
{
	h->settings = *settings;
}

static bool shakes_at_limit(const struct conn_hub *h)
{
	return h->settings.max_handshakes && h->handshakes >= h->settings.max_handshakes;
}

bool conn_hub_may_shake(const struct conn_hub *h)
{
	return !shakes_at_limit(h) ||
	       loop_now_ms() - TAILQ_FIRST(&h->shaking)->born_ms >= LIMIT_HANDSHAKE_FAIR_MS;
}

enum conn_refusal conn_hub_admit(struct conn_hub *h, const struct address *from)
{
	int share = h->settings.max_a_network;

	if (h->count >= h->settings.max_conns)
		return CONN_NO_ROOM;
	if (share && !address_is_loopback(from) && crowd_count(h->crowd, from) >= share)
		return CONN_NO_SHARE;
	if (shakes_at_limit(h)) {
		stats_add(STAT_HANDSHAKES_DROPPED, 1);
		conn_fail(TAILQ_FIRST(&h->shaking), CONN_TIMEOUT);
	}
	return CONN_TAKEN;
}

void conn_hub_close_from(struct conn_hub *h, enum conn_reason reason,
    bool (*picks)(const struct address *from, void *arg), void *arg)
{
	struct conn *c;

	TAILQ_FOREACH(c, &h->conns, hub_link)
	if (picks(&c->from, arg))
		conn_close(c, reason);
}

void conn_hub_close_all(struct conn_hub *h, enum conn_reason reason)
{
	struct conn *c;

	TAILQ_FOREACH(c, &h->conns, hub_link)
	conn_close(c, reason);
}

static void tell_closed(struct conn_hub *h)
{
	struct conn *c;

	while ((c = TAILQ_FIRST(&h->closed))) {
		TAILQ_REMOVE(&h->closed, c, closed_link);
		if (c->transport->handshake) /* the operator's are not counted */
			stats_end(conn_reason_name(c->reason));
		if (c->arg)
			h->handler->closed(c->arg, c->reason);
		c->arg = NULL;
	}
}

static void write_out(struct conn *c)
{
	if ((c->state == CONN_OPEN || c->state == CONN_CLOSING) &&
	    !event_pending(&c->wr, EV_WRITE, NULL))
		conn_flush(c);
}

static void write_dirty(struct conn_hub *h)
{
	struct conn_list kept = TAILQ_HEAD_INITIALIZER(kept);
	struct conn *c;

	while ((c = TAILQ_FIRST(&h->dirty))) {
		TAILQ_REMOVE(&h->dirty, c, dirty_link);
		if (c->withheld) {
			TAILQ_INSERT_TAIL(&kept, c, dirty_link);
			write_out(c);
			continue;
		}
		c->dirty = false;
		if (c->overflow && c->state == CONN_OPEN)
			conn_end_slow(c);
		write_out(c);
	}
	TAILQ_CONCAT(&h->dirty, &kept, dirty_link);
}

/* Nothing that the turn has queued may be seen yet. */
static void withhold(struct conn_hub *h)
{
	struct conn *c;

	h->held = true;
	TAILQ_FOREACH(c, &h->dirty, dirty_link)
	c->withheld = true;
}

/* Reading goes on where it was held up. */
static void let_go(struct conn_hub *h)
{
	int64_t now = loop_now_ms();
	struct conn *c;

	h->held = false;
	TAILQ_FOREACH(c, &h->conns, hub_link)
	{
		if (!c->withheld)
			continue;
		c->withheld = false;
		/* What it could neither send nor have is not its fault. */
		c->heard_ms = now;
		if (c->line_since_ms)
			c->line_since_ms = now;
		if (c->out_since_ms)
			c->out_since_ms = now;
		conn_arm(c);
		if (c->paused && c->state == CONN_OPEN) {
			c->paused = false;
			event_add(&c->rd, NULL);
			conn_mark_ready(c);
		}
	}
}

void conn_hub_turn_end(struct conn_hub *h, enum conn_commit (*commit)(void *arg), void *arg)
{
	struct conn *c;

	/* A write that fails closes a conn, and its room's others are told: until it is quiet. */
	do {
		tell_closed(h);
		switch (commit(arg)) {
		case CONN_COMMITTED:
			if (h->held)
				let_go(h);
			break;
		case CONN_UNCOMMITTED:
			withhold(h);
			write_dirty(h);
			return;
		case CONN_UNCHANGED:
			break;
		}
		write_dirty(h);
		crash_point("after-reply");
	} while (!TAILQ_EMPTY(&h->closed));
	while ((c = TAILQ_FIRST(&h->dead))) {
		TAILQ_REMOVE(&h->dead, c, dead_link);
		conn_free(c);
	}
}
