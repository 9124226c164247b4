/*
 * A database as the store's thread sees it: calls that block. What they do is said in store.h, one
 * for one. sqlite.c and its neighbours are this for SQLite; another database would take their
 * place.
 */
#ifndef GOMOKUD_STORE_DB_H
#define GOMOKUD_STORE_DB_H

#include "store.h"

struct db;

struct db *db_open(const char *path, struct store_error *error);
void db_close(struct db *db);

enum store_result db_account(struct db *db, const char *name, struct store_account *a);
enum store_result db_add_account(
    struct db *db, const struct store_account *a, const char *code, const char *key);
enum store_result db_set_secret(struct db *db, const char *name, const char *secret);
enum store_result db_set_bot(struct db *db, const char *name, bool bot);

enum store_result db_save_game(
    struct db *db, const struct store_game *g, struct store_saved *saved);
/* Fill up to limit rows and say how many. */
enum store_result db_games(
    struct db *db, const char *name, int limit, struct store_game games[], int *n);
enum store_result db_game(struct db *db, const char *id, struct store_game *g);
enum store_result db_top(
    struct db *db, enum rule rule, int limit, struct store_rank ranks[], int *n);
enum store_result db_ratings(
    struct db *db, const char *name, struct store_rank ranks[static RULE_COUNT], int *n);

enum store_result db_add_ban(struct db *db, const struct store_ban *b);
enum store_result db_remove_ban(struct db *db, const char *who);
/* *bans is the caller's to free. */
enum store_result db_bans(struct db *db, struct store_ban **bans, int *n);
enum store_result db_add_code(struct db *db, const char *code, int uses, int64_t until);

#endif
