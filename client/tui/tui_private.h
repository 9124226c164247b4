/*
 * What the files of the full screen's front share among themselves.
 */
#ifndef GOMOKU_TUI_PRIVATE_H
#define GOMOKU_TUI_PRIVATE_H

#include "screen.h"
#include "tui.h"
#include "view.h"

struct tui {
	struct app *app;
	void (*stop)(void *arg);
	void *stop_arg;
	struct screen *screen;
	struct view view;
	struct zones zones;
	char room[MODEL_ID];	/* whose board the cursor was set for */
	struct event *look;	/* asks for the lobby anew while it is shown */
	bool in_lobby;		/* it was shown when the screen was drawn last */
	char picked[LOBBY_KEY]; /* the entry of the lobby that the user picked */
	int back;		/* the move after which the board is looked at, -1: as it is */
	struct model_room then; /* the room as it was then */
};

/* Says something on the status line, until the next key. */
void tui_say(struct tui *t, const char *text);
/* Shows the game as it was after so many moves, the nearest there is; all of them: as it is. */
void tui_look_back(struct tui *t, int plies);
/* Enters an entry of the lobby, as Enter does. */
void tui_enter_lobby(struct tui *t, int entry);
/* Keys in the lobby. Whether it was one of its own. */
bool tui_press_lobby(struct tui *t, const struct press *k);
/* Carries a command out. */
void tui_run(struct tui *t, const char *text);
/* What a key does. */
void tui_press(struct tui *t, const struct press *k);

#endif
