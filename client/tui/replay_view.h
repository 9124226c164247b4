/*
 * The full screen of a saved game that is stepped through: the board as in a game, keys that step.
 */
#ifndef GOMOKU_TUI_REPLAY_VIEW_H
#define GOMOKU_TUI_REPLAY_VIEW_H

#include "client/options.h"
#include "client/replay.h"

struct event_base;
struct replay_view;

/* Opens the screen on options->replay, which was read into replay; stop is called when the user has
 * seen enough. NULL: this terminal cannot show it, or memory is short. */
struct replay_view *replay_view_new(struct replay *replay, const struct options *options,
    struct event_base *base, void (*stop)(void *arg), void *stop_arg);
void replay_view_free(struct replay_view *r);

#endif
