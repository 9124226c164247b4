/* When the absence of a player counts, and what follows from it: on rooms built by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/limits.h"
#include "daemon/play/room.h"

static struct room room;
static struct user ann, bob;

/* A game between two people, its first turn begun at 1000, 10 s of absence allowed. */
static void set_up(const char *time)
{
	room = (struct room){.settings = {.size = 15, .absence_ms = 10000}, .turn_since_ms = 1000};
	assert_int_equal(time_control_parse(&room.settings.tc, time), 0);
	game_init(&room.game, RULE_FREESTYLE, 15, &room.settings.tc);
	game_start(&room.game, 1000);
	room.seat[0] = (struct seat){.kind = SEAT_PERSON, .user = &ann};
	room.seat[1] = (struct seat){.kind = SEAT_PERSON, .user = &bob};
}

static void go(int seat, int64_t when)
{
	room.seat[seat].away = AWAY_GONE;
	room.seat[seat].away_since_ms = when;
}

static void counts_on_the_own_turn(void **state)
{
	(void)state;
	set_up("300+0");
	assert_int_equal(room_claimable_ms(&room), INT64_MAX);
	go(1, 2000);
	assert_int_equal(room_claimable_ms(&room), INT64_MAX);
	assert_int_equal(room_absence_due_ms(&room), INT64_MAX);
	set_up("300+0");
	go(0, 2000);
	assert_int_equal(room_claimable_ms(&room), 12000);
	assert_int_equal(room_absence_due_ms(&room), 12000);
	/* Gone since before the turn: it counts from the turn on. */
	set_up("300+0");
	go(0, 500);
	assert_int_equal(room_claimable_ms(&room), 11000);
}

static void adds_up_over_turns(void **state)
{
	(void)state;
	set_up("300+0");
	go(0, 2000);
	room_settle_absence(&room, 5000);
	assert_int_equal(room_absence_left(&room, 0), 7000);
	assert_int_equal(room_absence_left(&room, 1), 10000);
	go(0, 20000);
	assert_int_equal(room_claimable_ms(&room), 27000);
	room_settle_absence(&room, 60000);
	assert_int_equal(room_absence_left(&room, 0), 0);
}

/* Without a clock a turn that takes too long counts, though its player is there. */
static void idling_counts_without_a_clock(void **state)
{
	(void)state;
	set_up("none");
	assert_int_equal(room_claimable_ms(&room), 1000 + LIMIT_IDLE_S * 1000 + 10000);
	go(0, 3000);
	assert_int_equal(room_claimable_ms(&room), 13000);
}

static void nobody_left_ends_it(void **state)
{
	(void)state;
	set_up("300+0");
	go(0, 2000);
	go(1, 7000);
	room.claim_told = true;
	assert_int_equal(room_absence_due_ms(&room), 7000 + LIMIT_ABANDONED_CLOCK_S * 1000);
	set_up("none");
	go(0, 2000);
	go(1, 7000);
	room.claim_told = true;
	assert_int_equal(room_absence_due_ms(&room), 7000 + (int64_t)LIMIT_ABANDONED_S * 1000);
	/* A bot does not wait for ever either. */
	set_up("none");
	go(0, 2000);
	room.seat[1] = (struct seat){.kind = SEAT_AI, .bot = 2};
	room.claim_told = true;
	assert_int_equal(room_absence_due_ms(&room), 2000 + (int64_t)LIMIT_ABANDONED_S * 1000);
	assert_true(LIMIT_ABANDONED_S == 24 * 60 * 60 && LIMIT_ABANDONED_CLOCK_S == 10 * 60);
}

static void seats_are_given_up_between_games(void **state)
{
	(void)state;
	set_up("300+0");
	game_end(&room.game, GAME_DRAW, WHY_AGREED, 9000);
	room.ended_ms = 9000;
	assert_int_equal(room_absence_due_ms(&room), INT64_MAX);
	go(1, 2000);
	assert_int_equal(room_absence_due_ms(&room), 19000);
	go(1, 12000);
	assert_int_equal(room_absence_due_ms(&room), 22000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(counts_on_the_own_turn),
	    cmocka_unit_test(adds_up_over_turns),
	    cmocka_unit_test(idling_counts_without_a_clock),
	    cmocka_unit_test(nobody_left_ends_it),
	    cmocka_unit_test(seats_are_given_up_between_games),
	};

	return cmocka_run_group_tests_name("absence", tests, NULL, NULL);
}
