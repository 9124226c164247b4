#include "tui.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <event2/event.h>
#include <ncurses.h>

#include "board.h"
#include "client/tell.h"
#include "help.h"
#include "keys.h"
#include "side.h"
#include "view.h"

enum {
	TICK_MS = 200,	      /* between two pictures of a running clock */
	ESCAPE_MS = 25,	      /* how long an Esc waits for the rest of a key */
	EMPTY_READS_MAX = 50, /* reads without a key: the terminal is gone */
};

struct tui {
	struct app *app;
	void (*stop)(void *arg);
	void *stop_arg;
	struct event *input, *resized, *tick;
	SCREEN *screen; /* NULL while the terminal is not ours */
	struct view view;
	char room[MODEL_ID]; /* whose board the cursor was set for */
	int empty_reads;
};

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

/* Clocks that run want a picture now and then. */
static void set_tick(struct tui *t)
{
	const struct timeval tick = {0, TICK_MS * 1000};
	const struct model_room *r = t->view.room;

	if (r != NULL && r->running != STONE_NONE && r->clock[model_side(r->running)].ms >= 0)
		evtimer_add(t->tick, &tick);
}

static void draw(struct tui *t)
{
	struct view *v = &t->view;

	if (t->screen == NULL)
		return;
	v->room = model_focus(&t->app->model);
	v->now_ms = app_now();
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
		side_draw_talk(v);
		side_draw_status(v);
		draw_prompt(t);
	}
	move(v->caret_y, v->caret_x);
	refresh();
	set_tick(t);
}

/* Says something on the status line, until the next key. */
static void tui_say(struct tui *t, const char *text)
{
	snprintf(t->view.flash, sizeof(t->view.flash), "%.*s", APP_TEXT - 1, text);
}

/* A command that the program carries out by itself, or one for the server. */
static void run_command(struct tui *t, const char *text)
{
	text += strspn(text, " ");
	if (strcasecmp(text, "help") == 0)
		t->view.help = true;
	else if (app_command(t->app, text) < 0)
		tui_say(t, t->app->complaint);
}

static void play(struct tui *t, int point)
{
	if (app_move(t->app, point) < 0)
		tui_say(t, t->app->complaint);
	else
		t->view.cursor = point;
}

static void play_text(struct tui *t, const char *text)
{
	int point = point_parse(text);

	if (point == POINT_NONE || point_column(point) >= view_size(&t->view) ||
	    point_row(point) >= view_size(&t->view)) {
		char why[APP_TEXT];

		snprintf(why, sizeof(why), "%s is not on this board.", text);
		tui_say(t, why);
		return;
	}
	play(t, point);
}

static void move_cursor(struct tui *t, int columns, int rows)
{
	struct view *v = &t->view;
	int column = point_column(v->cursor) + columns, row = point_row(v->cursor) + rows;
	int last = view_size(v) - 1;

	column = column < 0 ? 0 : column > last ? last : column;
	row = row < 0 ? 0 : row > last ? last : row;
	v->cursor = point_at(column, row);
}

/* hjkl, and yubn for the diagonals. Whether this was one of them. */
static bool move_by_letter(struct tui *t, uint32_t c)
{
	static const struct {
		char letter;
		int columns, rows;
	} moves[] = {
	    {'h', -1, 0},
	    {'j', 0, -1},
	    {'k', 0, 1},
	    {'l', 1, 0},
	    {'y', -1, 1},
	    {'u', 1, 1},
	    {'b', -1, -1},
	    {'n', 1, -1},
	};

	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		if ((uint32_t)moves[i].letter != c)
			continue;
		move_cursor(t, moves[i].columns, moves[i].rows);
		return true;
	}
	return false;
}

static void press_char(struct tui *t, uint32_t c)
{
	bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

	if ((c == 'y' || c == 'n') && side_can_answer(&t->view))
		run_command(t, c == 'y' ? "accept" : "decline");
	else if (c == 'r' && side_can_rematch(&t->view))
		run_command(t, "rematch");
	else if (c == ' ')
		play(t, t->view.cursor);
	else if (c == '?')
		t->view.help = true;
	else if (c == '"')
		prompt_open(&t->view.prompt, "say ");
	else if (letter && t->app->options->vi)
		move_by_letter(t, c);
	else if (letter)
		prompt_begin_point(&t->view.prompt, c);
}

/* A key that the prompt had no use for. */
static void press_elsewhere(struct tui *t, const struct press *k)
{
	switch (k->kind) {
	case PRESS_CHAR:
		press_char(t, k->code);
		break;
	case PRESS_ENTER:
		play(t, t->view.cursor);
		break;
	case PRESS_LEFT:
		move_cursor(t, -1, 0);
		break;
	case PRESS_RIGHT:
		move_cursor(t, 1, 0);
		break;
	case PRESS_UP:
		move_cursor(t, 0, 1);
		break;
	case PRESS_DOWN:
		move_cursor(t, 0, -1);
		break;
	case PRESS_HOME:
		move_cursor(t, -BOARD_MAX, 0);
		break;
	case PRESS_END:
		move_cursor(t, BOARD_MAX, 0);
		break;
	case PRESS_HELP:
		t->view.help = true;
		break;
	case PRESS_REDRAW:
	case PRESS_RESIZE:
		clearok(stdscr, TRUE);
		break;
	case PRESS_ESCAPE:
	case PRESS_BACKSPACE:
	case PRESS_DELETE:
	case PRESS_TAB:
	case PRESS_KILL:
	case PRESS_OTHER:
		break;
	}
}

static void press(struct tui *t, const struct press *k)
{
	struct view *v = &t->view;

	v->flash[0] = '\0';
	if (v->help) {
		v->help = k->kind == PRESS_RESIZE;
		return;
	}
	switch (prompt_press(&v->prompt, k)) {
	case PROMPT_TAKEN:
		break;
	case PROMPT_PLAY:
		play_text(t, v->prompt.done);
		break;
	case PROMPT_RUN:
		run_command(t, v->prompt.done);
		break;
	case PROMPT_IGNORED:
		press_elsewhere(t, k);
		break;
	}
}

static void on_input(evutil_socket_t fd, short what, void *arg)
{
	struct tui *t = arg;
	struct press k;
	bool any = false;

	(void)fd;
	(void)what;
	while (t->screen != NULL && keys_read(&k, t->view.style.utf8)) {
		any = true;
		press(t, &k);
	}
	t->empty_reads = any ? 0 : t->empty_reads + 1;
	if (t->empty_reads > EMPTY_READS_MAX) {
		event_del(t->input);
		app_quit(t->app, APP_OK);
		return;
	}
	draw(t);
}

static void on_resized(evutil_socket_t fd, short what, void *arg)
{
	struct tui *t = arg;
	struct winsize size;

	(void)fd;
	(void)what;
	if (t->screen == NULL || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0)
		return;
	if (size.ws_row > 0 && size.ws_col > 0)
		resizeterm(size.ws_row, size.ws_col);
	clearok(stdscr, TRUE);
	draw(t);
}

static void on_tick(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	draw(arg);
}

/* Logged in: the terminal is ours from here on. */
static void on_welcome(void *arg)
{
	struct tui *t = arg;
	char text[TELL_MAX];

	set_escdelay(ESCAPE_MS);
	t->screen = newterm(NULL, stdout, stdin);
	if (t->screen == NULL) {
		fprintf(stderr, "This terminal cannot show the full screen: use --line.\n");
		app_quit(t->app, APP_ERROR);
		return;
	}
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	style_init(&t->view.style, t->app->options->ascii);
	snprintf(
	    text, sizeof(text), "Welcome to %s, %s.", t->app->model.host_name, t->app->model.user);
	scroll_add(&t->view.scroll, TELL_NOTICE, text);
	event_add(t->input, NULL);
	event_add(t->resized, NULL);
	draw(t);
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

static void on_line(void *arg, const struct wire_line *w)
{
	struct tui *t = arg;
	char text[TELL_MAX];
	enum tell_kind kind = tell_line(&t->app->model, w, text);

	if (kind == TELL_REFUSAL)
		tui_say(t, text);
	else if (!is_seen(t, w, kind))
		scroll_add(&t->view.scroll, kind, text);
	draw(t);
}

static void on_notice(void *arg, const char *text)
{
	struct tui *t = arg;

	scroll_add(&t->view.scroll, TELL_NOTICE, text);
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
	t->view.app = app;
	t->stop = stop;
	t->stop_arg = stop_arg;
	prompt_init(&t->view.prompt);
	t->input = event_new(base, STDIN_FILENO, EV_READ | EV_PERSIST, on_input, t);
	t->resized = evsignal_new(base, SIGWINCH, on_resized, t);
	t->tick = evtimer_new(base, on_tick, t);
	if (t->input == NULL || t->resized == NULL || t->tick == NULL) {
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
	if (t->screen != NULL) {
		endwin();
		delscreen(t->screen);
	}
	if (t->input != NULL)
		event_free(t->input);
	if (t->resized != NULL)
		event_free(t->resized);
	if (t->tick != NULL)
		event_free(t->tick);
	prompt_free(&t->view.prompt);
	scroll_free(&t->view.scroll);
	free(t);
}
