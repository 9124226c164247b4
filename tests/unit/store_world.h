/* A store in a temporary folder, asked one thing after another: for the tests of it. */
#ifndef GOMOKU_TEST_STORE_WORLD_H
#define GOMOKU_TEST_STORE_WORLD_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <event2/event.h>

#include "daemon/store/store.h"

struct world {
	char dir[64], path[96];
	struct loop *loop;
	struct store *store;
	/* the last answer */
	enum store_result result;
	struct store_account account;
	struct store_saved saved;
	struct store_game games[STORE_ROWS];
	struct store_rank ranks[STORE_ROWS];
	struct store_ban bans[4];
	int n, answers;
};

static struct world *world;

static inline void answered(enum store_result r)
{
	world->result = r;
	world->answers++;
}

/* Runs the loop until the answer to what was just asked has come. */
static inline enum store_result wait_answer(int put)
{
	int before = world->answers;

	assert_int_equal(put, 0);
	while (world->answers == before)
		event_base_loop(loop_base(world->loop), EVLOOP_ONCE);
	return world->result;
}

static inline void on_done(enum store_result r, void *arg)
{
	assert_ptr_equal(arg, world);
	answered(r);
}

static inline void on_account(enum store_result r, const struct store_account *a, void *arg)
{
	(void)arg;
	world->account = *a;
	answered(r);
}

static inline void on_saved(enum store_result r, const struct store_saved *saved, void *arg)
{
	(void)arg;
	world->saved = *saved;
	answered(r);
}

static inline void on_games(enum store_result r, const struct store_game games[], int n, void *arg)
{
	(void)arg;
	memcpy(world->games, games, (size_t)n * sizeof *games);
	world->n = n;
	answered(r);
}

static inline void on_ranks(enum store_result r, const struct store_rank ranks[], int n, void *arg)
{
	(void)arg;
	memcpy(world->ranks, ranks, (size_t)n * sizeof *ranks);
	world->n = n;
	answered(r);
}

static inline void on_bans(enum store_result r, const struct store_ban bans[], int n, void *arg)
{
	(void)arg;
	assert_true(n <= 4);
	memcpy(world->bans, bans, (size_t)n * sizeof *bans);
	world->n = n;
	answered(r);
}

static inline void open_store(void)
{
	struct store_error error;

	world->store = store_open(world->loop, world->path, &error);
	if (!world->store)
		fail_msg("%s", error.text);
}

static inline int set_up(void **state)
{
	(void)state;
	world = calloc(1, sizeof *world);
	assert_non_null(world);
	snprintf(world->dir, sizeof world->dir, "/tmp/gomokud-store.XXXXXX");
	assert_non_null(mkdtemp(world->dir));
	snprintf(world->path, sizeof world->path, "%s/gomokud.db", world->dir);
	world->loop = loop_new();
	assert_non_null(world->loop);
	open_store();
	return 0;
}

static inline int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

static inline int tear_down(void **state)
{
	(void)state;
	if (world->store)
		store_close(world->store);
	loop_free(world->loop);
	nftw(world->dir, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	free(world);
	return 0;
}

static inline void reopen(void)
{
	store_close(world->store);
	open_store();
}

static inline struct store_game a_game(const char *id, const char *black, const char *white)
{
	struct store_game g = {.rule = RULE_RENJU,
	    .ended = 1700000000,
	    .size = 15,
	    .opening = OPENING_SWAP2,
	    .result = GAME_WHITE,
	    .why = WHY_RESIGN,
	    .plies = 3,
	    .moves = "h8i9j10",
	    .title = "Friday's \xe5\xae\xb6"};

	assert_int_equal(time_control_parse(&g.tc, "600+3x30"), 0);
	snprintf(g.id, sizeof g.id, "%s", id);
	snprintf(g.black, sizeof g.black, "%s", black);
	snprintf(g.white, sizeof g.white, "%s", white);
	return g;
}

static inline enum store_result save(const struct store_game *g)
{
	return wait_answer(store_save_game(world->store, g, on_saved, world));
}

#endif
