/*
 * A planned end: no new games, those going on are played to their end or to the deadline, everyone
 * is told, and comes back to the own seat after the restart.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* Without a game there is nothing to wait for. */
static void nothing_to_wait_for(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c = client_guest(s, "ann");

	(void)state;
	client_ask(a, "-wrong-state why=not-draining", "drain off");
	client_ask(a, "-syntax", "drain soon");
	client_ask(a, "-syntax", "drain 100000");
	client_ask(a, "+drain in-ms=600000 games=0", "drain");
	client_event(c, "draining in-ms=*");
	client_event(c, "bye reason=restart retry-ms=*");
	client_close(c);
	client_close(a);
	server_reap_well(s);
}

/* The running game is finished first; nothing else begins, whoever asks and how. */
static void games_are_finished(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c, *d;
	struct table t;
	char id[32];

	(void)state;
	c = client_guest(s, "carol");
	d = client_guest(s, "dave");
	table_open(&t, s, "ann", "bob", "");
	table_play(&t, "h8 a1 i8 a3");
	client_ask(c, "+created", "create");
	client_ask(c, "+challenged", "challenge dave");
	snprintf(id, sizeof id, "%s", line_value(client_event(d, "challenge"), "id"));
	client_ask(a, "+drain in-ms=500000 games=1", "drain 500");
	client_event(t.black, "draining in-ms=*");
	client_event(c, "draining in-ms=*");
	client_ask(c, "-draining in-ms=*", "create");
	client_ask(c, "-draining", "play 2");
	client_ask(c, "-draining", "seek");
	client_ask(c, "-draining", "challenge dave");
	client_ask(c, "-draining", "seat white ai:1");
	client_ask(d, "-draining", "accept %s", id);
	client_ask(d, "-draining", "join r2");
	client_ask(d, "+watching", "watch r1");
	client_ask(d, "+status draining=*", "status");
	assert_int_not_equal(client_stat(a, "drain-s"), 0);
	/* Who comes now is told, too. */
	d = client_guest(s, "eve");
	client_event(d, "draining in-ms=*");
	client_ask(a, "+drain in-ms=never", "drain off");
	client_event(c, "notice from=server");
	client_ask(d, "+created", "play 1");
	client_ask(d, "+resigned", "resign");
	client_ask(d, "+status draining=no", "status");
	client_ask(a, "+drain games=1", "drain in=900");
	table_play(&t, "j8 a5 k8 a7 l8");
	table_end(&t, "result=black why=five");
	client_event(t.white, "bye reason=restart retry-ms=*");
	clients_close_all();
	server_reap_well(s);
}

/* Nobody waits for a game that both players have left; it waits for them. */
static void the_absent_are_not_waited_for(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s);
	struct table t;

	(void)state;
	table_open(&t, s, "ann", "bob", "");
	table_play(&t, "h8 i9");
	client_ask(a, "+drain games=1", "drain");
	client_ask(t.black, "+quit", "quit");
	client_event(t.white, "absent user=~ann");
	client_ask(t.white, "+pong", "ping");
	client_close(t.white);
	client_event(a, "bye reason=restart");
	clients_close_all();
	server_reap_well(s);
}

/* At the deadline the game is put away as it stands, and goes on after the restart. */
static void the_deadline_keeps_the_game(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c = client_connect(s), *d = client_connect(s);
	char ann[64], bob[64], room[32];

	(void)state;
	snprintf(
	    ann, sizeof ann, "%s", line_value(client_ask(c, "+welcome", "guest ann"), "resume"));
	snprintf(
	    bob, sizeof bob, "%s", line_value(client_ask(d, "+welcome", "guest bob"), "resume"));
	snprintf(room, sizeof room, "%s",
	    line_value(client_ask(c, "+created", "create time=300+5"), "room"));
	client_ask(d, "+joined", "join %s", room);
	client_event(c, "start");
	client_ask(c, "+moved", "move h8");
	client_event(d, "move ply=1");
	client_ask(a, "+drain in-ms=1000 games=1", "drain 1");
	client_event(c, "bye reason=restart retry-ms=*");
	client_event(d, "bye reason=restart retry-ms=*");
	clients_close_all();
	server_reap_well(s);
	server_restart_halted(s);
	c = client_connect(s);
	d = client_connect(s);
	client_ask(c, "+resumed user=~ann", "resume %s", ann);
	client_event(c, "sync black=~ann white=~bob ply=1 state=playing");
	client_ask(d, "+resumed user=~bob", "resume %s", bob);
	client_ask(d, "+status draining=no", "status");
	client_ask(d, "+moved ply=2", "move i9");
	client_event(c, "move ply=2 at=i9");
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(nothing_to_wait_for),
	    wire_test(games_are_finished),
	    wire_test(the_absent_are_not_waited_for),
	    wire_test(the_deadline_keeps_the_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
