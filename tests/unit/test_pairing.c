/* Seeks by rating against a search of all of them; token buckets; names that are not heard of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/limits.h"
#include "daemon/play/bucket.h"
#include "daemon/play/mute.h"
#include "daemon/play/seek_tree.h"
#include "daemon/seats/dialogue.h"
#include "daemon/seats/roster.h"
#include "engine/search/level.h"

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void random_node(struct seek_node *n, uint64_t id, uint32_t *seed)
{
	int width = (int)(next_random(seed) % 400);

	*n = (struct seek_node){.id = id, .rating = 1000 + (int)(next_random(seed) % 1000)};
	n->lo = n->rating - width + (int)(next_random(seed) % 200) - 100;
	n->hi = n->lo + 2 * width;
}

static bool odd_ones(const struct seek_node *n, void *arg)
{
	(void)arg;
	return n->id % 2;
}

static bool takes_each_other(const struct seek_node *a, const struct seek_node *b)
{
	return a->rating >= b->lo && a->rating <= b->hi && b->rating >= a->lo && b->rating <= a->hi;
}

/* The least distance among all that fit, or -1. */
static int nearest(
    const struct seek_node *nodes, const bool *in, int n, const struct seek_node *like)
{
	int best = -1;

	for (int i = 0; i < n; i++) {
		int d = abs(nodes[i].rating - like->rating);

		if (in[i] && odd_ones(&nodes[i], NULL) && takes_each_other(&nodes[i], like) &&
		    (best < 0 || d < best))
			best = d;
	}
	return best;
}

static void finds_the_nearest(void **state)
{
	enum { NODES = 300, STEPS = 20000 };
	static struct seek_node nodes[NODES];
	static bool in[NODES];
	struct seek_node *root = NULL, like, *found;
	uint32_t seed = 5;
	uint64_t id = 0;
	int met = 0;

	(void)state;
	for (int step = 0; step < STEPS; step++) {
		int i = (int)(next_random(&seed) % NODES), d;

		if (in[i]) {
			seek_tree_remove(&root, &nodes[i]);
		} else {
			random_node(&nodes[i], ++id, &seed);
			seek_tree_add(&root, &nodes[i]);
		}
		in[i] = !in[i];
		random_node(&like, ++id, &seed);
		found = seek_tree_nearest(root, &like, odd_ones, NULL);
		d = nearest(nodes, in, NODES, &like);
		assert_int_equal(found ? abs(found->rating - like.rating) : -1, d);
		if (found) {
			assert_true(in[found - nodes] && odd_ones(found, NULL));
			assert_true(takes_each_other(found, &like));
			met++;
		}
	}
	assert_true(met > STEPS / 4 && met < STEPS);
}

static bool count_looks(const struct seek_node *n, void *arg)
{
	(void)n;
	++*(int *)arg;
	return false;
}

/* However many wait whose ranges leave one out, few of them are looked at. */
static void leaves_branches_out(void **state)
{
	enum { WAITING = 100000 };
	struct seek_node *nodes = calloc(WAITING, sizeof *nodes), *root = NULL;
	struct seek_node like = {.rating = 1500, .lo = 0, .hi = 9999};
	int looks = 0;

	(void)state;
	assert_non_null(nodes);
	for (int i = 0; i < WAITING; i++) {
		/* They take each other's neighbours; two of them take a 1500. */
		nodes[i] = (struct seek_node){.id = (uint64_t)i + 1, .rating = i / 10};
		nodes[i].lo = i / 10 < 1500 ? 0 : 1501;
		nodes[i].hi = i / 10 < 1500 ? 1499 : 9999;
		if (i == 777 || i == 99999) {
			nodes[i].lo = 0;
			nodes[i].hi = 9999;
		}
		seek_tree_add(&root, &nodes[i]);
	}
	assert_null(seek_tree_nearest(root, &like, count_looks, &looks));
	assert_int_equal(looks, 2);
	free(nodes);
}

static void buckets_fill_again(void **state)
{
	struct bucket b = {0};

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(bucket_take(&b, 1000000, 3, 1, 5000), 0);
	assert_int_equal(bucket_take(&b, 1000000, 3, 1, 5000), 1000);
	assert_int_equal(bucket_take(&b, 1000000, 3, 1, 5999), 1);
	assert_int_equal(bucket_take(&b, 1000000, 3, 1, 6000), 0);
	assert_int_equal(bucket_take(&b, 1000000, 3, 1, 6000), 1000);
	/* It never holds more than its size. */
	for (int i = 0; i < 3; i++)
		assert_int_equal(bucket_take(&b, 1000000, 3, 1, 1000000), 0);
	assert_true(bucket_take(&b, 1000000, 3, 1, 1000000) > 0);
	assert_int_equal(bucket_take(&b, 1000000, 3, 3, 1003000), 0);
	assert_int_equal(bucket_take(&b, 1000000, 3, 3, 1004500), 1500);
	assert_int_equal(bucket_take(&b, 0, 1, 1000, 1004500), 0);
}

static void names_are_muted(void **state)
{
	struct mutes m = {0};
	char name[MUTE_NAME];

	(void)state;
	assert_false(mutes_has(&m, "ann"));
	for (int i = 0; i < LIMIT_MUTED; i++) {
		snprintf(name, sizeof name, "~user-%d", i);
		assert_int_equal(mutes_add(&m, name), 0);
	}
	assert_int_equal(mutes_add(&m, "ann"), -1);
	assert_true(mutes_remove(&m, "~user-0"));
	assert_false(mutes_remove(&m, "~user-0"));
	assert_true(mutes_has(&m, "~user-63"));
	assert_int_equal(mutes_add(&m, "ann"), 0);
	assert_true(mutes_has(&m, "ann"));
	assert_false(mutes_has(&m, "an"));
	mutes_free(&m);
}

static void progress_is_read(void **state)
{
	static const char *const none[] = {
	    "MESSAGE hello", "MESSAGE information depth=1", "DEBUG info depth=1", "", "7,7"};
	struct progress p;

	(void)state;
	assert_true(dialogue_progress(
	    "MESSAGE info depth=5 nodes=123456789012 value=-31 ms=250 pv=h8,i9", &p));
	assert_int_equal(p.depth, 5);
	assert_int_equal(p.nodes, 123456789012);
	assert_int_equal(p.value, -31);
	assert_int_equal(p.ms, 250);
	assert_true(dialogue_progress("message info value=7 depth=99999999999999999999", &p));
	assert_int_equal(p.depth, 999999999999999);
	assert_int_equal(p.nodes, 0);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		assert_false(dialogue_progress(none[i], &p));
}

static void bots_have_names(void **state)
{
	static const char *const bad[] = {"ai:", "ai:0", "ai:11", "ai:02", "ai:+2", "ai:2x",
	    "ai:chess", "2", "ai", "ai:99999999999"};
	struct roster r = {.engines = 1, .engine = {{.name = "pela", .rules = 1}}};
	char text[BOT_TEXT];

	(void)state;
	for (int i = LEVEL_MIN; i <= LEVEL_MAX; i++)
		assert_int_equal(bot_read(&r, bot_text(&r, i, text), false), i);
	for (int i = 0; i < bot_styles(); i++)
		assert_int_equal(
		    bot_read(&r, bot_text(&r, BOT_STYLE + i, text), false), BOT_STYLE + i);
	assert_int_equal(bot_read(&r, "AI:Pela", false), BOT_ENGINE);
	assert_int_equal(bot_read(&r, "pela", true), BOT_ENGINE);
	assert_int_equal(bot_read(&r, "7", true), 7);
	assert_int_equal(bot_read(&r, "ai:auto", false), BOT_AUTO);
	for (int i = LEVEL_MIN; i <= LEVEL_MAX; i++)
		assert_string_equal(bot_about(i), level_text(i));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (bot_read(&r, bad[i], false))
			fail_msg("taken: %s", bad[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(finds_the_nearest),
	    cmocka_unit_test(leaves_branches_out),
	    cmocka_unit_test(buckets_fill_again),
	    cmocka_unit_test(names_are_muted),
	    cmocka_unit_test(progress_is_read),
	    cmocka_unit_test(bots_have_names),
	};

	return cmocka_run_group_tests_name("pairing", tests, NULL, NULL);
}
