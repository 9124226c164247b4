/*
 * What people have wished for elsewhere (cases WI01 to WI13): the help names it, and it works when
 * it is tried. What of it is the client's is in tests/tui/test_client.sh (WI04), the engine's in
 * tests/unit/test_responder.c (WI07) and tests/scripts/test_engine.sh (WI09).
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What `help VERB` tells has all of these words. */
static void helped(struct client *c, const char *verb, const char *words)
{
	char copy[128], *rest = copy, *word;

	client_ask(c, "+help n=1", "help %s", verb);
	snprintf(copy, sizeof copy, "%s", words);
	while ((word = strsep(&rest, " ")))
		if (!strstr(client_row(c, 0)->text, word))
			fail_msg("\"help %s\" does not tell of \"%s\": %s", verb, word,
			    client_row(c, 0)->text);
}

/* Case WI01: whoever has the code watches, sees what was played, and changes nothing; everyone
 * sees how many watch. */
static void people_watch(void **state)
{
	struct client *b = client_guest(*state, "wi1-b"), *w = client_guest(*state, "wi1-w");
	struct client *c = client_guest(*state, "wi1-c");
	const struct wire_line *made = client_ask(b, "+created code=*", "create private");
	char code[16], room[32];

	snprintf(code, sizeof code, "%s", line_value(made, "code"));
	snprintf(room, sizeof room, "%s", line_value(made, "room"));
	helped(c, "watch", "ROOM|CODE watches");
	helped(c, "invite", "friend");
	client_ask(b, "+invite code=* line=*", "invite");
	client_ask(w, "+joined as=white", "join %s", code);
	client_ask(b, "+moved", "h8");
	client_ask(w, "+moved", "i9");
	client_ask(c, "-no-such what=room", "watch %s", room);
	client_ask(c, "+watching room=*", "watch %s", code);
	client_event(c, "sync ply=2 moves=h8,i9");
	client_event(b, "watchers n=1");
	client_event(w, "watchers n=1");
	client_ask(c, "-forbidden", "j10");
	client_ask(b, "+moved ply=3", "j10");
	client_event(c, "move ply=3 at=j10");
}

/* Case WI03: whoever was cut off has a time, which is told, to come back to the game. */
static void people_come_back(void **state)
{
	struct client *b = client_connect(*state), *w = client_guest(*state, "wi3-w");
	const struct wire_line *welcome = client_ask(b, "+welcome", "guest wi3-b");
	char token[64], room[32];

	assert_true(line_int(welcome, "grace-ms") >= 60 * 1000);
	snprintf(token, sizeof token, "%s", line_value(welcome, "resume"));
	snprintf(room, sizeof room, "%s",
	    line_value(client_ask(b, "+created", "create absence=300"), "room"));
	client_ask(w, "+joined as=white", "join %s", room);
	client_ask(b, "+moved ply=1", "h8");
	client_reset(b);
	assert_true(line_int(client_event(w, "absent user=~wi3-b why=gone"), "ms") > 60 * 1000);
	b = client_connect(*state);
	helped(b, "resume", "TOKEN seats");
	client_ask(b, "+resumed rooms=*", "resume %s", token);
	client_event(b, "sync state=playing black=~wi3-b moves=h8");
	client_event(w, "back user=~wi3-b");
}

/* Case WI06: five or more, exactly five, and renju's forbidden points. */
static void rules_are_chosen(void **state)
{
	static const char *const rules[] = {"freestyle", "standard", "renju", "caro"};
	struct client *c = client_guest(*state, "wi6");
	struct table t;

	helped(c, "create", "[rule=]");
	for (int i = 0; i < 4; i++) {
		client_ask(c, "+created", "create rule=%s", rules[i]);
		client_event(c, "sync rule=%s", rules[i]);
		client_ask(c, "+left", "leave");
	}
	/* Six in a row, once by each rule; and three and three. */
	table_open(&t, *state, "wi6-a", "wi6-b", "");
	table_play(&t, "d8 a1 e8 a3 f8 a5 h8 c1 i8 c3 g8");
	table_end(&t, "result=black why=five");
	table_open(&t, *state, "wi6-c", "wi6-d", "rule=standard");
	table_play(&t, "d8 a1 e8 a3 f8 a5 h8 c1 i8 c3 g8");
	client_ask(t.white, "+moved", "c5");
	table_open(&t, *state, "wi6-e", "wi6-f", "rule=renju");
	table_play(&t, "h8 a1 i8 a3 j9 a5 j10 c1");
	client_ask(t.black, "-illegal why=double-three", "j8");
}

/* Case WI10: who begins is chosen, by name or by chance; and white moves first where the position
 * is black's already. */
static void who_begins_is_chosen(void **state)
{
	struct client *c = client_guest(*state, "wi10"), *b = client_guest(*state, "wi10-b");
	struct client *w = client_guest(*state, "wi10-w");

	helped(c, "play", "black|white|random [start=MOVES]");
	helped(c, "create", "[black=SEAT] [white=SEAT] [start=MOVES]");
	client_ask(c, "+created", "play 1 white size=9");
	client_event(c, "start black=ai:1 white=~wi10");
	client_event(c, "move ply=1 side=black");
	client_ask(c, "+moved ply=2", "a1");
	client_ask(b, "+created", "create black=open white=me start=h8");
	client_ask(
	    w, "+joined as=black", "join %s", line_value(client_event(b, "sync room=*"), "room"));
	client_event(w, "start black=~wi10-w white=~wi10-b turn=white moves=h8");
	client_ask(w, "-illegal why=not-turn", "i9");
	client_ask(b, "+moved ply=2", "i9");
}

/* Case WI12: time a game and more a move, time a game and periods, time a move. */
static void time_is_chosen(void **state)
{
	static const char *const times[] = {"300+5", "600+3x30", "30/move", "none"};
	static const char *const clocks[] = {
	    "300000,300000", "600000/3,600000/3", "30000,30000", "-,-"};
	struct client *c = client_guest(*state, "wi12");

	helped(c, "create", "[time=]");
	for (int i = 0; i < 4; i++) {
		client_ask(c, "+created", "create time=%s", times[i]);
		client_event(c, "sync time=%s clock=%s", times[i], clocks[i]);
		client_ask(c, "+left", "leave");
	}
}

/* Case WI13: how much may come in how short a time is the operator's to say. */
static void floods_are_bounded(void **state)
{
	struct server *s = server_start("talk-rate = 1\ncommand-rate = 1\n");
	struct client *c = client_guest(s, "wi13");
	bool slowed = false;

	(void)state;
	for (int i = 0; i < 8; i++) {
		client_send(c, "lobby :again");
		slowed |= line_matches(client_final(c), "-slow-down limit=talk retry-ms=*");
	}
	assert_true(slowed);
	slowed = false;
	for (int i = 0; i < 520 && !slowed; i++) {
		client_send(c, "status");
		slowed = line_matches(client_final(c), "-slow-down limit=commands retry-ms=*");
	}
	assert_true(slowed);
	server_configure(s, "think-pause-ms = 0\ntalk-rate = 0\ncommand-rate = 0\n");
	client_ask(client_admin(s), "+reloaded", "reload");
	for (int i = 0; i < 20; i++)
		client_ask(c, "+said", "lobby :again");
	for (int i = 0; i < 600; i++)
		client_ask(c, "+status", "status");
	clients_close_all();
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(people_watch),
	    wire_test(people_come_back),
	    wire_test(rules_are_chosen),
	    wire_test(who_begins_is_chosen),
	    wire_test(time_is_chosen),
	    wire_test(floods_are_bounded),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
