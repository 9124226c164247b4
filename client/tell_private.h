/*
 * What the files of tell share among themselves.
 */
#ifndef GOMOKU_TELL_PRIVATE_H
#define GOMOKU_TELL_PRIVATE_H

#include "tell.h"

/* Writes a sentence to buf, of TELL_MAX bytes, and returns its kind. */
enum tell_kind tell(enum tell_kind kind, char *buf, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds to what stands in buf. */
void tell_add(char buf[static TELL_MAX], const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A key's value, "" when the line has none. */
const char *tell_get(const struct wire_line *w, const char *key);
bool tell_is(const char *a, const char *b);
bool tell_is_me(const struct model *m, const char *user);
/* What someone is called at the beginning of a sentence: "Bot 2". Returns buf. */
const char *tell_subject(const struct model *m, const char *user, char buf[static TELL_NAME]);
/* A name of the wire and what it is called. */
struct called {
	const char *name, *what;
};

/* What a name is called in a table of n; a name that is not in it stays as it is. */
const char *tell_called(const struct called *table, size_t n, const char *name);
#define CALLED(table, name) tell_called(table, sizeof(table) / sizeof((table)[0]), name)

/* What decided a game, by its name, as the end of a sentence. */
const char *tell_reason(const char *why);
/* The terms of a game that a line has among its keys: "renju, 15x15, 300+5, rated". */
void tell_keyed_terms(const struct wire_line *w, char buf[static TELL_MAX]);
/* A line that has no sentence of its own: its text, else its keys and values. */
enum tell_kind tell_plainly(enum tell_kind kind, const struct wire_line *w, char *buf);

/* The sentences for rows, finals, refusals and notices; as tell_line. */
enum tell_kind tell_row(const struct model *m, const struct wire_line *w, char *buf);
enum tell_kind tell_final(const struct model *m, const struct wire_line *w, char *buf);
enum tell_kind tell_refusal(const struct wire_line *w, char *buf);
enum tell_kind tell_notice(const struct model *m, const struct wire_line *w, char *buf);
enum tell_kind tell_draining(const struct model *m, const struct wire_line *w, char *buf);
enum tell_kind tell_drawn(const struct model *m, const struct wire_line *w, char *buf);

#endif
