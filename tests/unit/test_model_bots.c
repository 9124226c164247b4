/* What the client's model knows of the bots' thoughts and hints, and of the evening. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "feed.h"

static struct model m;

static int set_up(void **state)
{
	(void)state;
	model_in_game(&m);
	return 0;
}

static void a_bots_thought(void **state)
{
	const struct model_thinking *t = &model_focus(&m)->thinking;

	(void)state;
	assert_int_equal(feed_at(&m, "*thinking room=r1 depth=3 nodes=9 value=1 ms=5", 0), 0);
	assert_false(t->known); /* it is not the bot's turn */
	feed_at(&m, "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white act=ai:2 clock=-,-", 0);
	feed_at(&m, "*thinking room=r1 depth=7 nodes=123456 value=-35 ms=800", 0);
	assert_true(t->known);
	assert_int_equal(t->depth, 7);
	assert_int_equal(t->nodes, 123456);
	assert_int_equal(t->value, -35);
	assert_int_equal(t->ms, 800);
	assert_int_equal(t->longest_ms, 0);
	/* Rubbish is no thought, and no fault. */
	assert_int_equal(feed_at(&m, "*thinking room=r1 depth=x nodes=-5 value=-", 0), 0);
	assert_int_equal(t->depth, 7);
	feed_at(&m, "*move room=r1 rev=1 ply=2 side=white at=h9 turn=black act=~ann clock=-,-", 0);
	assert_false(t->known);
	assert_int_equal(t->longest_ms, 800);
	feed_at(&m, "*move room=r1 rev=1 ply=3 side=black at=i8 turn=white act=ai:2 clock=-,-", 0);
	feed_at(&m, "*thinking room=r1 depth=2 nodes=10 value=0 ms=100", 0);
	feed_at(&m, "*end room=r1 result=void why=aborted", 0);
	assert_false(t->known);
	assert_int_equal(t->longest_ms, 800);
}

static void a_hint_is_for_one_position(void **state)
{
	const struct model_room *r = model_focus(&m);

	(void)state;
	assert_int_equal(model_hint_point(&m, r), POINT_NONE);
	feed_at(&m, "#hint +hint room=r1 rev=1 ply=1 at=h8 value=12 depth=9 nodes=1 ms=2", 0);
	assert_int_equal(model_hint_point(&m, r), point_parse("h8"));
	assert_int_equal(m.hint.value, 12);
	feed_at(&m, "*move room=r1 rev=1 ply=1 side=black at=a1 turn=white act=ai:2 clock=-,-", 0);
	assert_int_equal(model_hint_point(&m, r), POINT_NONE);
	feed_at(&m, "*undo room=r1 rev=2 ply=0 turn=black act=~ann clock=-,-", 0);
	assert_int_equal(model_hint_point(&m, r), POINT_NONE);
	feed_at(&m, "#hint +hint room=r1 rev=2 ply=1 at=z25 value=-", 0);
	assert_int_equal(model_hint_point(&m, r), POINT_NONE); /* no point of this board */
	feed_at(&m, "#hint +hint room=r1 rev=2 ply=1 at=c3 value=-", 0);
	assert_int_equal(model_hint_point(&m, r), point_parse("c3"));
	feed_at(&m, "*end room=r1 result=void why=aborted", 0);
	assert_int_equal(model_hint_point(&m, r), POINT_NONE);
}

static void the_score_of_the_evening(void **state)
{
	static const char *const ends[] = {
	    "*end room=r1 result=black why=five winner=~ann loser=ai:2 score=1-0",
	    "*start room=r1 rev=2 black=ai:2 white=~ann turn=black act=ai:2 moves=- clock=-,-",
	    "*end room=r1 result=black why=five winner=ai:2 loser=~ann score=1-1",
	    "*start room=r1 rev=3 black=~ann white=ai:2 turn=black act=~ann moves=- clock=-,-",
	    "*end room=r1 result=draw why=full score=1-1",
	    "*start room=r1 rev=4 black=ai:2 white=~ann turn=black act=ai:2 moves=- clock=-,-",
	    "*end room=r1 result=void why=aborted score=1-1",
	    /* another's game, and one against oneself */
	    "*start room=r1 rev=5 black=~bob white=ai:2 turn=black act=~bob moves=- clock=-,-",
	    "*end room=r1 result=black why=five winner=~bob loser=ai:2",
	    "*start room=r1 rev=6 black=~ann white=~ann turn=black act=~ann moves=- clock=-,-",
	    "*end room=r1 result=black why=five winner=~ann loser=~ann",
	    NULL,
	};

	(void)state;
	feed(&m, ends);
	assert_int_equal(m.tally.won, 1);
	assert_int_equal(m.tally.lost, 1);
	assert_int_equal(m.tally.drawn, 1);
}

static void another_room_is_shown(void **state)
{
	(void)state;
	feed_at(&m, "+watching room=r2", 0);
	feed_at(&m, "*sync room=r2 size=15 ply=0 moves=-", 0);
	assert_string_equal(m.focus, "r2");
	assert_false(model_show(&m, "r3"));
	assert_string_equal(m.focus, "r2");
	assert_true(model_show(&m, "r1"));
	assert_string_equal(m.focus, "r1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(a_bots_thought, set_up),
	    cmocka_unit_test_setup(a_hint_is_for_one_position, set_up),
	    cmocka_unit_test_setup(the_score_of_the_evening, set_up),
	    cmocka_unit_test_setup(another_room_is_shown, set_up),
	};

	return cmocka_run_group_tests_name("model: bots and the evening", tests, NULL, NULL);
}
