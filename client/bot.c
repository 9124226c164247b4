#include "bot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot_private.h"
#include "i18n.h"
#include "tell.h"

void bot_run(struct bot *b, const char *command)
{
	if (app_command(b->app, command) < 0)
		fprintf(stderr, "%s\n", b->app->complaint);
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
	bot_run(b, command);
}

/* Accepts a challenge to a game that an engine can play, when there is none. */
static void answer_challenge(struct bot *b, const struct wire_line *w)
{
	const char *id = wire_get(w, "id"), *opening = wire_get(w, "opening");
	const char *rule = wire_get(w, "rule");
	char command[MODEL_ID + 16];
	bool good = rule != NULL && rule_parse(rule) != RULE_COUNT && opening != NULL &&
		    opening_parse(opening) != OPENING_COUNT && !is_busy(b);

	if (id == NULL || strlen(id) >= MODEL_ID)
		return;
	snprintf(command, sizeof(command), "%s %s", good ? "accept" : "decline", id);
	bot_run(b, command);
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
	bot_run(b, command);
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
	bot_forget(b);
	b->games++;
	if (o->games > 0 && b->games >= o->games) {
		app_quit(b->app, APP_OK);
		return;
	}
	if (o->seek == NULL)
		return;
	snprintf(command, sizeof(command), "leave %s", r->id);
	bot_run(b, command);
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
	bot_run(b, command);
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
	bot_consider(b);
}

/* In, for the first time or again. */
static void on_settled(void *arg)
{
	struct bot *b = arg;

	bot_run(b, "set bot=on");
	bot_consider(b);
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
	b->knows_openings = true;
	if (bot_start_engine(b) < 0) {
		fprintf(stderr, _("gomoku: cannot start %s: %s\n"), app->options->engine,
		    strerror(errno));
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
	bot_end_engine(b);
	free(b);
}
