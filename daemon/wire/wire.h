/*
 * The lines of the protocol (daemon/PROTOCOL.md): reading and writing one line. Used by the daemon,
 * the client and the tests; knows neither sockets nor what a verb means.
 *
 *   client = [ "#" tag 1*SP ] verb *( 1*SP word ) [ 1*SP ":" text ]
 *   server = [ "#" tag SP ] ( "=" | "+" | "-" | "*" ) name *( SP key "=" value ) [ SP ":" text ]
 *
 * Lines here are without their LF. Nothing is ever truncated: what does not fit is an error.
 */
#ifndef GOMOKU_WIRE_H
#define GOMOKU_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	WIRE_CLIENT_MAX = 1024, /* bytes of a client's line with its LF */
	WIRE_SERVER_MAX = 4096, /* bytes of a server's line with its LF */
	WIRE_TAG_MAX = 16,
	WIRE_WORDS_MAX = 24, /* positional words of a line */
	WIRE_PAIRS_MAX = 40, /* key=value pairs of a line */
};

enum wire_kind { WIRE_COMMAND, WIRE_ROW, WIRE_OK, WIRE_ERROR, WIRE_EVENT };

enum wire_fault {
	WIRE_FINE,
	WIRE_EMPTY,    /* nothing but spaces: ignored */
	WIRE_TOO_LONG, /* of its kind's limit */
	WIRE_BAD_TEXT, /* NUL, controls, bidi controls or invalid UTF-8 */
	WIRE_SYNTAX,
};

struct wire_pair {
	const char *key, *value;
};

/* One line, taken apart. The pointers point into buf. */
struct wire_line {
	enum wire_kind kind;
	char tag[WIRE_TAG_MAX + 1]; /* "" without one; set as far as it parsed, also on a fault */
	const char *name;	    /* verb, or name of a row, final or event; in lower case */
	const char *word[WIRE_WORDS_MAX]; /* commands only */
	int words;
	struct wire_pair pair[WIRE_PAIRS_MAX]; /* keys in lower case */
	int pairs;
	const char *text; /* what follows " :", NULL without one */
	char buf[WIRE_SERVER_MAX + 1];
};

/*
 * Reads a client's line of len bytes (a CR at its end is dropped). Fullwidth forms outside the text
 * are folded to ASCII, the ideographic space to a space; a line that is a bare coordinate becomes
 * the verb "move" with that word.
 */
enum wire_fault wire_parse_command(struct wire_line *w, const char *line, size_t len);
/* Reads a server's line. */
enum wire_fault wire_parse_server(struct wire_line *w, const char *line, size_t len);
/* The tag of a line that is too long to read, to answer it by: "" when there is none. */
void wire_peek_tag(const char *line, size_t len, char tag[static WIRE_TAG_MAX + 1]);

/* The value of a key, NULL when the line has none. The first of several counts. */
const char *wire_get(const struct wire_line *w, const char *key);
/* A key's value as a whole decimal number within lo..hi. 0, or -1 when absent or not that. */
int wire_get_int(const struct wire_line *w, const char *key, int64_t lo, int64_t hi, int64_t *out);
/* Reads a whole decimal number within lo..hi. 0 or -1. */
int wire_int(const char *text, int64_t lo, int64_t hi, int64_t *out);

/* Whether bytes may be shown on a terminal: valid UTF-8 without controls and bidi controls. */
bool wire_text_ok(const char *text, size_t len);

/* A server's line being written. Start with wire_begin, add, end with wire_end. */
struct wire_out {
	size_t len;
	bool bad; /* something did not fit or was not fit to be sent */
	char buf[WIRE_SERVER_MAX + 1];
};

/* tag: NULL or "" for none (always for events). */
void wire_begin(struct wire_out *o, enum wire_kind kind, const char *tag, const char *name);
/* Adds " key=value"; an empty value is written as "-". */
void wire_key(struct wire_out *o, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds " :text", the last thing of a line. */
void wire_text(struct wire_out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Adds the LF. Returns the bytes in buf, 0 when the line is bad (a fault of the caller). */
size_t wire_end(struct wire_out *o);

#endif
