/*
 * A room as its owner wants it: private, with options changed between games, with seats kept for
 * somebody, without who is not wanted.
 */
#include "harness.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int private_start(void **state)
{
	*state = server_start("address = \"play.example.org\"");
	return 0;
}

struct made {
	char room[32], code[32], challenge[32];
};

static struct made create(struct client *c, const char *options)
{
	const struct wire_line *w = client_ask(c, "+created room=*", "create %s", options);
	struct made m = {.code = ""};

	snprintf(m.room, sizeof m.room, "%s", line_value(w, "room"));
	if (wire_get(w, "code") != NULL)
		snprintf(m.code, sizeof m.code, "%s", line_value(w, "code"));
	if (wire_get(w, "challenge") != NULL)
		snprintf(m.challenge, sizeof m.challenge, "%s", line_value(w, "challenge"));
	return m;
}

/* Whether somebody's list of rooms has that one. */
static bool lists(struct client *c, const char *room)
{
	client_ask(c, "+rooms", "rooms");
	for (size_t i = 0; i < client_rows(c); i++)
		if (strcmp(line_value(client_row(c, i), "id"), room) == 0)
			return true;
	return false;
}

/* Without the code the room is not there; with it, in any case, it is. */
static void hidden_without_its_code(void **state)
{
	struct client *ann = client_guest(*state, "hid-ann"),
		      *bob = client_guest(*state, "hid-bob");
	struct made m = create(ann, "private :Ours");
	char upper[32] = "";

	assert_int_equal(strlen(m.code), 10);
	assert_true(lists(ann, m.room));
	assert_false(lists(bob, m.room));
	client_ask(bob, "-no-such what=room", "room %s", m.room);
	client_ask(bob, "-no-such what=room", "join %s", m.room);
	client_ask(bob, "-no-such what=room", "watch %s", m.room);
	client_ask(bob, "-no-such what=room", "say room=%s :x", m.room);
	client_ask(bob, "+whois", "whois hid-ann");
	assert_true(line_matches(client_row(bob, 0), "=user name=~hid-ann rooms=-"));
	client_ask(bob, "+who", "who");
	for (size_t i = 0; i < client_rows(bob); i++)
		assert_string_not_equal(line_value(client_row(bob, i), "rooms"), m.room);
	for (size_t i = 0; m.code[i] != '\0'; i++)
		upper[i] = (char)toupper((unsigned char)m.code[i]);
	client_send(bob, "join %s", upper);
	client_want(bob, "+joined room=%s as=white", m.room);
	client_event(ann, "start room=%s", m.room);
	assert_true(lists(bob, m.room));
	client_ask(ann, "+resigned", "resign");
	client_ask(bob, "+left", "leave");
	client_ask(bob, "-no-such what=room", "join %s", m.room);
	client_send(bob, "watch %s", m.code);
	client_want(bob, "+watching room=%s", m.room);
}

static void invitations(void **state)
{
	struct client *ann = client_guest(*state, "inv-ann");
	struct made m = create(ann, "private");
	const struct wire_line *w = client_ask(ann, "+invite", "invite");
	char line[256];

	assert_string_equal(line_value(w, "code"), m.code);
	snprintf(line, sizeof line, "play.example.org/%s#sha256:%s", m.code, server_pin(*state));
	assert_string_equal(line_value(w, "line"), line);
	m = create(ann, "");
	client_send(ann, "invite %s", m.room);
	w = client_want(ann, "+invite room=%s code=-", m.room);
	snprintf(line, sizeof line, "play.example.org/%s#sha256:%s", m.room, server_pin(*state));
	assert_string_equal(line_value(w, "line"), line);
	client_ask(
	    client_guest(*state, "inv-bob"), "-forbidden why=not-in-room", "invite %s", m.room);
}

/* Options change what is named, clear the board and every ready, and are the owner's. */
static void options_between_games(void **state)
{
	struct table t;

	table_open(&t, *state, "opt-b", "opt-w", "time=300+2 :Old");
	client_ask(t.black, "-wrong-state why=playing", "options size=9");
	table_play(&t, "h8 i9");
	client_ask(t.white, "+resigned", "resign");
	client_ask(t.white, "-forbidden why=owner", "options size=9");
	client_ask(t.black, "-syntax", "options");
	client_ask(t.black, "-syntax", "options size=4");
	client_ask(t.black, "+options", "options size=9 rule=renju undo=off :New");
	for (int i = 0; i < 2; i++) {
		struct client *c = i ? t.white : t.black;
		const struct wire_line *w = client_event(c, "sync room=%s", t.room);

		assert_string_equal(line_value(w, "time"), "300+2");
		assert_string_equal(line_value(w, "size"), "9");
		assert_string_equal(line_value(w, "rule"), "renju");
		assert_string_equal(line_value(w, "undo"), "off");
		assert_string_equal(line_value(w, "moves"), "-");
		assert_string_equal(line_value(w, "state"), "ready");
		assert_string_equal(w->text, "New");
	}
	client_ask(t.black, "+ready", "ready");
	client_no_event(t.black, "start");
	client_ask(t.white, "+ready", "ready");
	client_event(t.black, "start turn=black");
	t.ply = 0;
	table_play(&t, "e5 e6");
	/* What was played before the change is not what is played now. */
	client_ask(t.black, "-wrong-state why=ply", "move a1 ply=3 rev=1");
}

/* Who was away when the options changed gets that as one more missed event. */
static void options_while_away(void **state)
{
	struct client *ann = client_guest(*state, "away-ann"), *bob = client_connect(*state);
	struct made m = create(ann, "");
	char token[64];
	int64_t seq;

	snprintf(token, sizeof token, "%s",
	    line_value(client_ask(bob, "+welcome resume=*", "guest away-bob"), "resume"));
	client_send(bob, "join %s", m.room);
	client_want(bob, "+joined as=white");
	client_event(bob, "start room=%s", m.room);
	client_ask(bob, "+resigned", "resign");
	seq = line_int(client_event(bob, "end room=%s", m.room), "seq");
	client_close(bob);
	client_event(ann, "absent user=~away-bob");
	client_ask(ann, "+options", "options size=9");
	client_event(ann, "sync size=9");
	bob = client_connect(*state);
	client_send(bob, "resume %s seq=%s:%lld", token, m.room, (long long)seq);
	client_want(bob, "+resumed user=~away-bob");
	client_event(bob, "absent seq=%lld", (long long)seq + 1);
	client_event(bob, "sync seq=%lld size=9 moves=-", (long long)seq + 2);
	client_event(bob, "back seq=%lld", (long long)seq + 3);
}

/* Bots play by any options, and are ready at once. */
static void options_and_bots(void **state)
{
	struct client *ann = client_guest(*state, "optbot");

	create(ann, "white=ai:1");
	client_ask(ann, "+resigned", "resign");
	client_ask(ann, "+options", "options opening=swap2");
	client_event(ann, "sync opening=swap2 state=ready");
	client_ask(ann, "+options", "options size=10 opening=free");
	client_event(ann, "sync size=10 state=ready");
	client_ask(ann, "+ready", "ready");
	client_event(ann, "start white=ai:1");
}

/* Who is sent out does not come back; players are not sent out of their game. */
static void sent_out(void **state)
{
	struct client *eve = client_guest(*state, "out-eve");
	struct table t;

	table_open(&t, *state, "out-b", "out-w", "");
	client_ask(eve, "-no-such what=room", "watch r99999");
	client_send(eve, "watch %s", t.room);
	client_want(eve, "+watching");
	client_ask(eve, "-forbidden why=owner", "eject out-w");
	client_ask(t.black, "-wrong-state why=playing", "eject out-w");
	client_ask(t.black, "-no-such what=user", "eject nobody");
	client_ask(t.black, "-forbidden why=self", "eject out-b");
	client_ask(t.black, "+ejected user=~out-eve", "eject out-eve");
	client_event(eve, "ejected by=~out-b");
	client_send(eve, "watch %s", t.room);
	client_want(eve, "-forbidden why=sent-out");
	client_send(eve, "join %s", t.room);
	client_want(eve, "-forbidden");
	table_play(&t, "h8");
	client_ask(t.black, "+resigned", "resign");
	client_ask(t.black, "+ejected", "eject ~out-w");
	client_event(t.black, "seat side=white user=open");
	client_event(t.white, "ejected");
}

/* A seat by name is kept for who is asked, until the answer. */
static void seats_by_name(void **state)
{
	struct client *ann = client_guest(*state, "seat2-ann"),
		      *bob = client_guest(*state, "seat2-bob"),
		      *cy = client_guest(*state, "seat2-cy");
	struct made m = create(ann, "private white=seat2-bob time=60+1");
	char id[32];

	assert_true(m.challenge[0] != '\0');
	client_event(bob, "challenge id=%s from=~seat2-ann room=%s side=white time=60+1",
	    m.challenge, m.room);
	/* Nobody else gets the seat, not even with the code. */
	client_send(cy, "join %s", m.code);
	client_want(cy, "+joined as=watcher");
	client_send(cy, "accept %s", m.challenge);
	client_want(cy, "-no-such what=offer");
	client_send(ann, "accept %s", m.challenge);
	client_want(ann, "-forbidden");
	client_send(bob, "decline %s", m.challenge);
	client_want(bob, "+declined");
	client_event(ann, "challenge-gone id=%s why=declined", m.challenge);
	client_ask(bob, "-no-such what=room", "join %s", m.room);

	snprintf(id, sizeof id, "%s",
	    line_value(client_ask(ann, "+seated user=open challenge=*", "seat white seat2-bob"),
		"challenge"));
	client_event(bob, "challenge id=%s", id);
	client_send(bob, "accept %s", id);
	client_want(bob, "+accepted id=%s room=%s", id, m.room);
	client_event(ann, "challenge-gone id=%s why=accepted", id);
	client_event(bob, "start black=~seat2-ann white=~seat2-bob");
	client_event(ann, "start black=~seat2-ann white=~seat2-bob");
}

/* Whoever is asked may as well just join; a seat that is given away is kept no more. */
static void kept_seats_end(void **state)
{
	struct client *ann = client_guest(*state, "keep-ann"),
		      *bob = client_guest(*state, "keep-bob"),
		      *cy = client_guest(*state, "keep-cy");
	struct made m = create(ann, "white=keep-bob");

	client_event(bob, "challenge");
	client_send(bob, "join %s", m.room);
	client_want(bob, "+joined as=white");
	client_event(bob, "challenge-gone id=%s why=accepted", m.challenge);
	client_event(ann, "start white=~keep-bob");

	m = create(ann, "white=keep-bob");
	client_event(bob, "challenge id=%s", m.challenge);
	client_send(ann, "seat white open room=%s", m.room);
	client_want(ann, "+seated");
	client_event(bob, "challenge-gone id=%s why=withdrawn", m.challenge);
	client_send(cy, "join %s", m.room);
	client_want(cy, "+joined as=white");

	m = create(ann, "white=keep-bob");
	client_event(bob, "challenge id=%s", m.challenge);
	client_send(ann, "leave %s", m.room);
	client_want(ann, "+left");
	client_event(bob, "challenge-gone id=%s why=gone", m.challenge);
}

static void who_can_be_asked(void **state)
{
	struct client *ann = client_guest(*state, "ask-ann"),
		      *bob = client_guest(*state, "ask-bob");

	client_ask(ann, "-no-such what=user", "create white=ask-nobody");
	client_ask(ann, "-forbidden why=self", "create white=ask-ann");
	client_ask(ann, "-syntax", "create black=ask-bob white=ask-bob");
	client_ask(bob, "+muted", "mute ask-ann");
	client_ask(ann, "-forbidden", "create white=ask-bob");
}

/* A bot takes the seat that nobody took; one that was taken stays. */
static void bots_fill_in(void **state)
{
	struct client *ann = client_guest(*state, "fill-ann"),
		      *bob = client_guest(*state, "fill-bob");
	struct made m = create(ann, "fill=ai:scoring@1");

	client_event(ann, "start room=%s black=~fill-ann white=ai:scoring", m.room);
	client_ask(ann, "-syntax", "create fill=2");
	client_ask(ann, "-syntax", "create fill=2@0");
	client_ask(ann, "-no-such what=level", "create fill=11@5");
	m = create(ann, "fill=2@1");
	client_send(bob, "join %s", m.room);
	client_want(bob, "+joined as=white");
	client_event(bob, "start room=%s white=~fill-bob", m.room);
	client_send(bob, "resign room=%s", m.room);
	client_want(bob, "+resigned");
	client_send(bob, "leave %s", m.room);
	client_want(bob, "+left");
	client_event(ann, "seat room=%s side=white user=open", m.room);
}

static void rooms_owned_are_bounded(void **state)
{
	struct client *ann = client_guest(*state, "own-ann"),
		      *bob = client_guest(*state, "own-bob");
	struct made m = {.code = ""};

	for (int i = 0; i < 8; i++)
		m = create(ann, "");
	client_ask(ann, "-full what=your-rooms", "create");
	client_ask(ann, "-full what=your-rooms", "play 2");
	client_send(bob, "join %s", m.room);
	client_want(bob, "+joined");
	client_send(ann, "leave %s", m.room);
	client_want(ann, "+left");
	client_ask(ann, "+created", "create");
}

/*
 * Guessing codes is slow from one address, however often it comes back, and even a right one is not
 * taken then; what needs no code goes on.
 */
static void guesses_are_slowed(void **state)
{
	struct client *ann = client_guest(*state, "guess-ann"),
		      *eve = client_guest(*state, "guess-eve");
	struct made m = create(ann, "private"), n = create(ann, "");
	bool slowed = false;

	for (int i = 0; i < 50 && !slowed; i++) {
		const struct wire_line *w;

		client_send(eve, "join %010d", i);
		w = client_final(eve);
		slowed = strcmp(w->name, "slow-down") == 0;
		if (slowed)
			assert_true(line_int(w, "retry-ms") > 0);
		else
			assert_string_equal(w->name, "no-such");
	}
	assert_true(slowed);
	client_close(eve);
	eve = client_guest(*state, "guess-eve2");
	client_send(eve, "join %s", m.code);
	client_want(eve, "-slow-down limit=address retry-ms=*");
	client_send(eve, "join %s", n.room);
	client_want(eve, "+joined");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(hidden_without_its_code),
	    wire_test(invitations),
	    wire_test(options_between_games),
	    wire_test(options_while_away),
	    wire_test(options_and_bots),
	    wire_test(sent_out),
	    wire_test(seats_by_name),
	    wire_test(kept_seats_end),
	    wire_test(who_can_be_asked),
	    wire_test(bots_fill_in),
	    wire_test(rooms_owned_are_bounded),
	    /* Last: it leaves no more tries to this address. */
	    wire_test(guesses_are_slowed),
	};

	return cmocka_run_group_tests(tests, private_start, group_stop);
}
