#include "app.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "app_private.h"
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

int app_complain(struct app *a, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(a->complaint, sizeof(a->complaint), fmt, ap);
	va_end(ap);
	return -1;
}

int app_send(struct app *a, enum app_pending what, const char *command)
{
	char line[WIRE_CLIENT_MAX + WIRE_TAG_MAX];
	int n;

	if (a->tail - a->head >= APP_PENDING)
		return app_complain(
		    a, "The server has many commands to answer still: wait a moment.");
	n = snprintf(line, sizeof(line), "#%u %s", a->tail, command);
	if (n >= WIRE_CLIENT_MAX)
		return app_complain(a, "That is too long to be sent.");
	if (net_send(a->net, line) < 0)
		return app_complain(a, "The server takes nothing more at the moment.");
	a->pending[a->tail++ % APP_PENDING] = what;
	return 0;
}

/* As send_tagged, for what the visit cannot go on without. */
static void send_step(struct app *a, enum app_pending what, const char *command)
{
	if (app_send(a, what, command) < 0)
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
	app_send(a, PENDING_QUIET, "quit");
	net_finish(a->net, FAREWELL_MS);
}

void app_add_key(char *buf, size_t size, const char *key, const char *value)
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
		snprintf(command, sizeof(command), "play %s%s%s", o->target,
		    o->side[0] != '\0' ? " " : "", o->side);
		break;
	case ACTION_DEMO:
		snprintf(command, sizeof(command), "create black=ai:%s white=ai:%s", o->target,
		    o->target);
		break;
	case ACTION_CREATE:
		snprintf(command, sizeof(command), "create%s",
		    strcmp(o->side, "white") == 0 ? " black=open white=me" : "");
		break;
	case ACTION_JOIN:
		snprintf(command, sizeof(command), "join %s", o->target);
		break;
	case ACTION_WATCH:
		snprintf(command, sizeof(command), "watch %s", o->target);
		break;
	}
	app_add_key(command, sizeof(command), "rule", o->rule);
	app_add_key(command, sizeof(command), "size", o->size);
	app_add_key(command, sizeof(command), "time", o->time);
	app_add_key(command, sizeof(command), "opening", o->opening);
	app_add_key(command, sizeof(command), "foul", o->foul);
	app_add_key(command, sizeof(command), "start", o->start);
	if (command[0] != '\0')
		send_step(a, PENDING_ACTION, command);
	app_settle(a);
}

static void send_login(struct app *a)
{
	char command[OPTIONS_WORD + 8];

	snprintf(command, sizeof(command), "guest");
	if (!a->renamed && a->options->name[0] != '\0')
		snprintf(command, sizeof(command), "guest %s", a->options->name);
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
	case PENDING_SYNC:
		/* The front draws again where a game has begun with stones on the board. */
		if (w->kind == WIRE_ROW && model_focus(&a->model) != NULL &&
		    model_focus(&a->model)->plies > 0)
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

/* A game has begun: the position is asked for where the line did not tell it. */
static void ask_position(struct app *a, const char *room)
{
	const struct model_room *r = model_room(&a->model, room);
	char command[MODEL_ID + 16];

	if (r == NULL || !r->unsure || strcmp(r->opening, "free") != 0)
		return;
	snprintf(command, sizeof(command), "sync room=%s", r->id);
	app_send(a, PENDING_SYNC, command);
}

enum app_exit app_result(const struct app *a)
{
	return a->result;
}

/* A game has ended: how, if it was ours. */
static void note_result(struct app *a, const char *room)
{
	const struct model_room *r = model_room(&a->model, room);
	enum stone mine = r == NULL ? STONE_NONE : model_my_side(&a->model, r);

	if (mine == STONE_NONE)
		return;
	switch (r->result) {
	case MODEL_BLACK:
		a->result = mine == STONE_BLACK ? APP_WON : APP_BEATEN;
		break;
	case MODEL_WHITE:
		a->result = mine == STONE_WHITE ? APP_WON : APP_BEATEN;
		break;
	case MODEL_DRAW:
		a->result = APP_DRAWN;
		break;
	case MODEL_NONE:
	case MODEL_VOID:
		a->result = APP_VOID;
		break;
	}
}

static void take_event(struct app *a, const struct wire_line *w)
{
	if (strcmp(w->name, "ping") == 0) {
		app_send(a, PENDING_QUIET, "ping");
		return;
	}
	if (strcmp(w->name, "hello") == 0 && a->tail == 1)
		send_step(a, PENDING_HELLO, "hello 1 client=gomoku/" GOMOKU_VERSION " caps=ping");
	if (strcmp(w->name, "start") == 0)
		ask_position(a, wire_get(w, "room"));
	else if (strcmp(w->name, "end") == 0)
		note_result(a, wire_get(w, "room"));
	show(a, w);
	if (a->leaving && strcmp(w->name, "bye") == 0)
		finish(a, a->code, "%s", "");
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
	char text[APP_TEXT + PATH_MAX];

	trust_settle(a->trust, text, sizeof(text));
	if (text[0] != '\0')
		a->front->notice(a->front_arg, text);
}

static void untrusted(struct app *a)
{
	char text[APP_TEXT];

	trust_explain(a->trust, text, sizeof(text));
	finish(a, APP_UNTRUSTED, "%s", text);
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
