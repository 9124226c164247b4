#include "bot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "child.h"
#include "gomocup.h"
#include "tell.h"

enum { ENGINE_LINE = 256, END_MS = 500, FAILURES_MAX = 5, LATENCY_MS = 300 };

struct bot {
	struct app *app;
	struct event_base *base;
	void (*stop)(void *arg);
	void *stop_arg;
	struct child engine;
	struct event *output, *deadline;
	char line[ENGINE_LINE]; /* the beginning of what it says */
	size_t len;
	bool asked; /* about this position: */
	char room[MODEL_ID];
	int64_t rev;
	int plies;
	int failures; /* in a row */
	int games;    /* that have ended */
};

static void on_output(evutil_socket_t fd, short what, void *arg);

static void end_engine(struct bot *b)
{
	if (b->output != NULL)
		event_free(b->output);
	b->output = NULL;
	child_end(&b->engine, END_MS);
	b->len = 0;
	b->asked = false;
}

/* 0, or -1 with errno. */
static int start_engine(struct bot *b)
{
	static char shell[] = "/bin/sh", option[] = "-c";
	char command[4096];
	char *argv[] = {shell, option, command, NULL};

	snprintf(command, sizeof(command), "%s", b->app->options->engine);
	if (child_start(&b->engine, argv, true, CHILD_ERRORS_SHOWN) < 0)
		return -1;
	b->output = event_new(b->base, b->engine.out, EV_READ | EV_PERSIST, on_output, b);
	if (b->output != NULL && event_add(b->output, NULL) == 0)
		return 0;
	end_engine(b);
	errno = ENOMEM;
	return -1;
}

static void run(struct bot *b, const char *command)
{
	if (app_command(b->app, command) < 0)
		fprintf(stderr, "%s\n", b->app->complaint);
}

static const struct model_room *asked_room(const struct bot *b)
{
	const struct model_room *r = model_room(&b->app->model, b->room);

	return b->asked && r != NULL && r->rev == b->rev && r->plies == b->plies &&
		       model_my_turn(&b->app->model, r)
		   ? r
		   : NULL;
}

/* Plays a point in the room that was asked about; one that cannot be played gives the game up. */
static void play(struct bot *b, const struct model_room *r, int point)
{
	b->asked = false;
	event_del(b->deadline);
	model_show(&b->app->model, r->id);
	if (point != POINT_NONE && app_move(b->app, point) == 0)
		return;
	fprintf(stderr, "The engine's move cannot be played: %s\n", b->app->complaint);
	run(b, "resign");
}

static void put_question(struct bot *b, const struct model_room *r);

/* The engine has failed, in a position or between them: another one is started, and the move is
 * made without it where it is late. */
static void replace_engine(struct bot *b, const char *why, bool late)
{
	const struct model_room *r = asked_room(b);

	fprintf(stderr, "The engine %s; starting it again.\n", why);
	end_engine(b);
	event_del(b->deadline);
	if (++b->failures > FAILURES_MAX || start_engine(b) < 0) {
		fprintf(stderr, "The engine fails again and again.\n");
		if (r != NULL)
			run(b, "resign");
		app_quit(b->app, APP_ERROR);
	} else if (r != NULL && late)
		play(b, r, gomocup_spare(r));
	else if (r != NULL)
		put_question(b, r);
}

static void put_question(struct bot *b, const struct model_room *r)
{
	char text[GOMOCUP_TEXT];
	struct gomocup_time time;
	struct timeval limit;
	size_t len;
	int latency = b->app->latency_ms < 0 ? LATENCY_MS : b->app->latency_ms;

	gomocup_plan(r, model_my_side(&b->app->model, r), app_now(), latency, &time);
	len = gomocup_question(r, &time, text);
	b->asked = true;
	model_copy(b->room, sizeof(b->room), r->id);
	b->rev = r->rev;
	b->plies = r->plies;
	limit = (struct timeval){time.deadline / 1000, time.deadline % 1000 * 1000};
	evtimer_add(b->deadline, &limit);
	if (write(b->engine.in, text, len) != (ssize_t)len)
		replace_engine(b, "takes no question", true);
}

/* Acts where it is ours to act. */
static void consider(struct bot *b)
{
	const struct model *m = &b->app->model;

	for (int i = 0; i < MODEL_ROOMS; i++) {
		const struct model_room *r = &m->room[i];

		if (r->id[0] == '\0' || b->app->leaving)
			continue;
		if (model_my_choice(m, r)) {
			model_show(&b->app->model, r->id);
			run(b, r->choices & 1U << CHOICE_WHITE ? "choose white" : "choose black");
		} else if (model_my_turn(m, r) && asked_room(b) != r) {
			if (b->asked) { /* of what has passed: it would answer that first */
				end_engine(b);
				start_engine(b);
			}
			put_question(b, r);
			return;
		}
	}
}

static void take_engine_line(struct bot *b)
{
	const struct model_room *r = asked_room(b);
	int point = POINT_NONE;

	b->line[b->len] = '\0';
	b->len = 0;
	if (r == NULL)
		return;
	switch (gomocup_read(r, b->line, &point)) {
	case GOMOCUP_MORE:
		break;
	case GOMOCUP_MOVE:
		b->failures = 0;
		play(b, r, point);
		break;
	case GOMOCUP_BAD:
		fprintf(stderr, "The engine says: %s\n", b->line);
		play(b, r, gomocup_spare(r));
		break;
	}
}

static void on_output(evutil_socket_t fd, short what, void *arg)
{
	struct bot *b = arg;
	char bytes[4096];
	ssize_t n = read((int)fd, bytes, sizeof(bytes));

	(void)what;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	for (ssize_t i = 0; i < n; i++)
		if (bytes[i] == '\n')
			take_engine_line(b);
		else if (bytes[i] != '\r' && b->len < sizeof(b->line) - 1)
			b->line[b->len++] = bytes[i];
	if (n <= 0)
		replace_engine(b, "has ended", false);
}

static void on_deadline(evutil_socket_t fd, short what, void *arg)
{
	struct bot *b = arg;

	(void)fd;
	(void)what;
	if (asked_room(b) != NULL)
		replace_engine(b, "does not answer in time", true);
}

/* Whether a game of ours is going on. */
static bool is_busy(const struct bot *b)
{
	const struct model *m = &b->app->model;

	for (int i = 0; i < MODEL_ROOMS; i++)
		if (m->room[i].id[0] != '\0' && model_on(&m->room[i]) &&
		    model_my_side(m, &m->room[i]) != STONE_NONE)
			return true;
	return false;
}

static void seek(struct bot *b)
{
	char command[WIRE_CLIENT_MAX];

	if (b->app->options->seek == NULL || is_busy(b))
		return;
	snprintf(command, sizeof(command), "seek %s", b->app->options->seek);
	run(b, command);
}

/* Accepts a challenge to a game that an engine can play, when there is none. */
static void answer_challenge(struct bot *b, const struct wire_line *w)
{
	const char *id = wire_get(w, "id"), *opening = wire_get(w, "opening");
	const char *rule = wire_get(w, "rule");
	char command[MODEL_ID + 16];
	bool good = rule != NULL && rule_parse(rule) != RULE_COUNT && opening != NULL &&
		    strcmp(opening, "free") == 0 && !is_busy(b);

	if (id == NULL || strlen(id) >= MODEL_ID)
		return;
	snprintf(command, sizeof(command), "%s %s", good ? "accept" : "decline", id);
	run(b, command);
}

/* Takes back what the other asks to, and plays again; everything else is played out. */
static void answer_offer(struct bot *b, const struct wire_line *w)
{
	const struct model *m = &b->app->model;
	const char *room = wire_get(w, "room");
	const struct model_room *r = model_room(m, room == NULL ? "" : room);
	const struct model_offer *o = r == NULL ? NULL : model_offer_to_me(m, r);
	char command[2 * MODEL_ID + 24];
	bool good;

	if (o == NULL)
		return;
	good = strcmp(o->type, "undo") == 0 || strcmp(o->type, "rematch") == 0;
	snprintf(
	    command, sizeof(command), "%s %s room=%s", good ? "accept" : "decline", o->id, r->id);
	run(b, command);
}

/* A game has ended: enough, or another one. */
static void after_game(struct bot *b, const struct wire_line *w)
{
	const struct options *o = b->app->options;
	const char *room = wire_get(w, "room");
	const struct model_room *r = model_room(&b->app->model, room == NULL ? "" : room);
	char command[MODEL_ID + 16];

	if (r == NULL || model_my_side(&b->app->model, r) == STONE_NONE)
		return;
	event_del(b->deadline);
	b->games++;
	if (o->games > 0 && b->games >= o->games) {
		app_quit(b->app, APP_OK);
		return;
	}
	if (o->seek == NULL)
		return;
	snprintf(command, sizeof(command), "leave %s", r->id);
	run(b, command);
	seek(b);
}

/* The other one has left after a game: so do we. */
static void take_seat(struct bot *b, const struct wire_line *w)
{
	const char *room = wire_get(w, "room"), *user = wire_get(w, "user");
	const struct model_room *r = model_room(&b->app->model, room == NULL ? "" : room);
	char command[MODEL_ID + 16];

	/* One that seeks has left already. */
	if (b->app->options->seek != NULL || b->games == 0)
		return;
	if (r == NULL || user == NULL || strcmp(user, "open") != 0 || model_on(r))
		return;
	snprintf(command, sizeof(command), "leave %s", r->id);
	run(b, command);
}

static void on_line(void *arg, const struct wire_line *w)
{
	struct bot *b = arg;
	char text[TELL_MAX];
	enum tell_kind kind = tell_line(&b->app->model, w, text);

	if (kind == TELL_REFUSAL)
		fprintf(stderr, "%s\n", text);
	else if (kind != TELL_NOTHING && kind != TELL_MOVE)
		printf("%s\n", text);
	fflush(stdout);
	if (w->kind == WIRE_ERROR && strcmp(w->name, "syntax") == 0)
		app_quit(b->app, APP_ERROR); /* the terms that are sought: they do not get better */
	if (w->kind != WIRE_EVENT || b->app->leaving)
		return;
	if (strcmp(w->name, "challenge") == 0)
		answer_challenge(b, w);
	else if (strcmp(w->name, "offer") == 0)
		answer_offer(b, w);
	else if (strcmp(w->name, "end") == 0)
		after_game(b, w);
	else if (strcmp(w->name, "seat") == 0)
		take_seat(b, w);
	consider(b);
}

/* In, for the first time or again. */
static void on_settled(void *arg)
{
	struct bot *b = arg;

	run(b, "set bot=on");
	consider(b);
	seek(b);
}

static void on_notice(void *arg, const char *text)
{
	(void)arg;
	printf("%s\n", text);
	fflush(stdout);
}

static void on_over(void *arg)
{
	struct bot *b = arg;

	b->stop(b->stop_arg);
}

static const struct app_front front = {
    .line = on_line,
    .notice = on_notice,
    .settled = on_settled,
    .over = on_over,
};

struct bot *bot_new(
    struct app *app, struct event_base *base, void (*stop)(void *arg), void *stop_arg)
{
	struct bot *b = calloc(1, sizeof(*b));

	if (b == NULL)
		return NULL;
	b->app = app;
	b->base = base;
	b->stop = stop;
	b->stop_arg = stop_arg;
	b->engine.in = b->engine.out = -1;
	b->deadline = evtimer_new(base, on_deadline, b);
	if (b->deadline == NULL || start_engine(b) < 0) {
		fprintf(
		    stderr, "gomoku: cannot start %s: %s\n", app->options->engine, strerror(errno));
		bot_free(b);
		return NULL;
	}
	app_set_front(app, &front, b);
	return b;
}

void bot_free(struct bot *b)
{
	if (b == NULL)
		return;
	end_engine(b);
	if (b->deadline != NULL)
		event_free(b->deadline);
	free(b);
}
