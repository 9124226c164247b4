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
	char room[MODEL_ID]; /* whose board the cursor was set for */
};

/* Says something on the status line, until the next key. */
void tui_say(struct tui *t, const char *text);
/* What a key does. */
void tui_press(struct tui *t, const struct press *k);

#endif
