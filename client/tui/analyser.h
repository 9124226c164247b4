/*
 * An analysis of a saved game, made by gomoku-engine in the background while the screen goes on.
 */
#ifndef GOMOKU_TUI_ANALYSER_H
#define GOMOKU_TUI_ANALYSER_H

#include "client/analysis.h"

struct event_base;
struct analyser;

enum { ANALYSER_WHY = 300 };

/*
 * Starts the engine on a file; `rule` is for files that do not name one. The moves are told to
 * `into` as they come, each with a call of `changed`, and so is the end. NULL, with a reason in
 * why, when there is no engine or it cannot be started.
 */
struct analyser *analyser_new(struct event_base *base, const char *file, const char *rule,
    struct analysis *into, void (*changed)(void *arg), void *arg, char why[static ANALYSER_WHY]);
/* Whether it is still at work. */
bool analyser_runs(const struct analyser *a);
/* What the engine complained of, "" for nothing. */
const char *analyser_complaint(const struct analyser *a);
void analyser_free(struct analyser *a);

#endif
