/* A database of a few accounts and games in memory, for fuzzing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"

enum { ACCOUNTS = 16, GAMES = 64, CODES = 8, BANS = 16 };

struct code {
	char code[STORE_NAME];
	int uses;
	int64_t until;
};

struct db {
	bool failing;
	int accounts, games, codes, bans;
	struct store_account account[ACCOUNTS];
	struct store_game game[GAMES];
	struct code code[CODES];
	struct store_ban ban[BANS];
};

static struct db the_db;

void memory_db_reset(void)
{
	the_db.failing = false;
	the_db.accounts = the_db.games = the_db.codes = the_db.bans = 0;
}

void memory_db_fail(bool failing)
{
	the_db.failing = failing;
}

struct db *db_open(const char *path, struct store_error *error)
{
	(void)path, (void)error;
	return &the_db;
}

void db_close(struct db *db)
{
	(void)db;
}

static struct store_account *find(struct db *db, const char *name)
{
	for (int i = 0; i < db->accounts; i++)
		if (strcmp(db->account[i].name, name) == 0)
			return &db->account[i];
	return NULL;
}

enum store_result db_account(struct db *db, const char *name, struct store_account *a)
{
	const struct store_account *found = find(db, name);

	if (db->failing)
		return STORE_FAILED;
	if (!found)
		return STORE_NONE;
	*a = *found;
	return STORE_OK;
}

static bool use_code(struct db *db, const char *code)
{
	for (int i = 0; i < db->codes; i++)
		if (strcmp(db->code[i].code, code) == 0 && db->code[i].uses > 0 &&
		    (db->code[i].until == 0 || db->code[i].until > time(NULL))) {
			db->code[i].uses--;
			return true;
		}
	return false;
}

static void hand_over(char name[static STORE_NAME], char key[static SECRET_TOKEN],
    const struct store_account *a, const char *mark)
{
	if (strcmp(key, mark) != 0)
		return;
	snprintf(name, STORE_NAME, "%s", a->name);
	key[0] = '\0';
}

enum store_result db_add_account(
    struct db *db, const struct store_account *a, const char *code, const char *key)
{
	struct store_account *new = &db->account[db->accounts];

	if (db->failing || db->accounts == ACCOUNTS)
		return STORE_FAILED;
	if (find(db, a->name))
		return STORE_EXISTS;
	if (*code && !use_code(db, code))
		return STORE_DENIED;
	db->accounts++;
	*new = *a;
	for (int i = 0; i < RULE_COUNT; i++)
		new->rating[i] = (struct store_rating){.rating = rating_new()};
	for (int i = 0; *key && i < db->games; i++) {
		hand_over(db->game[i].black, db->game[i].black_key, a, key);
		hand_over(db->game[i].white, db->game[i].white_key, a, key);
	}
	return STORE_OK;
}

enum store_result db_set_secret(struct db *db, const char *name, const char *secret)
{
	struct store_account *a = find(db, name);

	if (db->failing)
		return STORE_FAILED;
	if (!a)
		return STORE_NONE;
	snprintf(a->secret, sizeof a->secret, "%s", secret);
	return STORE_OK;
}

enum store_result db_set_bot(struct db *db, const char *name, bool bot)
{
	struct store_account *a = find(db, name);

	if (db->failing)
		return STORE_FAILED;
	if (!a)
		return STORE_NONE;
	a->bot = bot;
	return STORE_OK;
}

static struct store_rating side(struct db *db, const char *name, double fixed, enum rule rule)
{
	const struct store_account *a = find(db, name);
	struct store_rating r = {.rating = rating_new()};

	if (fixed > 0)
		r.rating.value = fixed;
	else if (a)
		r = a->rating[rule];
	return r;
}

static void count(struct db *db, const struct store_game *g, const char *name, double fixed,
    double score, struct store_rating *r)
{
	struct store_account *a = find(db, name);

	r->games++;
	r->wins += score > 0.75;
	r->losses += score < 0.25;
	r->draws += score > 0.25 && score < 0.75;
	r->played = g->ended;
	if (a && fixed <= 0)
		a->rating[g->rule] = *r;
}

static void rate(struct db *db, const struct store_game *g, struct store_saved *saved)
{
	double score = g->result == GAME_BLACK ? 1.0 : (g->result == GAME_DRAW ? 0.5 : 0.0);

	if (!g->rated ||
	    (g->result != GAME_BLACK && g->result != GAME_WHITE && g->result != GAME_DRAW))
		return;
	saved->black = side(db, g->black, g->black_fixed, g->rule);
	saved->white = side(db, g->white, g->white_fixed, g->rule);
	rating_play(&saved->black.rating, &saved->white.rating, score);
	count(db, g, g->black, g->black_fixed, score, &saved->black);
	count(db, g, g->white, g->white_fixed, 1.0 - score, &saved->white);
	saved->rated = true;
}

enum store_result db_save_game(struct db *db, const struct store_game *g, struct store_saved *saved)
{
	if (db->failing)
		return STORE_FAILED;
	*saved = (struct store_saved){0};
	for (int i = 0; i < db->games; i++)
		if (strcmp(db->game[i].id, g->id) == 0)
			return STORE_OK;
	saved->fresh = true;
	rate(db, g, saved);
	if (db->games == GAMES)
		memmove(&db->game[0], &db->game[1], sizeof db->game[0] * (size_t)--db->games);
	db->game[db->games++] = *g;
	return STORE_OK;
}

enum store_result db_games(
    struct db *db, const char *name, int limit, struct store_game games[], int *n)
{
	*n = 0;
	if (db->failing)
		return STORE_FAILED;
	for (int i = db->games - 1; i >= 0 && *n < limit; i--)
		if (strcmp(db->game[i].black, name) == 0 || strcmp(db->game[i].white, name) == 0)
			games[(*n)++] = db->game[i];
	return STORE_OK;
}

enum store_result db_game(struct db *db, const char *id, struct store_game *g)
{
	if (db->failing)
		return STORE_FAILED;
	for (int i = 0; i < db->games; i++)
		if (strcmp(db->game[i].id, id) == 0) {
			*g = db->game[i];
			return STORE_OK;
		}
	return STORE_NONE;
}

static void rank(const struct store_account *a, enum rule rule, struct store_rank *r)
{
	*r = (struct store_rank){.bot = a->bot, .rule = rule, .rating = a->rating[rule]};
	snprintf(r->name, sizeof r->name, "%s", a->name);
}

enum store_result db_top(
    struct db *db, enum rule rule, int limit, struct store_rank ranks[], int *n)
{
	*n = 0;
	if (db->failing)
		return STORE_FAILED;
	for (int i = 0; i < db->accounts && *n < limit; i++)
		if (db->account[i].rating[rule].games > 0)
			rank(&db->account[i], rule, &ranks[(*n)++]);
	return STORE_OK;
}

enum store_result db_ratings(
    struct db *db, const char *name, struct store_rank ranks[static RULE_COUNT], int *n)
{
	const struct store_account *a = find(db, name);

	*n = 0;
	if (db->failing)
		return STORE_FAILED;
	if (!a)
		return STORE_NONE;
	for (int rule = 0; rule < RULE_COUNT; rule++)
		if (a->rating[rule].games > 0)
			rank(a, (enum rule)rule, &ranks[(*n)++]);
	return STORE_OK;
}

enum store_result db_add_ban(struct db *db, const struct store_ban *b)
{
	if (db->failing || db->bans == BANS)
		return STORE_FAILED;
	db->ban[db->bans++] = *b;
	return STORE_OK;
}

enum store_result db_remove_ban(struct db *db, const char *who)
{
	for (int i = 0; i < db->bans && !db->failing; i++)
		if (strcmp(db->ban[i].who, who) == 0) {
			db->ban[i] = db->ban[--db->bans];
			return STORE_OK;
		}
	return db->failing ? STORE_FAILED : STORE_NONE;
}

enum store_result db_bans(struct db *db, struct store_ban **bans, int *n)
{
	size_t size = sizeof db->ban[0] * (size_t)db->bans;

	*bans = malloc(size + 1);
	if (!*bans || db->failing) {
		free(*bans);
		*bans = NULL;
		return STORE_FAILED;
	}
	memcpy(*bans, db->ban, size);
	*n = db->bans;
	return STORE_OK;
}

enum store_result db_add_code(struct db *db, const char *code, int uses, int64_t until)
{
	struct code *new = &db->code[db->codes];

	if (db->failing || db->codes == CODES)
		return STORE_FAILED;
	db->codes++;
	*new = (struct code){.uses = uses, .until = until};
	snprintf(new->code, sizeof new->code, "%s", code);
	return STORE_OK;
}
