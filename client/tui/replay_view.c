#include "replay_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <ncurses.h>

#include "analyser.h"
#include "board.h"
#include "client/i18n.h"
#include "client/save.h"
#include "client/tell.h"
#include "pages.h"
#include "panes.h"
#include "screen.h"
#include "side.h"
#include "status.h"
#include "typing.h"
#include "view.h"

enum {
	LEAP = 10,	  /* moves that a page has */
	GOAL_MAX = 10000, /* more than any game has moves */
	REMARK_MAX = RECORD_NOTE + 32,
};

struct replay_view {
	struct replay *replay;
	void (*stop)(void *arg);
	void *stop_arg;
	struct screen *screen;
	struct view view;
	struct zones zones;
	int goal; /* the number typed so far, -1 for none */
	struct event_base *base;
	const char *path, *rule; /* of the file, and what files are by that do not tell */
	struct analysis analysis;
	struct analyser *analyser; /* NULL before there was one */
};

static const struct pages_key replay_keys[] = {
    {N_("right, >, space"), N_("the next move")},
    {N_("left, <, h"), N_("the move before")},
    {N_("PgDn, PgUp"), N_("ten moves on, ten moves back")},
    {N_("Home, End"), N_("the beginning, the end")},
    {"20g", N_("to move 20; g alone: the beginning, G: the end")},
    {":analyse, a", N_("what each move was worth, and which was better")},
    {N_(":save FILE"), N_("the game as FILE.sgf or .psq; :save! replaces")},
    {"Tab", N_("the moves, or what the file tells of the game")},
    {"#", N_("numbers on the stones")},
    {"?", N_("this page")},
    {"q, Ctrl-C", N_("leave")},
};

/* Draws a page of the help, or none for 0. Returns how many there are. */
static int draw_help(const struct view *v, int page)
{
	struct pages p;

	pages_begin(&p, v, page);
	pages_text(&p, STYLE_STRONG, _("Keys"));
	pages_keys(&p, replay_keys, sizeof(replay_keys) / sizeof(replay_keys[0]));
	return pages_end(&p);
}

/* What the move that is shown was worth, behind what is said of it. */
static void add_value(const struct replay_view *r, char *text, size_t size)
{
	const struct replay *p = r->replay;
	const struct analysis *a = &r->analysis;
	char value[TELL_CLOCK], better[TELL_CLOCK + 16];
	size_t len = strlen(text);

	if (r->analyser == NULL)
		return;
	/* At the end there is the result to be told. */
	if (p->at > 0 && p->at < p->record.plies && a->move[p->at - 1].known) {
		tell_value(a->move[p->at - 1].value, value);
		if (analysis_better(a, &p->whole, p->at - 1, better, sizeof(better)))
			snprintf(text + len, size - len, _(": %s, better %s"), value, better);
		else
			snprintf(text + len, size - len, _(": %s"), value);
	}
	len = strlen(text);
	if (analyser_runs(r->analyser))
		snprintf(text + len, size - len, _(" %s analysing, %d of %d"),
		    r->view.style.signs->dot, a->moves, p->record.plies);
}

/* How far we are, and how to go on. */
static void draw_status(struct replay_view *r)
{
	const struct view *v = &r->view;
	const struct replay *p = r->replay;
	char text[sizeof(v->flash)];

	if (p->at == 0)
		snprintf(text, sizeof(text),
		    ngettext("The beginning, %d move to come", "The beginning, %d moves to come",
			(unsigned long)p->record.plies),
		    p->record.plies);
	else if (p->at < p->record.plies)
		snprintf(text, sizeof(text), _("Move %d of %d"), p->at, p->record.plies);
	else
		replay_tell_result(p, text, sizeof(text));
	add_value(r, text, sizeof(text));
	if (r->goal >= 0)
		snprintf(text, sizeof(text), _("To which move? %d, then g"), r->goal);
	if (v->flash[0] != '\0')
		model_copy(text, sizeof(text), v->flash);
	if (!status_put(v, v->flash[0] != '\0' ? STYLE_ALERT : STYLE_TEXT, text))
		typing_draw(&r->view);
}

static void draw(void *arg)
{
	struct replay_view *r = arg;
	struct view *v = &r->view;
	int last = model_last_point(&r->replay->room);

	v->room = &r->replay->room;
	v->game = &r->replay->whole;
	if (last != POINT_NONE)
		v->cursor = last;
	forbid_update(&v->forbid, v->room);
	layout_compute(&v->layout, COLS, LINES, view_size(v));
	erase();
	r->zones.count = 0;
	v->caret_y = v->caret_x = 0;
	if (v->help)
		draw_help(v, v->help);
	else if (!v->layout.fits)
		style_printf(&v->style, 0, 0, v->layout.cols, STYLE_STRONG, _("Needs %dx%d"),
		    v->layout.need_cols, v->layout.need_rows);
	else {
		board_draw(v);
		side_draw_title(v);
		side_draw_players(v);
		panes_draw(v);
		draw_status(r);
	}
	move(v->caret_y, v->caret_x);
}

/* More of the analysis is there, or it has ended. */
static void on_analysed(void *arg)
{
	struct replay_view *r = arg;
	const char *complaint = analyser_complaint(r->analyser);

	if (!analyser_runs(r->analyser) && complaint[0] != '\0')
		snprintf(r->view.flash, sizeof(r->view.flash), _("No analysis: %s."), complaint);
	screen_draw(r->screen);
}

static void analyse(struct replay_view *r)
{
	char why[ANALYSER_WHY];

	if (r->analyser != NULL && analyser_runs(r->analyser))
		return;
	analyser_free(r->analyser);
	r->analyser = analyser_new(r->base, r->path, r->rule, &r->analysis, on_analysed, r, why);
	if (r->analyser == NULL) {
		model_copy(r->view.flash, sizeof(r->view.flash), why);
		return;
	}
	r->view.analysis = &r->analysis;
	r->view.pane = PANE_MOVES;
}

/* The game as a file, perhaps of the other format. */
static void save(struct replay_view *r, const char *path, bool replace)
{
	char why[SAVE_WHY];

	if (path[0] == '\0')
		model_copy(r->view.flash, sizeof(r->view.flash),
		    _("Where to? save FILE.sgf, or save FILE.psq."));
	else if (save_file(&r->replay->record, path, replace, why) < 0)
		model_copy(r->view.flash, sizeof(r->view.flash), why);
	else
		snprintf(r->view.flash, sizeof(r->view.flash), _("Saved as %.500s."), path);
}

static void run_command(struct replay_view *r, const char *text)
{
	bool replace;
	const char *path = save_command(text, &replace);

	text += strspn(text, " ");
	if (path != NULL)
		save(r, path, replace);
	else if (strcasecmp(text, "analyse") == 0 || strcasecmp(text, "analyze") == 0)
		analyse(r);
	else if (strcasecmp(text, "help") == 0)
		r->view.help = 1;
	else if (strcasecmp(text, "quit") == 0)
		r->stop(r->stop_arg);
	else
		snprintf(r->view.flash, sizeof(r->view.flash),
		    _("A replay knows :analyse, :save, :help and :quit, and not \"%.100s\"."),
		    text);
}

static void press_digit(struct replay_view *r, uint32_t digit)
{
	int goal = (r->goal < 0 ? 0 : r->goal) * 10 + (int)(digit - '0');

	if (goal <= GOAL_MAX)
		r->goal = goal;
}

static void press_char(struct replay_view *r, uint32_t c)
{
	struct replay *p = r->replay;
	int goal = r->goal;

	if (c >= '0' && c <= '9') {
		press_digit(r, c);
		return;
	}
	r->goal = -1;
	if (c == 'l' || c == ' ' || c == '>' || c == '.')
		replay_go(p, p->at + (goal > 0 ? goal : 1));
	else if (c == 'h' || c == '<' || c == ',')
		replay_go(p, p->at - (goal > 0 ? goal : 1));
	else if (c == 'g')
		replay_go(p, goal < 0 ? 0 : goal);
	else if (c == 'G')
		replay_go(p, goal < 0 ? p->record.plies : goal);
	else if (c == '?')
		r->view.help = 1;
	else if (c == 'a')
		analyse(r);
	else if (c == '#')
		r->view.numbers = !r->view.numbers;
	else if (c == 'q')
		r->stop(r->stop_arg);
}

/* Where a key that is no character leads to; -1: nowhere. */
static int goal_of(const struct replay *p, enum press_kind kind)
{
	switch (kind) {
	case PRESS_RIGHT:
	case PRESS_DOWN:
		return p->at + 1;
	case PRESS_LEFT:
	case PRESS_UP:
	case PRESS_BACKSPACE:
		return p->at > 0 ? p->at - 1 : 0;
	case PRESS_PAGE_DOWN:
		return p->at + LEAP;
	case PRESS_PAGE_UP:
		return p->at > LEAP ? p->at - LEAP : 0;
	case PRESS_HOME:
		return 0;
	case PRESS_END:
		return p->record.plies;
	case PRESS_CHAR:
	case PRESS_ENTER:
	case PRESS_ESCAPE:
	case PRESS_DELETE:
	case PRESS_TAB:
	case PRESS_KILL:
	case PRESS_REDRAW:
	case PRESS_RESIZE:
	case PRESS_HELP:
	case PRESS_PASTE:
	case PRESS_PASTE_END:
	case PRESS_PASTED:
	case PRESS_MOUSE:
	case PRESS_OTHER:
		break;
	}
	return -1;
}

static void press_mouse(struct replay_view *r, const struct press *k)
{
	const struct zone *z = zones_at(&r->zones, k->y, k->x);

	if (z == NULL)
		return;
	switch (z->kind) {
	case ZONE_PRESS:
		if (z->press.kind == PRESS_CHAR && z->press.code == ':')
			prompt_open(&r->view.prompt, "");
		else if (z->press.kind == PRESS_CHAR)
			press_char(r, z->press.code);
		break;
	case ZONE_COMMAND:
		run_command(r, z->command);
		break;
	case ZONE_PANE:
		r->view.pane = (enum view_pane)z->number;
		break;
	case ZONE_PLY:
		replay_go(r->replay, z->number);
		break;
	case ZONE_ENTRY:
		break;
	}
}

static void on_press(void *arg, const struct press *k)
{
	struct replay_view *r = arg;
	int goal = goal_of(r->replay, k->kind);

	r->view.flash[0] = '\0';
	if (r->view.help) {
		if (k->kind != PRESS_RESIZE)
			r->view.help = r->view.help < draw_help(&r->view, 0) ? r->view.help + 1 : 0;
		return;
	}
	switch (prompt_press(&r->view.prompt, k)) {
	case PROMPT_RUN:
		run_command(r, r->view.prompt.done);
		return;
	case PROMPT_TAKEN:
	case PROMPT_PLAY: /* no point is typed here */
		return;
	case PROMPT_IGNORED:
		break;
	}
	if (k->kind == PRESS_CHAR) {
		press_char(r, k->code);
		return;
	}
	if (k->kind == PRESS_MOUSE)
		press_mouse(r, k);
	if (k->kind == PRESS_TAB)
		r->view.pane = panes_next(&r->view);
	if (k->kind == PRESS_ENTER && r->goal >= 0)
		goal = r->goal;
	r->goal = -1;
	if (goal >= 0)
		replay_go(r->replay, goal);
	if (k->kind == PRESS_HELP)
		r->view.help = 1;
	if (k->kind == PRESS_REDRAW || k->kind == PRESS_RESIZE)
		clearok(stdscr, TRUE);
}

static void on_gone(void *arg)
{
	struct replay_view *r = arg;

	r->stop(r->stop_arg);
}

static const struct screen_calls calls = {.draw = draw, .press = on_press, .gone = on_gone};

struct replay_view *replay_view_new(struct replay *replay, const struct options *options,
    struct event_base *base, void (*stop)(void *arg), void *stop_arg)
{
	struct replay_view *r = calloc(1, sizeof(*r));
	const char *slash = strrchr(options->replay, '/');
	char text[REMARK_MAX];

	if (r == NULL)
		return NULL;
	r->replay = replay;
	r->stop = stop;
	r->stop_arg = stop_arg;
	r->goal = -1;
	r->view.model = &replay->model;
	r->base = base;
	r->path = options->replay;
	r->rule = options->rule[0] == '\0' ? rule_name(RULE_FREESTYLE) : options->rule;
	prompt_init(&r->view.prompt);
	r->view.where = slash == NULL ? options->replay : slash + 1;
	r->view.replay = true;
	r->view.latency_ms = -1;
	r->view.pane = PANE_MOVES;
	r->view.cursor = point_at(replay->record.size / 2, replay->record.size / 2);
	for (int i = 0; replay_remark(replay, i, text, sizeof(text)); i++)
		scroll_add(&r->view.scroll, TELL_NEWS, text);
	r->screen = screen_new(base, &calls, r);
	if (r->screen == NULL || screen_open(r->screen, &r->view.style, options->ascii) < 0) {
		replay_view_free(r);
		return NULL;
	}
	if (options->mouse) {
		screen_take_mouse();
		r->view.zones = &r->zones;
	}
	screen_draw(r->screen);
	return r;
}

void replay_view_free(struct replay_view *r)
{
	if (r == NULL)
		return;
	screen_free(r->screen);
	analyser_free(r->analyser);
	prompt_free(&r->view.prompt);
	scroll_free(&r->view.scroll);
	free(r);
}
