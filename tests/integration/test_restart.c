/*
 * What waits outlives the server: who is muted, seeks, challenges for a seat or a game, over an
 * orderly end and over kill -9. (Games, seats and offers: test_crash.)
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Someone who comes back. */
struct person {
	struct client *c;
	char token[64];
};

static void come(struct person *p, struct server *s, const char *name)
{
	p->c = client_connect(s);
	snprintf(p->token, sizeof p->token, "%s",
	    line_value(client_ask(p->c, "+welcome", "guest %s", name), "resume"));
}

static void come_back(struct person *p, struct server *s)
{
	p->c = client_connect(s);
	snprintf(p->token, sizeof p->token, "%s",
	    line_value(client_ask(p->c, "+resumed", "resume %s", p->token), "resume"));
}

static void end_and_begin(struct server *s, int number)
{
	server_halt(s, number);
	clients_close_all();
	server_restart_halted(s);
}

static const int ends[] = {SIGKILL, SIGTERM};

static void mutes_stay(void **state)
{
	struct person ann, bob, cy;

	come(&ann, *state, "m-ann");
	come(&bob, *state, "m-bob");
	come(&cy, *state, "m-cy");
	client_ask(ann.c, "+muted", "mute m-bob");
	client_ask(ann.c, "+muted", "mute m-cy");
	client_ask(ann.c, "+unmuted", "unmute m-cy");
	for (int i = 0; i < 2; i++) {
		end_and_begin(*state, ends[i]);
		come_back(&ann, *state);
		come_back(&bob, *state);
		client_ask(ann.c, "+mute n=1", "mute");
		assert_true(line_matches(client_row(ann.c, 0), "=muted user=~m-bob"));
		client_ask(bob.c, "-forbidden", "tell m-ann :hello");
	}
}

/* A seek waits for its user first, then for somebody; nobody meets one who is not back. */
static void seeks_stay(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct person ann, bob;
		char name[24];

		snprintf(name, sizeof name, "s-ann%d", i);
		come(&ann, *state, name);
		snprintf(name, sizeof name, "s-bob%d", i);
		come(&bob, *state, name);
		client_ask(ann.c, "+seeking",
		    "seek rule=renju size=17 time=300+5 opening=swap2 range=1400-1600 bots=yes "
		    "fill=priority@3600");
		end_and_begin(*state, ends[i]);
		come_back(&bob, *state);
		client_ask(bob.c, "+seeking", "seek rule=renju size=17 time=300+5 opening=swap2");
		client_ask(bob.c, "+seeks n=1", "seeks rule=renju");
		client_ask(bob.c, "+unseek", "unseek");
		come_back(&ann, *state);
		client_ask(bob.c, "+seeks n=1", "seeks rule=renju");
		snprintf(name, sizeof name, "~s-ann%d", i);
		assert_true(line_matches(client_row(bob.c, 0),
		    "=seek rule=renju size=17 time=300+5 opening=swap2 rated=no "
		    "range=1400-1600 bots=yes fill=ai:priority@3600"));
		assert_string_equal(line_value(client_row(bob.c, 0), "user"), name);
		client_ask(bob.c, "+seeking", "seek rule=renju size=17 time=300+5 opening=swap2");
		client_event(ann.c, "paired");
		client_event(ann.c, "start");
		client_event(bob.c, "start");
		/* The one that was taken does not come back. */
		end_and_begin(*state, ends[i]);
		come_back(&ann, *state);
		client_ask(ann.c, "-wrong-state why=not-seeking", "unseek");
	}
}

/* Two who sought when the server ended can't both have waited before; who comes back second
 * meets the one who has found the way and sought in the meantime. */
static void seeks_meet_on_the_way_back(void **state)
{
	struct person ann, bob;

	come(&ann, *state, "w-ann");
	come(&bob, *state, "w-bob");
	client_ask(ann.c, "+seeking", "seek size=13");
	end_and_begin(*state, SIGKILL);
	come_back(&bob, *state);
	client_ask(bob.c, "+seeking", "seek size=13");
	come_back(&ann, *state);
	client_event(ann.c, "paired with=~w-bob");
	client_event(bob.c, "paired with=~w-ann");
	client_event(bob.c, "start");
}

/* The bot that a seek is filled with comes after the restart as well. */
static void seeks_are_filled(void **state)
{
	struct person ann;

	come(&ann, *state, "f-ann");
	client_ask(ann.c, "+seeking", "seek size=11 fill=1@1");
	end_and_begin(*state, SIGKILL);
	come_back(&ann, *state);
	client_event(ann.c, "paired with=ai:1");
	client_event(ann.c, "start");
}

static void challenges_stay(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct person ann, bob;
		char game[16], seat[16], room[16], later[16], name[24];

		snprintf(name, sizeof name, "c-ann%d", i);
		come(&ann, *state, name);
		snprintf(name, sizeof name, "c-bob%d", i);
		come(&bob, *state, name);
		snprintf(game, sizeof game, "%s",
		    line_value(
			client_ask(ann.c, "+challenged",
			    "challenge %s rule=caro size=19 time=600+3x30 :for the cup", name),
			"id"));
		snprintf(later, sizeof later, "%s",
		    line_value(client_ask(ann.c, "+challenged", "challenge %s", name), "id"));
		client_ask(ann.c, "+withdrawn", "withdraw %s", later);
		client_send(ann.c, "create white=%s size=9", name);
		snprintf(seat, sizeof seat, "%s",
		    line_value(client_want(ann.c, "+created"), "challenge"));
		client_event(bob.c, "challenge id=%s", seat);
		end_and_begin(*state, ends[i]);

		come_back(&bob, *state);
		client_event(
		    bob.c, "challenge id=%s rule=caro size=19 time=600+3x30 opening=free", game);
		client_event(bob.c, "challenge id=%s side=white size=9", seat);
		client_ask(bob.c, "-no-such what=offer", "accept %s", later);
		/* The one who asked is not there yet, whom it needs for a new room. */
		client_ask(bob.c, "-wrong-state why=away", "accept %s", game);
		come_back(&ann, *state);
		snprintf(name, sizeof name, "c-bob%d", i);
		/* The seat is still kept for him. */
		snprintf(room, sizeof room, "%s",
		    line_value(client_ask(bob.c, "+accepted", "accept %s", seat), "room"));
		client_event(ann.c, "challenge-gone id=%s why=accepted", seat);
		client_event(ann.c, "start room=%s white=~%s", room, name);
		client_ask(bob.c, "+accepted", "accept %s", game);
		client_event(ann.c, "challenge-gone id=%s why=accepted", game);
		client_event(ann.c, "sync rule=caro size=19 time=600+3x30");
		client_event(ann.c, "start");
		/* Numbers of challenges are not given twice. */
		client_ask(ann.c, "+challenged", "challenge %s", name);
		client_event(bob.c, "challenge");
		end_and_begin(*state, ends[i]);
		come_back(&bob, *state);
		client_event(bob.c, "challenge");
		client_ask(bob.c, "-no-such what=offer", "accept %s", game);
		client_ask(bob.c, "-no-such what=offer", "accept %s", seat);
		client_send(bob.c, "quit");
		client_wait_closed(bob.c);
		come_back(&ann, *state);
		end_and_begin(*state, ends[i]);
		come_back(&ann, *state);
		client_ask(ann.c, "+resigned", "resign room=%s", room);
	}
}

/* A kept seat that was given away before the server ended stays given away. */
static void seats_given_away(void **state)
{
	struct person ann, bob;
	char room[16];

	come(&ann, *state, "g-ann");
	come(&bob, *state, "g-bob");
	client_ask(ann.c, "+created", "create white=g-bob");
	snprintf(room, sizeof room, "%s", line_value(client_event(bob.c, "challenge"), "room"));
	client_ask(ann.c, "+seated", "seat white ai:1");
	client_event(ann.c, "start");
	end_and_begin(*state, SIGKILL);
	come_back(&bob, *state);
	client_ask(bob.c, "+joined as=watcher", "join %s", room);
	client_no_event(bob.c, "challenge");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(mutes_stay),
	    wire_test(seeks_stay),
	    wire_test(seeks_meet_on_the_way_back),
	    wire_test(seeks_are_filled),
	    wire_test(challenges_stay),
	    wire_test(seats_given_away),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
