/* A database of SQLite: opening it, and what the other files do their statements with. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "daemon/log.h"
#include "schema.h"
#include "sqlite_private.h"

enum { BUSY_MS = 5000 }; /* a backup or a curious operator may hold the file for so long */

static const char restore[] = "restore it from a copy, or move it away to begin with an empty one";

/* Turns SQLite's error into one line and an exit status. */
static void explain(struct store_error *error, int result, const char *path, const char *message)
{
	switch (result & 0xff) {
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		error->code = EX_DATAERR;
		snprintf(error->text, sizeof error->text, "%s: the database is damaged (%s): %s",
		    path, message, restore);
		break;
	case SQLITE_PERM:
	case SQLITE_AUTH:
	case SQLITE_READONLY:
		error->code = EX_NOPERM;
		snprintf(
		    error->text, sizeof error->text, "%s: can't be written: %s", path, message);
		break;
	default:
		error->code = result == SQLITE_NOMEM ? EX_OSERR : EX_IOERR;
		snprintf(error->text, sizeof error->text, "%s: can't be used: %s", path, message);
		break;
	}
	for (char *c = error->text; *c; c++)
		if (*c == '\n')
			*c = ' ';
}

/* The file, with its secrets, is its owner's alone; SQLite gives its helpers the same rights. */
static int make_file(const char *path, struct store_error *error)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	error->code =
	    errno == EACCES || errno == EPERM || errno == EROFS ? EX_NOPERM : EX_CANTCREAT;
	snprintf(error->text, sizeof error->text, "%s: can't open the database: %s", path,
	    strerror(errno));
	return -1;
}

/* Reads the whole file: what is damaged is found now, not by a player. */
static int check_sound(struct db *db, const char *path, struct store_error *error)
{
	sqlite3_stmt *st = NULL;
	char verdict[200] = "";
	int result = sqlite3_prepare_v2(db->sql, "PRAGMA quick_check(1)", -1, &st, NULL);

	if (result == SQLITE_OK)
		result = sqlite3_step(st);
	if (result == SQLITE_ROW)
		sqlite_text(st, 0, verdict, sizeof verdict);
	else
		explain(error, result, path, sqlite3_errmsg(db->sql));
	sqlite3_finalize(st);
	if (result != SQLITE_ROW)
		return -1;
	if (strcmp(verdict, "ok") == 0)
		return 0;
	explain(error, SQLITE_CORRUPT, path, verdict);
	return -1;
}

static int prepare(struct db *db, const char *path, struct store_error *error)
{
	int result;

	sqlite3_extended_result_codes(db->sql, 1);
	sqlite3_busy_timeout(db->sql, BUSY_MS);
	if (check_sound(db, path, error) < 0)
		return -1;
	/* WAL lets a backup read while we write; FULL has every commit on the disk. */
	result = sqlite3_exec(db->sql,
	    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;",
	    NULL, NULL, NULL);
	if (result != SQLITE_OK) {
		explain(error, result, path, sqlite3_errmsg(db->sql));
		return -1;
	}
	return schema_upgrade(db->sql, path, schema_steps, schema_version, error);
}

struct db *db_open(const char *path, struct store_error *error)
{
	struct db *db;
	int result;

	if (make_file(path, error) < 0 || !(db = calloc(1, sizeof *db)))
		return NULL;
	/* One thread at a time uses it: SQLite's own locks are not needed. */
	result = sqlite3_open_v2(path, &db->sql, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (result != SQLITE_OK)
		explain(error, result, path, db->sql ? sqlite3_errmsg(db->sql) : "no memory");
	if (result == SQLITE_OK && prepare(db, path, error) == 0)
		return db;
	db_close(db);
	return NULL;
}

void db_close(struct db *db)
{
	sqlite3_close(db->sql);
	free(db);
}

static void complain(struct db *db, const char *sql)
{
	log_warn("event=database-error error=%d text=%s in=%.40s",
	    sqlite3_extended_errcode(db->sql), sqlite3_errmsg(db->sql), sql);
}

static sqlite3_stmt *begin(struct db *db, const char *sql, const char *types, va_list ap)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(db->sql, sql, -1, &st, NULL) != SQLITE_OK) {
		complain(db, sql);
		return NULL;
	}
	for (int i = 0; types[i]; i++) {
		if (types[i] == 't')
			sqlite3_bind_text(
			    st, i + 1, va_arg(ap, const char *), -1, SQLITE_TRANSIENT);
		else if (types[i] == 'i')
			sqlite3_bind_int64(st, i + 1, va_arg(ap, int64_t));
		else
			sqlite3_bind_double(st, i + 1, va_arg(ap, double));
	}
	return st;
}

sqlite3_stmt *sqlite_begin(struct db *db, const char *sql, const char *types, ...)
{
	sqlite3_stmt *st;
	va_list ap;

	va_start(ap, types);
	st = begin(db, sql, types, ap);
	va_end(ap);
	return st;
}

int sqlite_row(struct db *db, sqlite3_stmt *st)
{
	int result = sqlite3_step(st);

	if (result == SQLITE_ROW || result == SQLITE_DONE)
		return result == SQLITE_ROW;
	complain(db, sqlite3_sql(st));
	return -1;
}

void sqlite_end(sqlite3_stmt *st)
{
	sqlite3_finalize(st);
}

int sqlite_do(struct db *db, const char *sql, const char *types, ...)
{
	sqlite3_stmt *st;
	va_list ap;
	int result;

	va_start(ap, types);
	st = begin(db, sql, types, ap);
	va_end(ap);
	if (!st)
		return -1;
	result = sqlite_row(db, st);
	sqlite_end(st);
	return result < 0 ? -1 : 0;
}

int sqlite_changes(const struct db *db)
{
	return sqlite3_changes(db->sql);
}

void sqlite_text(sqlite3_stmt *st, int column, char *buf, size_t cap)
{
	const unsigned char *text = sqlite3_column_text(st, column);

	snprintf(buf, cap, "%s", text ? (const char *)text : "");
}

int sqlite_transaction(struct db *db)
{
	return sqlite_do(db, "BEGIN IMMEDIATE", "");
}

enum store_result sqlite_commit(struct db *db, enum store_result result)
{
	if (result == STORE_OK && sqlite_do(db, "COMMIT", "") == 0)
		return STORE_OK;
	/* Some errors have ended the transaction themselves. */
	if (!sqlite3_get_autocommit(db->sql))
		sqlite_do(db, "ROLLBACK", "");
	return result == STORE_OK ? STORE_FAILED : result;
}

int64_t sqlite_now(void)
{
	return (int64_t)time(NULL);
}
