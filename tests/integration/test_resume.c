/*
 * Coming back by a token: after a line that dropped with and without a word, with everything that
 * was missed told once, in the middle of openings, and after a reply that was lost on the way.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
	struct client *c;
	char name[24], token[64];
};

static void come(struct person *p, struct server *s, const char *name)
{
	snprintf(p->name, sizeof p->name, "~%s", name);
	p->c = client_connect(s);
	snprintf(p->token, sizeof p->token, "%s",
	    line_value(client_ask(p->c, "+welcome", "guest %s", name), "resume"));
}

static void come_back(struct person *p, struct server *s, const char *seq)
{
	const struct wire_line *w;

	p->c = client_connect(s);
	client_send(p->c, "resume %s %s%s", p->token, *seq ? "seq=" : "", seq);
	w = client_want(p->c, "+resumed user=%s", p->name);
	snprintf(p->token, sizeof p->token, "%s", line_value(w, "resume"));
}

struct pair {
	struct person black, white;
	char room[16];
};

static void sit_down(struct pair *p, struct server *s, const char *who, const char *options)
{
	char name[24];

	snprintf(name, sizeof name, "%s-b", who);
	come(&p->black, s, name);
	snprintf(name, sizeof name, "%s-w", who);
	come(&p->white, s, name);
	snprintf(p->room, sizeof p->room, "%s",
	    line_value(client_ask(p->black.c, "+created", "create %s", options), "room"));
	client_ask(p->white.c, "+joined", "join %s", p->room);
	client_event(p->black.c, "start");
	client_event(p->white.c, "start");
}

static int64_t seq_of(struct client *c)
{
	client_ask(c, "+sync", "sync");
	return line_int(client_row(c, 0), "seq");
}

/* Case SV01: the own seat, board, clock and colour, however the line was lost. */
static void a_dropped_line(void **state)
{
	enum { SILENT, FIN, RESET, WAYS };
	struct pair p;

	sit_down(&p, *state, "drop", "time=600+0");
	client_ask(p.black.c, "+moved", "h8");
	for (int way = 0; way < WAYS; way++) {
		struct client *old = p.white.c;
		int64_t before, after;

		client_ask(old, "+sync", "sync");
		before =
		    strtoll(strchr(line_value(client_row(old, 0), "clock"), ',') + 1, NULL, 10);
		if (way == FIN)
			client_close(old);
		if (way == RESET)
			client_reset(old);
		/* Without a word nobody has noticed that the line is gone. */
		if (way != SILENT)
			client_event(p.black.c, "absent user=~drop-w why=gone");
		come_back(&p.white, *state, "");
		client_event(
		    p.white.c, "sync state=playing white=~drop-w turn=white act=~drop-w moves=h8");
		if (way == SILENT)
			client_event(old, "bye reason=replaced");
		else
			client_event(p.black.c, "back user=~drop-w");
		client_ask(p.white.c, "+sync", "sync");
		after = strtoll(
		    strchr(line_value(client_row(p.white.c, 0), "clock"), ',') + 1, NULL, 10);
		/* The clock has run on, and no more than that. */
		assert_true(after <= before && after > 0);
	}
	client_ask(p.white.c, "+moved ply=2", "i9");
	client_event(p.black.c, "move ply=2 at=i9");
	client_ask(p.black.c, "-wrong-state", "claim win");
}

/* What was missed comes once and in order; nothing that was seen comes again. */
static void what_was_missed(void **state)
{
	struct pair p;
	char seq[48];
	int64_t at;

	sit_down(&p, *state, "miss", "");
	at = seq_of(p.white.c);
	snprintf(seq, sizeof seq, "%s:%lld", p.room, (long long)at);
	client_close(p.white.c);
	client_event(p.black.c, "absent");
	client_ask(p.black.c, "+moved", "h8");
	client_ask(p.black.c, "+offered", "draw");
	client_ask(p.black.c, "+said", "say :are you there?");
	come_back(&p.white, *state, seq);
	assert_int_equal(line_int(client_event(p.white.c, "absent user=~miss-w"), "seq"), at + 1);
	assert_int_equal(line_int(client_event(p.white.c, "move at=h8"), "seq"), at + 2);
	assert_int_equal(line_int(client_event(p.white.c, "offer type=draw"), "seq"), at + 3);
	assert_int_equal(line_int(client_event(p.white.c, "back user=~miss-w"), "seq"), at + 4);
	client_no_event(p.white.c, "sync");
	client_no_event(p.white.c, "move");

	/* Again, with all of it seen: then only that they are back. */
	snprintf(seq, sizeof seq, "%s:%lld", p.room, (long long)at + 4);
	client_close(p.white.c);
	client_event(p.black.c, "absent");
	come_back(&p.white, *state, seq);
	client_event(p.white.c, "absent");
	client_event(p.white.c, "back");
	client_no_event(p.white.c, "sync");

	/* A number that the room has not come to, or not any more: all of it at once. */
	for (int far = 0; far < 2; far++) {
		snprintf(seq, sizeof seq, "%s:%lld", p.room, far ? 100000LL : 0LL);
		client_close(p.white.c);
		client_event(p.black.c, "absent");
		if (!far) {
			for (int i = 0; i < 35; i++) {
				char id[24];

				snprintf(id, sizeof id, "%s",
				    line_value(client_ask(p.black.c, "+offered", "undo"), "id"));
				client_ask(p.black.c, "+withdrawn", "withdraw %s", id);
			}
		}
		come_back(&p.white, *state, seq);
		client_event(p.white.c, "sync room=%s", p.room);
		client_no_event(p.white.c, "sync");
	}
}

/* A reply that is lost on the way locks nobody out, and a token that was confirmed does not count
 * for ever. */
static void lost_replies(void **state)
{
	struct person p;
	char first[64], second[64];
	struct client *c;

	come(&p, *state, "lost");
	snprintf(first, sizeof first, "%s", p.token);
	client_close(p.c);
	/* The answer to this one is not read: the token that it has is unknown. */
	for (int i = 0; i < 3; i++) {
		c = client_connect(*state);
		client_send(c, "resume %s", first);
		client_want(c, "+resumed");
		client_reset(c);
	}
	come_back(&p, *state, "");
	snprintf(second, sizeof second, "%s", p.token);
	assert_string_not_equal(first, second);
	/* The next command says that the answer has come. */
	client_ask(p.c, "+pong", "ping");
	client_close(p.c);
	c = client_connect(*state);
	client_ask(c, "-denied", "resume %s", first);
	come_back(&p, *state, "");
	c = client_connect(*state);
	client_ask(c, "-denied", "resume 00000000000000000000000000000000");
	client_ask(c, "-denied", "resume x");
}

/* ---- openings ---- */

/* The keys that say where an opening stands. */
static const char *const standing[] = {
    "state", "phase", "choices", "turn", "act", "black", "white", "moves", "rev", "ply", "opening"};
enum { STANDING = sizeof standing / sizeof *standing };

static void stands(struct client *c, const char *room, char text[static 2048])
{
	size_t len = 0;

	client_ask(c, "+sync", "sync room=%s", room);
	for (int i = 0; i < STANDING; i++)
		len += (size_t)snprintf(text + len, 2048 - len, "%s=%s ", standing[i],
		    line_value(client_row(c, 0), standing[i]));
	assert_true(len < 2048);
}

/* All three lose their line, or the server, and find the same as before. */
static void all_come_back(struct pair *p, struct person *eye, struct server *s, bool restart)
{
	struct person *const all[] = {&p->black, &p->white, eye};
	char before[2048], after[2048];

	stands(p->black.c, p->room, before);
	if (restart)
		server_halt(s, SIGKILL);
	for (int i = 0; i < 3; i++) {
		if (i % 2)
			client_reset(all[i]->c);
		else
			client_close(all[i]->c);
	}
	if (restart)
		server_restart_halted(s);
	for (int i = 0; i < 3; i++)
		come_back(all[i], s, "");
	for (int i = 0; i < 3; i++) {
		stands(all[i]->c, p->room, after);
		assert_string_equal(after, before);
	}
}

/* Case OP01: after each stone and each choice of swap2, by a dropped line and by a restart. */
static void openings_go_on(void **state)
{
	static const struct {
		bool white;
		const char *line;
	} steps[] = {{false, "h8"}, {false, "i8"}, {false, "j9"}, {true, "choose more"},
	    {true, "a1"}, {true, "b2"}, {false, "choose white"}, {false, "c3"}};

	for (int restart = 0; restart < 2; restart++) {
		struct person eye;
		struct pair p;
		char name[24];

		snprintf(name, sizeof name, "op01-%d", restart);
		sit_down(&p, *state, name, "opening=swap2");
		snprintf(name, sizeof name, "op01-eye%d", restart);
		come(&eye, *state, name);
		client_ask(eye.c, "+watching", "watch %s", p.room);
		for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
			struct client *c = steps[i].white ? p.white.c : p.black.c;

			client_send(c, "%s", steps[i].line);
			assert_int_equal(client_final(c)->kind, WIRE_OK);
			all_come_back(&p, &eye, *state, restart);
		}
		client_ask(p.white.c, "+resigned", "resign");
		client_event(p.black.c, "end winner=%s", p.black.name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(a_dropped_line),
	    wire_test(what_was_missed),
	    wire_test(lost_replies),
	    wire_test(openings_go_on),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
