/* People who talk to each other: who hears what, how fast, and who does not want to hear. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* An account, registered on the spot. */
static struct client *account(struct server *s, const char *name)
{
	struct client *c = client_connect(s);

	client_send(c, "register %s :secret of %s", name, name);
	client_want(c, "+welcome user=%s", name);
	return c;
}

static int talk_start(void **state)
{
	*state = server_start("register = open");
	return 0;
}

static void one_to_one(void **state)
{
	struct client *ann = client_guest(*state, "one-ann"),
		      *bob = client_guest(*state, "one-bob"), *cy = client_guest(*state, "one-cy");

	client_ask(ann, "+told user=~one-bob", "tell one-bob :at nine, as always");
	assert_string_equal(client_event(bob, "tell from=~one-ann")->text, "at nine, as always");
	client_ask(ann, "+told user=~one-bob", "tell ~ONE-BOB ::-)");
	assert_string_equal(client_event(bob, "tell from=~one-ann")->text, ":-)");
	client_no_event(cy, "tell");
	client_ask(ann, "-no-such what=user", "tell one-dan :hello");
	client_ask(ann, "-syntax", "tell one-bob :");
	client_ask(ann, "-syntax", "tell one-bob");
	client_ask(ann, "-bad-text", "tell one-bob :\x1b[2J");
}

static void to_all(void **state)
{
	struct client *ann = client_guest(*state, "all-ann"),
		      *bob = client_guest(*state, "all-bob"), *stranger = client_connect(*state);

	client_ask(ann, "+said", "lobby :anyone for a game?");
	assert_string_equal(client_event(bob, "lobby from=~all-ann")->text, "anyone for a game?");
	client_event(ann, "lobby from=~all-ann");
	client_no_event(stranger, "lobby");
}

/* Muting works on what is told, said and put in the lobby; unmuting takes it off. */
static void the_muted_are_not_heard(void **state)
{
	struct client *eye = client_guest(*state, "deaf-eye");
	struct table t;

	table_open(&t, *state, "mute-b", "mute-w", "");
	client_send(eye, "watch %s", t.room);
	client_want(eye, "+watching");
	client_ask(t.black, "+muted user=~mute-w", "mute mute-w");
	client_ask(t.black, "+muted", "mute mute-w");
	client_ask(t.black, "+mute n=1", "mute");
	assert_true(line_matches(client_row(t.black, 0), "=muted user=~mute-w"));
	client_ask(t.white, "-forbidden why=muted", "tell mute-b :hello");
	client_ask(t.white, "+said", "say :hello");
	client_event(eye, "say from=~mute-w");
	client_ask(t.white, "+said", "lobby :hello");
	client_event(eye, "lobby from=~mute-w");
	client_no_event(t.black, "say");
	client_no_event(t.black, "lobby");
	client_ask(t.black, "+whois", "whois mute-w");
	assert_true(line_matches(client_row(t.black, 0), "=user muted=yes playing=1 guest=yes"));
	/* The game goes on all the same. */
	table_play(&t, "h8 i9");
	client_ask(t.black, "+unmuted", "unmute MUTE-W");
	client_ask(t.black, "-no-such what=user", "unmute mute-w");
	client_ask(t.white, "+told", "tell mute-b :hello");
	client_event(t.black, "tell from=~mute-w");
	client_ask(t.black, "-forbidden why=self", "mute mute-b");
	client_ask(t.black, "-no-such what=user", "mute nobody");
}

/* Whoever has gone can be taken off the list. */
static void names_stay_muted(void **state)
{
	struct client *ann = client_guest(*state, "stay-ann"),
		      *bob = client_guest(*state, "stay-bob");

	client_ask(ann, "+muted", "mute stay-bob");
	client_close(bob);
	for (int tries = 0; tries < 1000; tries++) {
		client_send(ann, "whois stay-bob");
		if (client_final(ann)->kind == WIRE_ERROR)
			break;
	}
	client_ask(ann, "+mute n=1", "mute");
	bob = client_guest(*state, "stay-bob");
	client_ask(bob, "-forbidden", "tell stay-ann :me again");
	client_ask(ann, "+unmuted", "unmute stay-bob");
	client_ask(bob, "+told", "tell stay-ann :me again");
}

/*
 * Case SV25: three quick lines pass; a flood is refused with the time to wait, and what is refused
 * is not heard; moves go on at once.
 */
static void floods_are_slowed(void **state)
{
	enum { FLOOD = 1000 };
	int said = 0, heard = 0, refused = 0;
	struct table t;
	int64_t wait = 0;

	table_open(&t, *state, "flood-b", "flood-w", "");
	for (int i = 0; i < 3; i++)
		client_ask(t.black, "+said", "say :%s", "quick");
	for (int i = 0; i < FLOOD; i++)
		client_send(t.black, i % 2 ? "say :flood" : "tell flood-w :flood");
	for (int i = 0; i < FLOOD; i++) {
		const struct wire_line *w = client_final(t.black);

		if (w->kind == WIRE_OK) {
			said++;
			continue;
		}
		assert_true(line_matches(w, "-slow-down limit=*"));
		wait = line_int(w, "retry-ms");
		assert_true(wait > 0 && wait <= 60000);
		refused++;
	}
	assert_true(refused >= FLOOD * 9 / 10);
	table_play(&t, "h8 i9 h7 i8 h6");
	client_ask(t.black, "+pong", "ping");
	client_ask(t.white, "+sync", "sync");
	client_send(t.white, "ping end");
	for (;;) {
		const struct wire_line *w = client_next(t.white);

		if (strcmp(w->name, "pong") == 0)
			break;
		heard += strcmp(w->name, "say") == 0 || strcmp(w->name, "tell") == 0;
	}
	/* table_play has passed over what was heard before the moves. */
	assert_true(heard <= said + 3);
}

/* Commands in their hundreds wait as well, but not the moves between them. */
static void commands_are_slowed(void **state)
{
	enum { MANY = 1500 };
	int refused = 0;
	struct table t;

	table_open(&t, *state, "many-b", "many-w", "");
	for (int i = 0; i < MANY; i++)
		client_send(t.black, "status");
	client_send(t.black, "h8");
	for (int i = 0; i < MANY; i++)
		refused += line_matches(client_final(t.black), "-slow-down limit=commands");
	assert_true(refused > 0 && refused < MANY);
	client_want(t.black, "+moved ply=1");
	client_event(t.white, "move at=h8");
}

/* One who goes on regardless is shown the door. */
static void flooders_are_closed(void **state)
{
	struct client *eve = client_guest(*state, "closed-eve");

	for (int i = 0; i < 5000; i++)
		if (!client_push(eve, "status\n", 7, patience_ms()))
			break;
	client_event(eve, "bye reason=flood");
	client_wait_closed(eve);
}

/* What watchers say in a rated game is not for the players until it is over. */
static void watchers_of_rated_games(void **state)
{
	struct client *ann = account(*state, "rated-ann"), *bob = account(*state, "rated-bob"),
		      *eye = client_guest(*state, "rated-eye"),
		      *other = client_guest(*state, "rated-other");
	char room[32];

	snprintf(room, sizeof room, "%s",
	    line_value(client_ask(ann, "+created room=*", "create rated time=600+5"), "room"));
	/* A guest has no rating to play for. */
	client_send(eye, "join %s", room);
	client_want(eye, "+joined as=watcher");
	client_send(other, "watch %s", room);
	client_want(other, "+watching");
	client_send(bob, "join %s", room);
	client_want(bob, "+joined as=white");
	client_event(ann, "start");
	client_ask(eye, "+said", "say :play h8!");
	client_event(other, "say from=~rated-eye");
	client_event(eye, "say from=~rated-eye");
	client_no_event(ann, "say");
	client_no_event(bob, "say");
	client_ask(ann, "+said", "say :good luck");
	client_event(bob, "say from=rated-ann");
	client_event(eye, "say from=rated-ann");
	client_ask(ann, "-forbidden why=rated", "hint");
	client_ask(ann, "+resigned", "resign");
	client_ask(eye, "+said", "say :pity");
	client_event(bob, "say from=~rated-eye");
}

static void who_somebody_is(void **state)
{
	struct client *ann = client_guest(*state, "whois-ann"), *bob = account(*state, "whois-bob");

	client_ask(ann, "+seeking", "seek size=21");
	client_ask(bob, "+whois user=~whois-ann", "whois WHOIS-ann");
	assert_int_equal(client_rows(bob), 1);
	assert_true(
	    line_matches(client_row(bob, 0), "=user name=~whois-ann guest=yes bot=no rooms=- "
					     "playing=0 seeking=yes muted=no"));
	client_ask(ann, "+whois user=whois-bob", "whois whois-bob");
	assert_true(line_matches(client_row(ann, 0), "=user guest=no seeking=no"));
	client_ask(ann, "-no-such what=user", "whois whois-cy");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(one_to_one),
	    wire_test(to_all),
	    wire_test(the_muted_are_not_heard),
	    wire_test(names_stay_muted),
	    wire_test(floods_are_slowed),
	    wire_test(commands_are_slowed),
	    wire_test(flooders_are_closed),
	    wire_test(watchers_of_rated_games),
	    wire_test(who_somebody_is),
	};

	return cmocka_run_group_tests(tests, talk_start, group_stop);
}
