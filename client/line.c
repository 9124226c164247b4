#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "client/tui/terminal.h"
#include "editor.h"
#include "i18n.h"
#include "line_private.h"
#include "tell.h"

static void go_on(struct line *l);

/* Prints what has been gathered, above the line that is being typed. */
static void print_out(struct line *l)
{
	fflush(l->out);
	if (l->text_len > 0) {
		if (l->editor != NULL)
			editor_hide(l->editor);
		fwrite(l->text, 1, l->text_len, stdout);
		rewind(l->out);
		fflush(l->out);
		l->text_len = 0;
		if (l->editor != NULL)
			editor_show(l->editor);
	}
	fflush(stdout);
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
		fprintf(l->out, "%s\n", text);
	if (changes_board(l, w))
		line_print_board(l, r);
	else if (r != NULL && w->kind == WIRE_EVENT && strcmp(w->name, "choice") == 0)
		line_print_turn(l, r);
	line_print_hint(l, w);
	print_out(l);
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

	if (!l->ready && !l->script && isatty(STDOUT_FILENO) && terminal_can_show())
		l->editor = editor_new();
	l->ready = true;
	l->waiting = false;
	go_on(l);
}

static void on_over(void *arg)
{
	struct line *l = arg;

	event_del(l->input);
	print_out(l);
	l->stop(l->stop_arg);
}

static void on_welcome(void *arg)
{
	const struct line *l = arg;

	fprintf(l->out, _("Connected to %s (%s).\n"), l->app->trust->address, l->app->model.server);
}

static void on_notice(void *arg, const char *text)
{
	struct line *l = arg;

	fprintf(l->out, "%s\n", text);
	print_out(l);
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
		line_print_board(l, r);
	print_out(l);
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
	fprintf(
	    l->out, "%s\n", l->list ? _("The board is told in words.") : _("The board is drawn."));
	print_out(l);
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
		fprintf(l->out, "%s\n", l->app->complaint);
		print_out(l);
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
		fprintf(l->out, "%s\n", _("That is too long to be sent."));
	l->discard = true;
	l->len = 0;
}

/* A key at a terminal whose lines are edited. */
static void take_key(struct line *l)
{
	char text[2 * WIRE_CLIENT_MAX];
	size_t len;

	switch (editor_read(l->editor, text, sizeof(text))) {
	case EDITOR_MORE:
		break;
	case EDITOR_LINE:
		len = strlen(text);
		if (len + 1 < sizeof(l->buf) - l->len) {
			memcpy(l->buf + l->len, text, len);
			l->buf[l->len + len] = '\n';
			l->len += len + 1;
		} else {
			fprintf(l->out, "%s\n", _("That is too long to be sent."));
			print_out(l);
		}
		break;
	case EDITOR_END:
		l->ended = true;
		break;
	}
	go_on(l);
	if (!l->ended && !l->app->leaving && !l->app->done)
		editor_begin(l->editor);
}

static void on_suspended(evutil_socket_t fd, short what, void *arg)
{
	const struct line *l = arg;

	(void)fd;
	(void)what;
	if (l->editor != NULL)
		editor_suspend(l->editor);
	kill(getpid(), SIGSTOP);
}

static void on_resumed(evutil_socket_t fd, short what, void *arg)
{
	const struct line *l = arg;

	(void)fd;
	(void)what;
	if (l->editor != NULL)
		editor_resume(l->editor);
}

static void on_input(evutil_socket_t fd, short what, void *arg)
{
	struct line *l = arg;
	ssize_t n;

	if (l->editor != NULL) {
		take_key(l);
		return;
	}
	(void)what;
	n = read((int)fd, l->buf + l->len, sizeof(l->buf) - 1 - l->len);
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
	l->out = open_memstream(&l->text, &l->text_len);
	l->input = event_new(base, STDIN_FILENO, EV_READ, on_input, l);
	l->suspended = evsignal_new(base, SIGTSTP, on_suspended, l);
	l->resumed = evsignal_new(base, SIGCONT, on_resumed, l);
	if (l->out == NULL || l->input == NULL || l->suspended == NULL || l->resumed == NULL) {
		line_free(l);
		return NULL;
	}
	if (!l->script) {
		event_add(l->suspended, NULL);
		event_add(l->resumed, NULL);
	}
	app->strict = true;
	app_set_front(app, &front, l);
	return l;
}

void line_free(struct line *l)
{
	if (l == NULL)
		return;
	editor_free(l->editor);
	if (l->input != NULL)
		event_free(l->input);
	if (l->suspended != NULL)
		event_free(l->suspended);
	if (l->resumed != NULL)
		event_free(l->resumed);
	if (l->out != NULL)
		fclose(l->out);
	free(l->text);
	free(l);
}
