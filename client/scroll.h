/*
 * What was said and what happened, the newest last: a ring of entries for a pane to show. Pure.
 */
#ifndef GOMOKU_SCROLL_H
#define GOMOKU_SCROLL_H

#include "tell.h"

enum { SCROLL_ENTRIES = 256 }; /* more than any pane shows at once */

struct scroll_entry {
	enum tell_kind kind;
	char *text; /* UTF-8 that is fit for a terminal */
};

struct scroll {
	struct scroll_entry entry[SCROLL_ENTRIES];
	unsigned added; /* ever */
};

/* Copies text in; the oldest entry gives way. Short of memory nothing is added. */
void scroll_add(struct scroll *s, enum tell_kind kind, const char *text);
/* How many entries there are. */
int scroll_count(const struct scroll *s);
/* An entry, 0 the newest; back < scroll_count. */
const struct scroll_entry *scroll_get(const struct scroll *s, int back);
void scroll_free(struct scroll *s);

#endif
