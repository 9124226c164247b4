/* The store when things go wrong: the end, a full queue, a held database, damaged files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store_world.h"

/* Whoever closes the store gets all answers first. */
static void close_answers(void **state)
{
	struct store_game g = a_game("g", "ann", "bob");
	char id[STORE_ID];

	(void)state;
	for (int i = 0; i < 50; i++) {
		snprintf(id, sizeof id, "g%d", i);
		memcpy(g.id, id, sizeof id);
		assert_int_equal(store_save_game(world->store, &g, on_saved, world), 0);
	}
	store_close(world->store);
	assert_int_equal(world->answers, 50);
	loop_free(world->loop);
	world->loop = loop_new();
	open_store();
	wait_answer(store_games(world->store, "ann", 100, on_games, world));
	assert_int_equal(world->n, 50);
}

/* The queue has a bound, and what does not fit is told at once. */
static void queue_is_bounded(void **state)
{
	int taken = 0;

	(void)state;
	while (taken < 100000 && store_games(world->store, "ann", STORE_ROWS, on_games, world) == 0)
		taken++;
	assert_true(taken < 100000);
	store_close(world->store);
	assert_int_equal(world->answers, taken);
	world->store = NULL;
}

/* Somebody holds the database for longer than a call waits: the game is not lost. */
static void what_failed_is_asked_again(void **state)
{
	struct store_game g = a_game("g", "ann", "bob");
	sqlite3 *other;

	(void)state;
	assert_int_equal(sqlite3_open(world->path, &other), SQLITE_OK);
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(store_save_game(world->store, &g, on_saved, world), 0);
	/* What only reads is not held up for ever by what can't be written. */
	wait_answer(store_games(world->store, "ann", 10, on_games, world));
	assert_int_equal(world->n, 0);
	assert_int_equal(world->answers, 1);
	assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(other);
	while (world->answers == 1)
		event_base_loop(loop_base(world->loop), EVLOOP_ONCE);
	assert_int_equal(world->result, STORE_OK);
	assert_true(world->saved.fresh);
}

static void refused(int code, const char *word)
{
	struct store_error error = {0};

	assert_null(store_open(world->loop, world->path, &error));
	assert_int_equal(error.code, code);
	assert_non_null(strstr(error.text, world->path));
	assert_non_null(strstr(error.text, word));
	assert_null(strchr(error.text, '\n'));
}

static void write_at(long at, const char *bytes, size_t len)
{
	FILE *f = fopen(world->path, "r+e");

	assert_non_null(f);
	assert_int_equal(fseek(f, at, SEEK_SET), 0);
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void bad_files_are_named(void **state)
{
	struct store_game g = a_game("g", "ann", "bob");
	char rubbish[4096];

	(void)state;
	for (int i = 0; i < 100; i++) {
		snprintf(g.id, sizeof g.id, "g%d", i);
		memset(g.moves, 'x', 1000);
		g.moves[1000] = '\0';
		save(&g);
	}
	store_close(world->store);
	world->store = NULL;
	/* A page in the middle. */
	memset(rubbish, 0xa5, sizeof rubbish);
	write_at(6L * 4096, rubbish, sizeof rubbish);
	refused(EX_DATAERR, "damaged");
	/* The header. */
	write_at(0, rubbish, sizeof rubbish);
	refused(EX_DATAERR, "damaged");
	/* No file at all, but a folder. */
	assert_int_equal(unlink(world->path), 0);
	assert_int_equal(mkdir(world->path, 0700), 0);
	refused(EX_CANTCREAT, "can't open");
	assert_int_equal(rmdir(world->path), 0);
	snprintf(world->path, sizeof world->path, "%s/none/gomokud.db", world->dir);
	refused(EX_CANTCREAT, "No such file");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(close_answers, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(queue_is_bounded, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(what_failed_is_asked_again, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(bad_files_are_named, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("store-faults", tests, NULL, NULL);
}
