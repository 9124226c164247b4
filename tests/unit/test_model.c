/* The client's model, fed with scripts of the server's lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "feed.h"

/* Large: not on the stack. */
static struct model m;

/* Milliseconds that a side has left. */
static int64_t left_of(const struct model_room *r, enum stone side, int64_t now_ms)
{
	return model_clock_at(r, side, now_ms).ms;
}

static void greeting_and_login(void **state)
{
	(void)state;
	model_init(&m);
	assert_false(m.greeted);
	assert_int_equal(
	    feed_at(&m, "*hello proto=1 server=gomokud/0.1.0 name=den levels=1-7", 0), 0);
	assert_true(m.greeted);
	assert_string_equal(m.server, "gomokud/0.1.0");
	assert_string_equal(m.host_name, "den");
	assert_int_equal(m.levels, 7);
	assert_string_equal(m.user, "");
	assert_int_equal(feed_at(&m, "#3 +welcome user=~ann rooms=-", 0), 0);
	assert_string_equal(m.user, "~ann");
}

static void another_protocol_is_a_fault(void **state)
{
	(void)state;
	model_init(&m);
	assert_int_equal(feed_at(&m, "*hello proto=2 server=x name=y", 0), -1);
	assert_true(m.fault[0] != '\0');
	model_init(&m);
	assert_int_equal(feed_at(&m, "*hello server=x name=y", 0), -1);
}

static void a_room_from_its_sync(void **state)
{
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	r = model_focus(&m);
	assert_non_null(r);
	assert_string_equal(r->id, "r1");
	assert_string_equal(r->rule, "freestyle");
	assert_int_equal(r->board.size, 15);
	assert_int_equal(r->plies, 0);
	assert_int_equal(r->state, MODEL_PLAYING);
	assert_int_equal(model_my_side(&m, r), STONE_BLACK);
	assert_true(model_my_turn(&m, r));
	assert_true(model_is_ai(r, STONE_WHITE));
	assert_false(model_is_ai(r, STONE_BLACK));
	assert_int_equal(model_last_point(r), POINT_NONE);
	assert_int_equal(left_of(r, STONE_BLACK, 99), -1);
}

static void a_late_sync_has_the_whole_game(void **state)
{
	const struct model_room *r;

	(void)state;
	model_init(&m);
	assert_int_equal(feed_at(&m, "+welcome user=~eve rooms=-", 0), 0);
	assert_int_equal(feed_at(&m, "+watching room=r9", 0), 0);
	assert_null(model_focus(&m));
	assert_int_equal(
	    feed_at(&m,
		"*sync room=r9 rev=4 rule=standard size=9 time=300+5 "
		"state=playing owner=~bob turn=white black=~ann white=~bob ply=3 clock=1000,2000 "
		"running=white absent=~ann offers=7:draw:~ann,8:undo:ai:2 score=2-1 watchers=4 "
		"moves=e5,a1,i9 :Two friends",
		0),
	    0);
	r = model_focus(&m);
	assert_non_null(r);
	assert_string_equal(r->title, "Two friends");
	assert_int_equal(r->board.size, 9);
	assert_int_equal(r->board.stones, 3);
	assert_int_equal(board_at(&r->board, point_parse("e5")), STONE_BLACK);
	assert_int_equal(board_at(&r->board, point_parse("a1")), STONE_WHITE);
	assert_int_equal(board_at(&r->board, point_parse("i9")), STONE_BLACK);
	assert_int_equal(model_last_point(r), point_parse("i9"));
	assert_int_equal(r->rev, 4);
	assert_int_equal(r->score[0], 2);
	assert_int_equal(r->score[1], 1);
	assert_int_equal(r->watchers, 4);
	assert_true(r->absent[0]);
	assert_false(r->absent[1]);
	assert_int_equal(r->offers, 2);
	assert_string_equal(r->offer[0].id, "7");
	assert_string_equal(r->offer[0].from, "~ann");
	assert_string_equal(r->offer[1].type, "undo");
	assert_string_equal(r->offer[1].from, "ai:2");
	assert_int_equal(model_my_side(&m, r), STONE_NONE);
	assert_false(model_my_turn(&m, r));
	assert_null(model_offer_to_me(&m, r)); /* a watcher answers nothing */
}

static void moves_and_undo(void **state)
{
	static const char *const lines[] = {
	    "+moved room=r1 ply=1",
	    "*move room=r1 seq=2 rev=1 ply=1 side=black at=h8 turn=white clock=-,-",
	    "*move room=r1 seq=3 rev=1 ply=2 side=white at=i9 turn=black clock=-,-",
	    "*move room=r1 seq=4 rev=1 ply=3 side=black at=o15 turn=white clock=-,-",
	    NULL,
	};
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	feed(&m, lines);
	r = model_focus(&m);
	assert_int_equal(r->plies, 3);
	assert_int_equal(r->turn, STONE_WHITE);
	assert_false(model_my_turn(&m, r));
	assert_int_equal(model_last_point(r), point_parse("o15"));
	assert_int_equal(feed_at(&m, "*undo room=r1 seq=5 rev=2 ply=1 turn=white clock=-,-", 0), 0);
	assert_int_equal(r->plies, 1);
	assert_int_equal(r->rev, 2);
	assert_int_equal(r->board.stones, 1);
	assert_int_equal(board_at(&r->board, point_parse("i9")), STONE_NONE);
	assert_int_equal(model_last_point(r), point_parse("h8"));
	/* The point is free again. */
	assert_int_equal(
	    feed_at(&m, "*move room=r1 rev=2 ply=2 side=white at=i9 turn=black clock=-,-", 0), 0);
}

static void a_pass_is_a_ply_without_a_stone(void **state)
{
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	assert_int_equal(
	    feed_at(&m, "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white clock=-,-", 0), 0);
	assert_int_equal(
	    feed_at(&m, "*move room=r1 rev=1 ply=2 side=white at=- turn=black clock=-,-", 0), 0);
	r = model_focus(&m);
	assert_int_equal(r->plies, 2);
	assert_int_equal(r->board.stones, 1);
	assert_int_equal(model_last_point(r), point_parse("h8"));
	assert_int_equal(feed_at(&m, "*undo room=r1 rev=2 ply=1 turn=white clock=-,-", 0), 0);
	assert_int_equal(r->board.stones, 1);
}

/* A server that contradicts itself is not believed. */
static void contradictions_are_faults(void **state)
{
	static const char *const bad[] = {
	    "*move room=r1 rev=1 ply=2 side=black at=h8 turn=white clock=-,-",
	    "*move room=r1 rev=1 ply=0 side=black at=h8 turn=white clock=-,-",
	    "*move room=r1 rev=1 ply=1 side=black at=p1 turn=white clock=-,-",
	    "*move room=r1 rev=1 ply=1 side=black at=h16 turn=white clock=-,-",
	    "*move room=r1 rev=1 ply=1 side=black at=zz turn=white clock=-,-",
	    "*move room=r1 rev=1 ply=1 side=green at=h8 turn=white clock=-,-",
	    "*move room=r1 rev=1 ply=1 side=black turn=white clock=-,-",
	    "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white clock=x,-",
	    "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white clock=5",
	    "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white clock=-5,7",
	    "*undo room=r1 rev=2 ply=1 turn=black clock=-,-",
	    "*undo room=r1 rev=2 turn=black clock=-,-",
	    "*offer room=r1 type=draw from=ai:2",
	    "*sync room=r1 size=15 ply=2 moves=h8",
	    "*sync room=r1 size=15 ply=2 moves=h8,h8",
	    "*sync room=r1 size=26 ply=0 moves=-",
	    "*sync room=r1 size=4 ply=0 moves=-",
	    "*sync room=r1 ply=0 moves=-",
	    "*sync size=15 ply=0 moves=-",
	    "*sync room=a-name-that-is-far-too-long size=15 ply=0 moves=-",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		model_in_game(&m);
		if (feed_at(&m, bad[i], 0) != -1)
			fail_msg("taken: %s", bad[i]);
		assert_true(m.fault[0] != '\0');
	}
}

static void stone_upon_stone_is_a_fault(void **state)
{
	(void)state;
	model_in_game(&m);
	assert_int_equal(
	    feed_at(&m, "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white clock=-,-", 0), 0);
	assert_int_equal(
	    feed_at(&m, "*move room=r1 rev=1 ply=2 side=white at=h8 turn=black clock=-,-", 0), -1);
}

static void what_is_unknown_is_ignored(void **state)
{
	static const char *const lines[] = {
	    "*move room=r77 rev=1 ply=9 side=black at=h8 turn=white clock=-,-",
	    "*fanfare room=r1 volume=11",
	    "*end room=r77 result=black why=five",
	    "=surprise a=b",
	    "+surprise",
	    "-surprise",
	    "*move room=r1 rev=1 ply=1 side=black at=a1 turn=white clock=-,- colour=teal :text",
	    NULL,
	};

	(void)state;
	model_in_game(&m);
	feed(&m, lines);
	assert_int_equal(model_focus(&m)->plies, 1);
}

static void clocks_run_for_the_side_to_move(void **state)
{
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	assert_int_equal(feed_at(&m,
			     "*start room=r1 rev=2 black=~ann white=ai:2 turn=black "
			     "clock=60000,60000",
			     1000),
	    0);
	r = model_focus(&m);
	assert_int_equal(left_of(r, STONE_BLACK, 1000), 60000);
	assert_int_equal(left_of(r, STONE_BLACK, 3500), 57500);
	assert_int_equal(left_of(r, STONE_WHITE, 3500), 60000);
	assert_int_equal(left_of(r, STONE_BLACK, 999999), 0);
	/* A time before the line came does not give time back. */
	assert_int_equal(left_of(r, STONE_BLACK, 0), 60000);
	assert_int_equal(feed_at(&m,
			     "*move room=r1 rev=2 ply=1 side=black at=h8 turn=white "
			     "clock=57000/3,60000/2",
			     4000),
	    0);
	assert_int_equal(left_of(r, STONE_BLACK, 9000), 57000);
	assert_int_equal(r->clock[0].periods, 3);
	assert_int_equal(r->clock[1].periods, 2);
	assert_int_equal(left_of(r, STONE_WHITE, 9000), 55000);
	/* At the end they stand still. */
	assert_int_equal(
	    feed_at(&m, "*end room=r1 result=white why=resign winner=ai:2 loser=~ann", 9000), 0);
	assert_int_equal(left_of(r, STONE_WHITE, 60000), 55000);
	assert_int_equal(left_of(r, STONE_BLACK, 60000), 57000);
}

static void running_is_told_by_the_sync(void **state)
{
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	assert_int_equal(feed_at(&m,
			     "*sync room=r1 size=15 state=playing turn=white black=~ann white=ai:2 "
			     "clock=5000,6000 running=- ply=1 moves=h8",
			     0),
	    0);
	r = model_focus(&m);
	/* The bot's clock waits for a worker: it stands although it is the bot's turn. */
	assert_int_equal(r->turn, STONE_WHITE);
	assert_int_equal(left_of(r, STONE_WHITE, 4000), 6000);
}

static void the_end_of_a_game(void **state)
{
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	assert_int_equal(feed_at(&m, "*offer room=r1 id=4 type=draw from=ai:2", 0), 0);
	assert_int_equal(
	    feed_at(&m, "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white clock=-,-", 0), 0);
	assert_int_equal(feed_at(&m,
			     "*end room=r1 result=black why=five winner=~ann loser=ai:2 "
			     "line=h8,i8,p99 score=1-0",
			     0),
	    0);
	r = model_focus(&m);
	assert_int_equal(r->state, MODEL_ENDED);
	assert_int_equal(r->result, MODEL_BLACK);
	assert_string_equal(r->why, "five");
	assert_int_equal(r->turn, STONE_NONE);
	assert_false(model_my_turn(&m, r));
	assert_int_equal(r->offers, 0);
	assert_int_equal(r->score[0], 1);
	assert_int_equal(r->line_len, 2); /* a point off the board marks nothing */
	assert_int_equal(model_my_side(&m, r), STONE_BLACK);
	/* The next game begins on an empty board, with colours changed. */
	assert_int_equal(
	    feed_at(&m, "*start room=r1 rev=2 black=ai:2 white=~ann turn=black clock=-,-", 0), 0);
	assert_int_equal(r->state, MODEL_PLAYING);
	assert_int_equal(r->result, MODEL_NONE);
	assert_int_equal(r->plies, 0);
	assert_int_equal(r->board.stones, 0);
	assert_int_equal(r->line_len, 0);
	assert_int_equal(model_my_side(&m, r), STONE_WHITE);
	assert_false(model_my_turn(&m, r));
}

static void offers_by_id(void **state)
{
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	r = model_focus(&m);
	assert_int_equal(feed_at(&m, "*offer room=r1 id=4 type=draw from=ai:2", 0), 0);
	assert_int_equal(feed_at(&m, "*offer room=r1 id=5 type=undo from=~ann to-ply=0", 0), 0);
	assert_string_equal(model_offer_to_me(&m, r)->id, "4");
	assert_string_equal(model_offer_of_mine(&m, r)->id, "5");
	assert_int_equal(model_offer_of_mine(&m, r)->to_ply, 0);
	assert_int_equal(feed_at(&m, "*offer-gone room=r1 id=99 why=move", 0), 0);
	assert_int_equal(r->offers, 2);
	assert_int_equal(feed_at(&m, "*offer-gone room=r1 id=4 why=declined", 0), 0);
	assert_null(model_offer_to_me(&m, r));
	assert_string_equal(model_offer_of_mine(&m, r)->id, "5");
	/* More offers than are held: the newest ones stay. */
	for (int i = 10; i < 30; i++) {
		char line[80];

		snprintf(line, sizeof(line), "*offer room=r1 id=%d type=draw from=ai:2", i);
		assert_int_equal(feed_at(&m, line, 0), 0);
	}
	assert_int_equal(r->offers, MODEL_OFFERS);
	assert_string_equal(model_offer_to_me(&m, r)->id, "29");
}

static void seats_say_how_far_a_room_is(void **state)
{
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	assert_int_equal(feed_at(&m,
			     "*sync room=r1 size=15 state=open owner=~ann turn=- black=~ann "
			     "white=open clock=-,- ply=0 moves=-",
			     0),
	    0);
	r = model_focus(&m);
	assert_int_equal(r->state, MODEL_OPEN);
	assert_int_equal(feed_at(&m, "*seat room=r1 side=white user=~bob owner=~ann", 0), 0);
	assert_int_equal(r->state, MODEL_READY);
	assert_string_equal(r->seat[1], "~bob");
	assert_int_equal(feed_at(&m, "*absent room=r1 user=~bob why=gone ms=120000", 0), 0);
	assert_true(r->absent[1]);
	assert_int_equal(feed_at(&m, "*back room=r1 user=~bob", 0), 0);
	assert_false(r->absent[1]);
	assert_int_equal(feed_at(&m, "*seat room=r1 side=black user=open owner=~bob", 0), 0);
	assert_int_equal(r->state, MODEL_OPEN);
	assert_string_equal(r->owner, "~bob");
	assert_int_equal(model_my_side(&m, r), STONE_NONE);
	assert_int_equal(feed_at(&m, "*watchers room=r1 n=12", 0), 0);
	assert_int_equal(r->watchers, 12);
}

static void rooms_come_and_go(void **state)
{
	(void)state;
	model_in_game(&m);
	assert_int_equal(feed_at(&m, "+joined room=r2 as=white", 0), 0);
	assert_null(model_focus(&m)); /* until its sync comes */
	assert_int_equal(
	    feed_at(&m, "*sync room=r2 size=19 state=open ply=0 moves=- white=~ann", 0), 0);
	assert_int_equal(model_focus(&m)->board.size, 19);
	assert_non_null(model_room(&m, "r1"));
	assert_int_equal(feed_at(&m, "+left room=r2", 0), 0);
	assert_string_equal(m.focus, "r1");
	assert_int_equal(model_focus(&m)->board.size, 15);
	assert_int_equal(feed_at(&m, "+left room=r1", 0), 0);
	assert_null(model_focus(&m));
	assert_string_equal(m.focus, "");
	assert_null(model_room(&m, "r1"));
	assert_null(model_room(&m, ""));
	assert_null(model_room(&m, NULL));
}

/* More rooms than are held: the oldest ones are forgotten, the one shown never. */
static void many_rooms(void **state)
{
	(void)state;
	model_in_game(&m);
	for (int i = 2; i < 40; i++) {
		char line[80];

		snprintf(line, sizeof(line), "*sync room=r%d size=15 ply=0 moves=-", i);
		assert_int_equal(feed_at(&m, line, 0), 0);
	}
	assert_string_equal(m.focus, "r1");
	assert_non_null(model_focus(&m));
	assert_non_null(model_room(&m, "r39"));
	assert_null(model_room(&m, "r2"));
}

static void both_seats_are_mine(void **state)
{
	const struct model_room *r;

	(void)state;
	model_in_game(&m);
	assert_int_equal(
	    feed_at(&m, "*start room=r1 rev=2 black=~ann white=~ann turn=black clock=-,-", 0), 0);
	r = model_focus(&m);
	assert_int_equal(model_my_side(&m, r), STONE_BLACK);
	assert_int_equal(
	    feed_at(&m, "*move room=r1 rev=2 ply=1 side=black at=h8 turn=white clock=-,-", 0), 0);
	assert_int_equal(model_my_side(&m, r), STONE_WHITE);
	assert_true(model_my_turn(&m, r));
}

static void long_names_are_cut(void **state)
{
	char line[600];

	(void)state;
	model_init(&m);
	snprintf(line, sizeof(line), "*hello proto=1 server=s name=%0200d", 0);
	assert_int_equal(feed_at(&m, line, 0), 0);
	assert_int_equal(strlen(m.host_name), MODEL_TITLE - 1);
}

static void the_good_bye_is_kept(void **state)
{
	(void)state;
	model_in_game(&m);
	assert_string_equal(m.bye, "");
	assert_int_equal(feed_at(&m, "*bye reason=restart", 0), 0);
	assert_string_equal(m.bye, "restart");
}

static void challenges_and_pairings(void **state)
{
	(void)state;
	model_in_game(&m);
	assert_int_equal(
	    feed_at(&m, "*challenge id=7 from=bob rule=renju size=15 time=none", 0), 0);
	assert_string_equal(m.challenge.id, "7");
	assert_string_equal(m.challenge.from, "bob");
	assert_int_equal(feed_at(&m, "*challenge-gone id=6 why=gone", 0), 0);
	assert_string_equal(m.challenge.id, "7");
	assert_int_equal(feed_at(&m, "*challenge-gone id=7 why=accepted", 0), 0);
	assert_string_equal(m.challenge.id, "");
	/* The game that is on stays in sight; one that has ended does not. */
	assert_int_equal(feed_at(&m, "*paired room=r2 with=bob side=white", 0), 0);
	assert_string_equal(m.focus, "r1");
	assert_int_equal(feed_at(&m, "*end room=r1 result=white why=resign", 0), 0);
	assert_int_equal(feed_at(&m, "*paired room=r2 with=bob side=white", 0), 0);
	assert_string_equal(m.focus, "r2");
	assert_int_equal(feed_at(&m, "*sync room=r2 size=15 ply=0 moves=-", 0), 0);
	assert_int_equal(feed_at(&m, "*ejected room=r2 by=bob", 0), 0);
	assert_null(model_room(&m, "r2"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(challenges_and_pairings),
	    cmocka_unit_test(greeting_and_login),
	    cmocka_unit_test(another_protocol_is_a_fault),
	    cmocka_unit_test(a_room_from_its_sync),
	    cmocka_unit_test(a_late_sync_has_the_whole_game),
	    cmocka_unit_test(moves_and_undo),
	    cmocka_unit_test(a_pass_is_a_ply_without_a_stone),
	    cmocka_unit_test(contradictions_are_faults),
	    cmocka_unit_test(stone_upon_stone_is_a_fault),
	    cmocka_unit_test(what_is_unknown_is_ignored),
	    cmocka_unit_test(clocks_run_for_the_side_to_move),
	    cmocka_unit_test(running_is_told_by_the_sync),
	    cmocka_unit_test(the_end_of_a_game),
	    cmocka_unit_test(offers_by_id),
	    cmocka_unit_test(seats_say_how_far_a_room_is),
	    cmocka_unit_test(rooms_come_and_go),
	    cmocka_unit_test(many_rooms),
	    cmocka_unit_test(both_seats_are_mine),
	    cmocka_unit_test(long_names_are_cut),
	    cmocka_unit_test(the_good_bye_is_kept),
	};

	return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
