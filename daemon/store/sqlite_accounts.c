/* Accounts, registration codes, bans. */
#include <stdlib.h>
#include <string.h>

#include "sqlite_private.h"
#include "sqlite_ratings.h"

/* STORE_OK when something was changed, STORE_NONE when nothing was there. */
static enum store_result changed(struct db *db, int result)
{
	if (result < 0)
		return STORE_FAILED;
	return sqlite_changes(db) > 0 ? STORE_OK : STORE_NONE;
}

static enum store_result read_account(struct db *db, const char *name, struct store_account *a)
{
	sqlite3_stmt *st = sqlite_begin(
	    db, "SELECT name, secret, bot, created FROM accounts WHERE name = ?", "t", name);
	int row;

	if (!st)
		return STORE_FAILED;
	row = sqlite_row(db, st);
	if (row > 0) {
		sqlite_text(st, 0, a->name, sizeof a->name);
		sqlite_text(st, 1, a->secret, sizeof a->secret);
		a->bot = sqlite3_column_int(st, 2) != 0;
		a->created = sqlite3_column_int64(st, 3);
	}
	sqlite_end(st);
	return row < 0 ? STORE_FAILED : (row ? STORE_OK : STORE_NONE);
}

enum store_result db_account(struct db *db, const char *name, struct store_account *a)
{
	enum store_result result = read_account(db, name, a);

	for (int rule = 0; rule < RULE_COUNT && result == STORE_OK; rule++)
		if (sqlite_read_rating(db, name, (enum rule)rule, &a->rating[rule]) < 0)
			result = STORE_FAILED;
	return result;
}

/* One use of the code, which goes with its last. */
static enum store_result use_code(struct db *db, const char *code)
{
	enum store_result result = changed(db,
	    sqlite_do(db,
		"UPDATE codes SET uses = uses - 1 WHERE code = ? AND uses > 0 AND (until = 0 OR "
		"until > ?)",
		"ti", code, sqlite_now()));

	if (result == STORE_NONE)
		return STORE_DENIED;
	if (result == STORE_OK && sqlite_do(db, "DELETE FROM codes WHERE uses = 0", "") < 0)
		return STORE_FAILED;
	return result;
}

/* The games of a guest become those of the account. */
static int take_games(struct db *db, const char *name, const char *key)
{
	if (!*key)
		return 0;
	if (sqlite_do(db, "UPDATE games SET black = ?, black_key = '' WHERE black_key = ?", "tt",
		name, key) < 0)
		return -1;
	return sqlite_do(
	    db, "UPDATE games SET white = ?, white_key = '' WHERE white_key = ?", "tt", name, key);
}

static enum store_result add_account(
    struct db *db, const struct store_account *a, const char *code, const char *key)
{
	enum store_result result =
	    changed(db, sqlite_do(db,
			    "INSERT INTO accounts (name, secret, bot, created) VALUES (?, ?, ?, ?) "
			    "ON CONFLICT DO NOTHING",
			    "ttii", a->name, a->secret, (int64_t)a->bot, a->created));

	if (result != STORE_OK)
		return result == STORE_NONE ? STORE_EXISTS : result;
	if (*code && (result = use_code(db, code)) != STORE_OK)
		return result;
	return take_games(db, a->name, key) < 0 ? STORE_FAILED : STORE_OK;
}

enum store_result db_add_account(
    struct db *db, const struct store_account *a, const char *code, const char *key)
{
	if (sqlite_transaction(db) < 0)
		return STORE_FAILED;
	return sqlite_commit(db, add_account(db, a, code, key));
}

enum store_result db_set_secret(struct db *db, const char *name, const char *secret)
{
	return changed(
	    db, sqlite_do(db, "UPDATE accounts SET secret = ? WHERE name = ?", "tt", secret, name));
}

enum store_result db_set_bot(struct db *db, const char *name, bool bot)
{
	return changed(db,
	    sqlite_do(db, "UPDATE accounts SET bot = ? WHERE name = ?", "it", (int64_t)bot, name));
}

enum store_result db_add_code(struct db *db, const char *code, int uses, int64_t until)
{
	enum store_result result = changed(
	    db, sqlite_do(db,
		    "INSERT INTO codes (code, uses, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
		    "tii", code, (int64_t)uses, until));

	return result == STORE_NONE ? STORE_EXISTS : result;
}

enum store_result db_add_ban(struct db *db, const struct store_ban *b)
{
	return changed(
	    db, sqlite_do(db,
		    "INSERT INTO bans (who, why, since, until) VALUES (?, ?, ?, ?) ON CONFLICT DO "
		    "UPDATE SET why = excluded.why, since = excluded.since, until = excluded.until",
		    "ttii", b->who, b->why, b->since, b->until));
}

enum store_result db_remove_ban(struct db *db, const char *who)
{
	return changed(db, sqlite_do(db, "DELETE FROM bans WHERE who = ?", "t", who));
}

/* Makes the list longer when it is full. */
static int make_place(struct store_ban **bans, int n)
{
	struct store_ban *longer;

	if (n % STORE_ROWS != 0)
		return 0;
	longer = realloc(*bans, (size_t)(n + STORE_ROWS) * sizeof *longer);
	if (!longer)
		return -1;
	*bans = longer;
	return 0;
}

enum store_result db_bans(struct db *db, struct store_ban **bans, int *n)
{
	sqlite3_stmt *st = sqlite_begin(db,
	    "SELECT who, why, since, until FROM bans WHERE until = 0 OR until > ? ORDER BY who",
	    "i", sqlite_now());
	int row = -1;

	if (!st)
		return STORE_FAILED;
	*bans = NULL;
	for (*n = 0; make_place(bans, *n) == 0 && (row = sqlite_row(db, st)) > 0; ++*n) {
		struct store_ban *b = &(*bans)[*n];

		sqlite_text(st, 0, b->who, sizeof b->who);
		sqlite_text(st, 1, b->why, sizeof b->why);
		b->since = sqlite3_column_int64(st, 2);
		b->until = sqlite3_column_int64(st, 3);
	}
	sqlite_end(st);
	return row == 0 ? STORE_OK : STORE_FAILED;
}
