#include "schema.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "daemon/log.h"

enum { OUR_ID = 0x676f6d6b }; /* "gomk", in the header of our databases */

const char *const schema_steps[] = {
    /* 0 to 1: times are seconds since 1970; names of players are as the wire shows them. */
    "CREATE TABLE accounts ("
    "  name TEXT NOT NULL PRIMARY KEY,"
    "  secret TEXT NOT NULL,"
    "  bot INTEGER NOT NULL DEFAULT 0,"
    "  created INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE games ("
    "  id TEXT NOT NULL PRIMARY KEY,"
    "  ended INTEGER NOT NULL,"
    "  rule TEXT NOT NULL,"
    "  size INTEGER NOT NULL,"
    "  opening TEXT NOT NULL,"
    "  time TEXT NOT NULL,"
    "  rated INTEGER NOT NULL,"
    "  result TEXT NOT NULL,"
    "  why TEXT NOT NULL,"
    "  black TEXT NOT NULL,"
    "  white TEXT NOT NULL,"
    "  black_key TEXT NOT NULL DEFAULT ''," /* of a guest, who may yet register */
    "  white_key TEXT NOT NULL DEFAULT '',"
    "  plies INTEGER NOT NULL,"
    "  title TEXT NOT NULL,"
    "  moves TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX games_of_black ON games (black, ended);"
    "CREATE INDEX games_of_white ON games (white, ended);"
    "CREATE INDEX games_of_black_guest ON games (black_key) WHERE black_key <> '';"
    "CREATE INDEX games_of_white_guest ON games (white_key) WHERE white_key <> '';"
    "CREATE TABLE ratings ("
    "  name TEXT NOT NULL,"
    "  rule TEXT NOT NULL,"
    "  value REAL NOT NULL,"
    "  deviation REAL NOT NULL,"
    "  volatility REAL NOT NULL,"
    "  wins INTEGER NOT NULL,"
    "  draws INTEGER NOT NULL,"
    "  losses INTEGER NOT NULL,"
    "  played INTEGER NOT NULL,"
    "  PRIMARY KEY (name, rule)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX ratings_by_value ON ratings (rule, value);"
    "CREATE TABLE bans ("
    "  who TEXT NOT NULL PRIMARY KEY,"
    "  why TEXT NOT NULL,"
    "  since INTEGER NOT NULL,"
    "  until INTEGER NOT NULL" /* 0: for ever */
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE codes ("
    "  code TEXT NOT NULL PRIMARY KEY,"
    "  uses INTEGER NOT NULL,"
    "  until INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;",
};
const int schema_version = sizeof schema_steps / sizeof *schema_steps;

static int fail(struct store_error *error, sqlite3 *sql, const char *path, const char *what)
{
	error->code = sqlite3_errcode(sql) == SQLITE_CORRUPT ? EX_DATAERR : EX_IOERR;
	snprintf(error->text, sizeof error->text, "%s: %s: %s", path, what, sqlite3_errmsg(sql));
	return -1;
}

/* A number that a statement gives; -1 when it can't. */
static int64_t number(sqlite3 *sql, const char *statement)
{
	sqlite3_stmt *st;
	int64_t n = -1;

	if (sqlite3_prepare_v2(sql, statement, -1, &st, NULL) != SQLITE_OK)
		return -1;
	if (sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return n;
}

/* Writes a copy of the database to an empty file. */
static int copy_to(sqlite3 *sql, const char *copy)
{
	sqlite3_stmt *st;
	int result;

	if (sqlite3_prepare_v2(sql, "VACUUM INTO ?", -1, &st, NULL) != SQLITE_OK)
		return -1;
	sqlite3_bind_text(st, 1, copy, -1, SQLITE_STATIC);
	result = sqlite3_step(st);
	sqlite3_finalize(st);
	return result == SQLITE_DONE ? 0 : -1;
}

/* The copy is whole or is not there: it gets its name when it is on the disk. */
static int save_copy(sqlite3 *sql, const char *path, int version, struct store_error *error)
{
	char copy[1200], half[1200 + 8];
	int fd;

	snprintf(copy, sizeof copy, "%s.v%d", path, version);
	snprintf(half, sizeof half, "%s.half", copy);
	unlink(half);
	fd = open(half, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0) {
		error->code = EX_CANTCREAT;
		snprintf(error->text, sizeof error->text, "%s: can't save a copy first: %s", half,
		    strerror(errno));
		return -1;
	}
	if (copy_to(sql, half) < 0) {
		close(fd);
		unlink(half);
		return fail(error, sql, path, "can't save a copy first");
	}
	if (fsync(fd) < 0 || rename(half, copy) < 0) {
		error->code = EX_IOERR;
		snprintf(error->text, sizeof error->text, "%s: can't save a copy first: %s", copy,
		    strerror(errno));
		close(fd);
		return -1;
	}
	close(fd);
	log_info("event=database-copied version=%d copy=%s", version, copy);
	return 0;
}

static int step_up(
    sqlite3 *sql, const char *path, const char *step, int version, struct store_error *error)
{
	char end[96], what[64];

	snprintf(end, sizeof end, "PRAGMA user_version = %d; PRAGMA application_id = %d; COMMIT;",
	    version + 1, OUR_ID);
	if (sqlite3_exec(sql, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
	    sqlite3_exec(sql, step, NULL, NULL, NULL) == SQLITE_OK &&
	    sqlite3_exec(sql, end, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	snprintf(what, sizeof what, "can't bring it from version %d to %d", version, version + 1);
	fail(error, sql, path, what);
	sqlite3_exec(sql, "ROLLBACK", NULL, NULL, NULL);
	return -1;
}

int schema_upgrade(sqlite3 *sql, const char *path, const char *const steps[], int newest,
    struct store_error *error)
{
	int version = (int)number(sql, "PRAGMA user_version");
	int64_t tables = number(sql, "SELECT count(*) FROM sqlite_schema");
	int64_t id = number(sql, "PRAGMA application_id");

	if (version < 0 || tables < 0 || id < 0)
		return fail(error, sql, path, "can't read it");
	if (tables > 0 && id != OUR_ID) {
		error->code = EX_DATAERR;
		snprintf(error->text, sizeof error->text,
		    "%s: is a database of another program, not of gomokud", path);
		return -1;
	}
	if (version > newest) {
		error->code = EX_DATAERR;
		snprintf(error->text, sizeof error->text,
		    "%s: has version %d, and this gomokud knows versions up to %d: it was used "
		    "by a newer gomokud, which has to be installed again",
		    path, version, newest);
		return -1;
	}
	if (version < newest && tables > 0 && save_copy(sql, path, version, error) < 0)
		return -1;
	for (; version < newest; version++)
		if (step_up(sql, path, steps[version], version, error) < 0)
			return -1;
	return 0;
}
