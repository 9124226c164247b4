/*
 * Openings over the wire: who places, who chooses, who then sits where; and that all of it is the
 * same for both players, a watcher and someone who was away.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* The keys of a *sync that say where an opening stands. */
static const char *const standing[] = {
    "state", "phase", "choices", "turn", "act", "black", "white", "moves", "rev", "ply", "opening"};
enum { STANDING = sizeof standing / sizeof *standing };

/* Asks one for the whole room and checks that it is what is expected. */
static void expect_standing(struct client *c, const char *room, const char *pattern)
{
	client_ask(c, "+sync", "sync room=%s", room);
	assert_int_equal(client_rows(c), 1);
	if (!line_matches(client_row(c, 0), pattern))
		fail_msg("the room is not: %s", pattern);
}

/* Both players and a watcher who comes now have the same of the room. */
static void expect_all(struct table *t, const char *watcher, const char *pattern)
{
	struct client *w = client_guest(t->server, watcher);
	char mine[STANDING][1300];

	expect_standing(t->black, t->room, pattern);
	for (int i = 0; i < STANDING; i++)
		snprintf(mine[i], sizeof mine[i], "%s",
		    line_value(client_row(t->black, 0), standing[i]));
	expect_standing(t->white, t->room, pattern);
	for (int i = 0; i < STANDING; i++)
		assert_string_equal(line_value(client_row(t->white, 0), standing[i]), mine[i]);
	client_ask(w, "+watching", "watch %s", t->room);
	client_event(w, "sync room=%s", t->room);
	expect_standing(w, t->room, pattern);
	for (int i = 0; i < STANDING; i++)
		assert_string_equal(line_value(client_row(w, 0), standing[i]), mine[i]);
	client_close(w);
}

/* One places stones, in either colour, and both see them. */
static void place(struct table *t, struct client *who, const char *points)
{
	char list[64], *save = NULL;

	snprintf(list, sizeof list, "%s", points);
	for (char *p = strtok_r(list, " ", &save); p; p = strtok_r(NULL, " ", &save)) {
		client_ask(who, "+moved", "%s", p);
		client_event(t->black, "move at=%s", p);
		client_event(t->white, "move at=%s", p);
	}
}

static void choose(struct table *t, struct client *who, const char *choice, const char *pattern)
{
	client_send(who, "choose %s", choice);
	client_want(who, "+chosen choice=%s", choice);
	client_event(t->black, "choice choice=%s %s", choice, pattern);
	client_event(t->white, "choice choice=%s %s", choice, pattern);
}

static void swap2_more(void **state)
{
	struct table t;

	table_open(&t, *state, "more-a", "more-b", "opening=swap2");
	expect_all(&t, "more-w0",
	    "=sync state=opening phase=place act=~more-a turn=black black=~more-a white=~more-b");
	client_ask(t.white, "-illegal why=not-turn", "a1");
	client_ask(t.black, "-illegal why=no-choice", "choose black");
	place(&t, t.black, "h8 i9");
	expect_all(
	    &t, "more-w1", "=sync state=opening phase=place act=~more-a turn=black moves=h8,i9");
	place(&t, t.black, "j8");
	expect_all(&t, "more-w2",
	    "=sync state=opening phase=choose act=~more-b choices=black,white,more moves=h8,i9,j8");
	client_ask(t.white, "-illegal why=choose", "a1");
	client_ask(t.black, "-illegal why=not-turn", "choose white");
	choose(&t, t.white, "more", "user=~more-b phase=place act=~more-b turn=white");
	place(&t, t.white, "a1 b1");
	expect_all(&t, "more-w3",
	    "=sync state=opening phase=choose act=~more-a choices=black,white "
	    "moves=h8,i9,j8,a1,b1");
	client_ask(t.black, "-illegal why=no-choice", "choose more");
	/* Who tentatively had black takes white: the two change seats, and white is to move. */
	choose(&t, t.black, "white",
	    "user=~more-a black=~more-b white=~more-a phase=play turn=white act=~more-a");
	expect_all(&t, "more-w4",
	    "=sync state=playing phase=play act=~more-a turn=white black=~more-b white=~more-a");
	place(&t, t.black, "c3");
	place(&t, t.white, "c4");
	client_ask(t.black, "+resigned", "resign");
	table_end(&t, "result=black why=resign winner=~more-b loser=~more-a");
}

static void swap2_colours(void **state)
{
	struct table t;

	/* The second takes black: colours change hands. */
	table_open(&t, *state, "blk-a", "blk-b", "opening=swap2");
	place(&t, t.black, "h8 i9 j8");
	choose(&t, t.white, "black", "black=~blk-b white=~blk-a act=~blk-a turn=white");
	place(&t, t.black, "a1");
	place(&t, t.white, "a2");
	clients_close_all();
	/* The second takes white: they stay. */
	table_open(&t, *state, "wht-a", "wht-b", "opening=swap2");
	place(&t, t.black, "h8 i9 j8");
	choose(&t, t.white, "white", "black=~wht-a white=~wht-b act=~wht-b turn=white");
	place(&t, t.white, "a1");
	place(&t, t.black, "a2");
}

static void swap_is_played(void **state)
{
	struct table t;

	table_open(&t, *state, "swap-a", "swap-b", "opening=swap size=19");
	place(&t, t.black, "a1 s19 k10");
	client_ask(t.white, "-illegal why=no-choice", "choose more");
	client_ask(t.white, "-syntax", "choose green");
	choose(&t, t.white, "black", "black=~swap-b white=~swap-a act=~swap-a");
	/* A win counts for who sits there now. */
	place(&t, t.black, "b1");
	place(&t, t.white, "k11");
	place(&t, t.black, "c1");
	place(&t, t.white, "k12");
	place(&t, t.black, "d1");
	place(&t, t.white, "k13");
	place(&t, t.black, "e1");
	client_ask(t.white, "+moved", "k14");
	table_end(
	    &t, "result=black why=five winner=~swap-b loser=~swap-a line=k10,k11,k12,k13,k14");
}

static void pro_is_played(void **state)
{
	struct table t;

	table_open(&t, *state, "pro-a", "pro-b", "opening=pro");
	client_ask(t.black, "-illegal why=opening", "h9");
	place(&t, t.black, "h8");
	place(&t, t.white, "i9");
	client_ask(t.black, "-illegal why=opening", "j10");
	client_ask(t.black, "-illegal why=opening", "f6");
	place(&t, t.black, "k8");
	place(&t, t.white, "i8");
	client_ask(t.black, "+resigned", "resign");
	clients_close_all();
	t.black = client_guest(t.server, "pro-c");
	client_ask(t.black, "-syntax", "create opening=pro size=5");
	client_ask(t.black, "-syntax", "create opening=gambit");
}

/* Undo takes choices back with the stones before them, and seats with the choices. */
static void undo_gives_seats_back(void **state)
{
	struct table t;
	char id[32];

	table_open(&t, *state, "seat-a", "seat-b", "opening=swap");
	place(&t, t.black, "h8 i9 j8");
	choose(&t, t.white, "black", "black=~seat-b white=~seat-a");
	place(&t, t.black, "a1");
	snprintf(
	    id, sizeof id, "%s", line_value(client_ask(t.black, "+offered", "undo to=2"), "id"));
	client_ask(t.white, "+accepted", "accept %s", id);
	client_event(
	    t.black, "undo ply=2 black=~seat-a white=~seat-b phase=place act=~seat-a turn=black");
	client_event(t.white, "undo ply=2 black=~seat-a white=~seat-b phase=place act=~seat-a");
	expect_all(&t, "seat-w",
	    "=sync state=opening phase=place black=~seat-a white=~seat-b moves=h8,i9");
	place(&t, t.black, "k9");
	choose(&t, t.white, "white", "black=~seat-a white=~seat-b act=~seat-b");
}

/* Leaving and coming back changes nothing, at each point of the opening. */
static void survives_absence(void **state)
{
	static const char *const steps[] = {"h8", "i9", "j8"};
	struct table t;

	table_open(&t, *state, "away-a", "away-b", "opening=swap2");
	for (int i = 0; i < 3; i++) {
		place(&t, t.black, steps[i]);
		client_ask(t.black, "+left", "leave");
		client_event(t.white, "absent user=~away-a why=left");
		client_ask(t.black, "+joined as=black", "join %s", t.room);
		client_event(t.white, "back user=~away-a");
		client_event(t.black, "sync state=opening ply=%d act=%s phase=%s", i + 1,
		    i < 2 ? "~away-a" : "~away-b", i < 2 ? "place" : "choose");
	}
	client_ask(t.white, "+left", "leave");
	client_ask(t.white, "+joined as=white", "join %s", t.room);
	client_event(
	    t.white, "sync state=opening phase=choose choices=black,white,more act=~away-b");
	choose(&t, t.white, "black", "black=~away-b white=~away-a");
	client_ask(t.white, "+left", "leave");
	client_ask(t.white, "+joined as=black", "join %s", t.room);
	client_event(t.white, "sync state=playing black=~away-b white=~away-a act=~away-a");
}

/* Case OP03: who does not choose loses by the clock, whatever colour they would have had. */
static void choosers_clock_runs(void **state)
{
	struct table t;

	table_open(&t, *state, "late-a", "late-b", "opening=swap2 time=1+0");
	place(&t, t.black, "h8 i9 j8");
	table_end(&t, "result=black why=time winner=~late-a loser=~late-b");
}

static void rematch_begins_afresh(void **state)
{
	struct table t;
	char id[32];

	table_open(&t, *state, "again-a", "again-b", "opening=swap");
	place(&t, t.black, "h8 i9 j8");
	choose(&t, t.white, "black", "black=~again-b white=~again-a");
	client_ask(t.black, "+resigned", "resign");
	table_end(&t, "result=black winner=~again-b score=1-0");
	snprintf(id, sizeof id, "%s", line_value(client_ask(t.black, "+offered", "rematch"), "id"));
	client_ask(t.white, "+accepted", "accept %s", id);
	/* Who had white when the game ended has black now and places the stones. */
	client_event(
	    t.black, "start black=~again-a white=~again-b act=~again-a phase=place choices=-");
	expect_all(&t, "again-w", "=sync moves=- score=0-1 state=opening phase=place act=~again-a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(swap2_more),
	    wire_test(swap2_colours),
	    wire_test(swap_is_played),
	    wire_test(pro_is_played),
	    wire_test(undo_gives_seats_back),
	    wire_test(survives_absence),
	    wire_test(choosers_clock_runs),
	    wire_test(rematch_begins_afresh),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
