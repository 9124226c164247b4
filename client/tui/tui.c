#include "tui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>
#include <ncurses.h>

#include "board.h"
#include "choice.h"
#include "client/i18n.h"
#include "client/tell.h"
#include "help.h"
#include "lobby_view.h"
#include "panes.h"
#include "side.h"
#include "status.h"
#include "tui_private.h"
#include "typing.h"

enum { LOOK_SECONDS = 5, LOBBY_COLUMNS = 30, LOBBY_LINES = 10 };

static void draw_too_small(const struct view *v)
{
	const struct layout *l = &v->layout;
	bool lobby = view_in_lobby(v);

	style_put(&v->style, 0, 0, l->cols, STYLE_STRONG, _("Too small"));
	style_printf(&v->style, 1, 0, l->cols, STYLE_TEXT, _("needs %dx%d"),
	    lobby ? LOBBY_COLUMNS : l->need_cols, lobby ? LOBBY_LINES : l->need_rows);
	style_put(&v->style, 2, 0, l->cols, STYLE_DIM, _("The game goes on."));
}

/* The cursor begins in the middle of each new board, which is shown as it is. */
static void set_cursor(struct tui *t)
{
	struct view *v = &t->view;
	const char *id = v->game == NULL ? "" : v->game->id;
	int size = view_size(v);

	if (strcmp(id, t->room) == 0 && point_column(v->cursor) < size &&
	    point_row(v->cursor) < size)
		return;
	if (strcmp(id, t->room) != 0) {
		v->pane = PANE_TALK;
		v->covered = false;
		t->back = -1;
		t->picked[0] = '\0';
	}
	snprintf(t->room, sizeof(t->room), "%s", id);
	v->cursor = point_at(size / 2, size / 2);
}

/* The lobby is asked for when it comes to be shown, and then again and again. */
static void follow_lobby(struct tui *t)
{
	const struct timeval pause = {LOOK_SECONDS, 0};
	struct view *v = &t->view;
	bool shown = view_in_lobby(v) && v->help == 0;

	if (shown) {
		v->pick = lobby_find(v->lobby, t->picked, t->picked[0] == '\0' ? 0 : v->pick);
		if (!t->in_lobby)
			app_look(t->app);
		if (!evtimer_pending(t->look, NULL))
			evtimer_add(t->look, &pause);
	}
	t->in_lobby = shown;
}

static void on_look(evutil_socket_t fd, short what, void *arg)
{
	struct tui *t = arg;

	(void)fd;
	(void)what;
	if (!t->in_lobby)
		return;
	app_look(t->app);
	screen_draw(t->screen);
}

/* The room that is looked at, now or as it was. */
static void set_room(struct tui *t)
{
	struct view *v = &t->view;

	v->room = v->game = model_focus(v->model);
	set_cursor(t);
	if (v->game == NULL || t->back >= v->game->plies)
		t->back = -1;
	if (t->back < 0)
		return;
	model_room_at(v->game, t->back, &t->then);
	v->room = &t->then;
}

static bool clock_runs(const struct model_room *r)
{
	return r != NULL && r->running != STONE_NONE && r->clock[model_side(r->running)].ms >= 0;
}

static void draw_room(struct tui *t)
{
	struct view *v = &t->view;

	board_draw(v);
	side_draw_title(v);
	side_draw_players(v);
	choice_draw(v);
	panes_draw(v);
	if (!status_draw(v))
		typing_draw(v);
}

/* Talk or moves in place of the board, the rest as it is. */
static void draw_covered(struct tui *t)
{
	struct view *v = &t->view;
	struct layout *l = &v->layout;

	side_draw_title(v);
	side_draw_players(v);
	l->talk_y = l->letters_y[0] + 1;
	l->talk_h = l->side_y - l->talk_y;
	panes_draw(v);
	v->caret_y = l->talk_y;
	if (!status_draw(v))
		typing_draw(v);
	l->talk_h = 0;
}

static void draw_lobby(struct tui *t)
{
	struct view *v = &t->view;

	side_draw_title(v);
	lobby_view_draw(v);
	if (!status_draw(v))
		typing_draw(v);
}

static bool is_too_small(const struct view *v)
{
	if (view_in_lobby(v))
		return v->layout.cols < LOBBY_COLUMNS || v->layout.rows < LOBBY_LINES;
	return !v->layout.fits;
}

static void draw(void *arg)
{
	struct tui *t = arg;
	struct view *v = &t->view;

	v->now_ms = app_now();
	v->offline = t->app->offline;
	v->latency_ms = t->app->latency_ms;
	set_room(t);
	forbid_update(&v->forbid, v->room);
	layout_compute(&v->layout, COLS, LINES, view_size(v));
	follow_lobby(t);
	erase();
	t->zones.count = 0;
	v->caret_y = v->caret_x = 0;
	if (v->help > 0)
		help_draw(v);
	else if (is_too_small(v))
		draw_too_small(v);
	else if (view_in_lobby(v))
		draw_lobby(t);
	else if (view_covers(v))
		draw_covered(t);
	else
		draw_room(t);
	move(v->caret_y, v->caret_x);
	if (clock_runs(v->game))
		screen_tick(t->screen);
}

void tui_look_back(struct tui *t, int plies)
{
	t->back = plies < 0 ? 0 : plies;
}

void tui_say(struct tui *t, const char *text)
{
	model_copy(t->view.flash, sizeof(t->view.flash), text);
}

static void on_press(void *arg, const struct press *k)
{
	tui_press(arg, k);
}

static void on_gone(void *arg)
{
	struct tui *t = arg;

	app_quit(t->app, APP_OK);
}

static const struct screen_calls screen_calls = {.draw = draw, .press = on_press, .gone = on_gone};

/* Logged in: the terminal is ours from here on. */
static void on_welcome(void *arg)
{
	struct tui *t = arg;
	const struct model *m = &t->app->model;
	char text[TELL_MAX];

	if (screen_is_open(t->screen))
		return;
	if (screen_open(t->screen, &t->view.style, t->app->options->ascii) < 0) {
		fprintf(
		    stderr, "%s\n", _("This terminal cannot show the full screen: use --line."));
		app_quit(t->app, APP_ERROR);
		return;
	}
	if (t->app->options->mouse) {
		screen_take_mouse();
		t->view.zones = &t->zones;
	}
	t->view.where = t->app->trust->address;
	snprintf(text, sizeof(text), _("Welcome to %s, %s."), m->host_name, m->user);
	scroll_add(&t->view.scroll, TELL_NOTICE, text);
	screen_draw(t->screen);
}

/* Whether a line's sentence tells no more than the screen shows anyway. */
static bool is_seen(const struct tui *t, const struct wire_line *w, enum tell_kind kind)
{
	const char *user = wire_get(w, "user");

	if (kind == TELL_NOTHING || kind == TELL_MOVE)
		return true;
	if (w->kind != WIRE_EVENT)
		return strcmp(w->name, "welcome") == 0 || strcmp(w->name, "created") == 0;
	/* Of us it is said where we have come back to. */
	if (strcmp(w->name, "back") == 0 && user != NULL)
		return strcmp(user, t->app->model.user) == 0;
	if (strcmp(w->name, "seat") == 0 && user != NULL)
		return strncmp(user, "ai:", 3) == 0 || strcmp(user, t->app->model.user) == 0;
	return strcmp(w->name, "sync") == 0;
}

/* Whether a line changes what is to be done, so that what was said before is out of date. */
static bool is_turn(const struct wire_line *w)
{
	static const char *const names[] = {"start", "move", "choice", "undo", "offer", "end"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (w->kind == WIRE_EVENT && strcmp(w->name, names[i]) == 0)
			return true;
	return false;
}

static void on_line(void *arg, const struct wire_line *w)
{
	struct tui *t = arg;
	char text[TELL_MAX];
	enum tell_kind kind = tell_line(&t->app->model, w, text);

	if (is_turn(w)) {
		t->view.flash[0] = '\0';
		t->back = -1;
	}
	if (kind == TELL_REFUSAL)
		tui_say(t, text);
	else if (!is_seen(t, w, kind))
		scroll_add(&t->view.scroll, kind, text);
	screen_draw(t->screen);
}

static void on_notice(void *arg, const char *text)
{
	struct tui *t = arg;

	t->view.flash[0] = '\0';
	scroll_add(&t->view.scroll, TELL_NOTICE, text);
	screen_draw(t->screen);
}

static void on_over(void *arg)
{
	struct tui *t = arg;

	t->stop(t->stop_arg);
}

static void on_changed(void *arg)
{
	struct tui *t = arg;

	screen_draw(t->screen);
}

static const struct app_front front = {
    .welcome = on_welcome,
    .line = on_line,
    .notice = on_notice,
    .over = on_over,
    .changed = on_changed,
};

struct tui *tui_new(
    struct app *app, struct event_base *base, void (*stop)(void *arg), void *stop_arg)
{
	struct tui *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return NULL;
	t->app = app;
	t->view.model = &app->model;
	t->view.lobby = &app->lobby;
	t->view.where = "";
	t->back = -1;
	t->view.pick = -1;
	t->view.vi = app->options->vi;
	t->stop = stop;
	t->stop_arg = stop_arg;
	prompt_init(&t->view.prompt);
	t->screen = screen_new(base, &screen_calls, t);
	t->look = evtimer_new(base, on_look, t);
	if (t->screen == NULL || t->look == NULL) {
		tui_free(t);
		return NULL;
	}
	app_set_front(app, &front, t);
	return t;
}

void tui_free(struct tui *t)
{
	if (t == NULL)
		return;
	screen_free(t->screen);
	if (t->look != NULL)
		event_free(t->look);
	prompt_free(&t->view.prompt);
	scroll_free(&t->view.scroll);
	free(t);
}
