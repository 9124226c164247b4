#include "app.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "app_private.h"
#include "i18n.h"
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
	a->latency_ms = -1;
}

void app_set_front(struct app *a, const struct app_front *front, void *arg)
{
	a->front = front;
	a->front_arg = arg;
}

void app_finish(struct app *a, enum app_exit code, const char *fmt, ...)
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

int app_send_tagged(struct app *a, const char *tag, const char *command)
{
	char line[WIRE_CLIENT_MAX + WIRE_TAG_MAX];

	if (snprintf(line, sizeof(line), "#%s %s", tag, command) >= WIRE_CLIENT_MAX)
		return app_complain(a, _("That is too long to be sent."));
	if (net_send(a->net, line) < 0)
		return app_complain(a, a->offline
					   ? _("Not connected; trying again.")
					   : _("The server takes nothing more at the moment."));
	return 0;
}

int app_send(struct app *a, enum app_pending what, const char *command)
{
	char tag[WIRE_TAG_MAX + 1];

	if (a->offline && what == PENDING_USER)
		return app_complain(a, _("Not connected; trying again."));
	if (a->tail - a->head >= APP_PENDING)
		return app_complain(
		    a, _("The server has many commands to answer still: wait a moment."));
	snprintf(tag, sizeof(tag), "%u", a->tail);
	if (app_send_tagged(a, tag, command) < 0)
		return -1;
	a->sent_ms[a->tail % APP_PENDING] = app_now();
	a->pending[a->tail++ % APP_PENDING] = what;
	return 0;
}

/* As app_send, for what the visit cannot go on without. */
static void send_step(struct app *a, enum app_pending what, const char *command)
{
	if (app_send(a, what, command) < 0)
		app_finish(a, APP_LOST, "%s", a->complaint);
}

void app_settle(struct app *a)
{
	send_step(a, PENDING_SETTLE, "ping");
}

void app_look(struct app *a)
{
	static const char *const commands[LOBBY_KINDS] = {
	    "rooms limit=100", "seeks limit=100", "who limit=100"};

	if (a->looking > 0 || a->offline || a->done || a->leaving)
		return;
	for (int i = 0; i < LOBBY_KINDS; i++)
		a->looking += app_send(a, PENDING_LOBBY, commands[i]) == 0;
}

/* Whether a game of ours is going on somewhere. */
static bool has_game(const struct app *a)
{
	for (int i = 0; i < MODEL_ROOMS; i++) {
		const struct model_room *r = &a->model.room[i];

		if (r->id[0] != '\0' && model_on(r) && model_my_side(&a->model, r) != STONE_NONE)
			return true;
	}
	return false;
}

void app_quit(struct app *a, enum app_exit code)
{
	a->leaving = true;
	a->code = code;
	if (a->offline)
		app_finish(a, APP_LOST, _("The connection was lost."));
	if (a->net == NULL || a->done)
		return;
	if (a->session != NULL && !has_game(a))
		session_forget(a->session);
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

/* Comes back by the token: " seq=r1:17,r2:4" tells what we know of the rooms. */
static void send_resume(struct app *a)
{
	char command[WIRE_CLIENT_MAX];
	const char *between = " seq=";

	snprintf(command, sizeof(command), "resume %s", a->token);
	for (int i = 0; i < MODEL_ROOMS; i++) {
		const struct model_room *r = &a->model.room[i];
		size_t len = strlen(command);

		if (r->id[0] == '\0' || r->seq < 0)
			continue;
		snprintf(command + len, sizeof(command) - len, "%s%s:%lld", between, r->id,
		    (long long)r->seq);
		between = ",";
	}
	send_step(a, PENDING_RESUME, command);
}

static void send_login(struct app *a)
{
	const struct options *o = a->options;
	char command[OPTIONS_WORD + OPTIONS_PASSWORD + 16];

	if (a->token[0] != '\0') {
		send_resume(a);
		return;
	}
	if (o->login[0] != '\0')
		snprintf(command, sizeof(command), "login %s :%s", o->login, o->password);
	else if (!a->renamed && o->name[0] != '\0')
		snprintf(command, sizeof(command), "guest %s", o->name);
	else
		snprintf(command, sizeof(command), "guest");
	send_step(a, PENDING_LOGIN, command);
	explicit_bzero(command, sizeof(command));
}

/* The token that comes with a name. */
static void take_token(struct app *a, const struct wire_line *w)
{
	const char *token = wire_get(w, "resume");

	if (token == NULL || strlen(token) >= sizeof(a->token))
		return;
	snprintf(a->token, sizeof(a->token), "%s", token);
	if (a->session != NULL)
		session_keep(a->session, a->model.user, a->token);
}

static void show(struct app *a, const struct wire_line *w)
{
	if (!a->done)
		a->front->line(a->front_arg, w);
}

/* We are in: the front is told, the first time. */
static void enter(struct app *a)
{
	if (!a->entered && a->front->welcome != NULL)
		a->front->welcome(a->front_arg);
	a->entered = true;
	a->offline = false;
	a->attempts = 0;
}

/* The answer to the token: we are who we were, or have to come in anew. */
static void take_resume(struct app *a, const struct wire_line *w)
{
	bool again = a->entered;
	const char *rooms = wire_get(w, "rooms");

	if (w->kind == WIRE_OK) {
		take_token(a, w);
		model_keep_rooms(&a->model, rooms == NULL ? "-" : rooms);
		enter(a);
		if (again)
			a->front->notice(a->front_arg, _("Connected again."));
		send_step(a, again ? PENDING_SETTLE : PENDING_LOOK, "ping");
		return;
	}
	a->token[0] = '\0';
	if (a->session != NULL)
		session_forget(a->session);
	if (again)
		a->front->notice(a->front_arg, _("Connected again, but your seat is gone."));
	model_keep_rooms(&a->model, "-");
	send_login(a);
}

/* Come back from another terminal: to a game that is on, else to what the command line asks. */
static void take_look(struct app *a)
{
	if (!has_game(a)) {
		send_action(a);
		return;
	}
	a->front->notice(a->front_arg, _("You are back in your game."));
	app_settle(a);
}

static void take_login(struct app *a, const struct wire_line *w)
{
	char text[TELL_MAX];

	if (w->kind == WIRE_OK) {
		take_token(a, w);
		enter(a);
		show(a, w);
		send_action(a);
	} else if (!a->renamed && a->options->name[0] != '\0' && strcmp(w->name, "exists") == 0) {
		a->renamed = true;
		send_login(a);
	} else {
		tell_line(&a->model, w, text);
		app_finish(a, APP_LOGIN, _("Cannot log in: %.500s"), text);
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
	app_finish(a, APP_ERROR, "%.500s", text);
}

static void changed(struct app *a)
{
	if (a->front->changed != NULL && !a->done)
		a->front->changed(a->front_arg);
}

/* A part of the lobby, or the end of it. */
static void take_lobby(struct app *a, const struct wire_line *w)
{
	lobby_feed(&a->lobby, w);
	if (w->kind != WIRE_ROW && --a->looking == 0)
		changed(a);
}

/* A row or final with a tag: the command at the head of the queue is answered; a hint comes when it
 * is there. */
static void take_answer(struct app *a, const struct wire_line *w)
{
	char tag[WIRE_TAG_MAX + 1];
	enum app_pending what;

	if (a->hinting && strcmp(w->tag, APP_HINT_TAG) == 0) {
		a->hinting = false;
		show(a, w);
		return;
	}
	snprintf(tag, sizeof(tag), "%u", a->head);
	if (a->head == a->tail || strcmp(tag, w->tag) != 0) {
		app_finish(a, APP_PROTOCOL, _("The server answered what was not asked."));
		return;
	}
	what = a->pending[a->head % APP_PENDING];
	/* What the server answers at once, and nobody waited for before it, tells how far it is. */
	if (strcmp(w->name, "pong") == 0 || strcmp(w->name, "moved") == 0)
		a->latency_ms = (int)(app_now() - a->sent_ms[a->head % APP_PENDING]);
	if (w->kind != WIRE_ROW)
		a->head++;
	switch (what) {
	case PENDING_HELLO:
		if (w->kind == WIRE_ERROR)
			app_finish(a, APP_PROTOCOL,
			    _("The server speaks another version of the protocol."));
		else
			send_login(a);
		break;
	case PENDING_LOGIN:
		take_login(a, w);
		break;
	case PENDING_RESUME:
		take_resume(a, w);
		break;
	case PENDING_LOOK:
		take_look(a);
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
	case PENDING_LOBBY:
		take_lobby(a, w);
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
		send_step(a, PENDING_HELLO,
		    "hello 1 client=gomoku/" GOMOKU_VERSION " caps=ping,thinking");
	if (strcmp(w->name, "start") == 0)
		ask_position(a, wire_get(w, "room"));
	else if (strcmp(w->name, "end") == 0)
		note_result(a, wire_get(w, "room"));
	else if (strcmp(w->name, "bye") == 0 &&
		 wire_get_int(w, "retry-ms", 0, INT32_MAX, &a->retry_ms) < 0)
		a->retry_ms = 0;
	show(a, w);
	if (a->leaving && strcmp(w->name, "bye") == 0)
		app_finish(a, a->code, "%s", "");
}

void app_take_line(void *arg, const char *line, size_t len)
{
	struct app *a = arg;
	struct wire_line w;
	enum wire_fault fault = wire_parse_server(&w, line, len);

	if (a->done || fault == WIRE_EMPTY)
		return;
	if (fault != WIRE_FINE) {
		app_finish(a, APP_PROTOCOL, _("The server sent what is no line of the protocol."));
		return;
	}
	if (!a->model.greeted && (w.kind != WIRE_EVENT || strcmp(w.name, "hello") != 0)) {
		app_finish(a, APP_PROTOCOL, _("This is no gomoku server."));
		return;
	}
	if (model_feed(&a->model, &w, app_now()) < 0) {
		app_finish(a, APP_PROTOCOL, _("The server sent %s."), a->model.fault);
		return;
	}
	if (w.kind == WIRE_EVENT)
		take_event(a, &w);
	else if (w.tag[0] != '\0')
		take_answer(a, &w);
	else
		show(a, &w);
}
