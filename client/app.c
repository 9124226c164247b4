#include "app.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "daemon/wire/verbs.h"
#include "tell.h"

enum { FAREWELL_MS = 2000 };

int64_t app_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

void app_init(struct app *a, const struct options *options, struct trust *trust)
{
	memset(a, 0, sizeof(*a));
	model_init(&a->model);
	a->options = options;
	a->trust = trust;
	a->head = a->tail = 1;
}

void app_set_front(struct app *a, const struct app_front *front, void *arg)
{
	a->front = front;
	a->front_arg = arg;
}

static void finish(struct app *a, enum app_exit code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The visit is over, for the first reason that says so. */
static void finish(struct app *a, enum app_exit code, const char *fmt, ...)
{
	va_list ap;

	if (a->done)
		return;
	a->done = true;
	a->code = code;
	va_start(ap, fmt);
	vsnprintf(a->farewell, sizeof(a->farewell), fmt, ap);
	va_end(ap);
	a->front->over(a->front_arg);
}

static int complain(struct app *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int complain(struct app *a, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(a->complaint, sizeof(a->complaint), fmt, ap);
	va_end(ap);
	return -1;
}

/* Sends a command under the next tag. 0 or -1 with a complaint. */
static int send_tagged(struct app *a, enum app_pending what, const char *command)
{
	char line[WIRE_CLIENT_MAX + WIRE_TAG_MAX];
	int n;

	if (a->tail - a->head >= APP_PENDING)
		return complain(a, "The server has many commands to answer still: wait a moment.");
	n = snprintf(line, sizeof(line), "#%u %s", a->tail, command);
	if (n >= WIRE_CLIENT_MAX)
		return complain(a, "That is too long to be sent.");
	if (net_send(a->net, line) < 0)
		return complain(a, "The server takes nothing more at the moment.");
	a->pending[a->tail++ % APP_PENDING] = what;
	return 0;
}

/* As send_tagged, for what the visit cannot go on without. */
static void send_step(struct app *a, enum app_pending what, const char *command)
{
	if (send_tagged(a, what, command) < 0)
		finish(a, APP_LOST, "%s", a->complaint);
}

void app_settle(struct app *a)
{
	send_step(a, PENDING_SETTLE, "ping");
}

void app_quit(struct app *a, enum app_exit code)
{
	a->leaving = true;
	a->code = code;
	if (a->net == NULL || a->done)
		return;
	send_tagged(a, PENDING_QUIET, "quit");
	net_finish(a->net, FAREWELL_MS);
}

static void add_key(char *buf, size_t size, const char *key, const char *value)
{
	size_t len = strlen(buf);

	if (value[0] != '\0')
		snprintf(buf + len, size - len, " %s=%s", key, value);
}

/* What the command line asks for once we are in. */
static void send_action(struct app *a)
{
	const struct options *o = a->options;
	char command[WIRE_CLIENT_MAX] = "";

	switch (o->action) {
	case ACTION_NONE:
		break;
	case ACTION_BOT:
		snprintf(command, sizeof(command), "play %s %s", o->target, o->side);
		break;
	case ACTION_DEMO:
		snprintf(command, sizeof(command), "create black=ai:%s white=ai:%s", o->target,
		    o->target);
		break;
	case ACTION_JOIN:
		snprintf(command, sizeof(command), "join %s", o->target);
		break;
	case ACTION_WATCH:
		snprintf(command, sizeof(command), "watch %s", o->target);
		break;
	}
	add_key(command, sizeof(command), "rule", o->rule);
	add_key(command, sizeof(command), "size", o->size);
	add_key(command, sizeof(command), "time", o->time);
	if (command[0] != '\0')
		send_step(a, PENDING_ACTION, command);
	app_settle(a);
}

static void send_login(struct app *a)
{
	char command[OPTIONS_WORD + 8];

	snprintf(command, sizeof(command), "guest %s", a->renamed ? "" : a->options->name);
	send_step(a, PENDING_LOGIN, command);
}

static void show(struct app *a, const struct wire_line *w)
{
	if (!a->done)
		a->front->line(a->front_arg, w);
}

static void take_login(struct app *a, const struct wire_line *w)
{
	char text[TELL_MAX];

	if (w->kind == WIRE_OK) {
		if (a->front->welcome != NULL)
			a->front->welcome(a->front_arg);
		show(a, w);
		send_action(a);
	} else if (!a->renamed && a->options->name[0] != '\0' && strcmp(w->name, "exists") == 0) {
		a->renamed = true;
		send_login(a);
	} else {
		tell_line(&a->model, w, text);
		finish(a, APP_LOGIN, "Cannot log in: %.500s", text);
	}
}

static void take_action(struct app *a, const struct wire_line *w)
{
	char text[TELL_MAX];

	if (w->kind == WIRE_OK || !a->strict) {
		show(a, w);
		return;
	}
	tell_line(&a->model, w, text);
	finish(a, APP_ERROR, "%.500s", text);
}

/* A row or final with a tag: the command at the head of the queue is answered. */
static void take_answer(struct app *a, const struct wire_line *w)
{
	char tag[WIRE_TAG_MAX + 1];
	enum app_pending what;

	snprintf(tag, sizeof(tag), "%u", a->head);
	if (a->head == a->tail || strcmp(tag, w->tag) != 0) {
		finish(a, APP_PROTOCOL, "The server answered what was not asked.");
		return;
	}
	what = a->pending[a->head % APP_PENDING];
	if (w->kind != WIRE_ROW)
		a->head++;
	switch (what) {
	case PENDING_HELLO:
		if (w->kind == WIRE_ERROR)
			finish(
			    a, APP_PROTOCOL, "The server speaks another version of the protocol.");
		else
			send_login(a);
		break;
	case PENDING_LOGIN:
		take_login(a, w);
		break;
	case PENDING_ACTION:
		take_action(a, w);
		break;
	case PENDING_USER:
		show(a, w);
		break;
	case PENDING_QUIET:
		break;
	case PENDING_SETTLE:
		if (a->front->settled != NULL)
			a->front->settled(a->front_arg);
		break;
	}
}

static void take_event(struct app *a, const struct wire_line *w)
{
	if (strcmp(w->name, "ping") == 0) {
		send_tagged(a, PENDING_QUIET, "ping");
		return;
	}
	if (strcmp(w->name, "hello") == 0 && a->tail == 1)
		send_step(a, PENDING_HELLO, "hello 1 client=gomoku/" GOMOKU_VERSION " caps=ping");
	show(a, w);
}

static void on_line(void *arg, const char *line, size_t len)
{
	struct app *a = arg;
	struct wire_line w;
	enum wire_fault fault = wire_parse_server(&w, line, len);

	if (a->done || fault == WIRE_EMPTY)
		return;
	if (fault != WIRE_FINE) {
		finish(a, APP_PROTOCOL, "The server sent what is no line of the protocol.");
		return;
	}
	if (!a->model.greeted && (w.kind != WIRE_EVENT || strcmp(w.name, "hello") != 0)) {
		finish(a, APP_PROTOCOL, "This is no gomoku server.");
		return;
	}
	if (model_feed(&a->model, &w, app_now()) < 0) {
		finish(a, APP_PROTOCOL, "The server sent %s.", a->model.fault);
		return;
	}
	if (w.kind == WIRE_EVENT)
		take_event(a, &w);
	else if (w.tag[0] != '\0')
		take_answer(a, &w);
	else
		show(a, &w);
}

/* The key has been proved: a new one is remembered, and shown. The server speaks first. */
static void on_up(void *arg)
{
	struct app *a = arg;
	struct trust *t = a->trust;
	char text[APP_TEXT + PATH_MAX];

	if (t->verdict != TRUST_FIRST)
		return;
	if (t->path[0] != '\0' && trust_remember(t) == 0)
		snprintf(text, sizeof(text), "New server %s, key %s: remembered in %s.", t->address,
		    t->seen, t->path);
	else
		snprintf(text, sizeof(text),
		    "New server %s, key %s: cannot be remembered in %s: %s.", t->address, t->seen,
		    t->path[0] == '\0' ? "no home folder" : t->path, strerror(errno));
	a->front->notice(a->front_arg, text);
}

static void untrusted(struct app *a)
{
	const struct trust *t = a->trust;

	if (t->verdict == TRUST_UNREADABLE)
		finish(a, APP_UNTRUSTED, "The server's certificate cannot be read.");
	else if (t->given)
		finish(a, APP_UNTRUSTED,
		    "Refused: %s is not the server you named.\n"
		    "  its key:   %s\n"
		    "  you named: %s",
		    t->address, t->seen, t->expect);
	else
		finish(a, APP_UNTRUSTED,
		    "Refused: the key of %s has changed. Someone may be listening in,\n"
		    "or the server was set up anew.\n"
		    "  its key now: %s\n"
		    "  remembered:  %s\n"
		    "If whoever runs it confirms the new key, remove its line from\n"
		    "%.*s and connect again.",
		    t->address, t->seen, t->expect, 200, t->path);
}

static void on_down(void *arg, enum net_end end, const char *why)
{
	struct app *a = arg;

	if (a->leaving) {
		finish(a, a->code, "%s", "");
		return;
	}
	switch (end) {
	case NET_UNREACHABLE:
		finish(a, APP_UNREACHABLE, "Cannot connect to %s: %s.", a->trust->address, why);
		break;
	case NET_UNTRUSTED:
		untrusted(a);
		break;
	case NET_BAD_LINE:
		finish(a, APP_PROTOCOL, "The server sent %s.", why);
		break;
	case NET_CLOSED:
	case NET_LOST:
		if (a->model.bye[0] != '\0')
			finish(a, APP_LOST, "The server ended the connection: %s.", a->model.bye);
		else
			finish(a, APP_LOST, "Connection lost: %s.", why);
		break;
	}
}

const struct net_calls app_calls = {on_up, on_line, on_down};

/* Whether a verb takes a key. */
static bool has_key(const struct verb *v, const char *key)
{
	size_t len = strlen(key);

	for (const char *p = v->keys; p != NULL; p = strchr(p, ' ')) {
		p += strspn(p, " ");
		if (strncmp(p, key, len) == 0 && (p[len] == ' ' || p[len] == '\0'))
			return true;
	}
	return false;
}

/* Writes a command anew from its parts, the room put in where it was left out. */
static void compose(const struct app *a, char *buf, size_t size, const struct wire_line *w)
{
	const struct verb *v = verb_find(w->name);
	const char *room = a->model.focus;
	size_t len;

	snprintf(buf, size, "%s", w->name);
	for (int i = 0; i < w->words; i++) {
		len = strlen(buf);
		snprintf(buf + len, size - len, " %s", w->word[i]);
	}
	for (int i = 0; i < w->pairs; i++)
		add_key(buf, size, w->pair[i].key, w->pair[i].value);
	if (v != NULL && has_key(v, "room") && wire_get(w, "room") == NULL)
		add_key(buf, size, "room", room);
	len = strlen(buf);
	if (v != NULL && v->id == VERB_LEAVE && w->words == 0 && room[0] != '\0')
		snprintf(buf + len, size - len, " %s", room);
	len = strlen(buf);
	if (w->text != NULL)
		snprintf(buf + len, size - len, " :%s", w->text);
}

/* The number of the offer that a bare accept, decline or withdraw means, or NULL. */
static const char *offer_meant(const struct app *a, enum verb_id verb)
{
	const struct model_room *r = model_focus(&a->model);
	const struct model_offer *o = NULL;

	if (r != NULL && (verb == VERB_ACCEPT || verb == VERB_DECLINE))
		o = model_offer_to_me(&a->model, r);
	else if (r != NULL && verb == VERB_WITHDRAW)
		o = model_offer_of_mine(&a->model, r);
	return o == NULL ? NULL : o->id;
}

/*
 * A new game against a bot: whoever still plays a game should end that one first, and the room of
 * a game that has ended is left. 0 or -1 with a complaint.
 */
static int make_way(struct app *a)
{
	const struct model_room *r = model_focus(&a->model);
	char command[MODEL_ID + 8];

	if (r == NULL || model_my_side(&a->model, r) == STONE_NONE)
		return 0;
	if (r->state == MODEL_PLAYING || r->state == MODEL_OPENING)
		return complain(a, "Your game is still on: resign or abort it first.");
	if (r->state != MODEL_ENDED)
		return 0;
	snprintf(command, sizeof(command), "leave %s", r->id);
	return send_tagged(a, PENDING_QUIET, command);
}

static int send_parsed(struct app *a, struct wire_line *w)
{
	char command[2 * WIRE_CLIENT_MAX]; /* whole, to be measured when it is sent */
	const struct verb *v = verb_find(w->name);

	if (v != NULL && v->id == VERB_QUIT) {
		app_quit(a, APP_OK);
		return 0;
	}
	if (v != NULL && v->id == VERB_PLAY && make_way(a) < 0)
		return -1;
	if (v != NULL && w->words == 0) {
		const char *id = offer_meant(a, v->id);

		if (id != NULL)
			w->word[w->words++] = id;
	}
	compose(a, command, sizeof(command), w);
	return send_tagged(a, PENDING_USER, command);
}

/* "say hello there", typed without the colon. NULL when it is not that. */
static const char *plain_talk(const struct wire_line *w, const char *text)
{
	if (strcmp(w->name, "say") != 0 || w->words == 0)
		return NULL;
	text += strspn(text, " ");
	if (strncasecmp(text, "say ", 4) != 0)
		return NULL;
	return text + 4 + strspn(text + 4, " ");
}

int app_command(struct app *a, const char *text)
{
	struct wire_line w;
	enum wire_fault fault = wire_parse_command(&w, text, strlen(text));
	const char *talk = NULL;

	if (fault == WIRE_FINE || fault == WIRE_SYNTAX)
		talk = plain_talk(&w, text);
	if (talk != NULL) {
		w.words = w.pairs = 0;
		w.text = talk;
		fault = WIRE_FINE;
	}
	switch (fault) {
	case WIRE_EMPTY:
		return 0;
	case WIRE_TOO_LONG:
		return complain(a, "That is too long to be sent.");
	case WIRE_BAD_TEXT:
		return complain(a, "That has characters which cannot be sent.");
	case WIRE_SYNTAX:
		return complain(a, "I cannot read that. Type help for what there is.");
	case WIRE_FINE:
		break;
	}
	if (w.tag[0] != '\0')
		return complain(a, "Commands begin with a verb. Type help for what there is.");
	return send_parsed(a, &w);
}

int app_move(struct app *a, int point)
{
	const struct model_room *r = model_focus(&a->model);
	char name[POINT_TEXT], command[MODEL_ID + 80];

	point_format(point, name);
	if (r == NULL)
		return complain(a, "There is no game here yet.");
	if (r->state == MODEL_ENDED)
		return complain(a, "The game is over.");
	if (model_my_side(&a->model, r) == STONE_NONE)
		return complain(a, "You are watching.");
	if (!model_my_turn(&a->model, r))
		return complain(a, "It is not your turn.");
	if (!board_has(&r->board, point))
		return complain(a, "%s is not on this board.", name);
	if (board_at(&r->board, point) != STONE_NONE)
		return complain(a, "%s is taken.", name);
	snprintf(command, sizeof(command), "move %s ply=%d rev=%lld room=%s", name, r->plies + 1,
	    (long long)r->rev, r->id);
	return send_tagged(a, PENDING_USER, command);
}
