#include "tui.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ncurses.h>

#include "board.h"
#include "choice.h"
#include "client/tell.h"
#include "help.h"
#include "side.h"
#include "tui_private.h"

static void draw_prompt(struct tui *t)
{
	struct view *v = &t->view;
	const struct prompt *p = &v->prompt;
	char all[PROMPT_BYTES], before[PROMPT_BYTES];
	int x = v->layout.wide ? v->layout.board_x : 0, width = v->layout.cols - x - 1;
	const char *show = all;

	if (p->mode == PROMPT_IDLE) {
		style_printf(&v->style, v->layout.prompt_y, x, width, STYLE_DIM,
		    ": command %s \" talk %s ? help", v->style.signs->dot, v->style.signs->dot);
		return;
	}
	prompt_text(p, all, before);
	/* What does not fit goes out on the left, a character at a time. */
	while (style_width(&v->style, before) - style_width(&v->style, all) +
		   style_width(&v->style, show) >
	       width - 1) {
		show++;
		while (((unsigned char)*show & 0xC0) == 0x80)
			show++;
	}
	style_put(&v->style, v->layout.prompt_y, x, 1, STYLE_STRONG,
	    p->mode == PROMPT_COMMAND ? ":" : v->style.signs->turn);
	style_put(&v->style, v->layout.prompt_y, x + 1, width, STYLE_TEXT, show);
	v->caret_y = v->layout.prompt_y;
	v->caret_x = x + 1 + style_width(&v->style, before) - style_width(&v->style, all) +
		     style_width(&v->style, show);
}

static void draw_too_small(const struct view *v)
{
	const struct layout *l = &v->layout;

	style_put(&v->style, 0, 0, l->cols, STYLE_STRONG, "Too small");
	style_printf(
	    &v->style, 1, 0, l->cols, STYLE_TEXT, "needs %dx%d", l->need_cols, l->need_rows);
	style_put(&v->style, 2, 0, l->cols, STYLE_DIM, "The game goes on.");
}

/* The cursor begins in the middle of each new board. */
static void set_cursor(struct tui *t)
{
	struct view *v = &t->view;
	const char *id = v->room == NULL ? "" : v->room->id;
	int size = view_size(v);

	if (strcmp(id, t->room) == 0 && point_column(v->cursor) < size &&
	    point_row(v->cursor) < size)
		return;
	snprintf(t->room, sizeof(t->room), "%s", id);
	v->cursor = point_at(size / 2, size / 2);
}

static bool clock_runs(const struct model_room *r)
{
	return r != NULL && r->running != STONE_NONE && r->clock[model_side(r->running)].ms >= 0;
}

static void draw(void *arg)
{
	struct tui *t = arg;
	struct view *v = &t->view;

	v->room = model_focus(v->model);
	v->now_ms = app_now();
	v->offline = t->app->offline;
	forbid_update(&v->forbid, v->room);
	layout_compute(&v->layout, COLS, LINES, view_size(v));
	if (v->room == NULL && v->layout.wide) { /* no players: their rows are the talk's */
		v->layout.talk_h += v->layout.talk_y - v->layout.side_y;
		v->layout.talk_y = v->layout.side_y;
	}
	set_cursor(t);
	erase();
	v->caret_y = v->caret_x = 0;
	if (v->help)
		help_draw(v);
	else if (!v->layout.fits)
		draw_too_small(v);
	else {
		board_draw(v);
		side_draw_title(v);
		side_draw_players(v);
		choice_draw(v);
		side_draw_talk(v);
		side_draw_status(v);
		draw_prompt(t);
	}
	move(v->caret_y, v->caret_x);
	if (clock_runs(v->room))
		screen_tick(t->screen);
}

void tui_say(struct tui *t, const char *text)
{
	snprintf(t->view.flash, sizeof(t->view.flash), "%.*s", APP_TEXT - 1, text);
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
		fprintf(stderr, "This terminal cannot show the full screen: use --line.\n");
		app_quit(t->app, APP_ERROR);
		return;
	}
	t->view.where = t->app->trust->address;
	snprintf(text, sizeof(text), "Welcome to %s, %s.", m->host_name, m->user);
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

	if (is_turn(w))
		t->view.flash[0] = '\0';
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

static const struct app_front front = {
    .welcome = on_welcome,
    .line = on_line,
    .notice = on_notice,
    .over = on_over,
};

struct tui *tui_new(
    struct app *app, struct event_base *base, void (*stop)(void *arg), void *stop_arg)
{
	struct tui *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return NULL;
	t->app = app;
	t->view.model = &app->model;
	t->view.where = "";
	t->view.vi = app->options->vi;
	t->stop = stop;
	t->stop_arg = stop_arg;
	prompt_init(&t->view.prompt);
	t->screen = screen_new(base, &screen_calls, t);
	if (t->screen == NULL) {
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
	prompt_free(&t->view.prompt);
	scroll_free(&t->view.scroll);
	free(t);
}
