/*
 * What two players agree on: undo, draw, abort and rematch by offers with ids; and what ends an
 * offer that nobody answers.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* Makes an offer by a verb line; returns its id, which the other side has seen in *offer. */
static const char *offer(
    struct client *from, struct client *to, const char *line, const char *pattern)
{
	static char id[32];

	snprintf(
	    id, sizeof id, "%s", line_value(client_ask(from, "+offered id=*", "%s", line), "id"));
	client_event(to, "offer id=%s %s", id, pattern);
	return id;
}

/* Answers an offer; both are told that it is gone, and why. */
static void answer(struct table *t, struct client *who, const char *verb, const char *id)
{
	const char *past = strcmp(verb, "accept") == 0	  ? "accepted"
			   : strcmp(verb, "decline") == 0 ? "declined"
							  : "withdrawn";

	client_send(who, "%s %s", verb, id);
	client_want(who, "+%s id=%s", past, id);
	client_event(t->black, "offer-gone id=%s why=%s", id, past);
	client_event(t->white, "offer-gone id=%s why=%s", id, past);
}

static void expect_moves(struct table *t, const char *want)
{
	char moves[512];

	table_moves(t->black, t->room, moves, sizeof moves);
	assert_string_equal(moves, want);
	table_moves(t->white, t->room, moves, sizeof moves);
	assert_string_equal(moves, want);
}

/* Back to the asker's own last move: one ply when the other is to move, else two. */
static void undo_one_or_two(void **state)
{
	struct table t;
	int64_t rev;

	table_open(&t, *state, "undo-b", "undo-w", "");
	table_play(&t, "h8 i9 j10");
	answer(&t, t.white, "accept",
	    offer(t.black, t.white, "undo", "type=undo from=~undo-b to-ply=2"));
	client_event(t.black, "undo ply=2 turn=black");
	rev = line_int(client_event(t.white, "undo ply=2 turn=black"), "rev");
	t.ply = 2;
	expect_moves(&t, "h8,i9");
	/* Black is to move: the own last move is two plies back. */
	answer(&t, t.white, "accept",
	    offer(t.black, t.white, "undo", "type=undo from=~undo-b to-ply=0"));
	assert_int_equal(line_int(client_event(t.white, "undo ply=0 turn=black"), "rev"), rev + 1);
	t.ply = 0;
	expect_moves(&t, "-");
	table_play(&t, "a1");
}

static void undo_to_a_ply(void **state)
{
	struct table t;

	table_open(&t, *state, "to-b", "to-w", "");
	table_play(&t, "h8 i9 j10 k11 l12");
	client_ask(t.black, "-syntax", "undo to=x");
	client_ask(t.black, "-syntax", "undo to=-1");
	answer(&t, t.black, "accept",
	    offer(t.white, t.black, "undo to=1", "type=undo from=~to-w to-ply=1"));
	client_event(t.white, "undo ply=1 turn=white");
	expect_moves(&t, "h8");
}

static void nothing_to_undo(void **state)
{
	struct table t;

	table_open(&t, *state, "no-undo-b", "no-undo-w", "");
	client_ask(t.black, "-wrong-state", "undo");
	table_play(&t, "h8");
	client_ask(t.white, "-wrong-state", "undo");
	client_no_event(t.black, "offer");
}

static void undo_can_be_off(void **state)
{
	struct table t;

	table_open(&t, *state, "off-b", "off-w", "undo=off");
	table_play(&t, "h8 i9");
	client_send(t.black, "undo");
	assert_int_equal(client_final(t.black)->kind, WIRE_ERROR);
	client_no_event(t.white, "offer");
	expect_moves(&t, "h8,i9");
}

/* A declined and a withdrawn offer change nothing, and can't be answered again. */
static void declined_and_withdrawn(void **state)
{
	struct table t;
	const char *id;

	table_open(&t, *state, "decl-b", "decl-w", "");
	table_play(&t, "h8 i9");
	id = offer(t.black, t.white, "undo", "type=undo to-ply=0");
	answer(&t, t.white, "decline", id);
	client_ask(t.white, "-no-such what=offer", "accept %s", id);
	id = offer(t.black, t.white, "undo", "type=undo to-ply=0");
	answer(&t, t.black, "withdraw", id);
	client_ask(t.white, "-no-such what=offer", "accept %s", id);
	expect_moves(&t, "h8,i9");
}

/* Nobody can answer for the other: the asker can't accept, the other can't withdraw. */
static void offers_belong_to_someone(void **state)
{
	struct table t;
	const char *id;

	table_open(&t, *state, "own-b", "own-w", "");
	table_play(&t, "h8 i9");
	id = offer(t.black, t.white, "draw", "type=draw from=~own-b");
	client_ask(t.black, "-forbidden why=own", "accept %s", id);
	client_ask(t.black, "-forbidden why=own", "decline %s", id);
	client_ask(t.white, "-forbidden why=theirs", "withdraw %s", id);
	client_ask(t.white, "-no-such what=offer", "accept 99999");
	client_ask(t.white, "-syntax", "accept now");
	client_no_event(t.white, "end");
	answer(&t, t.white, "accept", id);
	table_end(&t, "result=draw why=agreed winner=- loser=-");
}

/* Case SV08: the first of accept and withdraw holds, the other is refused, the board is whole. */
static void accept_and_withdraw_cross(void **state)
{
	struct table t;

	table_open(&t, *state, "cross-b", "cross-w", "");
	for (int round = 0; round < 100; round++) {
		const struct wire_line *w;
		bool accepted, withdrawn;
		char id[32];

		t.ply = 0;
		table_play(&t, "h8 i9");
		snprintf(
		    id, sizeof id, "%s", offer(t.black, t.white, "undo", "type=undo to-ply=0"));
		if (round % 2 == 0) {
			client_send(t.white, "accept %s", id);
			client_send(t.black, "withdraw %s", id);
		} else {
			client_send(t.black, "withdraw %s", id);
			client_send(t.white, "accept %s", id);
		}
		w = client_final(t.white);
		accepted = line_matches(w, "+accepted");
		assert_true(accepted || line_matches(w, "-no-such what=offer"));
		w = client_final(t.black);
		withdrawn = line_matches(w, "+withdrawn");
		assert_true(withdrawn || line_matches(w, "-no-such what=offer"));
		assert_true(accepted != withdrawn);
		expect_moves(&t, accepted ? "-" : "h8,i9");
		if (withdrawn) {
			answer(&t, t.white, "accept",
			    offer(t.black, t.white, "undo", "type=undo to-ply=0"));
		}
		client_forget(t.black);
		client_forget(t.white);
	}
}

/* A move ends every undo offer, and a draw offer made to the mover. */
static void moves_end_offers(void **state)
{
	struct table t;
	char undo[32], draw[32];

	table_open(&t, *state, "mvend-b", "mvend-w", "");
	table_play(&t, "h8 i9");
	snprintf(undo, sizeof undo, "%s", offer(t.white, t.black, "undo", "type=undo to-ply=1"));
	snprintf(draw, sizeof draw, "%s", offer(t.white, t.black, "draw", "type=draw"));
	client_ask(t.black, "+moved ply=3", "move j10");
	client_event(t.white, "offer-gone id=%s why=move", undo);
	client_event(t.white, "offer-gone id=%s why=move", draw);
	client_ask(t.black, "-no-such what=offer", "accept %s", undo);
	client_ask(t.black, "-no-such what=offer", "accept %s", draw);
	/* The mover's own draw offer outlives the own move, and ends by the other's. */
	t.ply = 3;
	snprintf(draw, sizeof draw, "%s", offer(t.white, t.black, "draw", "type=draw"));
	table_play(&t, "k11");
	client_ask(t.white, "+sync", "sync");
	assert_non_null(strstr(line_value(client_row(t.white, 0), "offers"), draw));
	client_send(t.black, "accept %s", draw);
	client_want(t.black, "+accepted id=%s", draw);
	table_end(&t, "result=draw why=agreed");
}

/* An undo and the end of a game end the other offers. */
static void undo_and_end_clear_offers(void **state)
{
	struct table t;
	char draw[32];

	table_open(&t, *state, "clear-b", "clear-w", "");
	table_play(&t, "h8 i9");
	snprintf(draw, sizeof draw, "%s", offer(t.white, t.black, "draw", "type=draw"));
	answer(&t, t.black, "accept", offer(t.white, t.black, "undo", "type=undo to-ply=1"));
	client_ask(t.black, "-no-such what=offer", "accept %s", draw);
	snprintf(draw, sizeof draw, "%s", offer(t.white, t.black, "draw", "type=draw"));
	client_ask(t.white, "+resigned", "resign");
	table_end(&t, "result=black why=resign winner=~clear-b loser=~clear-w");
	client_ask(t.black, "-no-such what=offer", "accept %s", draw);
}

static void abort_by_agreement(void **state)
{
	struct table t;

	table_open(&t, *state, "abort-b", "abort-w", "");
	table_play(&t, "h8");
	answer(&t, t.black, "accept", offer(t.white, t.black, "abort", "type=abort"));
	table_end(&t, "result=void why=aborted winner=- loser=- score=0-0");
}

/* Case SV12: colours change, the board is empty, watchers follow, the score is kept. */
static void rematch_swaps_colours(void **state)
{
	struct client *eye = client_guest(*state, "re-eye");
	struct table t;
	struct client *swap;
	int64_t rev;

	table_open(&t, *state, "re-b", "re-w", "time=300+0");
	client_send(eye, "watch %s", t.room);
	client_want(eye, "+watching room=%s", t.room);
	table_play(&t, "h8 a1");
	client_ask(t.white, "-wrong-state", "rematch");
	client_ask(t.black, "+sync", "sync");
	rev = line_int(client_row(t.black, 0), "rev");
	client_ask(t.white, "+resigned", "resign");
	table_end(&t, "result=black why=resign");
	client_ask(eye, "-forbidden", "rematch");
	answer(
	    &t, t.black, "accept", offer(t.white, t.black, "rematch", "type=rematch from=~re-w"));
	client_event(eye, "start black=~re-w white=~re-b turn=black clock=300000,300000");
	assert_int_equal(
	    line_int(client_event(t.black, "start black=~re-w white=~re-b"), "rev"), rev + 1);
	client_ask(eye, "+sync", "sync");
	assert_true(line_matches(
	    client_row(eye, 0), "=sync state=playing ply=0 moves=- offers=- turn=black act=~re-w"));
	swap = t.black;
	t.black = t.white;
	t.white = swap;
	t.ply = 0;
	table_play(&t, "h8");
	client_ask(t.white, "+resigned", "resign");
	/* The score is of black's and white's seat: re-w, who is black now, has won one of two. */
	table_end(&t, "result=black why=resign winner=~re-w score=1-1");
}

/* `ready` by both starts another game without changing colours. */
static void ready_goes_on(void **state)
{
	struct table t;

	table_open(&t, *state, "rdy-b", "rdy-w", "");
	client_ask(t.black, "+resigned", "resign");
	table_end(&t, "result=white why=resign");
	client_ask(t.black, "+ready", "ready");
	client_no_event(t.white, "start");
	client_ask(t.white, "+ready", "ready");
	client_event(t.black, "start black=~rdy-b white=~rdy-w");
	client_event(t.white, "start black=~rdy-b white=~rdy-w");
	table_play(&t, "c3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(undo_one_or_two),
	    wire_test(undo_to_a_ply),
	    wire_test(nothing_to_undo),
	    wire_test(undo_can_be_off),
	    wire_test(declined_and_withdrawn),
	    wire_test(offers_belong_to_someone),
	    wire_test(accept_and_withdraw_cross),
	    wire_test(moves_end_offers),
	    wire_test(undo_and_end_clear_offers),
	    wire_test(abort_by_agreement),
	    wire_test(rematch_swaps_colours),
	    wire_test(ready_goes_on),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
