/* The kinds of requests: what each asks of the database, and whom it tells. */
#include <stdio.h>
#include <stdlib.h>

#include "daemon/log.h"
#include "store_private.h"

/* ---- an account is looked up ---- */

struct account_request {
	struct request r;
	char name[STORE_NAME];
	struct store_account account;
	store_account_done *done;
};

static void run_account(struct request *r, struct db *db)
{
	struct account_request *q = (struct account_request *)r;

	r->result = db_account(db, q->name, &q->account);
}

static void tell_account(struct request *r)
{
	struct account_request *q = (struct account_request *)r;

	q->done(r->result, &q->account, r->arg);
	secret_wipe(q->account.secret, sizeof q->account.secret);
}

int store_account(struct store *s, const char *name, store_account_done *done, void *arg)
{
	struct account_request *q = store_request(sizeof *q, run_account, tell_account, arg);

	if (!q)
		return -1;
	q->done = done;
	snprintf(q->name, sizeof q->name, "%s", name);
	return store_put(s, &q->r);
}

/* ---- something is changed, and only the result told ---- */

struct change_request {
	struct request r;
	struct store_account account; /* of which the fields that matter are set */
	char code[STORE_NAME], key[SECRET_TOKEN];
	int uses;
	int64_t until;
	struct store_ban ban;
	store_done *done;
};

static void tell_change(struct request *r)
{
	struct change_request *q = (struct change_request *)r;

	q->done(r->result, r->arg);
	secret_wipe(q->account.secret, sizeof q->account.secret);
}

static struct change_request *new_change(
    void (*run)(struct request *q, struct db *db), const char *name, store_done *done, void *arg)
{
	struct change_request *q = store_request(sizeof *q, run, tell_change, arg);

	if (!q)
		return NULL;
	q->done = done;
	snprintf(q->account.name, sizeof q->account.name, "%s", name);
	return q;
}

static void run_add_account(struct request *r, struct db *db)
{
	struct change_request *q = (struct change_request *)r;

	r->result = db_add_account(db, &q->account, q->code, q->key);
}

int store_add_account(struct store *s, const struct store_account *a, const char *code,
    const char *key, store_done *done, void *arg)
{
	struct change_request *q = new_change(run_add_account, a->name, done, arg);

	if (!q)
		return -1;
	q->account = *a;
	snprintf(q->code, sizeof q->code, "%s", code);
	snprintf(q->key, sizeof q->key, "%s", key);
	return store_put(s, &q->r);
}

static void run_set_secret(struct request *r, struct db *db)
{
	struct change_request *q = (struct change_request *)r;

	r->result = db_set_secret(db, q->account.name, q->account.secret);
}

int store_set_secret(
    struct store *s, const char *name, const char *secret, store_done *done, void *arg)
{
	struct change_request *q = new_change(run_set_secret, name, done, arg);

	if (!q)
		return -1;
	snprintf(q->account.secret, sizeof q->account.secret, "%s", secret);
	return store_put(s, &q->r);
}

static void run_set_bot(struct request *r, struct db *db)
{
	struct change_request *q = (struct change_request *)r;

	r->result = db_set_bot(db, q->account.name, q->account.bot);
}

int store_set_bot(struct store *s, const char *name, bool bot, store_done *done, void *arg)
{
	struct change_request *q = new_change(run_set_bot, name, done, arg);

	if (!q)
		return -1;
	q->account.bot = bot;
	return store_put(s, &q->r);
}

static void run_add_ban(struct request *r, struct db *db)
{
	struct change_request *q = (struct change_request *)r;

	r->result = db_add_ban(db, &q->ban);
}

int store_add_ban(struct store *s, const struct store_ban *b, store_done *done, void *arg)
{
	struct change_request *q = new_change(run_add_ban, "", done, arg);

	if (!q)
		return -1;
	q->ban = *b;
	return store_put(s, &q->r);
}

static void run_remove_ban(struct request *r, struct db *db)
{
	struct change_request *q = (struct change_request *)r;

	r->result = db_remove_ban(db, q->ban.who);
}

int store_remove_ban(struct store *s, const char *who, store_done *done, void *arg)
{
	struct change_request *q = new_change(run_remove_ban, "", done, arg);

	if (!q)
		return -1;
	snprintf(q->ban.who, sizeof q->ban.who, "%s", who);
	return store_put(s, &q->r);
}

static void run_add_code(struct request *r, struct db *db)
{
	struct change_request *q = (struct change_request *)r;

	r->result = db_add_code(db, q->code, q->uses, q->until);
}

int store_add_code(
    struct store *s, const char *code, int uses, int64_t until, store_done *done, void *arg)
{
	struct change_request *q = new_change(run_add_code, "", done, arg);

	if (!q)
		return -1;
	snprintf(q->code, sizeof q->code, "%s", code);
	q->uses = uses;
	q->until = until;
	return store_put(s, &q->r);
}

/* ---- a game is saved ---- */

struct save_request {
	struct request r;
	struct store_game game;
	struct store_saved saved;
	store_saved_done *done;
};

static void run_save(struct request *r, struct db *db)
{
	struct save_request *q = (struct save_request *)r;

	r->result = db_save_game(db, &q->game, &q->saved);
}

static void tell_save(struct request *r)
{
	struct save_request *q = (struct save_request *)r;

	if (r->result != STORE_OK)
		log_warn("event=game-not-saved game=%s", q->game.id);
	if (q->done)
		q->done(r->result, &q->saved, r->arg);
}

int store_save_game(struct store *s, const struct store_game *g, store_saved_done *done, void *arg)
{
	struct save_request *q = store_request(sizeof *q, run_save, tell_save, arg);

	if (!q)
		return -1;
	q->r.insists = true;
	q->game = *g;
	q->done = done;
	return store_put(s, &q->r);
}

/* ---- lists ---- */

struct list_request {
	struct request r;
	char name[STORE_NAME]; /* or a game's id */
	enum rule rule;
	int limit, n;
	struct store_game *games;
	struct store_rank *ranks;
	struct store_ban *bans;
	store_games_done *games_done;
	store_ranks_done *ranks_done;
	store_bans_done *bans_done;
};

static void tell_list(struct request *r)
{
	struct list_request *q = (struct list_request *)r;

	if (q->games_done)
		q->games_done(r->result, q->games, q->n, r->arg);
	if (q->ranks_done)
		q->ranks_done(r->result, q->ranks, q->n, r->arg);
	if (q->bans_done)
		q->bans_done(r->result, q->bans, q->n, r->arg);
	free(q->games);
	free(q->ranks);
	free(q->bans);
}

static struct list_request *new_list(
    void (*run)(struct request *q, struct db *db), const char *name, int limit, void *arg)
{
	struct list_request *q = store_request(sizeof *q, run, tell_list, arg);

	if (!q)
		return NULL;
	snprintf(q->name, sizeof q->name, "%s", name);
	q->limit = limit < STORE_ROWS ? limit : STORE_ROWS;
	return q;
}

static void run_games(struct request *r, struct db *db)
{
	struct list_request *q = (struct list_request *)r;

	q->games = calloc((size_t)q->limit, sizeof *q->games);
	r->result = q->games ? db_games(db, q->name, q->limit, q->games, &q->n) : STORE_FAILED;
}

int store_games(struct store *s, const char *name, int limit, store_games_done *done, void *arg)
{
	struct list_request *q = new_list(run_games, name, limit, arg);

	if (!q)
		return -1;
	q->games_done = done;
	return store_put(s, &q->r);
}

static void run_game(struct request *r, struct db *db)
{
	struct list_request *q = (struct list_request *)r;

	q->games = calloc(1, sizeof *q->games);
	r->result = q->games ? db_game(db, q->name, q->games) : STORE_FAILED;
	q->n = r->result == STORE_OK;
}

int store_game(struct store *s, const char *id, store_games_done *done, void *arg)
{
	struct list_request *q = new_list(run_game, id, 1, arg);

	if (!q)
		return -1;
	q->games_done = done;
	return store_put(s, &q->r);
}

static void run_top(struct request *r, struct db *db)
{
	struct list_request *q = (struct list_request *)r;

	q->ranks = calloc((size_t)q->limit, sizeof *q->ranks);
	r->result = q->ranks ? db_top(db, q->rule, q->limit, q->ranks, &q->n) : STORE_FAILED;
}

int store_top(struct store *s, enum rule rule, int limit, store_ranks_done *done, void *arg)
{
	struct list_request *q = new_list(run_top, "", limit, arg);

	if (!q)
		return -1;
	q->rule = rule;
	q->ranks_done = done;
	return store_put(s, &q->r);
}

static void run_ratings(struct request *r, struct db *db)
{
	struct list_request *q = (struct list_request *)r;

	q->ranks = calloc(RULE_COUNT, sizeof *q->ranks);
	r->result = q->ranks ? db_ratings(db, q->name, q->ranks, &q->n) : STORE_FAILED;
}

int store_ratings(struct store *s, const char *name, store_ranks_done *done, void *arg)
{
	struct list_request *q = new_list(run_ratings, name, RULE_COUNT, arg);

	if (!q)
		return -1;
	q->ranks_done = done;
	return store_put(s, &q->r);
}

static void run_bans(struct request *r, struct db *db)
{
	struct list_request *q = (struct list_request *)r;

	r->result = db_bans(db, &q->bans, &q->n);
}

int store_bans(struct store *s, store_bans_done *done, void *arg)
{
	struct list_request *q = new_list(run_bans, "", 1, arg);

	if (!q)
		return -1;
	q->bans_done = done;
	return store_put(s, &q->r);
}
