/* The store on a real SQLite file: accounts, codes, games, ratings, bans; damaged and newer files.
 */
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
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

static void answered(enum store_result r)
{
	world->result = r;
	world->answers++;
}

/* Runs the loop until the answer to what was just asked has come. */
static enum store_result wait_answer(int put)
{
	int before = world->answers;

	assert_int_equal(put, 0);
	while (world->answers == before)
		event_base_loop(loop_base(world->loop), EVLOOP_ONCE);
	return world->result;
}

static void on_done(enum store_result r, void *arg)
{
	assert_ptr_equal(arg, world);
	answered(r);
}

static void on_account(enum store_result r, const struct store_account *a, void *arg)
{
	(void)arg;
	world->account = *a;
	answered(r);
}

static void on_saved(enum store_result r, const struct store_saved *saved, void *arg)
{
	(void)arg;
	world->saved = *saved;
	answered(r);
}

static void on_games(enum store_result r, const struct store_game games[], int n, void *arg)
{
	(void)arg;
	memcpy(world->games, games, (size_t)n * sizeof *games);
	world->n = n;
	answered(r);
}

static void on_ranks(enum store_result r, const struct store_rank ranks[], int n, void *arg)
{
	(void)arg;
	memcpy(world->ranks, ranks, (size_t)n * sizeof *ranks);
	world->n = n;
	answered(r);
}

static void on_bans(enum store_result r, const struct store_ban bans[], int n, void *arg)
{
	(void)arg;
	assert_true(n <= 4);
	memcpy(world->bans, bans, (size_t)n * sizeof *bans);
	world->n = n;
	answered(r);
}

static void open_store(void)
{
	struct store_error error;

	world->store = store_open(world->loop, world->path, &error);
	if (!world->store)
		fail_msg("%s", error.text);
}

static int set_up(void **state)
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

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	return remove(path);
}

static int tear_down(void **state)
{
	(void)state;
	if (world->store)
		store_close(world->store);
	loop_free(world->loop);
	nftw(world->dir, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	free(world);
	return 0;
}

static void reopen(void)
{
	store_close(world->store);
	open_store();
}

static enum store_result add_account(const char *name, const char *code, const char *key)
{
	struct store_account a = {.created = 1000};

	snprintf(a.name, sizeof a.name, "%s", name);
	snprintf(a.secret, sizeof a.secret, "secret of %s", name);
	return wait_answer(store_add_account(world->store, &a, code, key, on_done, world));
}

static struct store_game a_game(const char *id, const char *black, const char *white)
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

static enum store_result save(const struct store_game *g)
{
	return wait_answer(store_save_game(world->store, g, on_saved, world));
}

static void accounts(void **state)
{
	struct stat st;

	(void)state;
	assert_int_equal(
	    wait_answer(store_account(world->store, "ann", on_account, world)), STORE_NONE);
	assert_int_equal(add_account("ann", "", ""), STORE_OK);
	assert_int_equal(add_account("ann", "", ""), STORE_EXISTS);
	assert_int_equal(
	    wait_answer(store_set_secret(world->store, "ann", "another", on_done, world)),
	    STORE_OK);
	assert_int_equal(
	    wait_answer(store_set_secret(world->store, "bob", "another", on_done, world)),
	    STORE_NONE);
	assert_int_equal(
	    wait_answer(store_set_bot(world->store, "ann", true, on_done, world)), STORE_OK);
	/* It outlives the daemon, and nobody else on the machine may read it. */
	reopen();
	assert_int_equal(
	    wait_answer(store_account(world->store, "ann", on_account, world)), STORE_OK);
	assert_string_equal(world->account.name, "ann");
	assert_string_equal(world->account.secret, "another");
	assert_true(world->account.bot);
	assert_int_equal(world->account.created, 1000);
	assert_true(world->account.rating[RULE_CARO].rating.value == 1500.0);
	assert_int_equal(world->account.rating[RULE_CARO].games, 0);
	assert_int_equal(stat(world->path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static void codes(void **state)
{
	(void)state;
	assert_int_equal(
	    wait_answer(store_add_code(world->store, "twice", 2, 0, on_done, world)), STORE_OK);
	assert_int_equal(
	    wait_answer(store_add_code(world->store, "twice", 2, 0, on_done, world)), STORE_EXISTS);
	assert_int_equal(
	    wait_answer(store_add_code(world->store, "old", 1, 1, on_done, world)), STORE_OK);
	assert_int_equal(add_account("ann", "wrong", ""), STORE_DENIED);
	assert_int_equal(add_account("ann", "old", ""), STORE_DENIED);
	/* A refusal leaves nothing behind. */
	assert_int_equal(
	    wait_answer(store_account(world->store, "ann", on_account, world)), STORE_NONE);
	assert_int_equal(add_account("ann", "twice", ""), STORE_OK);
	/* A name that is taken uses nothing up. */
	assert_int_equal(add_account("ann", "twice", ""), STORE_EXISTS);
	assert_int_equal(add_account("bob", "twice", ""), STORE_OK);
	assert_int_equal(add_account("cid", "twice", ""), STORE_DENIED);
}

static void games(void **state)
{
	struct store_game g = a_game("g1", "~ann", "bob"), other = a_game("g2", "bob", "cid");
	char tc[CLOCK_TEXT];

	(void)state;
	other.ended++;
	assert_int_equal(save(&g), STORE_OK);
	assert_true(world->saved.fresh);
	assert_int_equal(save(&other), STORE_OK);
	/* The same id again: nothing changes. */
	snprintf(other.white, sizeof other.white, "dan");
	assert_int_equal(save(&other), STORE_OK);
	assert_false(world->saved.fresh);
	assert_int_equal(wait_answer(store_game(world->store, "g3", on_games, world)), STORE_NONE);
	reopen();
	assert_int_equal(wait_answer(store_game(world->store, "g1", on_games, world)), STORE_OK);
	assert_int_equal(world->n, 1);
	assert_string_equal(world->games[0].moves, "h8i9j10");
	assert_string_equal(world->games[0].title, g.title);
	assert_string_equal(world->games[0].black, "~ann");
	assert_string_equal(world->games[0].white, "bob");
	assert_int_equal(world->games[0].rule, RULE_RENJU);
	assert_int_equal(world->games[0].opening, OPENING_SWAP2);
	assert_int_equal(world->games[0].result, GAME_WHITE);
	assert_int_equal(world->games[0].why, WHY_RESIGN);
	assert_int_equal(world->games[0].ended, 1700000000);
	assert_int_equal(world->games[0].plies, 3);
	assert_string_equal(time_control_format(&world->games[0].tc, tc), "600+3x30");
	/* Newest first, on either side. */
	assert_int_equal(
	    wait_answer(store_games(world->store, "bob", 10, on_games, world)), STORE_OK);
	assert_int_equal(world->n, 2);
	assert_string_equal(world->games[0].id, "g2");
	assert_string_equal(world->games[1].id, "g1");
	assert_int_equal(
	    wait_answer(store_games(world->store, "bob", 1, on_games, world)), STORE_OK);
	assert_int_equal(world->n, 1);
	assert_string_equal(world->games[0].id, "g2");
	assert_int_equal(
	    wait_answer(store_games(world->store, "dan", 10, on_games, world)), STORE_OK);
	assert_int_equal(world->n, 0);
}

/* A guest who registers keeps the games of this visit, and of no other guest of that name. */
static void guests_games(void **state)
{
	struct store_game mine = a_game("g1", "~ann", "~bob"),
			  theirs = a_game("g2", "~bob", "~ann");

	(void)state;
	snprintf(mine.black_key, sizeof mine.black_key, "key-of-ann");
	snprintf(mine.white_key, sizeof mine.white_key, "key-of-bob");
	snprintf(theirs.white_key, sizeof theirs.white_key, "key-of-another-ann");
	assert_int_equal(save(&mine), STORE_OK);
	assert_int_equal(save(&theirs), STORE_OK);
	assert_int_equal(add_account("ann", "", "key-of-ann"), STORE_OK);
	wait_answer(store_games(world->store, "ann", 10, on_games, world));
	assert_int_equal(world->n, 1);
	assert_string_equal(world->games[0].id, "g1");
	assert_string_equal(world->games[0].white, "~bob");
	wait_answer(store_games(world->store, "~ann", 10, on_games, world));
	assert_int_equal(world->n, 1);
	assert_string_equal(world->games[0].id, "g2");
}

/* Ratings follow engine/game/rating.h, once for each game, by rule. */
static void ratings(void **state)
{
	struct store_game g = a_game("g1", "ann", "bob");
	struct rating ann = rating_new(), bob = rating_new();

	(void)state;
	add_account("ann", "", "");
	add_account("bob", "", "");
	assert_int_equal(save(&g), STORE_OK);
	assert_false(world->saved.rated);
	g = a_game("g2", "ann", "bob");
	g.rated = true;
	assert_int_equal(save(&g), STORE_OK);
	assert_true(world->saved.rated);
	assert_int_equal(save(&g), STORE_OK);
	assert_false(world->saved.rated);
	rating_play(&ann, &bob, 0.0);
	wait_answer(store_account(world->store, "ann", on_account, world));
	assert_true(world->account.rating[RULE_RENJU].rating.value == ann.value);
	assert_true(world->account.rating[RULE_RENJU].rating.deviation == ann.deviation);
	assert_int_equal(world->account.rating[RULE_RENJU].games, 1);
	assert_int_equal(world->account.rating[RULE_RENJU].losses, 1);
	assert_int_equal(world->account.rating[RULE_FREESTYLE].games, 0);
	/* Ten days later: the deviations have grown first. */
	g = a_game("g3", "bob", "ann");
	g.rated = true;
	g.result = GAME_DRAW;
	g.ended += 864000;
	assert_int_equal(save(&g), STORE_OK);
	ann = rating_after_days(ann, 10.0);
	bob = rating_after_days(bob, 10.0);
	rating_play(&bob, &ann, 0.5);
	assert_true(world->saved.white.rating.value == ann.value);
	assert_true(world->saved.black.rating.value == bob.value);
	/* A void game counts for nothing. */
	g = a_game("g4", "bob", "ann");
	g.rated = true;
	g.result = GAME_VOID;
	assert_int_equal(save(&g), STORE_OK);
	assert_true(world->saved.fresh);
	assert_false(world->saved.rated);
	assert_int_equal(
	    wait_answer(store_ratings(world->store, "bob", on_ranks, world)), STORE_OK);
	assert_int_equal(world->n, 1);
	assert_int_equal(world->ranks[0].rule, RULE_RENJU);
	assert_int_equal(world->ranks[0].rating.games, 2);
	assert_int_equal(world->ranks[0].rating.wins, 1);
	assert_int_equal(world->ranks[0].rating.draws, 1);
	assert_int_equal(
	    wait_answer(store_ratings(world->store, "cid", on_ranks, world)), STORE_NONE);
}

/* A bot's rating stands still; its opponent's does not. */
static void fixed_ratings(void **state)
{
	struct store_game g = a_game("g1", "ann", "ai:5");

	(void)state;
	add_account("ann", "", "");
	g.rated = true;
	g.result = GAME_BLACK;
	g.white_fixed = 1800.0;
	assert_int_equal(save(&g), STORE_OK);
	assert_true(world->saved.black.rating.value > 1600.0);
	assert_int_equal(
	    wait_answer(store_top(world->store, RULE_RENJU, 10, on_ranks, world)), STORE_OK);
	assert_int_equal(world->n, 1);
	assert_string_equal(world->ranks[0].name, "ann");
}

/* Settled ratings stand before provisional ones, however high. */
static void top(void **state)
{
	struct store_game g;
	char id[STORE_ID];

	(void)state;
	add_account("ann", "", "");
	add_account("bob", "", "");
	add_account("new", "", "");
	for (int i = 0; i < 30; i++) {
		snprintf(id, sizeof id, "g%d", i);
		g = a_game(id, "ann", "bob");
		g.rated = true;
		g.result = i % 2 ? GAME_BLACK : GAME_WHITE;
		assert_int_equal(save(&g), STORE_OK);
	}
	g = a_game("last", "new", "bob");
	g.rated = true;
	g.result = GAME_BLACK;
	assert_int_equal(save(&g), STORE_OK);
	assert_true(world->saved.black.rating.value > 1600.0);
	wait_answer(store_top(world->store, RULE_RENJU, 10, on_ranks, world));
	assert_int_equal(world->n, 3);
	assert_string_equal(world->ranks[2].name, "new");
	assert_true(world->ranks[0].rating.rating.value >= world->ranks[1].rating.rating.value);
	wait_answer(store_top(world->store, RULE_RENJU, 1, on_ranks, world));
	assert_int_equal(world->n, 1);
	wait_answer(store_top(world->store, RULE_CARO, 10, on_ranks, world));
	assert_int_equal(world->n, 0);
}

static void bans(void **state)
{
	struct store_ban b = {.who = "192.0.2.0/24", .why = "flood", .since = 5, .until = 0};

	(void)state;
	assert_int_equal(wait_answer(store_add_ban(world->store, &b, on_done, world)), STORE_OK);
	snprintf(b.why, sizeof b.why, "again");
	assert_int_equal(wait_answer(store_add_ban(world->store, &b, on_done, world)), STORE_OK);
	snprintf(b.who, sizeof b.who, "mallory");
	b.until = 6; /* long over */
	assert_int_equal(wait_answer(store_add_ban(world->store, &b, on_done, world)), STORE_OK);
	assert_int_equal(wait_answer(store_bans(world->store, on_bans, world)), STORE_OK);
	assert_int_equal(world->n, 1);
	assert_string_equal(world->bans[0].who, "192.0.2.0/24");
	assert_string_equal(world->bans[0].why, "again");
	assert_int_equal(
	    wait_answer(store_remove_ban(world->store, "192.0.2.0/24", on_done, world)), STORE_OK);
	assert_int_equal(
	    wait_answer(store_remove_ban(world->store, "192.0.2.0/24", on_done, world)),
	    STORE_NONE);
	assert_int_equal(wait_answer(store_bans(world->store, on_bans, world)), STORE_OK);
	assert_int_equal(world->n, 0);
}

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
	    cmocka_unit_test_setup_teardown(accounts, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(codes, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(games, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(guests_games, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(ratings, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(fixed_ratings, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(top, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(bans, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(close_answers, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(queue_is_bounded, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(bad_files_are_named, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
