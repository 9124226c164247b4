/*
 * The bytes of a journal's file: a header for each record with its length and checksum, read back
 * with an eye for torn ends and damage. Used by journal.c alone.
 */
#ifndef GOMOKUD_STORE_JOURNAL_FILE_H
#define GOMOKUD_STORE_JOURNAL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	JOURNAL_HEADER = 12,	      /* bytes before each record: magic, length, checksum */
	JOURNAL_RECORD_MAX = 1 << 20, /* no state of one room comes near it */
};

/* Writes the header of a record to out (JOURNAL_HEADER bytes). */
void journal_header(const char *text, size_t len, unsigned char *out);

enum journal_find {
	JOURNAL_RECORD, /* *text, *len */
	JOURNAL_END,	/* nothing more */
	JOURNAL_TORN,	/* the rest is the beginning of a record, or of none, and nothing follows */
	JOURNAL_DAMAGE, /* a bad record, and good ones after it */
};
/* Looks at what lies at *at of size bytes; moves *at behind a record. */
enum journal_find journal_next(
    const unsigned char *bytes, size_t size, size_t *at, const char **text, size_t *len);

/* The whole file, malloc'ed, *size its bytes; NULL with errno. */
unsigned char *journal_load(const char *path, size_t *size);

#endif
