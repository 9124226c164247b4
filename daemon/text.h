/* A text that grows. No memory is fatal: what is written with it must not be left half said. */
#ifndef GOMOKUD_TEXT_H
#define GOMOKUD_TEXT_H

#include <stddef.h>

struct text {
	char *s; /* NUL-terminated, malloc'ed; NULL while empty */
	size_t len, cap;
};

void text_add(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Empties it and keeps its memory. */
void text_clear(struct text *t);
void text_free(struct text *t);

#endif
