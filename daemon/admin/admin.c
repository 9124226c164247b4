/* The operators' conversations: lines to commands, commands to their functions, answers. */
#include "admin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "admin_private.h"
#include "daemon/limits.h"
#include "daemon/log.h"

static admin_fn *const functions[ADMIN_VERB_COUNT] = {
    [ADMIN_HELP] = admin_help,
    [ADMIN_STATS] = admin_stats,
    [ADMIN_USERS] = admin_users,
    [ADMIN_NETWORKS] = admin_networks,
    [ADMIN_ROOMS] = admin_rooms,
    [ADMIN_EJECT] = admin_eject,
    [ADMIN_CLOSE] = admin_close_room,
    [ADMIN_BAN] = admin_ban,
    [ADMIN_UNBAN] = admin_unban,
    [ADMIN_BANS] = admin_bans,
    [ADMIN_ANNOUNCE] = admin_announce,
    [ADMIN_ADD] = admin_add,
    [ADMIN_PASSWD] = admin_passwd,
    [ADMIN_INVITE] = admin_invite,
    [ADMIN_DRAIN] = admin_drain,
    [ADMIN_RELOAD] = admin_reload,
    [ADMIN_STOP] = admin_stop,
    [ADMIN_QUIT] = admin_quit,
};

static void send_line(struct admin_session *s, struct wire_out *o)
{
	size_t len = wire_end(o);

	if (len)
		conn_send(s->conn, o->buf, len);
	else
		log_warn("event=bad-line user=admin");
}

void admin_answer(struct admin_command *c, enum wire_kind kind, const char *name)
{
	wire_begin(&c->out, kind, c->tag, name);
}

void admin_answer_end(struct admin_command *c)
{
	send_line(c->session, &c->out);
}

void admin_refuse(struct admin_command *c, const char *name, const char *key, const char *value,
    const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	admin_answer(c, WIRE_ERROR, name);
	if (key)
		wire_key(&c->out, key, "%s", value);
	wire_text(&c->out, "%s", text);
	admin_answer_end(c);
}

void admin_refuse_syntax(struct admin_command *c, const char *what)
{
	admin_refuse(c, "syntax", NULL, NULL, "%s. Type it as: %s%s%s", what, c->verb->name,
	    *c->verb->args ? " " : "", c->verb->args);
}

void admin_when_key(struct admin_command *c, const char *key, int64_t seconds)
{
	char text[32] = "never";
	time_t t = (time_t)seconds;
	struct tm tm;

	if (seconds && gmtime_r(&t, &tm))
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
	wire_key(&c->out, key, "%s", text);
}

/* "90", "90s", "15m", "12h", "7d" in seconds; -1 when it is none, or is too long. */
static int64_t read_time(const char *value)
{
	static const struct {
		char unit;
		int64_t seconds;
	} units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
	size_t len = strlen(value);
	char number[12];
	int64_t n, unit = 1;

	for (size_t i = 0; len > 1 && i < sizeof units / sizeof *units; i++)
		if (value[len - 1] == units[i].unit) {
			unit = units[i].seconds;
			len--;
			break;
		}
	if (len >= sizeof number)
		return -1;
	memcpy(number, value, len);
	number[len] = '\0';
	return wire_int(number, 1, LIMIT_BAN_S / unit, &n) < 0 ? -1 : n * unit;
}

bool admin_read_for(struct admin_command *c, int64_t usual, int64_t *until)
{
	const char *value = wire_get(c->line, "for");
	int64_t seconds = value ? read_time(value) : usual;

	if (seconds < 0) {
		admin_refuse_syntax(c, "for= is a time such as 3600, 90m, 12h or 7d");
		return false;
	}
	*until = seconds ? (int64_t)time(NULL) + seconds : 0;
	return true;
}

struct admin_later *admin_later(struct admin_command *c)
{
	struct admin_later *l = calloc(1, sizeof *l);

	if (!l) {
		admin_refuse(c, "busy", "what", "memory", "There is no memory for that now");
		return NULL;
	}
	l->admin = c->admin;
	l->session = c->session;
	l->verb = c->verb;
	memcpy(l->tag, c->tag, sizeof l->tag);
	c->session->later = l;
	conn_hold(c->session->conn);
	return l;
}

bool admin_again(const struct admin_later *l, struct admin_command *c)
{
	*c = (struct admin_command){.admin = l->admin,
	    .server = l->admin->server,
	    .session = l->session,
	    .verb = l->verb,
	    .now_ms = loop_now_ms()};
	memcpy(c->tag, l->tag, sizeof c->tag);
	return l->session != NULL;
}

void admin_later_end(struct admin_later *l)
{
	if (l->session) {
		l->session->later = NULL;
		conn_release(l->session->conn);
	}
	secret_wipe(l, sizeof *l);
	free(l);
}

void admin_later_fail(struct admin_later *l, const char *what)
{
	struct admin_command c;

	if (admin_again(l, &c))
		admin_refuse(&c, "busy", "what", what,
		    "That could not be done now; the log may say why. Try again");
	admin_later_end(l);
}

static void *on_opened(struct conn *c, void *admin)
{
	struct admin_session *s = calloc(1, sizeof *s);
	struct wire_out o;

	if (!s)
		return NULL;
	s->admin = admin;
	s->conn = c;
	conn_logged_in(c);
	wire_begin(&o, WIRE_EVENT, NULL, "hello");
	wire_key(&o, "proto", "1");
	wire_key(&o, "server", "gomokud/%s", GOMOKU_VERSION);
	wire_key(&o, "admin", "yes");
	wire_text(&o, "\"help\" lists what can be done here");
	send_line(s, &o);
	return s;
}

static void refuse_unknown(struct admin_command *c)
{
	const struct verb *near = verb_nearest_in(admin_verbs, ADMIN_VERB_COUNT, c->line->name);
	char name[32];

	snprintf(name, sizeof name, "%s", c->line->name);
	if (near)
		admin_refuse(c, "unknown", "verb", name,
		    "Did you mean \"%s\"? \"help\" lists what there is", near->name);
	else
		admin_refuse(c, "unknown", "verb", name, "\"help\" lists what there is");
}

static void refuse_fault(struct admin_command *c, enum wire_fault fault)
{
	switch (fault) {
	case WIRE_FINE:
	case WIRE_EMPTY:
		break;
	case WIRE_TOO_LONG:
		admin_refuse(c, "too-long", "limit", "1024", "A line is at most 1024 bytes long");
		break;
	case WIRE_BAD_TEXT:
		admin_refuse(c, "bad-text", NULL, NULL,
		    "Lines are UTF-8 without control characters; this one was not read");
		break;
	case WIRE_SYNTAX:
		admin_refuse(c, "syntax", NULL, NULL,
		    "A line is: VERB WORDS KEY=VALUE :TEXT. \"help\" lists the verbs");
		break;
	}
}

static void on_line(void *arg, const char *line, size_t len, int64_t now_ms)
{
	/* One at a time: no command runs inside another. */
	static struct wire_line parsed;
	struct admin_session *s = arg;
	struct admin_command c = {.admin = s->admin,
	    .server = s->admin->server,
	    .session = s,
	    .line = &parsed,
	    .now_ms = now_ms};
	enum wire_fault fault = wire_parse_command(&parsed, line, len);
	char what[VERB_MISFIT];

	memcpy(c.tag, parsed.tag, sizeof c.tag);
	if (fault != WIRE_FINE) {
		refuse_fault(&c, fault);
		return;
	}
	c.verb = verb_find_in(admin_verbs, ADMIN_VERB_COUNT, parsed.name);
	if (!c.verb)
		refuse_unknown(&c);
	else if (!verb_fits(c.verb, &parsed, what))
		admin_refuse_syntax(&c, what);
	else
		functions[c.verb->id](&c);
}

static void on_too_long(void *arg, const char *line, size_t len)
{
	struct admin_session *s = arg;
	struct admin_command c = {.session = s};

	wire_peek_tag(line, len, c.tag);
	refuse_fault(&c, WIRE_TOO_LONG);
}

static void on_closing(void *arg, enum conn_reason reason)
{
	struct wire_out o;

	if (reason == CONN_GONE)
		return;
	wire_begin(&o, WIRE_EVENT, NULL, "bye");
	wire_key(&o, "reason", "%s", conn_reason_name(reason));
	send_line(arg, &o);
}

static void on_closed(void *arg, enum conn_reason reason)
{
	struct admin_session *s = arg;

	(void)reason;
	if (s->later)
		s->later->session = NULL;
	free(s);
}

static const struct conn_handler handler = {
    .opened = on_opened,
    .line = on_line,
    .too_long = on_too_long,
    .closing = on_closing,
    .closed = on_closed,
};

struct admin *admin_new(struct server *server, const char *folder,
    const struct admin_actions *actions, char *error, size_t cap)
{
	const struct conn_settings settings = {.max_conns = LIMIT_ADMINS,
	    .line_max = WIRE_CLIENT_MAX,
	    .output_max = LIMIT_ADMIN_OUTPUT,
	    .line_ms = LIMIT_LINE_S * 1000};
	struct admin *a = calloc(1, sizeof *a);

	if (!a) {
		snprintf(error, cap, "out of memory");
		return NULL;
	}
	a->server = server;
	a->actions = *actions;
	if (!(a->hub = conn_hub_new(server->loop, &settings, &handler, a)))
		snprintf(error, cap, "out of memory");
	else if ((a->local = local_new(server->loop, folder, "admin.sock", a->hub, error, cap)))
		return a;
	admin_free(a);
	return NULL;
}

void admin_close(struct admin *a)
{
	local_free(a->local);
	a->local = NULL;
	conn_hub_close_all(a->hub, CONN_STOP);
}

int admin_count(const struct admin *a)
{
	return conn_hub_count(a->hub);
}

/* What is answered here does not wait for the journal. */
static enum conn_commit always(void *arg)
{
	(void)arg;
	return CONN_COMMITTED;
}

void admin_turn_end(struct admin *a)
{
	conn_hub_turn_end(a->hub, always, NULL);
}

void admin_free(struct admin *a)
{
	if (a->hub) {
		admin_close(a);
		admin_turn_end(a);
		conn_hub_free(a->hub);
	}
	free(a);
}
