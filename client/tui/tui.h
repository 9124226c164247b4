/*
 * The full screen: the board with its cursor, players and clocks, talk, a line that says what goes
 * on, and the line one types on. It takes the terminal over when we are logged in and gives it
 * back, as it was, in tui_free and before.
 */
#ifndef GOMOKU_TUI_H
#define GOMOKU_TUI_H

#include "client/app.h"

struct event_base;
struct tui;

/* Makes the full screen the front of app. stop is called when the visit is over. NULL: no memory.
 */
struct tui *tui_new(
    struct app *app, struct event_base *base, void (*stop)(void *arg), void *stop_arg);
void tui_free(struct tui *t);

#endif
