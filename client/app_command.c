/* What the user types, made into commands for the server. */
#include "app.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "app_private.h"
#include "daemon/wire/verbs.h"
#include "i18n.h"
#include "save.h"
#include "tell.h"

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
		app_add_key(buf, size, w->pair[i].key, w->pair[i].value);
	if (v != NULL && has_key(v, "room") && wire_get(w, "room") == NULL)
		app_add_key(buf, size, "room", room);
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
		return app_complain(a, _("Your game is still on: resign or abort it first."));
	if (r->state != MODEL_ENDED)
		return 0;
	snprintf(command, sizeof(command), "leave %s", r->id);
	return app_send(a, PENDING_QUIET, command);
}

static int send_hint(struct app *a, const char *command)
{
	if (a->hinting)
		return app_complain(a, _("A hint is on its way already."));
	if (app_send_tagged(a, APP_HINT_TAG, command) < 0)
		return -1;
	a->hinting = true;
	return 0;
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
	if (v != NULL && (v->id == VERB_ACCEPT || v->id == VERB_DECLINE) && w->words == 0 &&
	    offer_meant(a, (enum verb_id)v->id) == NULL && a->model.challenge.id[0] != '\0') {
		snprintf(command, sizeof(command), "%s %s", w->name, a->model.challenge.id);
		return app_send(a, PENDING_USER, command);
	}
	if (v != NULL && w->words == 0) {
		const char *id = offer_meant(a, (enum verb_id)v->id);

		if (id != NULL)
			w->word[w->words++] = id;
	}
	compose(a, command, sizeof(command), w);
	if (v != NULL && v->id == VERB_HINT)
		return send_hint(a, command);
	return app_send(a, PENDING_USER, command);
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

static int save(struct app *a, const char *path, bool replace)
{
	static struct record rec; /* large: not on the stack */
	const struct model_room *r = model_game(&a->model);
	char why[SAVE_WHY], date[32] = "", text[APP_TEXT];
	time_t now = time(NULL);
	struct tm tm;

	if (a->options->kiosk)
		return app_complain(a, _("No files are kept here."));
	if (r == NULL)
		return app_complain(a, _("There is no game to save yet."));
	if (path[0] == '\0')
		return app_complain(a, _("Where to? save FILE.sgf, or save FILE.psq."));
	if (localtime_r(&now, &tm) != NULL)
		strftime(date, sizeof(date), "%Y-%m-%d", &tm);
	save_record(&rec, r, a->trust->address, date);
	if (save_file(&rec, path, replace, why) < 0)
		return app_complain(a, "%s", why);
	snprintf(text, sizeof(text), _("Saved as %.500s."), path);
	a->front->notice(a->front_arg, text);
	return 0;
}

int app_command(struct app *a, const char *text)
{
	struct wire_line w;
	enum wire_fault fault = wire_parse_command(&w, text, strlen(text));
	const char *talk = NULL, *path;
	bool replace;

	path = save_command(text, &replace);
	if (path != NULL)
		return save(a, path, replace);
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
		return app_complain(a, _("That is too long to be sent."));
	case WIRE_BAD_TEXT:
		return app_complain(a, _("That has characters which cannot be sent."));
	case WIRE_SYNTAX:
		return app_complain(a, _("I cannot read that. Type help for what there is."));
	case WIRE_FINE:
		break;
	}
	if (w.tag[0] != '\0')
		return app_complain(
		    a, _("Commands begin with a verb. Type help for what there is."));
	return send_parsed(a, &w);
}

/* Why a point cannot be played, as a complaint. 0 or -1. */
static int check_point(struct app *a, const struct model_room *r, int point)
{
	char name[POINT_TEXT];
	enum foul foul;

	point_format(point, name);
	if (!board_has(&r->board, point))
		return app_complain(a, _("%s is not on this board."), name);
	if (board_at(&r->board, point) != STONE_NONE)
		return app_complain(a, _("%s is taken."), name);
	if (r->rules != RULE_RENJU || r->foul_loses)
		return 0;
	foul = rules_foul(&r->board, RULE_RENJU, r->turn, point);
	if (foul != FOUL_NONE)
		return app_complain(
		    a, _("%s is forbidden to black: it makes %s."), name, tell_foul(foul));
	return 0;
}

int app_move(struct app *a, int point)
{
	const struct model_room *r = model_focus(&a->model);
	char name[POINT_TEXT], command[MODEL_ID + 80];

	if (r == NULL)
		return app_complain(a, _("There is no game here yet."));
	if (r->state == MODEL_ENDED)
		return app_complain(a, _("The game is over."));
	if (model_my_side(&a->model, r) == STONE_NONE)
		return app_complain(a, _("You are watching."));
	if (model_my_choice(&a->model, r))
		return app_complain(a, r->choices & 1U << CHOICE_MORE
					   ? _("First choose: black, white or more.")
					   : _("First choose: black, white."));
	if (!model_my_turn(&a->model, r))
		return app_complain(a, _("It is not your turn."));
	if (check_point(a, r, point) < 0)
		return -1;
	snprintf(command, sizeof(command), "move %s ply=%d rev=%lld room=%s",
	    point_format(point, name), r->plies + 1, (long long)r->rev, r->id);
	return app_send(a, PENDING_USER, command);
}
