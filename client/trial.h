/*
 * Which colour is better in an opening, found by an engine that plays the position out against
 * itself: all that the plain protocol allows. Pure; the caller asks the engine for one move after
 * another (gomocup_question of t->room) until the trial is over.
 */
#ifndef GOMOKU_TRIAL_H
#define GOMOKU_TRIAL_H

#include "model.h"

struct trial {
	struct model_room room; /* how far it is */
	bool over;
	enum choice better; /* CHOICE_BLACK while nothing is known: it has a stone more */
};

/* Begins with the stones that lie in the room, white to move. */
void trial_begin(struct trial *t, const struct model_room *r);
/* The next move. One that the rules do not allow loses. */
void trial_take(struct trial *t, int point);

#endif
