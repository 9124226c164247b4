/*
 * A text that covers the screen, on as many pages as it takes: keys with what they do, and prose,
 * broken into rows of the screen's width. Written from the beginning to the end; what stands on
 * another page than the one that is wanted is only counted.
 */
#ifndef GOMOKU_TUI_PAGES_H
#define GOMOKU_TUI_PAGES_H

#include "view.h"

struct pages {
	const struct view *v;
	int page;     /* the one that is drawn, from 1 on; 0: none, they are counted */
	int x, width; /* of the text */
	int rows;     /* of a page */
	int row;      /* the next one, of all pages */
};

struct pages_key {
	const char *keys, *what; /* marked for translation, translated here */
};

void pages_begin(struct pages *p, const struct view *v, int page);
/* A row for each key, or more where what it does takes them. */
void pages_keys(struct pages *p, const struct pages_key *keys, size_t n);
void pages_text(struct pages *p, enum style_role role, const char *text);
void pages_gap(struct pages *p);
/* Begins another page, unless so many rows are left on this one. */
void pages_keep(struct pages *p, int rows);
/* The rows that a text takes. */
int pages_rows(const struct pages *p, const char *text);
/* Says on the last row that a key goes on, or back. Returns how many pages there are. */
int pages_end(const struct pages *p);

#endif
