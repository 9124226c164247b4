/* The client's lobby from the rows of the wire, and what an engine says of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/analysis.h"
#include "client/lobby.h"
#include "client/tell.h"
#include "feed.h"

static struct lobby l;
static struct model m;
static struct analysis a;

static void take(const char *const *lines)
{
	struct wire_line w;

	for (; *lines != NULL; lines++) {
		assert_int_equal(wire_parse_server(&w, *lines, strlen(*lines)), WIRE_FINE);
		lobby_feed(&l, &w);
	}
}

static const char *const some[] = {
    "=room id=r1 rule=renju size=15 time=300+5 state=open owner=~bob black=~bob white=open ply=0 "
    "score=0-0 watchers=0 rated=no private=no :Come in",
    "=room id=r2 rule=freestyle size=19 time=none state=playing owner=~cem black=~cem white=ai:3 "
    "ply=12 score=0-0 watchers=1 rated=no private=no",
    "+rooms n=2 total=7",
    "=seek user=dan rule=caro size=15 time=60+1 opening=free rated=yes rating=1612 range=0-4000 "
    "bots=no",
    "+seeks n=1 total=1",
    "=user name=~ann rooms=- bot=no",
    "=user name=~bob rooms=r1 bot=yes",
    "+who n=2 total=2",
    NULL,
};

static int set_up(void **state)
{
	(void)state;
	memset(&l, 0, sizeof(l));
	memset(&a, 0, sizeof(a));
	return 0;
}

static void rows_are_shown_when_all_are_there(void **state)
{
	static const char *const begun[] = {"=room id=r9 rule=caro size=15 state=open", NULL};
	static const char *const done[] = {"+rooms n=1 total=1", NULL};

	(void)state;
	assert_false(l.known);
	take(some);
	assert_true(l.known);
	assert_int_equal(l.count[LOBBY_ROOM], 2);
	assert_int_equal(l.total[LOBBY_ROOM], 7);
	assert_int_equal(lobby_items(&l), 5);
	assert_string_equal(l.room[0].title, "Come in");
	assert_int_equal(l.room[1].state, MODEL_PLAYING);
	assert_int_equal(l.room[1].ply, 12);
	assert_int_equal(l.seek[0].rating, 1612);
	assert_true(l.seek[0].rated);
	assert_string_equal(l.user[0].rooms, "");
	assert_true(l.user[1].bot);
	take(begun);
	assert_int_equal(l.count[LOBBY_ROOM], 2);
	take(done);
	assert_int_equal(l.count[LOBBY_ROOM], 1);
	assert_string_equal(l.room[0].id, "r9");
}

static void more_rows_than_there_is_room_for(void **state)
{
	static const char *const done[] = {"+who n=300 total=300", NULL};

	(void)state;
	for (int i = 0; i < 3 * LOBBY_ROWS; i++) {
		char row[100];
		const char *const rows[] = {row, NULL};

		snprintf(row, sizeof(row), "=user name=u%d rooms=- bot=no", i);
		take(rows);
	}
	take(done);
	assert_int_equal(l.count[LOBBY_USER], LOBBY_ROWS);
	assert_int_equal(l.total[LOBBY_USER], 300);
}

/* What is picked stays picked when the lists change above it. */
static void an_entry_is_found_again(void **state)
{
	static const char *const fewer[] = {
	    "=room id=r2 rule=freestyle size=19 state=playing", "+rooms n=1 total=1", NULL};
	char key[LOBBY_KEY];

	(void)state;
	assert_int_equal(lobby_find(&l, "", 0), -1);
	take(some);
	lobby_key(&l, 1, key);
	assert_int_equal(lobby_find(&l, key, 0), 1);
	take(fewer);
	assert_int_equal(lobby_find(&l, key, 1), 0);
	assert_int_equal(lobby_find(&l, "r r77", 9), 3);
	assert_int_equal(lobby_find(&l, "r r77", 2), 2);
}

static void entries_are_entered(void **state)
{
	static const struct {
		int item;
		bool whole;
		const char *command;
	} cases[] = {
	    {0, true, "join r1"},
	    {1, true, "watch r2"},
	    {2, true, "seek rated rule=caro size=15 time=60+1 opening=free"},
	    {3, false, ""}, /* oneself */
	    {4, false, "challenge ~bob "},
	};
	char command[WIRE_CLIENT_MAX];

	(void)state;
	model_in_game(&m); /* of ~ann, in a room r1 of another server: here it is ours */
	take(some);
	assert_true(lobby_command(&l, 0, &m, command, sizeof(command)));
	assert_string_equal(command, "");
	model_init(&m);
	feed_at(&m, "+welcome user=~ann rooms=-", 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(
		    lobby_command(&l, cases[i].item, &m, command, sizeof(command)), cases[i].whole);
		assert_string_equal(command, cases[i].command);
	}
	feed_at(&m, "+welcome user=dan rooms=-", 0);
	assert_true(lobby_command(&l, 2, &m, command, sizeof(command)));
	assert_string_equal(command, "unseek");
}

static void an_analysis_line_by_line(void **state)
{
	static const char *const wrong[] = {
	    "",
	    "gomoku-engine: x cannot be read",
	    "0 black h8 value=0 best=h8 value=0",
	    "9999 black h8 value=0 best=h8 value=0",
	    "1 black h8 value=x best=h8 value=0",
	    "1 black h8 value=0 best=h8 value=0 more",
	    "1 black h8 worth=0 best=h8 value=0",
	    "1  black h8 value=0 best=h8 value=0",
	};
	static struct model_room game = {.plies = 3, .point = {0, 1, 2}};
	char better[TELL_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(analysis_take(&a, wrong[i]));
	assert_int_equal(a.moves, 0);
	game.point[0] = point_parse("h8");
	game.point[1] = point_parse("i9");
	game.point[2] = point_parse("j10");
	assert_true(analysis_take(&a, "1 black h8 value=12 best=h8 value=12"));
	assert_true(analysis_take(&a, "2 white i9 value=-40 best=h9 value=25"));
	assert_true(analysis_take(&a, "3 black j10 value=-40 best=a1 value=-30"));
	assert_int_equal(a.moves, 3);
	assert_false(analysis_better(&a, &game, 0, better, sizeof(better)));
	assert_true(analysis_better(&a, &game, 1, better, sizeof(better)));
	assert_string_equal(better, "h9 +25");
	assert_false(analysis_better(&a, &game, 2, better, sizeof(better))); /* by too little */
	/* But a win that is nearer is better by however little. */
	assert_true(analysis_take(&a, "3 black j10 value=29997 best=a1 value=29999"));
	assert_true(analysis_better(&a, &game, 2, better, sizeof(better)));
	assert_string_equal(better, "a1 wins in 1");
	assert_true(analysis_take(&a, "3 black j10 value=29997 best=j10 value=29997"));
	assert_false(analysis_better(&a, &game, 2, better, sizeof(better)));
}

static void values_in_words(void **state)
{
	static const struct {
		int value;
		const char *text;
	} values[] = {
	    {0, "+0"},
	    {35, "+35"},
	    {-29000, "-29000"},
	    {30000, "wins"},
	    {29999, "wins in 1"},
	    {29995, "wins in 3"},
	    {-29996, "loses in 2"},
	    {-30000, "loses"},
	};
	static const struct {
		int64_t count;
		const char *text;
	} counts[] = {
	    {0, "0"},
	    {9999, "9999"},
	    {10000, "10k"},
	    {999999, "999k"},
	    {3450000, "3.4M"},
	    {INT64_MAX, "9223372036854.7M"},
	};
	char buf[TELL_CLOCK];

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		assert_string_equal(tell_value(values[i].value, buf), values[i].text);
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		assert_string_equal(tell_count(counts[i].count, buf), counts[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(rows_are_shown_when_all_are_there, set_up),
	    cmocka_unit_test_setup(more_rows_than_there_is_room_for, set_up),
	    cmocka_unit_test_setup(an_entry_is_found_again, set_up),
	    cmocka_unit_test_setup(entries_are_entered, set_up),
	    cmocka_unit_test_setup(an_analysis_line_by_line, set_up),
	    cmocka_unit_test_setup(values_in_words, set_up),
	};

	return cmocka_run_group_tests_name("lobby and analysis", tests, NULL, NULL);
}
