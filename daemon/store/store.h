/*
 * What the server keeps for good: accounts, finished games, ratings, bans, registration codes.
 *
 * Every call is asynchronous: it puts a request in a bounded queue, one thread carries the requests
 * out in order, and the answer comes by a callback on the loop, never from within the call. So the
 * database can be a slow one, or one elsewhere: store.c knows db.h alone, which SQLite implements.
 *
 * A call returns 0, or -1 when the queue is full or memory is out; then its callback does not come.
 * What is handed in is copied. What a callback is handed lasts for the call.
 */
#ifndef GOMOKUD_STORE_H
#define GOMOKUD_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/loop.h"
#include "daemon/secret.h"
#include "engine/game/game.h"
#include "engine/game/moves.h"
#include "engine/game/rating.h"

struct store;

enum {
	STORE_NAME = 24,   /* of a player, as the wire shows it */
	STORE_ID = 16,	   /* of a game */
	STORE_TITLE = 256, /* of the room it was played in */
	STORE_WHO = 64,	   /* a name or a network that is banned */
	STORE_TEXT = 256,  /* a reason */
	STORE_ROWS = 100,  /* the most that a list of games or ranks has */
};

enum store_result {
	STORE_OK,
	STORE_NONE,   /* there is no such thing */
	STORE_EXISTS, /* there is one of that name */
	STORE_DENIED, /* the code is wrong, used up or too old */
	STORE_FAILED, /* the database could not do it; the log says why */
};

struct store_rating {
	struct rating rating;
	int games, wins, draws, losses;
	int64_t played; /* the last game; 0: none yet */
};

struct store_account {
	char name[STORE_NAME];
	char secret[SECRET_HASH];
	bool bot;
	int64_t created;			/* seconds since 1970, as all times here */
	struct store_rating rating[RULE_COUNT]; /* by rule */
};

struct store_game {
	char id[STORE_ID];
	int64_t ended;
	enum rule rule;
	int size;
	enum opening opening;
	struct time_control tc;
	bool rated;
	enum game_result result;
	enum game_why why;
	char black[STORE_NAME], white[STORE_NAME]; /* as they sat in the end */
	/* A guest's secret mark, by which the games become those of the account; "" without. */
	char black_key[SECRET_TOKEN], white_key[SECRET_TOKEN];
	/* A bot's rating, which a game does not change; 0: the account's own counts. */
	double black_fixed, white_fixed;
	int plies;
	char title[STORE_TITLE];
	char moves[MOVES_TEXT];
};

/* What became of a game that was saved. */
struct store_saved {
	bool fresh; /* it was not there before */
	bool rated; /* and changed ratings, which are now: */
	struct store_rating black, white;
};

struct store_rank {
	char name[STORE_NAME];
	bool bot;
	enum rule rule;
	struct store_rating rating;
};

struct store_ban {
	char who[STORE_WHO], why[STORE_TEXT];
	int64_t since, until; /* until 0: for ever */
};

/* Why a database can't be opened. */
struct store_error {
	int code;	 /* of sysexits */
	char text[1536]; /* one line, with a path in it */
};

/*
 * Opens the database, makes it when there is none, and brings an older one up to date (a copy of it
 * is kept beside it). NULL: then error says why.
 */
struct store *store_open(struct loop *l, const char *path, struct store_error *error);
/* Carries out what is queued, calls the callbacks, closes. */
void store_close(struct store *s);

/* Requests that are not answered yet, games to be saved among them. */
int store_waiting(struct store *s);

typedef void store_done(enum store_result r, void *arg);
typedef void store_account_done(enum store_result r, const struct store_account *a, void *arg);
typedef void store_saved_done(enum store_result r, const struct store_saved *saved, void *arg);
typedef void store_games_done(
    enum store_result r, const struct store_game games[], int n, void *arg);
typedef void store_ranks_done(
    enum store_result r, const struct store_rank ranks[], int n, void *arg);
typedef void store_bans_done(enum store_result r, const struct store_ban bans[], int n, void *arg);

/* The account of that name. STORE_NONE */
int store_account(struct store *s, const char *name, store_account_done *done, void *arg);
/*
 * Makes an account, using up one use of the code unless it is "", and hands it the games that were
 * played under the guest's mark unless that is "". STORE_EXISTS, STORE_DENIED
 */
int store_add_account(struct store *s, const struct store_account *a, const char *code,
    const char *key, store_done *done, void *arg);
/* STORE_NONE */
int store_set_secret(
    struct store *s, const char *name, const char *secret, store_done *done, void *arg);
/* STORE_NONE */
int store_set_bot(struct store *s, const char *name, bool bot, store_done *done, void *arg);

/*
 * Keeps a game and, when it is rated, counts it, both or neither; a game that is there already
 * stays as it is and counts no second time. What the database can't do now it is asked again until
 * it can: the callback comes when the game is safe, or with STORE_FAILED from store_close. done
 * may be NULL.
 */
int store_save_game(struct store *s, const struct store_game *g, store_saved_done *done, void *arg);
/* The newest games of a player, newest first. limit: 1..STORE_ROWS. Their moves are left out. */
int store_games(struct store *s, const char *name, int limit, store_games_done *done, void *arg);
/* One game, with its moves. STORE_NONE */
int store_game(struct store *s, const char *id, store_games_done *done, void *arg);
/* The best of a rule: who has a settled rating first, then who has a provisional one. */
int store_top(struct store *s, enum rule rule, int limit, store_ranks_done *done, void *arg);
/* A player's ratings, one for each rule of which there are games. STORE_NONE: no such account */
int store_ratings(struct store *s, const char *name, store_ranks_done *done, void *arg);

/* Bans, or changes a ban. */
int store_add_ban(struct store *s, const struct store_ban *b, store_done *done, void *arg);
/* STORE_NONE */
int store_remove_ban(struct store *s, const char *who, store_done *done, void *arg);
/* All bans that are still on. */
int store_bans(struct store *s, store_bans_done *done, void *arg);
/* A code for `register`, for so many uses, until then (0: for ever). STORE_EXISTS */
int store_add_code(
    struct store *s, const char *code, int uses, int64_t until, store_done *done, void *arg);

#endif
