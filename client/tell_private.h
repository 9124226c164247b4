/*
 * What the files of tell share among themselves.
 */
#ifndef GOMOKU_TELL_PRIVATE_H
#define GOMOKU_TELL_PRIVATE_H

#include "tell.h"

/* Writes a sentence to buf, of TELL_MAX bytes, and returns its kind. */
enum tell_kind tell(enum tell_kind kind, char *buf, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A key's value, "" when the line has none. */
const char *tell_get(const struct wire_line *w, const char *key);
bool tell_is(const char *a, const char *b);
bool tell_is_me(const struct model *m, const char *user);
/* Someone does something: "You" and the plain verb, or the name and the verb with its s. */
const char *tell_doing(const struct model *m, const char *user, const char *verb, const char *s,
    char buf[static 2 * TELL_NAME]);

/* The sentences for rows, finals and refusals; as tell_line. */
enum tell_kind tell_row(const struct model *m, const struct wire_line *w, char *buf);
enum tell_kind tell_final(const struct model *m, const struct wire_line *w, char *buf);
enum tell_kind tell_error(const struct wire_line *w, char *buf);
enum tell_kind tell_drawn(const struct model *m, const struct wire_line *w, char *buf);

#endif
