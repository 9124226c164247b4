/*
 * What the files that talk to SQLite share: a statement with its values in one call, and errors
 * that are logged where they happen.
 */
#ifndef GOMOKUD_STORE_SQLITE_PRIVATE_H
#define GOMOKUD_STORE_SQLITE_PRIVATE_H

#include <sqlite3.h>

#include "db.h"

struct db {
	sqlite3 *sql;
};

/*
 * A statement with its values: a letter of `types` for each `?`, 't' const char *, 'i' int64_t, 'd'
 * double. NULL: it failed, and the log says why. Finalize it with sqlite_end.
 */
sqlite3_stmt *sqlite_begin(struct db *db, const char *sql, const char *types, ...);
/* The next row: 1, or 0 when there is none; -1 and logged when it failed. */
int sqlite_row(struct db *db, sqlite3_stmt *st);
void sqlite_end(sqlite3_stmt *st);
/* A whole statement without rows. 0, or -1 and logged. */
int sqlite_do(struct db *db, const char *sql, const char *types, ...);
/* How many rows the last one changed. */
int sqlite_changes(const struct db *db);
/* Copies a column of text. */
void sqlite_text(sqlite3_stmt *st, int column, char *buf, size_t cap);

/* A transaction: commit gives result when that was STORE_OK and it went well; else it is undone. */
int sqlite_transaction(struct db *db);
enum store_result sqlite_commit(struct db *db, enum store_result result);

/* Seconds since 1970. */
int64_t sqlite_now(void);

#endif
