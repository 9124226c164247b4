/*
 * Accounts over the wire: registering, logging in, passwords, codes, guests who become somebody, a
 * second login that takes the place of the first, and what guessing costs.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct client *registered(struct server *s, const char *name)
{
	struct client *c = client_connect(s);

	client_send(c, "register %s :secret of %s", name, name);
	client_want(c, "+welcome user=%s", name);
	return c;
}

static void register_then_login(void **state)
{
	struct client *c = registered(*state, "ann"), *d;

	client_ask(c, "-wrong-state why=logged-in", "register other :secret");
	client_ask(c, "+who", "who");
	client_close(c);
	d = client_connect(*state);
	client_ask(d, "-denied", "login ann :secret of anna");
	client_ask(d, "-denied", "login ann :");
	client_ask(d, "-denied", "login nobody :secret of ann");
	client_ask(d, "-login-first", "who");
	/* The name in any case; the tag on the answer, which comes later. */
	client_ask(d, "#7 +welcome user=ann rooms=-", "#7 login ANN :secret of ann");
	client_ask(d, "-wrong-state why=logged-in", "login ann :secret of ann");
	client_ask(d, "-wrong-state why=logged-in", "guest");
}

static void names_and_passwords(void **state)
{
	struct client *c = client_connect(*state);

	client_ask(c, "-syntax", "register ann2");
	client_ask(c, "-syntax", "register ann2 :short");
	client_ask(c, "-syntax", "register a :long enough");
	client_ask(c, "-syntax", "register ~ann2 :long enough");
	client_ask(c, "-syntax", "register black :long enough");
	client_ask(c, "-syntax", "register ann2 secret :long enough");
	client_ask(
	    c, "+welcome user=names", "register Names :\xe5\x9b\xb2\xe6\xa3\x8b  :) with spaces  ");
	client_close(c);
	c = client_connect(*state);
	/* What is typed counts to the last space. */
	client_ask(c, "-denied", "login names :\xe5\x9b\xb2\xe6\xa3\x8b  :) with spaces");
	client_ask(
	    c, "+welcome user=names", "login names :\xe5\x9b\xb2\xe6\xa3\x8b  :) with spaces  ");
}

static void taken_name(void **state)
{
	struct client *c = registered(*state, "taken"), *d = client_connect(*state);

	client_ask(d, "-exists what=name", "register taken :another secret");
	/* A guest of that name is somebody else. */
	client_ask(d, "+welcome user=~taken", "guest taken");
	client_ask(c, "+who n=*", "who");
}

/* Two ask for one name at the same time: one gets it. */
static void race_for_a_name(void **state)
{
	struct client *c[4];
	int got = 0, refused = 0;

	for (int i = 0; i < 4; i++)
		c[i] = client_connect(*state);
	for (int i = 0; i < 4; i++)
		client_send(c[i], "register raced :secret %d", i);
	for (int i = 0; i < 4; i++) {
		const struct wire_line *w = client_final(c[i]);

		got += strcmp(w->name, "welcome") == 0;
		refused += strcmp(w->name, "exists") == 0;
	}
	assert_int_equal(got, 1);
	assert_int_equal(refused, 3);
}

/* What follows a command that takes long waits for it, and nobody else does. */
static void answers_stay_in_order(void **state)
{
	struct client *c = client_connect(*state), *other = client_guest(*state, "waits-not");

	client_send(c, "#1 ping a\n#2 register ordered :secret\n#3 ping b\n#4 who\n#5 ping c");
	client_want(c, "#1 +pong word=a");
	/* The other's many answers come while the first one's hash is worked out. */
	for (int i = 0; i < 20; i++)
		client_ask(other, "+pong", "ping");
	client_want(c, "#2 +welcome user=ordered");
	client_want(c, "#3 +pong word=b");
	client_want(c, "#4 +who");
	client_want(c, "#5 +pong word=c");
}

/* Whoever hangs up in the middle leaves the daemon unharmed. */
static void gone_in_the_middle(void **state)
{
	struct client *c;

	for (int i = 0; i < 3; i++) {
		c = client_connect(*state);
		client_send(c, "register gone%d :secret", i);
		if (i == 0)
			client_reset(c);
		else
			client_close(c);
	}
	client_guest(*state, "still-here");
}

static void password_is_changed(void **state)
{
	struct client *c = registered(*state, "changer"), *d;

	client_ask(c, "-syntax", "passwd :short");
	client_ask(c, "+passwd", "passwd :a new secret");
	client_close(c);
	d = client_connect(*state);
	client_ask(d, "-denied", "login changer :secret of changer");
	client_ask(d, "+welcome user=changer", "login changer :a new secret");
	client_ask(
	    client_guest(*state, "no-pass"), "-forbidden why=guest-account", "passwd :secret");
}

/* A guest in the middle of a game registers: the seat, the game and the room go along. */
static void guest_becomes_somebody(void **state)
{
	struct table t;

	table_open(&t, *state, "newbie", "opponent", "");
	table_play(&t, "h8 i9");
	client_ask(t.black, "+welcome user=newbie2", "register newbie2 :secret");
	client_event(t.white, "seat side=black user=newbie2 owner=newbie2 state=playing");
	table_play(&t, "h9");
	client_ask(t.white, "+sync", "sync");
	assert_true(line_matches(
	    client_row(t.white, 0), "=sync black=newbie2 white=~opponent owner=newbie2 ply=3"));
	client_ask(t.white, "+offered", "draw");
	client_event(t.black, "offer type=draw from=~opponent");
	client_ask(t.black, "+resigned", "resign");
	client_event(t.white, "end winner=~opponent loser=newbie2");
	/* The old name is free. */
	client_guest(*state, "newbie");
}

/* The second login has the user, seats and all; the first is told why it has to go. */
static void second_login_replaces(void **state)
{
	struct client *first = registered(*state, "twice"), *second = client_connect(*state),
		      *bob = client_guest(*state, "twice-bob");
	char room[32];

	snprintf(
	    room, sizeof room, "%s", line_value(client_ask(first, "+created", "create"), "room"));
	client_ask(bob, "+joined", "join %s", room);
	client_event(bob, "start");
	client_ask(first, "+moved", "move h8");
	client_send(second, "login twice :secret of twice");
	client_want(second, "+welcome user=twice rooms=%s", room);
	client_event(second, "sync room=%s black=twice ply=1 absent=-", room);
	client_event(first, "bye reason=replaced");
	assert_true(client_wait_closed(first));
	/* Nobody was away. */
	client_no_event(bob, "absent");
	client_ask(bob, "+moved", "move i9");
	client_ask(second, "+moved ply=3", "move h9");
	client_event(second, "move ply=3");
}

/* A cable that came off: the seat waits, and the login takes it back. */
static void login_after_a_break(void **state)
{
	struct client *ann = registered(*state, "broken"),
		      *bob = client_guest(*state, "broken-bob");
	char room[32];

	snprintf(
	    room, sizeof room, "%s", line_value(client_ask(ann, "+created", "create"), "room"));
	client_ask(bob, "+joined", "join %s", room);
	client_event(bob, "start");
	client_reset(ann);
	client_event(bob, "absent user=broken why=gone");
	ann = client_connect(*state);
	client_ask(ann, "+welcome user=broken", "login broken :secret of broken");
	client_event(bob, "back user=broken");
	client_event(ann, "sync room=%s black=broken absent=-", room);
	client_ask(ann, "+moved ply=1", "move h8");
}

/* Two clients that put each other out have to slow down. */
static void evictions_are_paced(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = registered(s, "evicted");
	int in = 0;
	bool slowed = false;

	(void)state;
	client_close(c);
	for (int i = 0; i < 20 && !slowed; i++) {
		const struct wire_line *w;

		c = client_connect(s);
		client_send(c, "login evicted :secret of evicted");
		w = client_final(c);
		slowed = strcmp(w->name, "slow-down") == 0;
		in += !slowed;
		if (slowed) {
			assert_string_equal(line_value(w, "limit"), "name");
			assert_true(line_int(w, "retry-ms") > 0);
		}
	}
	assert_true(slowed);
	assert_true(in >= 3);
	server_stop(s);
}

/* Wrong passwords are charged to the name, then the right one has to wait, too; to the address
 * whatever the name. */
static void guessing_is_slow(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = client_connect(s);
	const struct wire_line *w;
	int denied = 0;

	(void)state;
	for (int i = 0; i < 30; i++) {
		client_send(c, "login nobody%d :guess", i % 3);
		w = client_final(c);
		if (strcmp(w->name, "slow-down") == 0)
			break;
		assert_string_equal(w->name, "denied");
		denied++;
	}
	assert_true(denied >= 10 && denied < 30);
	for (int i = 0; i < 30; i++) {
		client_send(c, "login other%d :guess", i);
		w = client_final(c);
		if (strcmp(w->name, "slow-down") == 0)
			break;
	}
	assert_string_equal(w->name, "slow-down");
	assert_string_equal(line_value(w, "limit"), "address");
	/* Those who are in are not slowed. */
	client_ask(client_guest(s, "quick"), "+pong", "ping");
	server_stop(s);
}

static void accounts_outlive_the_daemon(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = registered(s, "stays");

	(void)state;
	client_ask(c, "+set bot=yes", "set bot=on");
	client_close(c);
	server_restart(s, SIGTERM);
	c = client_connect(s);
	client_ask(c, "+welcome user=stays", "login stays :secret of stays");
	client_ask(c, "+set bot=yes", "set board=off");
	client_ask(c, "+who n=1", "who");
	assert_true(line_matches(client_row(c, 0), "=user name=stays bot=yes"));
	server_stop(s);
}

static void closed_and_no_guests(void **state)
{
	struct server *s = server_start("register = closed\nguests = no");
	struct client *c = client_try(s);

	(void)state;
	assert_non_null(c);
	assert_true(line_matches(client_next(c), "hello register=closed guests=no"));
	client_ask(c, "-forbidden why=closed", "register ann :secret");
	client_ask(c, "-forbidden why=no-guests", "guest");
	client_ask(c, "-denied", "login ann :secret");
	server_stop(s);
}

static void invite_needs_a_code(void **state)
{
	struct server *s = server_start("register = invite");
	struct client *c = client_connect(s);

	(void)state;
	client_ask(c, "-denied", "register ann :secret");
	client_ask(c, "-denied", "register ann code=0123456789 :secret");
	client_ask(c, "-denied", "register ann code=01234567890123456789 :secret");
	client_ask(c, "-login-first", "who");
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(register_then_login),
	    wire_test(names_and_passwords),
	    wire_test(taken_name),
	    wire_test(race_for_a_name),
	    wire_test(answers_stay_in_order),
	    wire_test(gone_in_the_middle),
	    wire_test(password_is_changed),
	    wire_test(guest_becomes_somebody),
	    wire_test(second_login_replaces),
	    wire_test(login_after_a_break),
	    wire_test(evictions_are_paced),
	    wire_test(guessing_is_slow),
	    wire_test(accounts_outlive_the_daemon),
	    wire_test(closed_and_no_guests),
	    wire_test(invite_needs_a_code),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
