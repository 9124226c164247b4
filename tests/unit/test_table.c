/* The transposition table, and how long a move is thought about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/search/chance.h"
#include "engine/search/table.h"
#include "engine/search/timing.h"

static struct table_entry entry_of(int move, int value, int depth, enum bound bound)
{
	return (struct table_entry){.move = (int16_t)move,
	    .value = (int16_t)value,
	    .evaluation = -77,
	    .depth = (int8_t)depth,
	    .bound = (uint8_t)bound};
}

static void test_keeps_and_finds(void **state)
{
	struct table *t = table_new(1 << 20);
	struct table_entry e;
	(void)state;
	assert_non_null(t);
	assert_true(table_bytes(t) <= 1 << 20 && table_bytes(t) > (1 << 20) - 4096);
	assert_false(table_find(t, 12345, 0, &e));
	table_keep(t, 12345, 0, entry_of(99, -1234, 17, BOUND_EXACT));
	assert_true(table_find(t, 12345, 0, &e));
	assert_int_equal(e.move, 99);
	assert_int_equal(e.value, -1234);
	assert_int_equal(e.evaluation, -77);
	assert_int_equal(e.depth, 17);
	assert_int_equal(e.bound, BOUND_EXACT);
	/* Another hash of the same cluster is another position. */
	assert_false(table_find(t, 12346, 0, &e));
	/* Without a move of its own a later entry keeps the one that was known. */
	table_keep(t, 12345, 0, entry_of(-1, 5, 20, BOUND_UPPER));
	assert_true(table_find(t, 12345, 0, &e));
	assert_int_equal(e.move, 99);
	assert_int_equal(e.value, 5);
	table_clear(t);
	assert_false(table_find(t, 12345, 0, &e));
	table_free(t);
}

/* A win in so many plies from the position is further away from a root that is further away. */
static void test_wins_count_from_the_root(void **state)
{
	struct table *t = table_new(1 << 16);
	struct table_entry e;
	(void)state;
	table_keep(t, 1, 4, entry_of(1, VALUE_WIN - 9, 3, BOUND_EXACT));
	assert_true(table_find(t, 1, 10, &e));
	assert_int_equal(e.value, VALUE_WIN - 15);
	table_keep(t, 2, 4, entry_of(1, -(VALUE_WIN - 10), 3, BOUND_EXACT));
	assert_true(table_find(t, 2, 2, &e));
	assert_int_equal(e.value, -(VALUE_WIN - 8));
	table_free(t);
}

/* A full table forgets what is shallow and old rather than what is deep and new. */
static void test_deep_entries_stay(void **state)
{
	struct table *t = table_new(1 << 16);
	struct chance chance;
	struct table_entry e;
	int deep = 0, shallow = 0;
	(void)state;
	chance_init(&chance, 1);
	for (uint64_t i = 0; i < 20000; i++)
		table_keep(
		    t, chance_next(&chance), 0, entry_of(1, 1, i % 20 == 0 ? 12 : 2, BOUND_EXACT));
	chance_init(&chance, 1);
	for (uint64_t i = 0; i < 20000; i++) {
		bool found = table_find(t, chance_next(&chance), 0, &e);
		deep += found && i % 20 == 0;
		shallow += found && i % 20 != 0;
	}
	/* 4096 slots: the 1000 deep ones have room but where their clusters overflow. */
	assert_true(deep > 950);
	assert_true(shallow < 4096 - 900);
	/* After some searches they are old and make room. */
	for (int i = 0; i < 10; i++)
		table_age(t);
	for (uint64_t i = 0; i < 40000; i++)
		table_keep(t, chance_next(&chance), 0, entry_of(1, 1, 2, BOUND_EXACT));
	chance_init(&chance, 1);
	deep = 0;
	for (uint64_t i = 0; i < 20000; i++)
		deep += table_find(t, chance_next(&chance), 0, &e) && i % 20 == 0;
	assert_true(deep < 50);
	table_free(t);
}

/* A clock that the test sets. */
struct fake {
	int64_t now;
	bool stop;
};

static int64_t fake_now(void *arg)
{
	return ((struct fake *)arg)->now;
}

static bool fake_stop(void *arg)
{
	return ((struct fake *)arg)->stop;
}

static void test_time_of_a_move(void **state)
{
	static const struct {
		int64_t time, left;
		int64_t runs, ends; /* still thinks then, and no more then */
	} times[] = {
	    {1000, 0, 900, 999},
	    {400, 0, 300, 399},
	    {100, 0, 60, 99},
	    {0, 0, -1, 0},
	    /* Of a match's time only a share is taken, whatever a move may take. */
	    {30000, 60000, 2000, 8000},
	    {30000, 1000, 30, 200},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		struct fake fake = {.now = 5000};
		struct search_host host = {.arg = &fake, .now_ms = fake_now, .stop = fake_stop};
		struct search_limits limits = {
		    .time_ms = times[i].time, .left_ms = times[i].left, .host = &host};
		struct timing t;
		timing_begin(&t, &limits);
		fake.now = 5000 + times[i].runs;
		if (times[i].runs >= 0)
			assert_false(timing_check(&t, 512));
		fake.now = 5000 + times[i].ends;
		assert_int_equal(timing_ms(&t), times[i].ends);
		assert_true(timing_check(&t, 1024));
		assert_true(timing_stopped(&t));
		assert_false(timing_go_on(&t, 1024, 0));
	}
}

static void test_stops(void **state)
{
	struct fake fake = {0};
	struct search_host host = {.arg = &fake, .now_ms = fake_now, .stop = fake_stop};
	struct search_limits limits = {.time_ms = 1000, .nodes = 5000, .host = &host};
	struct timing t;
	(void)state;
	timing_begin(&t, &limits);
	assert_false(timing_check(&t, 4999));
	assert_true(timing_go_on(&t, 4999, 0));
	assert_true(timing_check(&t, 5000));
	timing_begin(&t, &limits);
	fake.stop = true;
	assert_true(timing_check(&t, 1));
	/* Without a clock the nodes are bounded all the same. */
	limits.host = NULL;
	limits.nodes = 0;
	timing_begin(&t, &limits);
	assert_false(timing_check(&t, 900 * TIMING_NODES_A_MS));
	assert_true(timing_check(&t, 1000 * TIMING_NODES_A_MS));
	limits.time_ms = 0;
	timing_begin(&t, &limits);
	assert_true(timing_check(&t, 1));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_keeps_and_finds),
	    cmocka_unit_test(test_wins_count_from_the_root),
	    cmocka_unit_test(test_deep_entries_stay),
	    cmocka_unit_test(test_time_of_a_move),
	    cmocka_unit_test(test_stops),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
