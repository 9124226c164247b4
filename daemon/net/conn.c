/* A connection's life: states, events, deadlines, closing. Its input is in conn_input.c. */
#include "conn.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "conn_private.h"
#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/stats.h"
#include "rtt.h"

/* The most that one write to the transport takes. */
enum { TLS_RECORD = 16 * 1024 };

static void on_io(evutil_socket_t fd, short what, void *arg);

const char *conn_reason_name(enum conn_reason r)
{
	static const char *const names[CONN_REASON_COUNT] = {"gone", "quit", "timeout", "slow",
	    "flood", "bad-tls", "restart", "replaced", "ejected", "banned"};

	return names[r];
}

static void min_deadline(int64_t *at, int64_t candidate)
{
	if (candidate && candidate < *at)
		*at = candidate;
}

/* The earliest moment at which something has to be looked at; INT64_MAX for none. */
static int64_t next_deadline(const struct conn *c)
{
	const struct conn_settings *s = &c->hub->settings;
	int64_t at = INT64_MAX;

	min_deadline(&at, c->stage_deadline_ms);
	if (c->state == CONN_OPEN) {
		min_deadline(&at, c->login_deadline_ms);
		min_deadline(
		    &at, c->line_since_ms && !c->withheld ? c->line_since_ms + s->line_ms : 0);
		min_deadline(&at, c->out_since_ms && !c->withheld
				      ? c->out_since_ms + LIMIT_OUTPUT_AGE_S * 1000
				      : 0);
	}
	return at;
}

/* Only a nearer deadline moves the timer: one that is put off is noticed when it fires. */
void conn_arm(struct conn *c)
{
	int64_t at = next_deadline(c);

	if (at < c->armed_ms) {
		c->armed_ms = at;
		timer_set(c->timer, at);
	}
}

/* The handshake is over, well or not. */
static void leave_handshake(struct conn *c)
{
	TAILQ_REMOVE(&c->hub->shaking, c, shaking_link);
	c->hub->handshakes--;
}

static void mark_dead(struct conn *c)
{
	if (c->state == CONN_DEAD)
		return;
	if (c->state == CONN_HANDSHAKE)
		leave_handshake(c);
	if (c->state == CONN_HANDSHAKE || c->state == CONN_OPEN)
		TAILQ_INSERT_TAIL(&c->hub->closed, c, closed_link);
	c->state = CONN_DEAD;
	event_del(&c->rd);
	event_del(&c->wr);
	timer_set(c->timer, INT64_MAX);
	TAILQ_INSERT_TAIL(&c->hub->dead, c, dead_link);
}

void conn_fail(struct conn *c, enum conn_reason reason)
{
	if (c->state == CONN_HANDSHAKE || c->state == CONN_OPEN)
		c->reason = reason;
	mark_dead(c);
}

void conn_close(struct conn *c, enum conn_reason reason)
{
	if (c->state == CONN_HANDSHAKE) {
		conn_fail(c, reason);
		return;
	}
	if (c->state != CONN_OPEN || c->telling)
		return;
	c->telling = true;
	c->hub->handler->closing(c->arg, reason);
	c->telling = false;
	c->reason = reason;
	c->state = CONN_CLOSING;
	c->stage_deadline_ms = loop_now_ms() + LIMIT_DRAIN_S * 1000;
	free(c->in);
	c->in = NULL;
	c->in_len = 0;
	TAILQ_INSERT_TAIL(&c->hub->closed, c, closed_link);
	conn_mark_dirty(c);
	conn_arm(c);
}

static void on_timer(void *arg)
{
	struct conn *c = arg;
	int64_t now = loop_now_ms();

	c->armed_ms = INT64_MAX;
	if (next_deadline(c) > now) {
		conn_arm(c);
	} else if (c->state == CONN_OPEN) {
		bool slow = c->out_since_ms && c->out_since_ms + LIMIT_OUTPUT_AGE_S * 1000 <= now;

		conn_close(c, slow ? CONN_SLOW : CONN_TIMEOUT);
	} else {
		conn_fail(c, CONN_TIMEOUT);
	}
}

/* The peer can be spoken to. */
static void open_up(struct conn *c)
{
	c->state = CONN_OPEN;
	c->stage_deadline_ms = 0;
	c->login_deadline_ms = loop_now_ms() + c->hub->settings.login_ms;
	c->arg = c->hub->handler->opened(c, c->hub->server);
	if (!c->arg)
		conn_fail(c, CONN_GONE);
	else
		conn_arm(c);
}

static void begin(struct conn *c)
{
	TAILQ_INSERT_TAIL(&c->hub->conns, c, hub_link);
	c->hub->count++;
	event_add(&c->rd, NULL);
	if (!c->transport->handshake) {
		open_up(c);
		return;
	}
	c->state = CONN_HANDSHAKE;
	TAILQ_INSERT_TAIL(&c->hub->shaking, c, shaking_link);
	c->hub->handshakes++;
	conn_arm(c);
}

int conn_new(struct conn_hub *h, int fd, const struct transport *transport, void *state,
    const struct address *from)
{
	struct conn *c = state ? calloc(1, sizeof *c) : NULL;

	if (!c || crowd_enter(h->crowd, from) < 0) {
		if (state)
			transport->free(state);
		close(fd);
		free(c);
		return -1;
	}
	c->hub = h;
	c->fd = fd;
	c->transport = transport;
	c->tls = state;
	c->from = *from;
	c->born_ms = c->heard_ms = loop_now_ms();
	c->stage_deadline_ms = c->heard_ms + h->settings.handshake_ms;
	c->armed_ms = INT64_MAX;
	c->timer = timer_new(h->loop, on_timer, c);
	event_assign(&c->rd, loop_base(h->loop), fd, EV_READ | EV_PERSIST, on_io, c);
	event_assign(&c->wr, loop_base(h->loop), fd, EV_WRITE, on_io, c);
	begin(c);
	return 0;
}

void conn_free(struct conn *c)
{
	TAILQ_REMOVE(&c->hub->conns, c, hub_link);
	c->hub->count--;
	crowd_leave(c->hub->crowd, &c->from);
	if (c->state == CONN_HANDSHAKE)
		leave_handshake(c);
	if (c->dirty)
		TAILQ_REMOVE(&c->hub->dirty, c, dirty_link);
	if (c->ready)
		TAILQ_REMOVE(&c->hub->ready, c, ready_link);
	event_del(&c->rd);
	event_del(&c->wr);
	timer_free(c->timer);
	c->transport->free(c->tls);
	close(c->fd);
	free(c->in);
	free(c->out);
	free(c);
}

void conn_mark_dirty(struct conn *c)
{
	if (c->dirty)
		return;
	c->dirty = true;
	TAILQ_INSERT_TAIL(&c->hub->dirty, c, dirty_link);
}

/* Room for more output. False when there is none: the conn is marked, and closed later. */
static bool make_room(struct conn *c, size_t len)
{
	if (c->out_len - c->out_off + len > c->hub->settings.output_max)
		goto fail;
	if (c->out_len + len > c->out_cap) {
		size_t cap = (c->out_len + len) * 2;
		char *out = realloc(c->out, cap);

		if (!out)
			goto fail;
		c->out = out;
		c->out_cap = cap;
	}
	if (!c->out_since_ms)
		c->out_since_ms = loop_now_ms();
	conn_mark_dirty(c);
	return true;
fail:
	c->overflow = true;
	conn_mark_dirty(c);
	return false;
}

void conn_send(struct conn *c, const char *bytes, size_t len)
{
	if (c->state != CONN_OPEN || !make_room(c, len))
		return;
	memcpy(c->out + c->out_len, bytes, len);
	c->out_len += len;
}

void conn_send_ahead(struct conn *c, const char *bytes, size_t len)
{
	if (!c->withheld) {
		conn_send(c, bytes, len);
		return;
	}
	if (c->state != CONN_OPEN || !make_room(c, len))
		return;
	memmove(c->out + c->kept_len + len, c->out + c->kept_len, c->out_len - c->kept_len);
	memcpy(c->out + c->kept_len, bytes, len);
	c->kept_len += len;
	c->out_len += len;
}

size_t conn_waiting(const struct conn *c)
{
	return c->out_len - c->out_off;
}

void conn_tell_drained(struct conn *c)
{
	c->asked = true;
}

void conn_end_slow(struct conn *c)
{
	const char *lf = NULL;

	c->overflow = false;
	/* What the transport has begun to write it will have again, a record at most. */
	if (conn_waiting(c) > TLS_RECORD)
		lf = memchr(c->out + c->out_off + TLS_RECORD, '\n', conn_waiting(c) - TLS_RECORD);
	if (!lf) {
		conn_fail(c, CONN_SLOW);
		return;
	}
	c->out_len = (size_t)(lf + 1 - c->out);
	conn_close(c, CONN_SLOW);
}

void conn_logged_in(struct conn *c)
{
	c->login_deadline_ms = 0;
}

int64_t conn_rtt_us(const struct conn *c)
{
	return rtt_of(c->fd);
}

int64_t conn_heard_ms(const struct conn *c)
{
	return c->heard_ms;
}

/* What kept its input from being read is over, unless there is something else. */
static void read_again(struct conn *c)
{
	if (c->paused || c->held || c->state != CONN_OPEN)
		return;
	event_add(&c->rd, NULL);
	conn_mark_ready(c);
}

void conn_hold(struct conn *c)
{
	c->held = true;
	event_del(&c->rd);
}

void conn_release(struct conn *c)
{
	c->held = false;
	read_again(c);
}

const struct address *conn_address(const struct conn *c)
{
	return &c->from;
}

void conn_network(const struct conn *c, char buf[static CONN_NETWORK])
{
	struct network n = network_of(&c->from);

	network_text(&n, buf);
}

/* Everything is out: an idle connection keeps no output buffer, and its input is read again. */
static void drained(struct conn *c)
{
	free(c->out);
	c->out = NULL;
	c->out_len = c->out_off = c->out_cap = c->kept_len = 0;
	c->out_since_ms = 0;
	if (c->asked) {
		c->asked = false;
		c->told_due = true;
		conn_mark_ready(c);
	}
	if (c->paused) {
		c->paused = false;
		read_again(c);
	}
}

/* Our side is done: say goodbye and wait a little for the peer's. */
static void linger(struct conn *c)
{
	if (c->reason == CONN_GONE) {
		mark_dead(c);
		return;
	}
	c->transport->shutdown(c->tls);
	shutdown(c->fd, SHUT_WR);
	c->state = CONN_LINGER;
	c->stage_deadline_ms = loop_now_ms() + LIMIT_LINGER_S * 1000;
	event_add(&c->rd, NULL);
	conn_arm(c);
}

void conn_flush(struct conn *c)
{
	if (!c->withheld)
		c->kept_len = c->out_len;
	while (c->out_off < c->kept_len) {
		size_t put = 0;

		switch (c->transport->write(
		    c->tls, c->out + c->out_off, c->kept_len - c->out_off, &put)) {
		case TRANSPORT_OK:
			c->out_off += put;
			break;
		case TRANSPORT_WANT_WRITE:
			event_add(&c->wr, NULL);
			conn_arm(c);
			return;
		case TRANSPORT_WANT_READ:
			return;
		case TRANSPORT_EOF:
		case TRANSPORT_ERROR:
			conn_fail(c, CONN_GONE);
			return;
		}
	}
	if (c->kept_len < c->out_len)
		return;
	drained(c);
	if (c->state == CONN_CLOSING)
		linger(c);
}

static void shake_hands(struct conn *c)
{
	switch (c->transport->handshake(c->tls)) {
	case TRANSPORT_OK:
		break;
	case TRANSPORT_WANT_READ:
		return;
	case TRANSPORT_WANT_WRITE:
		event_add(&c->wr, NULL);
		return;
	case TRANSPORT_EOF:
	case TRANSPORT_ERROR:
		conn_fail(c, CONN_BAD_TLS);
		return;
	}
	leave_handshake(c);
	stats_add(STAT_HANDSHAKES, 1);
	stats_took(TIMING_HANDSHAKE, (loop_now_ms() - c->born_ms) * 1000);
	open_up(c);
}

/* The goodbye is said: whatever still comes is thrown away until the peer's end. */
static void discard(struct conn *c)
{
	char waste[LIMIT_READ];
	ssize_t n = recv(c->fd, waste, sizeof waste, 0);

	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		mark_dead(c);
}

static void on_io(evutil_socket_t fd, short what, void *arg)
{
	struct conn *c = arg;

	(void)fd, (void)what;
	if (c->state == CONN_HANDSHAKE)
		shake_hands(c);
	if (c->state == CONN_OPEN)
		conn_input(c);
	else if (c->state == CONN_CLOSING)
		event_del(&c->rd);
	else if (c->state == CONN_LINGER)
		discard(c);
	/* Either event may be what a write is waiting for. */
	if (c->state != CONN_DEAD && c->out_len)
		conn_mark_dirty(c);
}
