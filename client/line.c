#include "line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "drawing.h"
#include "forbid.h"
#include "tell.h"

struct line {
	struct app *app;
	void (*stop)(void *arg);
	void *stop_arg;
	struct event *input;
	bool script;		   /* standard input is no terminal */
	bool ready;		   /* what the command line asked for is done */
	bool waiting;		   /* a line was sent, and app_settle's answer is due */
	bool discard;		   /* the rest of a line that was too long */
	bool ended;		   /* no more input */
	bool list;		   /* the board is told in words */
	bool drawn;		   /* the board was shown, as it is now */
	char buf[WIRE_CLIENT_MAX]; /* input that was not taken yet */
	size_t len;
};

static void go_on(struct line *l);

/* What there is to choose, and what each means. */
static void print_choices(const struct model_room *r)
{
	for (int c = 0; c < CHOICE_COUNT; c++)
		if (r->choices & 1U << c)
			printf("  choose %s: %s\n", choice_name((enum choice)c),
			    tell_choice((enum choice)c));
}

/* The points that black may not play, in words too. */
static void print_forbidden(const struct model_room *r)
{
	static struct forbid f;
	char name[POINT_TEXT];
	int said = 0;

	forbid_update(&f, r);
	for (int point = 0; point < BOARD_CELLS && f.count > 0; point++)
		if (f.at[point])
			printf("%s%s", said++ == 0 ? "Forbidden to black (!): " : ", ",
			    point_format(point, name));
	if (said > 0)
		printf(".\n");
}

/* Says whose turn it is, under the board. */
static void print_turn(const struct line *l, const struct model_room *r)
{
	char who[TELL_NAME], due[TELL_MAX], clock[2][TELL_CLOCK];
	const struct model *m = &l->app->model;
	enum stone side = model_acting(r);
	int64_t now = app_now();

	if (r->clock[0].ms >= 0) {
		for (int i = 0; i < 2; i++) {
			struct model_clock c =
			    model_clock_at(r, i == 0 ? STONE_BLACK : STONE_WHITE, now);

			tell_clock(&c, clock[i]);
		}
		printf("Clocks: black %s, white %s.\n", clock[0], clock[1]);
	}
	if (side == STONE_NONE)
		return;
	tell_due(r, due);
	if (r->phase == PHASE_PLAY)
		printf("%s to move: %s.\n", r->turn == STONE_BLACK ? "Black (X)" : "White (O)",
		    tell_name(m, r->act, who));
	else if (strcmp(r->act, m->user) == 0)
		printf("You are %s.\n", due);
	else
		printf("%s is %s.\n", tell_name(m, r->act, who), due);
	if (model_my_choice(m, r))
		print_choices(r);
	print_forbidden(r);
}

static void print_board(struct line *l, const struct model_room *r)
{
	if (l->list)
		drawing_list(r, stdout);
	else {
		printf("\n");
		drawing_print(r, stdout);
	}
	print_turn(l, r);
	l->drawn = true;
}

/* What a person may do next, after lines that leave something to decide. */
static void print_hint(const struct line *l, const struct wire_line *w)
{
	const struct model *m = &l->app->model;
	const struct model_room *r = model_focus(m);
	const struct model_offer *o = r == NULL ? NULL : model_offer_to_me(m, r);

	if (strcmp(w->name, "offer") == 0 && o != NULL)
		printf("Type accept %s or decline %s.\n", o->id, o->id);
	else if (strcmp(w->name, "end") == 0 && r != NULL && model_my_side(m, r) != STONE_NONE &&
		 l->app->options->action != ACTION_DEMO)
		printf(
		    "Type rematch for another game, play LEVEL for one against a bot, or quit.\n");
}

/*
 * Whether this line has put another position on the board of the room that is shown. A room in
 * which nothing was played yet has none: its board comes with the start.
 */
static bool changes_board(const struct line *l, const struct wire_line *w)
{
	static const char *const names[] = {"sync", "start", "move", "undo"};
	const char *room = wire_get(w, "room");
	const struct model_room *r = model_focus(&l->app->model);

	if (r == NULL || (r->plies == 0 && r->state < MODEL_OPENING))
		return false;
	if ((w->kind != WIRE_EVENT && w->kind != WIRE_ROW) || room == NULL ||
	    strcmp(room, l->app->model.focus) != 0)
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(w->name, names[i]) == 0)
			return true;
	return false;
}

static void on_line(void *arg, const struct wire_line *w)
{
	struct line *l = arg;
	const struct model_room *r = model_focus(&l->app->model);
	char text[TELL_MAX];

	if (tell_line(&l->app->model, w, text) != TELL_NOTHING)
		printf("%s\n", text);
	if (changes_board(l, w))
		print_board(l, r);
	else if (r != NULL && w->kind == WIRE_EVENT && strcmp(w->name, "choice") == 0)
		print_turn(l, r);
	print_hint(l, w);
	fflush(stdout);
	if (ferror(stdout)) {
		app_quit(l->app, APP_ERROR);
		return;
	}
	if (w->kind == WIRE_EVENT && strcmp(w->name, "end") == 0 &&
	    l->app->options->action == ACTION_DEMO)
		app_quit(l->app, APP_OK);
	else if (l->ready && w->kind == WIRE_EVENT)
		go_on(l);
}

static void on_settled(void *arg)
{
	struct line *l = arg;

	l->ready = true;
	l->waiting = false;
	go_on(l);
}

static void on_over(void *arg)
{
	struct line *l = arg;

	event_del(l->input);
	fflush(stdout);
	l->stop(l->stop_arg);
}

static void on_welcome(void *arg)
{
	const struct line *l = arg;

	printf("Connected to %s (%s).\n", l->app->trust->address, l->app->model.server);
}

static void on_notice(void *arg, const char *text)
{
	(void)arg;
	printf("%s\n", text);
	fflush(stdout);
}

static const struct app_front front = {
    .welcome = on_welcome,
    .notice = on_notice,
    .line = on_line,
    .settled = on_settled,
    .over = on_over,
};

/* Whether a script's line is one that should wait until it is ours to act. */
static bool must_wait(const struct line *l, const char *text)
{
	static const char *const acts[] = {"move", "pass", "choose"};
	const struct model *m = &l->app->model;
	const struct model_room *r = model_focus(m);
	struct wire_line w;

	if (!l->script || r == NULL || r->state == MODEL_ENDED ||
	    model_my_side(m, r) == STONE_NONE || model_my_turn(m, r) || model_my_choice(m, r))
		return false;
	if (wire_parse_command(&w, text, strlen(text)) != WIRE_FINE)
		return false;
	for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++)
		if (strcmp(w.name, acts[i]) == 0)
			return true;
	return false;
}

/* The end of input: the board is shown once more where that was not done yet, and we leave. */
static void leave(struct line *l)
{
	const struct model_room *r = model_focus(&l->app->model);

	if (r != NULL && !l->drawn)
		print_board(l, r);
	fflush(stdout);
	event_del(l->input);
	app_quit(l->app, APP_OK);
}

/*
 * "set board=list" and "set board=on": the drawings are ours, so that the server need not draw.
 * Whether it was that.
 */
static bool take_setting(struct line *l, const char *text)
{
	struct wire_line w;
	const char *board;

	if (wire_parse_command(&w, text, strlen(text)) != WIRE_FINE || strcmp(w.name, "set") != 0 ||
	    w.words > 0 || w.pairs != 1)
		return false;
	board = wire_get(&w, "board");
	if (board == NULL || (strcmp(board, "list") != 0 && strcmp(board, "on") != 0))
		return false;
	l->list = strcmp(board, "list") == 0;
	printf(l->list ? "The board is told in words.\n" : "The board is drawn.\n");
	fflush(stdout);
	return true;
}

/* Carries out the first line of what was read. False when it has to wait. */
static bool take_line(struct line *l, char *text)
{
	if (l->discard) {
		l->discard = false;
		return true;
	}
	if (l->script && text[0] == '#')
		return true;
	if (must_wait(l, text))
		return false;
	if (take_setting(l, text))
		return true;
	if (app_command(l->app, text) < 0) {
		printf("%s\n", l->app->complaint);
		fflush(stdout);
		return true;
	}
	if (l->script && !l->app->leaving) {
		l->waiting = true;
		app_settle(l->app);
	}
	return true;
}

/* Carries out the lines that may go now. */
static void go_on(struct line *l)
{
	while (l->ready && !l->waiting && !l->app->leaving && !l->app->done) {
		char text[WIRE_CLIENT_MAX];
		const char *lf = memchr(l->buf, '\n', l->len);
		size_t len = lf == NULL ? l->len : (size_t)(lf - l->buf);

		if (lf == NULL && !(l->ended && l->len > 0))
			break;
		memcpy(text, l->buf, len);
		text[len] = '\0';
		if (memchr(text, '\0', len) != NULL)
			text[0] = '\0'; /* no text at all: the server would refuse it */
		if (!take_line(l, text))
			return;
		len += lf != NULL;
		memmove(l->buf, l->buf + len, l->len - len);
		l->len -= len;
	}
	if (l->app->leaving || l->app->done)
		return;
	if (l->app->options->action == ACTION_DEMO)
		return; /* a demo needs no input and ends with its game */
	if (!l->ended && l->len < sizeof(l->buf) - 1)
		event_add(l->input, NULL);
	else if (l->ended && l->len == 0 && l->ready && !l->waiting)
		leave(l);
}

/* A line without an end that fills the buffer is too long to be sent. */
static void check_length(struct line *l)
{
	if (l->len < sizeof(l->buf) - 1 || memchr(l->buf, '\n', l->len) != NULL)
		return;
	if (!l->discard)
		printf("That is too long to be sent.\n");
	l->discard = true;
	l->len = 0;
}

static void on_input(evutil_socket_t fd, short what, void *arg)
{
	struct line *l = arg;
	ssize_t n = read((int)fd, l->buf + l->len, sizeof(l->buf) - 1 - l->len);

	(void)what;
	if (n > 0) {
		l->len += (size_t)n;
		check_length(l);
	} else if (n == 0 || (errno != EINTR && errno != EAGAIN))
		l->ended = true;
	go_on(l);
}

struct line *line_new(
    struct app *app, struct event_base *base, void (*stop)(void *arg), void *stop_arg)
{
	struct line *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return NULL;
	l->app = app;
	l->stop = stop;
	l->stop_arg = stop_arg;
	l->script = !isatty(STDIN_FILENO);
	l->list = app->options->list;
	l->input = event_new(base, STDIN_FILENO, EV_READ, on_input, l);
	if (l->input == NULL) {
		free(l);
		return NULL;
	}
	app->strict = true;
	app_set_front(app, &front, l);
	return l;
}

void line_free(struct line *l)
{
	if (l == NULL)
		return;
	event_free(l->input);
	free(l);
}
