/*
 * A visit in which a program plays: a Gomocup engine, run as a process of our own, is a user marked
 * as a bot. It accepts challenges that it can play, one at a time, rematches and requests to take
 * back; with --seek it looks for games itself. An engine that does not answer in time, or dies, is
 * started again, and a move is made without it rather than none.
 */
#ifndef GOMOKU_BOT_H
#define GOMOKU_BOT_H

#include "app.h"

struct event_base;
struct bot;

/* Makes the engine the front of app. stop is called when the visit is over. NULL, with a reason on
 * standard error, when it cannot be started. */
struct bot *bot_new(
    struct app *app, struct event_base *base, void (*stop)(void *arg), void *stop_arg);
void bot_free(struct bot *b);

#endif
