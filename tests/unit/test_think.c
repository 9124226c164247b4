/* The players that look ahead: what they find, and that they stop when they are told to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/bench.h"
#include "engine/host.h"
#include "engine/search/level.h"
#include "engine/search/search.h"
#include "picture.h"

static struct search *search; /* one for all, seeded by each */

static int setup(void **state)
{
	(void)state;
	search = search_new(1);
	return search == NULL;
}

static int teardown(void **state)
{
	(void)state;
	search_free(search);
	return 0;
}

static struct search_limits nodes_limit(int64_t nodes)
{
	return (struct search_limits){
	    .style = SEARCH_LEVEL, .level = 10, .time_ms = 100000, .nodes = nodes};
}

static int best(const struct board *b, enum stone side, enum rule rule, int64_t nodes)
{
	const struct search_limits limits = nodes_limit(nodes);
	search_seed(search, 1);
	return search_move(search, b, side, rule, &limits);
}

/* Whether the point is one of those that are written one after another. */
static bool among(int point, const char *points)
{
	char text[POINT_TEXT];
	const char *at = strstr(points, point_format(point, text));
	size_t len = strlen(text);
	return at != NULL && (at[len] == ' ' || at[len] == '\0');
}

/* Positions whose answers are not in doubt. */
static const struct task {
	enum rule rule;
	const char *moves; /* black's first */
	const char *right;
} tasks[] = {
    /* A plain four is stopped. */
    {RULE_FREESTYLE, "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10", "e7"},
    /* Four against four: five is made. */
    {RULE_FREESTYLE, "h8h9i8i9j8j9k8k9", "g8 l8"},
    {RULE_STANDARD, "h8h9i8i9j8j9k8k9", "g8 l8"},
    {RULE_RENJU, "h8h9i8i9j8j9k8k9", "g8 l8"},
    {RULE_CARO, "h8h9i8i9j8j9k8k9", "g8 l8"},
    /* An open three is met beside it or, on the side that is shut further out, at its far end. */
    {RULE_FREESTYLE, "h8a1i8o15j8", "g8 k8"},
    /* A split four has one answer. */
    {RULE_FREESTYLE, "h8a1i8a15k8o1l8", "j8"},
    /* Two open threes at once win against nothing but a stone in both. */
    {RULE_FREESTYLE, "h8a1i8o15h9a15i10o1", "j8 g8 h10 h7 h11 i9 i11 i7 j9 g10 f8 k8 h6 i12"},
};

static void test_tasks(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++) {
		struct board b;
		char text[POINT_TEXT];
		picture_moves(&b, 15, tasks[i].moves);
		enum stone side = b.stones % 2 == 0 ? STONE_BLACK : STONE_WHITE;
		int point = best(&b, side, tasks[i].rule, 20000);
		if (!among(point, tasks[i].right))
			fail_msg("%s: %s", tasks[i].moves, point_format(point, text));
	}
}

/* Every move loses, or only a few points are left: there is an answer, and soon. */
static void test_lost_and_full(void **state)
{
	struct board b;
	(void)state;
	/* Two open fours: one point of the four is stopped all the same. */
	picture_moves(&b, 15, "h8a1i8a15j8o1k8");
	assert_true(among(best(&b, STONE_WHITE, RULE_FREESTYLE, 100000), "g8 l8"));
	/* Boards filled to the end by each rule. */
	for (enum rule rule = RULE_FREESTYLE; rule <= RULE_CARO_FIVE; rule++) {
		enum stone side = STONE_BLACK;
		int point;
		board_init(&b, 6);
		while ((point = best(&b, side, rule, 300)) != POINT_NONE) {
			assert_true(board_has(&b, point));
			assert_int_equal(board_at(&b, point), STONE_NONE);
			assert_int_equal(rules_foul(&b, rule, side, point), FOUL_NONE);
			board_place(&b, point, side);
			side = stone_other(side);
		}
		assert_true(board_full(&b) || rule == RULE_RENJU);
	}
}

/* The same seed and the same calls: the same nodes. */
static void test_repeats(void **state)
{
	const struct search_limits limits = nodes_limit(5000);
	int64_t nodes[2];
	int points[2][12];
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct board b;
		picture_moves(&b, 15, "h8i9");
		search_seed(search, 7);
		nodes[i] = 0;
		for (int ply = 0; ply < 12; ply++) {
			enum stone side = ply % 2 == 0 ? STONE_BLACK : STONE_WHITE;
			points[i][ply] = search_move(search, &b, side, RULE_FREESTYLE, &limits);
			nodes[i] += search_last(search)->nodes;
			board_place(&b, points[i][ply], side);
		}
	}
	assert_int_equal(nodes[0], nodes[1]);
	assert_memory_equal(points[0], points[1], sizeof(points[0]));
}

/* A clock that goes on by a millisecond each time it is read, and a stop that comes then. */
struct fake {
	int64_t now, stop_at;
	int reports;
};

static int64_t fake_now(void *arg)
{
	return ((struct fake *)arg)->now++;
}

static bool fake_stop(void *arg)
{
	struct fake *f = arg;
	return f->now >= f->stop_at;
}

static void fake_report(void *arg, const struct search_report *report)
{
	((struct fake *)arg)->reports++;
	assert_true(report->length > 0 && report->length <= SEARCH_PV_MAX);
	assert_true(report->nodes >= 0 && report->depth >= 0);
}

static void test_stops_in_time(void **state)
{
	static const struct {
		int64_t time, stop_at, at_most;
	} times[] = {{50, 1000000, 50}, {1000000, 40, 44}, {0, 1000000, 6}, {1000000, 0, 6}};
	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		struct fake fake = {.stop_at = times[i].stop_at};
		struct search_host host = {&fake, fake_now, fake_stop, fake_report, NULL};
		const struct search_limits limits = {
		    .style = SEARCH_LEVEL, .level = 10, .time_ms = times[i].time, .host = &host};
		struct board b;
		picture_moves(&b, 15, "h8h9i9g7j10k11");
		search_seed(search, 1);
		int point = search_move(search, &b, STONE_BLACK, RULE_FREESTYLE, &limits);
		assert_true(board_has(&b, point) && board_at(&b, point) == STONE_NONE);
		if (fake.now > times[i].at_most)
			fail_msg("%zu: %d ms", i, (int)fake.now);
		assert_true(fake.reports > 0);
	}
}

static bool never(void *arg)
{
	(void)arg;
	return false;
}

/* Several threads over one table: an answer, the same for a plain task. */
static void test_threads(void **state)
{
	struct search_host host = {NULL, host_now_ms, never, NULL, host_spread};
	struct search_limits limits = nodes_limit(20000);
	(void)state;
	limits.threads = 3;
	limits.host = &host;
	for (int i = 0; i < 5; i++) {
		struct board b;
		picture_moves(&b, 15, i % 2 == 0 ? "h8a1i8o15j8" : "h8a1i8a15k8o1l8");
		int point = search_move(search, &b, STONE_WHITE, RULE_FREESTYLE, &limits);
		assert_true(among(point, i % 2 == 0 ? "g8 k8" : "j8"));
	}
}

/*
 * The two published positions of the classic search, in points of its own array: black makes its
 * open three an open four at (10,6) or (6,10); white stops a four at (4,7).
 */
static void test_negascout(void **state)
{
	static const int8_t first[][2] = {
	    {8, 6}, {7, 7}, {9, 7}, {8, 7}, {8, 8}, {7, 8}, {7, 9}, {9, 6}};
	static const int8_t second[][2] = {
	    {5, 7}, {6, 6}, {6, 7}, {7, 6}, {7, 7}, {6, 8}, {8, 7}, {9, 7}};
	const struct search_limits limits = {.style = SEARCH_NEGASCOUT, .time_ms = 100000};
	struct board b, c;
	(void)state;
	board_init(&b, 15);
	board_init(&c, 15);
	for (int i = 0; i < 8; i++) {
		enum stone stone = i % 2 == 0 ? STONE_BLACK : STONE_WHITE;
		board_place(&b, point_at(first[i][0], first[i][1]), stone);
		board_place(&c, point_at(second[i][0], second[i][1]), stone);
	}
	int point = search_move(search, &b, STONE_BLACK, RULE_FREESTYLE, &limits);
	assert_true(point == point_at(10, 6) || point == point_at(6, 10));
	assert_true(search_last(search)->value > 29000);
	assert_int_equal(
	    search_move(search, &c, STONE_WHITE, RULE_FREESTYLE, &limits), point_at(4, 7));
	assert_true(search_last(search)->nodes > 0);
	/* A limited depth is heeded. */
	struct search_limits shallow = limits;
	shallow.depth = 2;
	picture_moves(&b, 15, "h8i9");
	search_move(search, &b, STONE_BLACK, RULE_FREESTYLE, &shallow);
	assert_int_equal(search_last(search)->depth, 2);
	search_move(search, &b, STONE_BLACK, RULE_FREESTYLE, &limits);
	assert_int_equal(search_last(search)->depth, 4);
}

/* One game of a level against itself, as its points. */
static int play(int level, uint64_t seed, int points[static BOARD_POINTS])
{
	struct search_limits limits = nodes_limit(200);
	enum stone side = STONE_BLACK;
	struct board b;
	int n = 0;
	limits.level = level;
	search_seed(search, seed);
	board_init(&b, 15);
	while (n < 24) {
		points[n] = search_move(search, &b, side, RULE_FREESTYLE, &limits);
		board_place(&b, points[n], side);
		if (rules_win(&b, RULE_FREESTYLE, points[n++], NULL) > 0)
			break;
		side = stone_other(side);
	}
	return n;
}

/* Of twenty games between the same levels at least nineteen differ; a seed repeats one. */
static void test_games_differ(void **state)
{
	static int points[20][BOARD_POINTS];
	(void)state;
	for (int level = SEARCH_LEVEL_MIN; level <= SEARCH_LEVEL_MAX; level++) {
		int length[20], again[BOARD_POINTS], equal = 0;
		for (int i = 0; i < 20; i++) {
			bool same = false;
			length[i] = play(level, (uint64_t)i, points[i]);
			for (int j = 0; j < i; j++)
				same |= length[i] == length[j] &&
					memcmp(points[i], points[j],
					    (size_t)length[i] * sizeof(int)) == 0;
			equal += same;
		}
		if (equal > 1)
			fail_msg("level %d: %d games of 20 are repeated", level, equal);
		assert_int_equal(play(level, 5, again), length[5]);
		assert_memory_equal(again, points[5], (size_t)length[5] * sizeof(int));
	}
}

static void test_level_texts(void **state)
{
	(void)state;
	for (int i = SEARCH_LEVEL_MIN; i <= SEARCH_LEVEL_MAX; i++) {
		assert_in_range(strlen(level_text(i)), 20, 80);
		for (int j = SEARCH_LEVEL_MIN; j < i; j++)
			assert_string_not_equal(level_text(i), level_text(j));
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_tasks),
	    cmocka_unit_test(test_lost_and_full),
	    cmocka_unit_test(test_repeats),
	    cmocka_unit_test(test_stops_in_time),
	    cmocka_unit_test(test_threads),
	    cmocka_unit_test(test_negascout),
	    cmocka_unit_test(test_games_differ),
	    cmocka_unit_test(test_level_texts),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
