/* What keys do in the lobby: they pick an entry and enter it, and begin commands. */
#include <string.h>

#include "panes.h"
#include "status.h"
#include "tui_private.h"

enum { PAGE = 10 };

static void pick(struct tui *t, int i)
{
	struct view *v = &t->view;
	int items = lobby_items(v->lobby);

	v->pick = i >= items ? items - 1 : i < 0 ? 0 : i;
	lobby_key(v->lobby, v->pick, t->picked);
}

/* Enter: into a room, to one who seeks, or a challenge to be completed. */
static void enter(struct tui *t)
{
	struct view *v = &t->view;
	struct lobby_item item = lobby_item(v->lobby, v->pick);
	char command[WIRE_CLIENT_MAX];
	bool whole;

	if (item.kind == LOBBY_KINDS)
		return;
	whole = lobby_command(v->lobby, v->pick, v->model, command, sizeof(command));
	if (whole && command[0] != '\0')
		tui_run(t, command);
	else if (command[0] != '\0')
		prompt_open(&v->prompt, command);
	else if (item.kind == LOBBY_ROOM) {
		model_show(&t->app->model, v->lobby->room[item.index].id);
		v->pane = PANE_TALK;
	}
}

void tui_enter_lobby(struct tui *t, int entry)
{
	pick(t, entry);
	enter(t);
}

/* Letters begin the commands that one gives here. Whether this is one. */
static bool press_letter(struct tui *t, uint32_t c)
{
	static const struct {
		char letter;
		const char *command;
	} begins[] = {
	    {'p', "play "},
	    {'c', "create "},
	    {'s', "seek "},
	    {'j', "join "},
	    {'w', "watch "},
	    {'"', "lobby :"},
	};

	if ((c == 'y' || c == 'n') && status_can_answer(&t->view))
		return false;
	for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
		if ((uint32_t)begins[i].letter == c) {
			prompt_open(&t->view.prompt, begins[i].command);
			return true;
		}
	return c != '?' && c != '#';
}

bool tui_press_lobby(struct tui *t, const struct press *k)
{
	int at = t->view.pick;

	switch (k->kind) {
	case PRESS_UP:
		pick(t, at - 1);
		return true;
	case PRESS_DOWN:
		pick(t, at + 1);
		return true;
	case PRESS_PAGE_UP:
		pick(t, at - PAGE);
		return true;
	case PRESS_PAGE_DOWN:
		pick(t, at + PAGE);
		return true;
	case PRESS_HOME:
		pick(t, 0);
		return true;
	case PRESS_END:
		pick(t, lobby_items(t->view.lobby));
		return true;
	case PRESS_ENTER:
		enter(t);
		return true;
	case PRESS_ESCAPE:
		t->view.pane = PANE_TALK;
		return true;
	case PRESS_CHAR:
		return press_letter(t, k->code);
	case PRESS_LEFT:
	case PRESS_RIGHT:
	case PRESS_BACKSPACE:
	case PRESS_DELETE:
	case PRESS_KILL:
		return true;
	case PRESS_TAB:
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
	return false;
}
