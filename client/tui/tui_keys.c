/* What keys do: they move the cursor, play, answer and choose, and give commands. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <ncurses.h>

#include "board.h"
#include "choice.h"
#include "client/i18n.h"
#include "help.h"
#include "panes.h"
#include "status.h"
#include "tui_private.h"

enum { LEAP = 10 }; /* moves that a page has, when one looks back */

/* A command that the program carries out by itself, or one for the server. */
void tui_run(struct tui *t, const char *text)
{
	text += strspn(text, " ");
	if (strcasecmp(text, "help") == 0)
		t->view.help = 1;
	else if (app_command(t->app, text) < 0)
		tui_say(t, t->app->complaint);
}

static void play(struct tui *t, int point)
{
	t->back = -1;
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

		snprintf(why, sizeof(why), _("%s is not on this board."), text);
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

/* Goes so many moves forward in the game that is shown, or back. */
static void step(struct tui *t, int plies)
{
	if (t->view.room != NULL)
		tui_look_back(t, t->view.room->plies + plies);
}

/* Keys that change what is shown. Whether this was one of them. */
static bool press_look(struct tui *t, uint32_t c)
{
	switch (c) {
	case '<':
	case ',':
		step(t, -1);
		return true;
	case '>':
	case '.':
		step(t, 1);
		return true;
	case '#':
		t->view.numbers = !t->view.numbers;
		return true;
	case '?':
		t->view.help = 1;
		return true;
	}
	return false;
}

/* A letter or digit while a choice of ours is due: a number chooses, a word is typed. Whether it
 * was that. */
static bool press_choice(struct tui *t, uint32_t c, bool letter)
{
	char text[32];
	enum choice choice;

	if (t->view.room == NULL || !model_my_choice(t->view.model, t->view.room))
		return false;
	if (letter) {
		snprintf(text, sizeof(text), "choose %c", (int)c);
		prompt_open(&t->view.prompt, text);
		return true;
	}
	choice = choice_of_key(&t->view, c);
	if (choice == CHOICE_COUNT)
		return false;
	snprintf(text, sizeof(text), "choose %s", choice_name(choice));
	tui_run(t, text);
	return true;
}

static void press_char(struct tui *t, uint32_t c)
{
	bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

	if ((c == 'y' || c == 'n') && status_can_answer(&t->view))
		tui_run(t, c == 'y' ? "accept" : "decline");
	else if (c == 'r' && status_can_rematch(&t->view))
		tui_run(t, "rematch");
	else if (press_choice(t, c, letter))
		return;
	else if (c == ' ')
		play(t, t->view.cursor);
	else if (press_look(t, c))
		return;
	else if (c == '"')
		prompt_open(&t->view.prompt, "say ");
	else if (letter && t->view.vi)
		move_by_letter(t, c);
	else if (letter)
		prompt_begin_point(&t->view.prompt, c);
}

static void press_outside(struct tui *t, const struct press *k);

/* The board again, in place of talk or moves. */
static void uncover(struct view *v)
{
	v->covered = false;
	v->pane = PANE_TALK;
}

/* A click on something that is written. */
static void press_zone(struct tui *t, const struct zone *z)
{
	switch (z->kind) {
	case ZONE_PRESS:
		if (z->press.kind == PRESS_CHAR && z->press.code == ':')
			prompt_open(&t->view.prompt, "");
		else
			press_outside(t, &z->press);
		break;
	case ZONE_COMMAND:
		tui_run(t, z->command);
		break;
	case ZONE_PANE:
		t->view.pane = (enum view_pane)z->number;
		break;
	case ZONE_ENTRY:
		tui_enter_lobby(t, z->number);
		break;
	case ZONE_PLY:
		tui_look_back(t, z->number);
		if (view_covers(&t->view))
			uncover(&t->view);
		break;
	}
}

static void press_mouse(struct tui *t, const struct press *k)
{
	const struct zone *z = zones_at(&t->zones, k->y, k->x);
	int point = view_in_lobby(&t->view) ? POINT_NONE : board_point(&t->view, k->y, k->x);

	if (z != NULL) {
		struct zone copy = *z; /* what it does may draw the screen anew */

		press_zone(t, &copy);
	} else if (view_covers(&t->view))
		uncover(&t->view);
	else if (point != POINT_NONE)
		play(t, point);
}

/* Tab: the next of talk, moves and lobby; where they have no place, in place of the board. */
static void next_pane(struct view *v)
{
	if (view_lacks_panes(v) && !v->covered && v->pane != PANE_LOBBY) {
		v->covered = true;
		return;
	}
	v->pane = panes_next(v);
	v->covered = view_lacks_panes(v) && v->pane == PANE_MOVES;
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
		t->view.help = 1;
		break;
	case PRESS_REDRAW:
	case PRESS_RESIZE:
		clearok(stdscr, TRUE);
		break;
	case PRESS_TAB:
		next_pane(&t->view);
		break;
	case PRESS_ESCAPE:
		t->back = -1;
		break;
	case PRESS_PAGE_UP:
		step(t, -LEAP);
		break;
	case PRESS_PAGE_DOWN:
		step(t, LEAP);
		break;
	case PRESS_MOUSE:
		press_mouse(t, k);
		break;
	case PRESS_BACKSPACE:
	case PRESS_DELETE:
	case PRESS_KILL:
	case PRESS_PASTE:
	case PRESS_PASTE_END:
	case PRESS_PASTED:
	case PRESS_OTHER:
		break;
	}
}

/* Whether a key is one for the board: what covers that goes by it. */
static bool is_for_board(const struct press *k)
{
	static const enum press_kind kinds[] = {PRESS_ENTER, PRESS_ESCAPE, PRESS_LEFT, PRESS_RIGHT,
	    PRESS_UP, PRESS_DOWN, PRESS_HOME, PRESS_END};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (k->kind == kinds[i])
			return true;
	return k->kind == PRESS_CHAR && k->code == ' ';
}

/* A key that is not typed on the command line. */
static void press_outside(struct tui *t, const struct press *k)
{
	if (view_covers(&t->view) && is_for_board(k)) {
		uncover(&t->view);
		return;
	}
	if (!view_in_lobby(&t->view) || !tui_press_lobby(t, k))
		press_elsewhere(t, k);
}

void tui_press(struct tui *t, const struct press *k)
{
	struct view *v = &t->view;

	v->flash[0] = '\0';
	if (v->help) {
		if (k->kind != PRESS_RESIZE)
			v->help = help_next(v);
		return;
	}
	switch (prompt_press(&v->prompt, k)) {
	case PROMPT_TAKEN:
		break;
	case PROMPT_PLAY:
		play_text(t, v->prompt.done);
		break;
	case PROMPT_RUN:
		tui_run(t, v->prompt.done);
		break;
	case PROMPT_IGNORED:
		press_outside(t, k);
		break;
	}
}
