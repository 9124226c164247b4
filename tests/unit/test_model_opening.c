/* The client's model in openings and by the clocks of all kinds, fed with scripts of the server's
 * lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/forbid.h"
#include "feed.h"

static struct model m;

/* ~ann, who plays ~bob in r1 as black, in a game of these terms that is about to begin. */
static void in_room(const char *terms)
{
	char line[400];

	model_in_game(&m);
	snprintf(line, sizeof(line),
	    "*sync room=r1 seq=1 rev=0 size=15 state=ready owner=~ann black=~ann white=~bob ply=0 "
	    "score=2-1 turn=- act=- phase=play choices=- clock=-,- running=- moves=- %s",
	    terms);
	assert_int_equal(feed_at(&m, line, 0), 0);
}

#define CHOICE                                                                                     \
	"*move room=r1 rev=1 ply=3 side=black at=j8 turn=white act=~bob phase=choose "             \
	"choices=black,white,more clock=-,-"

static const char *const placed[] = {
    "*start room=r1 rev=1 black=~ann white=~bob turn=black act=~ann phase=place choices=- "
    "clock=-,-",
    "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white act=~ann phase=place choices=- "
    "clock=-,-",
    "*move room=r1 rev=1 ply=2 side=white at=i8 turn=black act=~ann phase=place choices=- "
    "clock=-,-",
    CHOICE,
    NULL,
};

static void one_player_places_both_colours(void **state)
{
	const struct model_room *r;

	(void)state;
	in_room("rule=freestyle opening=swap2 time=none");
	r = model_focus(&m);
	assert_int_equal(feed_at(&m, placed[0], 0), 0);
	assert_int_equal(r->state, MODEL_OPENING);
	assert_int_equal(r->phase, PHASE_PLACE);
	assert_int_equal(model_to_place(r), 3);
	assert_true(model_my_turn(&m, r));
	assert_int_equal(feed_at(&m, placed[1], 0), 0);
	assert_int_equal(r->turn, STONE_WHITE);
	/* The stone is white and ours to place, although we sit at black. */
	assert_true(model_my_turn(&m, r));
	assert_int_equal(model_my_side(&m, r), STONE_BLACK);
	assert_int_equal(model_acting(r), STONE_BLACK);
	assert_int_equal(model_to_place(r), 2);
	assert_int_equal(feed_at(&m, placed[2], 0), 0);
	assert_int_equal(feed_at(&m, placed[3], 0), 0);
	assert_int_equal(r->phase, PHASE_CHOOSE);
	assert_int_equal(r->choices, 1U << CHOICE_BLACK | 1U << CHOICE_WHITE | 1U << CHOICE_MORE);
	assert_false(model_my_turn(&m, r));
	assert_false(model_my_choice(&m, r));
	assert_int_equal(model_acting(r), STONE_WHITE);
	assert_int_equal(model_to_place(r), 0);
}

static void a_choice_changes_seats_and_an_undo_changes_them_back(void **state)
{
	const struct model_room *r;

	(void)state;
	in_room("rule=freestyle opening=swap2 time=none");
	r = model_focus(&m);
	feed(&m, placed);
	assert_int_equal(feed_at(&m,
			     "*choice room=r1 rev=1 user=~bob choice=black black=~bob white=~ann "
			     "turn=white act=~ann phase=play choices=- clock=-,-",
			     0),
	    0);
	assert_string_equal(r->seat[0], "~bob");
	assert_string_equal(r->seat[1], "~ann");
	assert_int_equal(model_my_side(&m, r), STONE_WHITE);
	assert_true(model_my_turn(&m, r));
	assert_int_equal(r->state, MODEL_PLAYING);
	assert_int_equal(r->choices, 0);
	/* The score goes with the players. */
	assert_int_equal(r->score[0], 1);
	assert_int_equal(r->score[1], 2);
	assert_int_equal(feed_at(&m,
			     "*undo room=r1 rev=2 ply=2 black=~ann white=~bob turn=black act=~ann "
			     "phase=place choices=- clock=-,-",
			     0),
	    0);
	assert_string_equal(r->seat[0], "~ann");
	assert_int_equal(r->score[0], 2);
	assert_int_equal(r->plies, 2);
	assert_int_equal(r->state, MODEL_OPENING);
	assert_true(model_my_turn(&m, r));
	assert_int_equal(model_to_place(r), 1);
}

static void more_stones_and_the_other_chooses(void **state)
{
	static const char *const lines[] = {
	    "*choice room=r1 rev=1 user=~bob choice=more black=~ann white=~bob turn=white act=~bob "
	    "phase=place choices=- clock=-,-",
	    "*move room=r1 rev=1 ply=4 side=white at=a1 turn=black act=~bob phase=place choices=- "
	    "clock=-,-",
	    "*move room=r1 rev=1 ply=5 side=black at=a2 turn=white act=~ann phase=choose "
	    "choices=black,white clock=-,-",
	    NULL,
	};
	const struct model_room *r;

	(void)state;
	in_room("rule=freestyle opening=swap2 time=none");
	r = model_focus(&m);
	feed(&m, placed);
	assert_int_equal(feed_at(&m, lines[0], 0), 0);
	assert_int_equal(model_to_place(r), 2);
	assert_int_equal(model_acting(r), STONE_WHITE);
	feed(&m, lines + 1);
	assert_true(model_my_choice(&m, r));
	assert_int_equal(r->choices, 1U << CHOICE_BLACK | 1U << CHOICE_WHITE);
}

/* A game that starts with stones: whether *start tells them or a *sync after it. */
static void stones_at_the_start(void **state)
{
	const struct model_room *r;

	(void)state;
	in_room("rule=freestyle opening=free time=none");
	r = model_focus(&m);
	assert_int_equal(feed_at(&m,
			     "*start room=r1 rev=1 black=~ann white=~bob turn=black act=~ann "
			     "phase=play choices=- clock=-,- moves=h8,i9",
			     0),
	    0);
	assert_int_equal(r->plies, 2);
	assert_false(r->unsure);
	in_room("rule=freestyle opening=free time=none");
	assert_int_equal(feed_at(&m,
			     "*start room=r1 rev=1 black=~ann white=~bob turn=white act=~bob "
			     "phase=play choices=- clock=-,-",
			     0),
	    0);
	assert_true(r->unsure);
	/* Bob is quicker than the answer to our question. */
	assert_int_equal(feed_at(&m,
			     "*move room=r1 rev=1 ply=4 side=white at=a1 turn=black act=~ann "
			     "phase=play choices=- clock=-,-",
			     0),
	    0);
	assert_int_equal(r->plies, 0);
	assert_int_equal(feed_at(&m,
			     "=sync room=r1 size=15 state=playing black=~ann white=~bob turn=black "
			     "act=~ann phase=play choices=- clock=-,- ply=4 moves=h8,i9,j9,a1",
			     0),
	    0);
	assert_false(r->unsure);
	assert_int_equal(r->plies, 4);
	assert_int_equal(
	    feed_at(&m, "*move room=r1 rev=1 ply=6 side=white at=b1 turn=black", 0), -1);
}

static void byo_yomi_runs_through_its_periods(void **state)
{
	const struct model_room *r;
	struct model_clock c;

	(void)state;
	in_room("rule=freestyle opening=free time=60+3x30");
	r = model_focus(&m);
	assert_int_equal(feed_at(&m,
			     "*start room=r1 rev=1 black=~ann white=~bob turn=black act=~ann "
			     "phase=play choices=- clock=60000/3,60000/3",
			     1000),
	    0);
	c = model_clock_at(r, STONE_BLACK, 60999);
	assert_int_equal(c.ms, 1);
	assert_int_equal(c.periods, 3);
	c = model_clock_at(r, STONE_BLACK, 61000);
	assert_int_equal(c.ms, 30000);
	assert_int_equal(c.periods, 2);
	c = model_clock_at(r, STONE_BLACK, 61000 + 59999);
	assert_int_equal(c.ms, 1);
	assert_int_equal(c.periods, 1);
	c = model_clock_at(r, STONE_BLACK, 61000 + 60000);
	assert_int_equal(c.ms, 30000);
	assert_int_equal(c.periods, 0);
	assert_true(c.in_periods);
	c = model_clock_at(r, STONE_BLACK, 61000 + 999999);
	assert_int_equal(c.ms, 0);
	c = model_clock_at(r, STONE_WHITE, 61000 + 999999);
	assert_int_equal(c.ms, 60000);
	assert_int_equal(c.periods, 3);
}

/* While one player places stones of both colours it is that player's clock that runs. */
static void the_clock_of_who_acts_runs(void **state)
{
	const struct model_room *r;

	(void)state;
	in_room("rule=freestyle opening=swap time=30/move");
	r = model_focus(&m);
	assert_int_equal(feed_at(&m,
			     "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white act=~ann "
			     "phase=place choices=- clock=30000,30000",
			     0),
	    0);
	/* The room was not started: the move is one of a game that we have not seen begin. */
	assert_int_equal(r->running, STONE_NONE);
	in_room("rule=freestyle opening=swap time=30/move");
	assert_int_equal(feed_at(&m,
			     "*start room=r1 rev=1 black=~ann white=~bob turn=black act=~ann "
			     "phase=place choices=- clock=30000,30000",
			     0),
	    0);
	assert_int_equal(feed_at(&m,
			     "*move room=r1 rev=1 ply=1 side=black at=h8 turn=white act=~ann "
			     "phase=place choices=- clock=30000,30000",
			     0),
	    0);
	assert_int_equal(r->running, STONE_BLACK);
	assert_int_equal(model_clock_at(r, STONE_BLACK, 1000).ms, 29000);
	assert_int_equal(model_clock_at(r, STONE_WHITE, 1000).ms, 30000);
}

static void the_game_before_is_kept(void **state)
{
	const struct model_room *r;

	(void)state;
	in_room("rule=freestyle opening=free time=none");
	assert_null(model_game(&m));
	assert_int_equal(feed_at(&m,
			     "*start room=r1 rev=1 black=~ann white=~bob turn=black act=~ann "
			     "phase=play choices=- clock=-,-",
			     0),
	    0);
	assert_null(model_game(&m));
	assert_int_equal(
	    feed_at(&m, "*move room=r1 ply=1 side=black at=h8 turn=white act=~bob", 0), 0);
	r = model_game(&m);
	assert_non_null(r);
	assert_int_equal(r->plies, 1);
	assert_int_equal(feed_at(&m, "*end room=r1 result=black why=resign", 0), 0);
	assert_int_equal(
	    feed_at(&m, "*start room=r1 rev=2 black=~bob white=~ann turn=black act=~bob", 0), 0);
	/* Nothing is played yet: the game to keep is still the one before, with its players. */
	r = model_game(&m);
	assert_non_null(r);
	assert_int_equal(r->plies, 1);
	assert_int_equal(r->result, MODEL_BLACK);
	assert_string_equal(r->seat[0], "~ann");
	assert_int_equal(feed_at(&m, "+left room=r1", 0), 0);
	assert_non_null(model_game(&m));
}

static void a_room_as_it_was(void **state)
{
	static struct model_room then;

	(void)state;
	in_room("rule=renju opening=free time=none");
	assert_int_equal(feed_at(&m,
			     "*sync room=r1 size=15 rule=renju state=ended black=~ann white=~bob "
			     "turn=- ply=4 moves=h8,h9,-,i9 result=white why=resign line=-",
			     0),
	    0);
	model_room_at(model_focus(&m), 3, &then);
	assert_int_equal(then.plies, 3);
	assert_int_equal(then.board.stones, 2);
	assert_int_equal(then.turn, STONE_WHITE);
	assert_int_equal(then.result, MODEL_NONE);
	model_room_at(model_focus(&m), 4, &then);
	assert_int_equal(then.result, MODEL_WHITE);
	model_room_at(model_focus(&m), 0, &then);
	assert_int_equal(then.board.stones, 0);
	assert_int_equal(then.turn, STONE_BLACK);
}

static void forbidden_points_follow_the_position(void **state)
{
	static struct forbid f;
	static const char threes[] =
	    "*sync room=r1 rev=1 size=15 rule=renju state=playing black=~ann white=~bob turn=%s "
	    "act=~ann ply=%d moves=g8,a1,i8,a3,h7,a5,h9%s";
	char line[300];

	(void)state;
	in_room("rule=renju opening=free time=none");
	forbid_update(&f, NULL);
	assert_int_equal(f.count, 0);
	snprintf(line, sizeof(line), threes, "white", 7, "");
	assert_int_equal(feed_at(&m, line, 0), 0);
	forbid_update(&f, model_focus(&m));
	assert_int_equal(f.count, 0); /* nothing is forbidden to white */
	snprintf(line, sizeof(line), threes, "black", 8, ",a7");
	assert_int_equal(feed_at(&m, line, 0), 0);
	forbid_update(&f, model_focus(&m));
	assert_true(f.at[point_parse("h8")]);
	assert_int_equal(f.count, 1);
	assert_int_equal(feed_at(&m, "*end room=r1 result=white why=resign", 0), 0);
	forbid_update(&f, model_focus(&m));
	assert_int_equal(f.count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(one_player_places_both_colours),
	    cmocka_unit_test(a_choice_changes_seats_and_an_undo_changes_them_back),
	    cmocka_unit_test(more_stones_and_the_other_chooses),
	    cmocka_unit_test(stones_at_the_start),
	    cmocka_unit_test(byo_yomi_runs_through_its_periods),
	    cmocka_unit_test(the_clock_of_who_acts_runs),
	    cmocka_unit_test(the_game_before_is_kept),
	    cmocka_unit_test(a_room_as_it_was),
	    cmocka_unit_test(forbidden_points_follow_the_position),
	};

	return cmocka_run_group_tests_name("model: openings", tests, NULL, NULL);
}
