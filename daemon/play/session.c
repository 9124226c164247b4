#include "session.h"

#include <stdlib.h>

#include "command.h"
#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/stats.h"
#include "daemon/store/journal.h"
#include "hint.h"

struct session {
	struct conn *conn;
	struct server *server;
	struct user *user;
	unsigned caps;
	enum draw_mode draw;
	struct pace pace;
	struct hint *hint;	    /* that it waits for; NULL none */
	struct loop_timer *silence; /* for clients with CAP_PING */
	int64_t pinged_ms;
	const char *why;	 /* goes with *bye; NULL: nothing */
	struct session **holder; /* of session_hold; NULL: not held */
};

static void greet(struct session *s)
{
	struct server *srv = s->server;
	struct wire_out o;

	wire_begin(&o, WIRE_EVENT, NULL, "hello");
	wire_key(&o, "proto", "1");
	wire_key(&o, "server", "gomokud/%s", GOMOKU_VERSION);
	wire_key(&o, "name", "%s", srv->name);
	wire_key(&o, "address", "%s", srv->address);
	wire_key(&o, "max-line", "%d", WIRE_CLIENT_MAX);
	wire_key(&o, "rules", "%s,%s,%s,%s", rule_name(RULE_FREESTYLE), rule_name(RULE_STANDARD),
	    rule_name(RULE_RENJU), rule_name(RULE_CARO));
	wire_key(&o, "sizes", "%d-%d", BOARD_MIN, BOARD_MAX);
	wire_key(&o, "levels", "%d-%d", LEVEL_MIN, LEVEL_MAX);
	wire_key(&o, "register", "%s", register_mode_name(srv->accounts.mode));
	wire_key(&o, "guests", "%s", srv->accounts.guests ? "yes" : "no");
	wire_text(&o, "Type \"%s\", then \"play 2\" or \"help\"",
	    srv->accounts.guests ? "guest NAME" : "login NAME :PASSWORD");
	session_send_line(s, &o);
}

static void on_silence(void *arg);

static void *on_opened(struct conn *c, void *server)
{
	struct session *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->conn = c;
	s->server = server;
	greet(s);
	return s;
}

static void on_line(void *arg, const char *line, size_t len, int64_t now_ms)
{
	struct session *s = arg;

	stats_add(STAT_LINES, 1);
	command_run(s, s->server, line, len, now_ms);
}

static void on_too_long(void *arg, const char *line, size_t len)
{
	struct session *s = arg;
	struct wire_out o;
	char tag[WIRE_TAG_MAX + 1];

	stats_refusal("too-long");
	wire_peek_tag(line, len, tag);
	wire_begin(&o, WIRE_ERROR, tag, "too-long");
	wire_key(&o, "limit", "%d", WIRE_CLIENT_MAX);
	wire_text(&o, "A line is at most %d bytes long; this one was not read", WIRE_CLIENT_MAX);
	session_send_line(s, &o);
}

static void on_closing(void *arg, enum conn_reason reason)
{
	struct session *s = arg;
	const struct store_ban *ban;
	struct wire_out o;

	if (reason == CONN_GONE)
		return;
	if (reason == CONN_BANNED && !s->why &&
	    (ban = bans_of_address(s->server->bans, session_address(s))))
		s->why = ban->why;
	wire_begin(&o, WIRE_EVENT, NULL, "bye");
	wire_key(&o, "reason", "%s", conn_reason_name(reason));
	if (reason == CONN_STOP)
		wire_key(&o, "retry-ms", "2000");
	if (s->why && *s->why)
		wire_text(&o, "%s", s->why);
	session_send_line(s, &o);
}

static void on_closed(void *arg, enum conn_reason reason)
{
	struct session *s = arg;

	log_debug("event=closed user=%s reason=%s", s->user ? s->user->name : "-",
	    conn_reason_name(reason));
	if (s->holder)
		*s->holder = NULL;
	if (s->user && reason == CONN_QUIT)
		lobby_user_quit(s->server->lobby, s->user, loop_now_ms());
	else if (s->user && (reason == CONN_EJECTED || reason == CONN_BANNED))
		lobby_user_out(s->server->lobby, s->user, loop_now_ms());
	else if (s->user)
		lobby_user_gone(s->server->lobby, s->user, reason == CONN_STOP, loop_now_ms());
	hint_cancel(s->hint);
	timer_free(s->silence);
	free(s);
}

static void on_drained(void *arg)
{
	const struct session *s = arg;

	if (s->user)
		room_caught_up(s->user, loop_now_ms());
}

const struct conn_handler session_handler = {
    .opened = on_opened,
    .line = on_line,
    .too_long = on_too_long,
    .closing = on_closing,
    .closed = on_closed,
    .drained = on_drained,
};

struct user *session_user(const struct session *s)
{
	return s->user;
}

static int64_t rtt_us(void *outlet)
{
	const struct session *s = outlet;

	return conn_rtt_us(s->conn);
}

static bool clogged(void *outlet)
{
	const struct session *s = outlet;

	if (conn_waiting(s->conn) <= LIMIT_OUTPUT_SOFT)
		return false;
	conn_tell_drained(s->conn);
	return true;
}

static void deliver(void *outlet, const char *bytes, size_t len)
{
	session_send(outlet, bytes, len);
}

void session_log_in(struct session *s, struct user *u)
{
	s->user = u;
	u->draw = s->draw;
	u->thinking = s->caps & CAP_THINKING;
	u->outlet = s;
	u->rtt_us = rtt_us;
	u->clogged = clogged;
	u->deliver = deliver;
	conn_logged_in(s->conn);
}

void session_take_over(struct session *s, struct user *u)
{
	struct session *other = u->deliver ? u->outlet : NULL;

	if (other) {
		other->user = NULL;
		session_close(other, CONN_REPLACED);
	}
	if (s->draw == DRAW_OFF)
		s->draw = u->draw;
	session_log_in(s, u);
}

void session_hold(struct session *s, struct session **holder)
{
	s->holder = holder;
	conn_hold(s->conn);
}

void session_release(struct session *s)
{
	s->holder = NULL;
	conn_release(s->conn);
}

void session_network(const struct session *s, char buf[static CONN_NETWORK])
{
	conn_network(s->conn, buf);
}

/* Speaks to a client that has been silent, and gives up one that stays so. */
static void on_silence(void *arg)
{
	struct session *s = arg;
	int64_t now = loop_now_ms(), heard = conn_heard_ms(s->conn);
	struct wire_out o;

	/* Whoever waits for the disk is not heard. */
	if (journal_failing(lobby_journal(s->server->lobby))) {
		timer_set(s->silence, now + LIMIT_SILENCE_S * 1000);
		return;
	}
	if (now >= heard + 2 * LIMIT_SILENCE_S * 1000) {
		session_close(s, CONN_TIMEOUT);
		return;
	}
	if (now >= heard + LIMIT_SILENCE_S * 1000 && s->pinged_ms <= heard) {
		wire_begin(&o, WIRE_EVENT, NULL, "ping");
		session_send_line(s, &o);
		s->pinged_ms = now;
	}
	timer_set(s->silence, heard + (s->pinged_ms > heard ? 2 : 1) * LIMIT_SILENCE_S * 1000);
}

struct pace *session_pace(struct session *s)
{
	return &s->pace;
}

struct hint **session_hint(struct session *s)
{
	return &s->hint;
}

void session_set_caps(struct session *s, unsigned caps)
{
	s->caps = caps;
	if (s->user)
		s->user->thinking = caps & CAP_THINKING;
	if (!s->silence)
		s->silence = timer_new(s->server->loop, on_silence, s);
	timer_set(s->silence,
	    caps & CAP_PING ? conn_heard_ms(s->conn) + LIMIT_SILENCE_S * 1000 : INT64_MAX);
}

enum draw_mode session_draw(const struct session *s)
{
	return s->draw;
}

void session_set_draw(struct session *s, enum draw_mode mode)
{
	s->draw = mode;
	if (!s->user)
		return;
	s->user->draw = mode;
	lobby_user_changed(s->server->lobby, s->user);
}

void session_send(struct session *s, const char *bytes, size_t len)
{
	conn_send(s->conn, bytes, len);
}

void session_send_ahead(struct session *s, const char *bytes, size_t len)
{
	conn_send_ahead(s->conn, bytes, len);
}

void session_send_line(struct session *s, struct wire_out *o)
{
	size_t len = wire_end(o);

	if (len)
		session_send(s, o->buf, len);
	else
		log_warn("event=bad-line user=%s", s->user ? s->user->name : "-");
}

void session_close(struct session *s, enum conn_reason reason)
{
	conn_close(s->conn, reason);
}

void session_send_off(struct session *s, enum conn_reason reason, const char *why)
{
	s->why = why;
	session_close(s, reason);
	s->why = NULL;
}

const struct address *session_address(const struct session *s)
{
	return conn_address(s->conn);
}

int64_t session_heard_ms(const struct session *s)
{
	return conn_heard_ms(s->conn);
}
