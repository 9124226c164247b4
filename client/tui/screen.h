/*
 * The terminal, taken over and given back: opens ncurses, brings keys, sizes and the wish for
 * another picture from the event loop, and leaves the terminal as it was in screen_free, on Ctrl-Z
 * until the program goes on, and on a crash.
 *
 * One at a time. The callbacks come from the loop, and only while the screen is open.
 */
#ifndef GOMOKU_TUI_SCREEN_H
#define GOMOKU_TUI_SCREEN_H

#include <stdbool.h>

#include "prompt.h"
#include "style.h"

struct event_base;
struct screen;

struct screen_calls {
	/* Draw all of it; the terminal's cursor is left where it is to stand. */
	void (*draw)(void *arg);
	/* A key; draw follows. */
	void (*press)(void *arg, const struct press *k);
	/* The terminal is gone. */
	void (*gone)(void *arg);
};

/* NULL: short of memory. */
struct screen *screen_new(struct event_base *base, const struct screen_calls *calls, void *arg);
/* Takes the terminal. 0, or -1 when it cannot show a full screen. */
int screen_open(struct screen *s, struct style *style, bool ascii);
/* Clicks are keys, too, from here on. */
void screen_take_mouse(void);
bool screen_is_open(const struct screen *s);
/* Has it drawn now. */
void screen_draw(struct screen *s);
/* Has it drawn again in a moment, once: for clocks that run. */
void screen_tick(struct screen *s);
void screen_free(struct screen *s);

#endif
