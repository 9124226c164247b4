/*
 * Rooms and their people: who may sit, who owns, who comes and goes, and what a move that is sent
 * twice does.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* The row of a room as somebody sees it. */
static const struct wire_line *room_row(struct client *c, const char *room)
{
	client_send(c, "room %s", room);
	client_want(c, "+room");
	assert_int_equal(client_rows(c), 1);
	return client_row(c, 0);
}

static void create_room(struct client *c, const char *options, char room[static 32])
{
	snprintf(room, 32, "%s",
	    line_value(client_ask(c, "+created room=*", "create %s", options), "room"));
}

static void rooms_are_listed(void **state)
{
	struct client *ann = client_guest(*state, "list-ann"),
		      *bob = client_guest(*state, "list-bob");
	char room[32];
	bool seen = false;

	create_room(
	    ann, "rule=standard size=17 time=120+1 black=open white=me :Tea and stones", room);
	assert_true(
	    line_matches(room_row(bob, room), "=room rule=standard size=17 time=120+1 black=open "
					      "white=~list-ann state=open owner=~list-ann ply=0"));
	assert_string_equal(room_row(bob, room)->text, "Tea and stones");
	client_ask(bob, "+rooms n=*", "rooms open rule=standard");
	for (size_t i = 0; i < client_rows(bob); i++) {
		const struct wire_line *w = client_row(bob, i);

		assert_true(line_matches(w, "=room rule=standard state=open"));
		seen = seen || strcmp(line_value(w, "id"), room) == 0;
	}
	assert_true(seen);
	client_ask(bob, "+rooms", "rooms rule=freestyle");
	for (size_t i = 0; i < client_rows(bob); i++)
		assert_string_not_equal(line_value(client_row(bob, i), "id"), room);
	client_send(bob, "join %s", room);
	client_want(bob, "+joined as=black");
	client_event(ann, "start black=~list-bob white=~list-ann");
}

/* A room that is full of players has watchers for whoever else joins. */
static void third_to_join_watches(void **state)
{
	struct client *eye = client_guest(*state, "third-eye");
	struct table t;

	table_open(&t, *state, "third-b", "third-w", "");
	client_send(eye, "join %s", t.room);
	client_want(eye, "+joined room=%s as=watcher", t.room);
	assert_true(line_matches(room_row(t.black, t.room), "=room state=playing watchers=1"));
	client_send(eye, "leave");
	client_want(eye, "+left room=%s", t.room);
	client_ask(eye, "-no-such what=room", "join r99999");
	client_ask(eye, "-no-such what=room", "watch r0");
}

/* Stand, seat by the owner, and a seat for a bot. */
static void owner_seats(void **state)
{
	struct client *ann = client_guest(*state, "seat-ann"),
		      *bob = client_guest(*state, "seat-bob");
	char room[32];

	create_room(ann, "", room);
	client_ask(ann, "+stood", "stand");
	client_event(ann, "seat side=black user=open");
	client_send(bob, "join %s white", room);
	client_want(bob, "+joined as=white");
	client_event(ann, "seat side=white user=~seat-bob");
	client_ask(bob, "-forbidden why=owner", "seat black ai:2");
	client_ask(ann, "-no-such what=level", "seat black ai:11");
	client_ask(ann, "-syntax", "seat green me");
	client_ask(ann, "+seated side=black user=ai:1", "seat black ai:1");
	client_event(bob, "start black=ai:1 white=~seat-bob");
	/* A bot that plays black moves at once. */
	client_event(bob, "move ply=1 side=black");
	client_ask(ann, "-wrong-state", "seat black me");
}

/* Case SV15's kind: whatever a title holds is either kept as it is or refused. */
static void titles(void **state)
{
	static const char *const bad[] = {
	    "create :\x1b[2J", "create :a\tb", "create :\xe2\x80\xae mirror"};
	struct client *ann = client_guest(*state, "title-ann");
	const struct wire_line *w;
	char room[32];

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		client_ask(ann, "-bad-text", "%s", bad[i]);
	create_room(ann, ":../../x %s%n\xc3\xa9", room);
	w = room_row(ann, room);
	assert_string_equal(w->text, "../../x %s%n\xc3\xa9");
}

/* An owner who leaves hands the room to the longest seated person, else the longest watcher. */
static void room_changes_hands(void **state)
{
	struct client *ann = client_guest(*state, "hand-ann"),
		      *bob = client_guest(*state, "hand-bob");
	struct client *cy = client_guest(*state, "hand-cy");
	char room[32];

	create_room(ann, "", room);
	client_send(cy, "watch %s", room);
	client_want(cy, "+watching");
	client_send(bob, "join %s", room);
	client_want(bob, "+joined as=white");
	client_event(ann, "start");
	client_ask(ann, "+resigned", "resign");
	client_event(bob, "end result=white");
	client_send(ann, "leave");
	client_want(ann, "+left room=%s", room);
	client_event(cy, "seat owner=~hand-bob");
	assert_true(
	    line_matches(room_row(ann, room), "=room owner=~hand-bob black=open state=open"));
	/* Who only drops may come back to it; who says goodbye leaves it. */
	client_ask(bob, "+quit", "quit");
	client_event(cy, "seat owner=~hand-cy");
	assert_true(line_matches(room_row(ann, room), "=room owner=~hand-cy white=open"));
	/* The last one out closes the door. */
	client_ask(cy, "+left", "leave");
	client_send(ann, "room %s", room);
	client_want(ann, "-no-such what=room");
}

/* Leaving a game is absence; the seat waits, and its player gets it back. */
static void leaver_comes_back(void **state)
{
	struct table t;

	table_open(&t, *state, "away-b", "away-w", "");
	table_play(&t, "h8");
	client_ask(t.white, "+left", "leave");
	client_event(t.black, "absent user=~away-w why=left");
	client_send(t.white, "join %s", t.room);
	client_want(t.white, "+joined as=white");
	client_event(t.white, "sync state=playing turn=white white=~away-w moves=h8");
	client_event(t.black, "back user=~away-w");
	table_play(&t, "i9");
}

/* From whoever stays away on the own turn for the whole absence time, the other may claim the game.
 */
static void absence_is_claimed(void **state)
{
	struct table t;

	table_open(&t, *state, "gone-b", "gone-w", "absence=5 time=600+0");
	client_ask(t.white, "-wrong-state why=present", "claim win");
	client_ask(t.black, "-wrong-state why=your-turn", "claim win");
	table_play(&t, "h8");
	client_reset(t.white);
	assert_true(
	    line_int(client_event(t.black, "absent user=~gone-w why=gone ms=*"), "ms") <= 5000);
	client_ask(t.black, "-syntax", "claim more");
	client_ask(t.black, "-wrong-state why=early retry-ms=*", "claim win");
	client_event(t.black, "notice");
	client_ask(t.black, "+claimed", "claim win");
	client_event(t.black, "end result=black why=claimed winner=~gone-b loser=~gone-w");
	/* The seat is given up after the same time again. */
	client_event(t.black, "seat side=white user=open state=open");
}

/* The own turn does not run against the one who is away. */
static void absence_waits_for_its_turn(void **state)
{
	struct table t;

	table_open(&t, *state, "wait-b", "wait-w", "absence=5");
	table_play(&t, "h8 i9");
	client_reset(t.white);
	client_event(t.black, "absent user=~wait-w");
	client_ask(t.black, "-wrong-state why=your-turn", "claim draw");
	client_ask(t.black, "+moved", "j10");
	client_ask(t.black, "-wrong-state why=early", "claim draw");
	client_event(t.black, "notice");
	client_ask(t.black, "+claimed", "claim draw");
	client_event(t.black, "end result=draw why=claimed winner=- loser=-");
}

/* The same move sent again is answered again, another one at its place is refused. */
static void move_sent_twice(void **state)
{
	struct table t;
	int64_t rev;

	table_open(&t, *state, "twice-b", "twice-w", "");
	client_ask(t.black, "+sync", "sync");
	rev = line_int(client_row(t.black, 0), "rev");
	for (int i = 0; i < 2; i++) {
		client_send(t.black, "move h8 ply=1 rev=%d", (int)rev);
		client_want(t.black, "+moved ply=1");
	}
	client_event(t.white, "move ply=1 at=h8");
	client_no_event(t.white, "move");
	client_ask(t.black, "-wrong-state why=ply ply=*", "move h9 ply=1");
	client_ask(t.white, "-wrong-state why=ply", "move h9 ply=3");
	client_ask(t.white, "-wrong-state", "move h9 ply=2 rev=%d", (int)rev + 1);
	client_ask(t.white, "+moved ply=2", "move h9 ply=2 rev=%d", (int)rev);
}

/* Two seats in two rooms: a verb must say which is meant. */
static void which_room(void **state)
{
	struct client *ann = client_guest(*state, "which-ann");
	const struct wire_line *w;
	char first[32], second[32];

	create_room(ann, "white=ai:1", first);
	create_room(ann, "white=ai:1", second);
	client_send(ann, "move h8");
	w = client_want(ann, "-which-room rooms=*");
	assert_non_null(strstr(line_value(w, "rooms"), first));
	assert_non_null(strstr(line_value(w, "rooms"), second));
	client_send(ann, "move h8 room=%s", second);
	client_want(ann, "+moved room=%s ply=1", second);
	client_ask(ann, "-no-such what=room", "move h8 room=r99999");
	client_send(ann, "leave %s", first);
	client_want(ann, "+left room=%s", first);
	/* Now one seat is left, and it is the one meant. */
	client_event(ann, "move room=%s ply=2", second);
	client_ask(ann, "+resigned", "resign");
	client_event(ann, "end room=%s", second);
}

/* Talk reaches everyone in the room as it was typed, and nobody else. */
static void talk(void **state)
{
	struct client *out = client_guest(*state, "talk-out");
	struct table t;

	table_open(&t, *state, "talk-b", "talk-w", "");
	client_ask(t.black, "+said", "say :Good  luck, \xe5\x9b\xb2 : \xef\xbd\x81!");
	assert_string_equal(client_event(t.white, "say from=~talk-b")->text,
	    "Good  luck, \xe5\x9b\xb2 : \xef\xbd\x81!");
	client_event(t.black, "say from=~talk-b");
	client_no_event(out, "say");
	client_ask(t.black, "-syntax", "say");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(rooms_are_listed),
	    wire_test(third_to_join_watches),
	    wire_test(owner_seats),
	    wire_test(titles),
	    wire_test(room_changes_hands),
	    wire_test(leaver_comes_back),
	    wire_test(absence_is_claimed),
	    wire_test(absence_waits_for_its_turn),
	    wire_test(move_sent_twice),
	    wire_test(which_room),
	    wire_test(talk),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
