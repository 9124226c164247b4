/*
 * The grammar of SGF, without what the properties mean: gives each property value of a game's main
 * line to a function, in the order of the file. Inside of sgf.c's reader.
 */
#ifndef GOMOKU_SGF_PARSE_H
#define GOMOKU_SGF_PARSE_H

#include "record.h"

enum {
	SGF_IDENT = 16
}; /* bytes of a property's name with its NUL; longer names fit none we know */

struct sgf_value {
	char ident[SGF_IDENT]; /* its capital letters */
	int node;	       /* of the main line; the root is 0 */
	const char *bytes;     /* between the brackets, escapes and all */
	size_t n;
	size_t at; /* where in the text */
};

/* -1 ends the parsing. */
typedef int sgf_value_fn(void *context, const struct sgf_value *value);

/*
 * Walks the first game of a text. double_bytes: a byte from 0x81 up and the one after it are one
 * character. 0, or -1 with an error of the grammar or of the function's in report.
 */
int sgf_parse(const char *text, size_t n, bool double_bytes, sgf_value_fn *fn, void *context,
    struct record_report *report);

/*
 * Takes the backslashes out of a value, and with them line ends that they stand before. Returns how
 * many bytes it wrote to out, at most size.
 */
size_t sgf_unescape(const struct sgf_value *value, bool double_bytes, char *out, size_t size);

#endif
