/* Finding an opponent: seeks, challenges, bots that fill in, and who never meets. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* Reads *paired and returns the room. */
static void paired(struct client *c, const char *with, char room[static 32])
{
	snprintf(room, 32, "%s", line_value(client_event(c, "paired with=%s", with), "room"));
}

/* The final comes first, then both are told, and the game begins. */
static void seekers_meet(void **state)
{
	struct client *ann = client_guest(*state, "meet-ann"),
		      *bob = client_guest(*state, "meet-bob"),
		      *cy = client_guest(*state, "meet-cy");
	char room[32], same[32];

	client_ask(ann, "+seeking rule=renju size=15 time=301+3", "seek rule=renju time=301+3");
	client_ask(ann, "-wrong-state why=seeking", "seek");
	client_ask(cy, "+seeking", "seek rule=renju time=302+3");
	client_no_event(cy, "paired");
	client_ask(bob, "+seeking", "seek rule=renju time=301+3");
	paired(bob, "~meet-ann", room);
	paired(ann, "~meet-bob", same);
	assert_string_equal(room, same);
	client_event(bob, "sync room=%s rule=renju time=301+3", room);
	client_event(ann, "start room=%s", room);
	client_event(bob, "start room=%s", room);
	/* Neither looks for anyone any more. */
	client_ask(ann, "-wrong-state why=not-seeking", "unseek");
	client_ask(bob, "-wrong-state why=not-seeking", "unseek");
	client_ask(cy, "+unseek", "unseek");
	client_ask(cy, "-wrong-state why=not-seeking", "unseek");
}

static void seeks_are_listed(void **state)
{
	struct client *ann = client_guest(*state, "list-ann"),
		      *bob = client_guest(*state, "list-bob");

	client_ask(ann, "+seeking", "seek size=19 range=1400-1600 bots=yes fill=scoring@3600");
	client_ask(bob, "+seeking", "seek size=17 range=0-900");
	client_ask(bob, "+seeks n=2 total=2", "seeks");
	assert_true(line_matches(client_row(bob, 0), "=seek user=~list-ann rule=freestyle size=19 "
						     "time=none rated=no rating=1500 "
						     "range=1400-1600 bots=yes "
						     "fill=ai:scoring@3600"));
	client_ask(bob, "+seeks n=1 total=2", "seeks limit=1");
	client_ask(bob, "+seeks n=0", "seeks rule=caro");
	client_ask(bob, "-syntax", "seeks limit=0");
	client_ask(bob, "-syntax", "seeks rule=chess");
	/* Who goes looks for nobody. */
	client_close(ann);
	client_close(bob);
	ann = client_guest(*state, "list-cy");
	for (int tries = 0; tries < 1000; tries++)
		if (line_int(client_ask(ann, "+seeks", "seeks"), "total") == 0)
			return;
	fail_msg("seeks of people who have gone");
}

/* Ranges hold in both directions: a guest counts as 1500. */
static void ranges_are_kept(void **state)
{
	struct client *ann = client_guest(*state, "rng-ann"),
		      *bob = client_guest(*state, "rng-bob"), *cy = client_guest(*state, "rng-cy");

	client_ask(ann, "+seeking", "seek size=9 range=1600-2000");
	client_ask(bob, "+seeking", "seek size=9");
	client_no_event(bob, "paired");
	client_ask(cy, "+seeking", "seek size=9 range=1500-1500");
	client_event(cy, "paired with=~rng-bob");
	client_no_event(ann, "paired");
	client_ask(bob, "-syntax", "seek range=5");
	client_ask(bob, "-syntax", "seek range=9-5");
	client_ask(bob, "-syntax", "seek range=a-b");
	client_ask(bob, "-forbidden why=guest", "seek rated");
	client_ask(bob, "-syntax", "seek private");
}

/* Neither who has muted nor who is muted is met, nor challenges. */
static void the_muted_do_not_meet(void **state)
{
	struct client *ann = client_guest(*state, "mut-ann"),
		      *bob = client_guest(*state, "mut-bob");

	client_ask(ann, "+muted", "mute mut-bob");
	client_ask(ann, "+seeking", "seek size=11");
	client_ask(bob, "+seeking", "seek size=11");
	client_no_event(bob, "paired");
	client_no_event(ann, "paired");
	client_ask(bob, "-forbidden why=muted", "challenge mut-ann");
	client_ask(bob, "+unseek", "unseek");
	client_ask(ann, "+unseek", "unseek");
	client_ask(bob, "+seeking", "seek size=11");
	client_ask(ann, "+seeking", "seek size=11");
	client_no_event(ann, "paired");
	client_ask(ann, "+unmuted", "unmute mut-bob");
	client_ask(ann, "+unseek", "unseek");
	client_ask(ann, "+seeking", "seek size=11");
	client_event(ann, "paired with=~mut-bob");
}

/* A bot takes the seat when nobody has come in time. */
/* Who says to be a program while a seek of theirs waits is met by those who take programs, and can
 * take the seek away as ever. */
static void a_seeker_becomes_a_bot(void **state)
{
	struct client *bot = client_guest(*state, "turns-bot"),
		      *ann = client_guest(*state, "no-bots"),
		      *bob = client_guest(*state, "takes-bots");
	char room[32];

	client_ask(bot, "+seeking", "seek rule=caro size=17 bots=yes");
	client_ask(bot, "+set bot=yes", "set bot=on");
	client_ask(bot, "+unseek", "unseek");
	client_ask(bot, "+seeking", "seek rule=caro size=17 bots=yes");
	client_ask(bot, "+set bot=no", "set bot=off");
	client_ask(bot, "+set bot=yes", "set bot=on");
	client_ask(ann, "+seeking", "seek rule=caro size=17");
	client_no_event(ann, "paired");
	client_ask(ann, "+unseek", "unseek");
	client_ask(bob, "+seeking", "seek rule=caro size=17 bots=yes");
	paired(bob, "~turns-bot", room);
}

static void a_bot_fills_in(void **state)
{
	struct client *ann = client_guest(*state, "fills-ann");
	char room[32];

	client_ask(ann, "+seeking", "seek size=13 fill=2@1");
	paired(ann, "ai:2", room);
	client_event(ann, "start room=%s", room);
	client_ask(ann, "-no-such what=level", "seek fill=99@5");
	client_ask(ann, "-syntax", "seek fill=2@4000");
}

/* Over four games of the same two each is black twice. */
static void colours_are_fair(void **state)
{
	struct client *ann = client_guest(*state, "fair-ann"),
		      *bob = client_guest(*state, "fair-bob");
	int blacks = 0;

	for (int i = 0; i < 4; i++) {
		const struct wire_line *w;

		client_ask(ann, "+seeking", "seek size=12");
		client_ask(bob, "+seeking", "seek size=12");
		w = client_event(ann, "paired with=~fair-bob");
		blacks += strcmp(line_value(w, "side"), "black") == 0;
		assert_true(blacks <= 2 && i + 1 - blacks <= 2);
	}
	assert_int_equal(blacks, 2);
}

static void challenge(struct client *c, const char *line, char id[static 32])
{
	snprintf(id, 32, "%s", line_value(client_ask(c, "+challenged id=*", "%s", line), "id"));
}

static void challenges(void **state)
{
	struct client *ann = client_guest(*state, "ch-ann"), *bob = client_guest(*state, "ch-bob"),
		      *cy = client_guest(*state, "ch-cy");
	char id[32], room[32];

	challenge(ann, "challenge ch-bob rule=caro size=17 time=60+1", id);
	client_event(bob, "challenge id=%s from=~ch-ann rule=caro size=17 time=60+1", id);
	client_send(cy, "accept %s", id);
	client_want(cy, "-no-such what=offer");
	client_send(ann, "accept %s", id);
	client_want(ann, "-forbidden");
	client_send(bob, "withdraw %s", id);
	client_want(bob, "-forbidden");
	client_send(bob, "accept %s", id);
	client_want(bob, "+accepted id=%s", id);
	client_event(bob, "challenge-gone id=%s why=accepted", id);
	paired(bob, "~ch-ann", room);
	client_event(ann, "paired room=%s with=~ch-bob", room);
	client_event(ann, "sync room=%s rule=caro size=17 time=60+1", room);
	client_event(ann, "start room=%s", room);
	client_send(bob, "accept %s", id);
	client_want(bob, "-no-such what=offer");

	challenge(ann, "challenge ~CH-CY private", id);
	client_event(cy, "challenge id=%s", id);
	client_send(cy, "decline %s", id);
	client_want(cy, "+declined");
	client_event(ann, "challenge-gone id=%s why=declined", id);
	challenge(ann, "challenge ch-cy", id);
	client_send(ann, "withdraw %s", id);
	client_want(ann, "+withdrawn");
	client_event(cy, "challenge-gone id=%s why=withdrawn", id);
	client_ask(ann, "-forbidden why=self", "challenge ch-ann");
	client_ask(ann, "-no-such what=user", "challenge ch-nobody");
	client_ask(ann, "-forbidden why=guest", "challenge ch-bob rated");
	client_ask(ann, "-syntax", "challenge ch-bob size=3");
}

/* A challenge does not outlive either of the two. */
static void challenges_go_with_people(void **state)
{
	struct client *ann = client_guest(*state, "go-ann"), *bob = client_guest(*state, "go-bob"),
		      *cy = client_guest(*state, "go-cy");
	char id[32];

	challenge(ann, "challenge go-bob", id);
	client_event(bob, "challenge id=%s", id);
	client_close(ann);
	client_event(bob, "challenge-gone id=%s why=gone", id);
	challenge(cy, "challenge go-bob", id);
	client_close(bob);
	client_event(cy, "challenge-gone id=%s why=gone", id);
}

static void challenges_are_bounded(void **state)
{
	struct client *ann = client_guest(*state, "many-ann"),
		      *bob = client_guest(*state, "many-bob");
	char id[32];

	for (int i = 0; i < 8; i++)
		challenge(ann, "challenge many-bob", id);
	client_ask(ann, "-full what=challenges", "challenge many-bob");
	client_send(ann, "withdraw %s", id);
	client_want(ann, "+withdrawn");
	challenge(ann, "challenge many-bob", id);
	client_event(bob, "challenge id=%s", id);
}

/* Twenty pairs at once, each seek for other terms; everyone meets the right one. */
static void crowds_sort_themselves(void **state)
{
	enum { PAIRS = 20 };
	struct client *first[PAIRS], *second[PAIRS];
	char name[32];

	for (int i = 0; i < PAIRS; i++) {
		snprintf(name, sizeof name, "crowd-a%d", i);
		first[i] = client_guest(*state, name);
		snprintf(name, sizeof name, "crowd-b%d", i);
		second[i] = client_guest(*state, name);
		client_send(first[i], "seek time=%d+0", 100 + i);
	}
	for (int i = 0; i < PAIRS; i++)
		client_want(first[i], "+seeking");
	for (int i = PAIRS - 1; i >= 0; i--)
		client_send(second[i], "seek time=%d+0", 100 + i);
	for (int i = 0; i < PAIRS; i++) {
		client_want(second[i], "+seeking");
		client_event(second[i], "paired with=~crowd-a%d", i);
		client_event(first[i], "paired with=~crowd-b%d", i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(seekers_meet),
	    wire_test(seeks_are_listed),
	    wire_test(ranges_are_kept),
	    wire_test(the_muted_do_not_meet),
	    wire_test(a_seeker_becomes_a_bot),
	    wire_test(a_bot_fills_in),
	    wire_test(colours_are_fair),
	    wire_test(challenges),
	    wire_test(challenges_go_with_people),
	    wire_test(challenges_are_bounded),
	    wire_test(crowds_sort_themselves),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
