/*
 * The menu of an opening's choices: what there is to choose and what each means.
 */
#ifndef GOMOKU_TUI_CHOICE_H
#define GOMOKU_TUI_CHOICE_H

#include "view.h"

/* Draws it over the first rows of the talk, which it takes away, when a choice is ours. */
void choice_draw(struct view *v);
/* The choice that a digit means, CHOICE_COUNT for none. */
enum choice choice_of_key(const struct view *v, uint32_t key);

#endif
