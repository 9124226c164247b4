/* The store on a real SQLite file: accounts, codes, games, ratings, bans. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "store_world.h"

static enum store_result add_account(const char *name, const char *code, const char *key)
{
	struct store_account a = {.created = 1000};

	snprintf(a.name, sizeof a.name, "%s", name);
	snprintf(a.secret, sizeof a.secret, "secret of %s", name);
	return wait_answer(store_add_account(world->store, &a, code, key, on_done, world));
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
	};

	return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
