/*
 * Text in records: made safe on the way in, gathered on the way out.
 */
#ifndef GOMOKU_RECORD_TEXT_H
#define GOMOKU_RECORD_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Copies bytes of a file to a text field of `size` bytes, NUL included. Line ends (LF, CR, CR LF)
 * become
 * '\n' when lines is set, else a space; other white space becomes a space. Control characters,
 * those that turn the direction of writing, and what is not UTF-8 become U+FFFD, or with latin1
 * set, bytes from A0 up are read as ISO 8859-1. What does not fit is left out, whole characters at
 * a time.
 */
void record_text_copy(
    char *field, size_t size, const char *bytes, size_t n, bool lines, bool latin1);
/* The same for a NUL-terminated UTF-8 string and a short field. */
void record_text_set(char *field, size_t size, const char *text);

/* Whether all of the bytes are UTF-8. */
bool record_text_is_utf8(const char *bytes, size_t n);

/* Text being written to a buffer of the caller's; always NUL-terminated, size > 0. */
struct record_out {
	char *text;
	size_t size, len;
	bool full; /* something did not fit, and was left out */
};

__attribute__((format(printf, 2, 3))) void record_out(
    struct record_out *o, const char *format, ...);
/* How long the text is; -1 if it did not fit. */
int record_out_end(const struct record_out *o);

#endif
