/*
 * Rules over the wire: renju's forbidden points refused or lost by, passes, caro's rows, positions
 * to start from, and clocks of each kind.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* Black's stones make two crossing threes at h8; white's lie out of the way (case RJ01's shape). */
#define CROSS "h7,a1,h9,a3,g8,a5,i8,c12"

static void forbidden_is_refused(void **state)
{
	struct table t;

	table_open(&t, *state, "ref-b", "ref-w", "rule=renju start=" CROSS);
	client_ask(t.black, "-illegal why=double-three", "h8");
	client_ask(t.black, "+board", "board");
	assert_non_null(strstr(client_row(t.black, 8)->text, "X ! X"));
	client_ask(t.black, "+moved ply=9", "o1");
	/* White may play there. */
	client_event(t.white, "move at=o1");
	client_ask(t.white, "+board", "board");
	assert_null(strchr(client_row(t.white, 8)->text, '!'));
	client_ask(t.white, "+moved ply=10", "h8");
}

static void forbidden_loses(void **state)
{
	struct table t;

	table_open(&t, *state, "foul-b", "foul-w", "rule=renju foul=lose start=" CROSS);
	client_ask(t.black, "+moved", "h8");
	table_end(&t, "result=white why=foul foul=double-three winner=~foul-w loser=~foul-b");
}

static void overlines_and_fours(void **state)
{
	struct table t;

	/* Six: d8..g8 and i8, filled at h8 (case RJ06). */
	table_open(&t, *state, "six-b", "six-w", "rule=renju start=d8,d6,e8,e6,f8,f5,g8,j5,i8,k5");
	client_ask(t.black, "-illegal why=overline", "h8");
	clients_close_all();
	/* Two fours in one row, e8 g8 . i8 k8 (case RJ03). */
	table_open(&t, *state, "four-b", "four-w", "rule=renju start=e8,e7,g8,g6,i8,i6,k8,k7");
	client_ask(t.black, "-illegal why=double-four", "h8");
}

/* The same shapes are no matter in freestyle. */
static void freestyle_forbids_nothing(void **state)
{
	struct table t;

	table_open(&t, *state, "free-b", "free-w", "start=" CROSS);
	client_ask(t.black, "+moved", "h8");
	clients_close_all();
	table_open(&t, *state, "over-b", "over-w", "start=d8,d6,e8,e6,f8,f5,g8,j5,i8,k5");
	client_ask(t.black, "+moved", "h8");
	table_end(&t, "result=black why=five line=d8,e8,f8,g8,h8,i8");
}

static void passes_draw(void **state)
{
	struct table t;

	table_open(&t, *state, "pass-b", "pass-w", "rule=renju");
	client_ask(t.black, "-illegal why=no-pass", "pass");
	client_ask(t.black, "-illegal why=opening", "a1");
	client_ask(t.black, "+moved", "h8");
	client_ask(t.black, "-illegal why=not-turn", "pass");
	client_event(t.white, "move at=h8");
	client_ask(t.white, "+moved ply=2", "pass");
	client_event(t.black, "move ply=2 side=white at=- turn=black");
	client_ask(t.black, "+sync", "sync");
	assert_string_equal(line_value(client_row(t.black, 0), "moves"), "h8,-");
	client_ask(t.black, "+moved ply=3", "pass");
	table_end(&t, "result=draw why=passes winner=- loser=-");
	clients_close_all();
	table_open(&t, *state, "nopass-b", "nopass-w", "rule=caro");
	client_ask(t.black, "+moved", "h8");
	client_event(t.white, "move at=h8");
	client_ask(t.white, "-illegal why=no-pass", "pass");
}

/* Five shut in at both ends does not win in caro; six does, and so does five at the edge. */
static void caro_rows(void **state)
{
	struct table t;

	table_open(&t, *state, "caro-b", "caro-w", "rule=caro");
	table_play(&t, "g8 f8 h8 l8 i8 a1 j8 a2 k8");
	client_ask(t.black, "+sync", "sync");
	assert_true(line_matches(client_row(t.black, 0), "=sync state=playing ply=9"));
	clients_close_all();
	table_open(&t, *state, "edge-b", "edge-w", "rule=caro");
	table_play(&t, "a8 f8 b8 a1 c8 a2 d8 a4");
	client_ask(t.black, "+moved", "e8");
	table_end(&t, "result=black why=five line=a8,b8,c8,d8,e8");
}

/* Case OP05: of stones that lie there at the start none is put elsewhere than it was said; where
 * one can't lie, all are refused. */
static void starts_are_read(void **state)
{
	struct table t;
	struct client *c;

	table_open(&t, *state, "start-b", "start-w", "start=h8i9");
	client_ask(t.black, "+sync", "sync");
	assert_true(line_matches(
	    client_row(t.black, 0), "=sync ply=2 turn=black act=~start-b moves=h8,i9"));
	client_ask(t.white, "-illegal why=not-turn", "a1");
	client_ask(t.black, "-wrong-state why=nothing", "undo");
	client_ask(t.black, "-syntax", "undo to=1");
	client_ask(t.black, "+moved ply=3", "a1");
	clients_close_all();
	c = client_guest(*state, "bad-start");
	client_ask(c, "-syntax", "create start=h8,i99");
	client_ask(c, "-syntax", "create start=h8,h8");
	client_ask(c, "-syntax", "create size=5 start=h8");
	client_ask(c, "-syntax", "create opening=swap start=h8");
	client_ask(c, "-syntax", "create start=a1,a2,b1,b2,c1,c2,d1,d2,e1");
	client_ask(c, "-syntax", "create rule=renju start=" CROSS ",h8");
	client_ask(c, "-syntax", "create rule=chess");
	client_ask(c, "-syntax", "create foul=maybe");
}

static void clocks_of_each_kind(void **state)
{
	static const char *const bad[] = {"0+0", "1+", "+5", "10", "x", "0/move", "10/moves",
	    "1+0x5", "1+2x0", "99999999+1", "-1+2", "none+1"};
	struct table t;
	struct client *c;

	table_open(&t, *state, "byo-b", "byo-w", "time=300+3x30");
	client_ask(t.black, "+sync", "sync");
	assert_string_equal(line_value(client_row(t.black, 0), "time"), "300+3x30");
	assert_non_null(strstr(line_value(client_row(t.black, 0), "clock"), "300000/3"));
	clients_close_all();
	table_open(&t, *state, "each-b", "each-w", "time=1/move");
	client_ask(t.black, "+moved", "h8");
	table_end(&t, "result=black why=time winner=~each-b");
	clients_close_all();
	/* One second, then one period of one second: over after two. */
	table_open(&t, *state, "over-b2", "over-w2", "time=1+1x1");
	table_end(&t, "result=white why=time");
	c = client_guest(*state, "bad-clock");
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		client_ask(c, "-syntax", "create time=%s", bad[i]);
}

/* A bot keeps to renju's rules, as black and as white. */
static void bots_play_renju(void **state)
{
	for (int black = 0; black < 2; black++) {
		struct client *c = client_guest(*state, black ? "bot-b" : "bot-w");

		client_ask(c, "+created", "create rule=renju black=ai:2 white=ai:2 size=9");
		client_event(c, "start");
		client_event(c, "end result=*");
		client_ask(c, "+sync", "sync");
		assert_string_not_equal(line_value(client_row(c, 0), "why"), "engine");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(forbidden_is_refused),
	    wire_test(forbidden_loses),
	    wire_test(overlines_and_fours),
	    wire_test(freestyle_forbids_nothing),
	    wire_test(passes_draw),
	    wire_test(caro_rows),
	    wire_test(starts_are_read),
	    wire_test(clocks_of_each_kind),
	    wire_test(bots_play_renju),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
