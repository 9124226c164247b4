/*
 * What takes minutes, hours and a day: silence, absence, games without a clock, tokens, seats. Time
 * passes at the tests' word (tests/faults).
 */
#include "faulty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE };

static int begin(void **state)
{
	return faulty_begin(state) || group_start(state);
}

static int end(void **state)
{
	return group_stop(state) || faulty_end(state);
}

static struct client *come_back(struct server *s, const char *token)
{
	struct client *c = client_connect(s);

	client_ask(c, "+resumed", "resume %s", token);
	return c;
}

/* A guest with the token to come back by. */
static struct client *guest(struct server *s, const char *name, char token[static 64])
{
	struct client *c = client_connect(s);

	snprintf(
	    token, 64, "%s", line_value(client_ask(c, "+welcome", "guest %s", name), "resume"));
	return c;
}

/* Two people in a game whose first stone lies; white is to move. */
struct pair {
	struct client *black, *white;
	char black_token[64], white_token[64], room[32];
};

static void sit_down(struct pair *p, struct server *s, const char *name, const char *options)
{
	char white[24];

	snprintf(white, sizeof white, "%s-w", name);
	p->black = guest(s, name, p->black_token);
	p->white = guest(s, white, p->white_token);
	snprintf(p->room, sizeof p->room, "%s",
	    line_value(client_ask(p->black, "+created", "create %s", options), "room"));
	client_ask(p->white, "+joined as=white", "join %s", p->room);
	client_ask(p->black, "+moved", "h8");
	client_event(p->white, "move ply=1");
}

/* Who asked for it is spoken to after a minute of silence, and given up after two. */
static void silence(void **state)
{
	struct client *c = client_connect(*state), *answers = client_connect(*state), *plain;

	client_ask(c, "+hello caps=ping", "hello 1 caps=ping");
	client_ask(answers, "+hello caps=ping", "hello 1 caps=ping");
	client_ask(c, "+welcome", "guest mute");
	client_ask(answers, "+welcome", "guest polite");
	plain = client_guest(*state, "plain");
	client_no_event(plain, "ping");
	time_passes(*state, MINUTE);
	client_event(c, "ping");
	client_event(answers, "ping");
	client_ask(answers, "+pong", "ping");
	client_no_event(plain, "ping");
	time_passes(*state, MINUTE);
	client_event(c, "bye reason=timeout");
	client_wait_closed(c);
	client_event(answers, "ping");
	client_ask(answers, "+pong", "ping");
	client_ask(plain, "+pong", "ping");
}

/* Whoever has no name yet has two minutes to think of one. */
static void newcomers(void **state)
{
	struct client *c = client_connect(*state);

	time_passes(*state, 2 * MINUTE - 5);
	client_ask(c, "+pong", "ping");
	time_passes(*state, 6);
	client_event(c, "bye reason=timeout");
	client_wait_closed(c);
}

/* A game may be claimed from who is away two minutes on the own turn, and who is there is told. */
static void absence_is_claimed(void **state)
{
	struct pair p;
	const struct wire_line *w;

	sit_down(&p, *state, "away", "time=3600+0");
	client_ask(p.black, "-wrong-state why=present", "claim win");
	client_reset(p.white);
	client_event(p.black, "absent user=~away-w ms=120000");
	time_passes(*state, 2 * MINUTE - 10);
	w = client_ask(p.black, "-wrong-state why=early", "claim win");
	assert_true(line_int(w, "retry-ms") > 0 && line_int(w, "retry-ms") <= 10 * 1000);
	client_no_event(p.black, "notice");
	time_passes(*state, 11);
	client_event(p.black, "notice room=%s", p.room);
	client_ask(p.black, "+claimed", "claim win");
	client_event(p.black, "end result=black why=claimed");
	p.white = come_back(*state, p.white_token);
	client_event(p.white, "sync state=ended result=black why=claimed");
}

/* Without a clock the same holds for who is here and does not move for ten minutes more. */
static void idling_is_claimed(void **state)
{
	struct pair p;

	sit_down(&p, *state, "idle", "");
	client_ask(p.black, "-wrong-state why=early retry-ms=*", "claim draw");
	time_passes(*state, 11 * MINUTE);
	client_ask(p.black, "-wrong-state why=early", "claim draw");
	client_ask(p.white, "-wrong-state why=your-turn", "claim draw");
	time_passes(*state, MINUTE + 5);
	client_event(p.black, "notice room=%s", p.room);
	client_ask(p.black, "+claimed", "claim draw");
	client_event(p.white, "end result=draw why=claimed");
}

/* A game that both have left ends void: after ten minutes with a clock, after a day without. */
static void both_are_gone(void **state)
{
	static const struct {
		const char *name, *options;
		int seconds;
	} ways[] = {
	    {"gone-clock", "time=7200+0", 10 * MINUTE},
	    {"gone-none", "time=none", 24 * HOUR},
	};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct client *watcher;
		char name[24];
		struct pair p;

		snprintf(name, sizeof name, "w-%s", ways[i].name);
		sit_down(&p, *state, ways[i].name, ways[i].options);
		watcher = client_guest(*state, name);
		client_ask(watcher, "+watching", "watch %s", p.room);
		client_reset(p.black);
		client_event(watcher, "absent user=~%s", ways[i].name);
		client_reset(p.white);
		client_event(watcher, "absent user=~%s-w", ways[i].name);
		time_passes(*state, ways[i].seconds - 5);
		client_no_event(watcher, "end");
		/* The token works for as long as the game keeps the seat. */
		p.black = come_back(*state, p.black_token);
		client_event(watcher, "back user=~%s", ways[i].name);
		client_reset(p.black);
		client_event(watcher, "absent user=~%s", ways[i].name);
		time_passes(*state, ways[i].seconds - 5);
		client_no_event(watcher, "end");
		time_passes(*state, 6);
		client_event(watcher, "end result=void why=abandoned");
	}
}

/* Without a seat in a game the token works for ten minutes, as grace-ms said. */
static void tokens_run_out(void **state)
{
	char token[2][64];
	struct client *early = guest(*state, "early", token[0]);
	struct client *late = guest(*state, "late", token[1]), *c;

	client_reset(early);
	client_reset(late);
	c = client_guest(*state, "here");
	do
		client_ask(c, "+who", "who");
	while (client_rows(c) > 1);
	time_passes(*state, 10 * MINUTE - 5);
	client_close(come_back(*state, token[0]));
	time_passes(*state, 6);
	client_ask(client_connect(*state), "-denied", "resume %s", token[1]);
	/* The name is anybody's again. */
	client_guest(*state, "late");
}

/* Between games a seat is kept for the absence time. */
static void seats_are_given_up(void **state)
{
	char token[64];
	struct client *owner = guest(*state, "waits", token), *c = client_guest(*state, "looks");
	char room[32];

	snprintf(room, sizeof room, "%s",
	    line_value(client_ask(owner, "+created", "create absence=60"), "room"));
	client_ask(c, "+watching", "watch %s", room);
	client_reset(owner);
	client_event(c, "absent user=~waits");
	time_passes(*state, 55);
	client_no_event(c, "seat");
	time_passes(*state, 6);
	client_event(c, "seat side=black user=open");
	client_ask(c, "+left", "leave");
	/* And a room in which nobody is left is no more. */
	time_passes(*state, 10 * MINUTE + 5);
	client_ask(c, "-no-such what=room", "room %s", room);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(silence),
	    wire_test(newcomers),
	    wire_test(absence_is_claimed),
	    wire_test(idling_is_claimed),
	    wire_test(both_are_gone),
	    wire_test(tokens_run_out),
	    wire_test(seats_are_given_up),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
