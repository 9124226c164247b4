/*
 * Many at once: fifty rooms whose games are played move by move in turn, fifty games against bots,
 * and a room with many eyes on it.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "engine/game/board.h"

enum { ROOMS = 50, EYES = 60 };

/* A game that is played in some of the rooms. */
struct script {
	const char *options, *points, *end;
};

static const struct script scripts[] = {
    {"rule=freestyle", "h8 a1 i8 a3 j8 a5 k8 a7 l8", "result=black why=five line=h8,i8,j8,k8,l8"},
    {"rule=standard size=9 time=600+2", "a1 e5 b1 f4 c1 g3 d1 i1 a9 h2", "result=white why=five"},
    {"size=5", "a5 b5 c5 d5 e5 a4 b4 c4 d4 e4 b3 a3 d3 c3 a2 e3 c2 b2 e2 d2 a1 b1 c1 d1 e1",
	"result=draw why=full"},
    {"size=25 time=60+0", "a1 y25 a2 y24 a3 y23 a4 y22 b1 y21", "result=white why=five"},
};

struct seated {
	struct table t;
	const struct script *script;
	char copy[256], *rest; /* the points still to be played */
	bool done;
};

/* Sends the next move of a room; false when its game is over. */
static bool send_move(struct seated *r)
{
	const char *point = strsep(&r->rest, " ");

	r->done = point == NULL;
	if (!r->done)
		client_send(table_turn(&r->t), "move %s", point);
	return !r->done;
}

static void see_move(struct seated *r)
{
	struct client *mover = table_turn(&r->t);

	r->t.ply++;
	client_want(mover, "+moved room=%s ply=%d", r->t.room, r->t.ply);
	client_event(r->t.black, "move room=%s ply=%d", r->t.room, r->t.ply);
	client_event(r->t.white, "move room=%s ply=%d", r->t.room, r->t.ply);
}

/* A hundred people in fifty rooms: every move of all of them is under way at the same time. */
static void fifty_rooms(void **state)
{
	static struct seated rooms[ROOMS];
	int playing = ROOMS;

	for (int i = 0; i < ROOMS; i++) {
		char black[32], white[32];

		snprintf(black, sizeof black, "load-b%d", i);
		snprintf(white, sizeof white, "load-w%d", i);
		rooms[i].script = &scripts[(size_t)i % (sizeof scripts / sizeof *scripts)];
		snprintf(rooms[i].copy, sizeof rooms[i].copy, "%s", rooms[i].script->points);
		rooms[i].rest = rooms[i].copy;
		table_open(&rooms[i].t, *state, black, white, rooms[i].script->options);
	}
	client_ask(rooms[0].t.black, "+status rooms=50 games=50 users=100", "status");
	while (playing > 0) {
		for (int i = 0; i < ROOMS; i++)
			if (!rooms[i].done && !send_move(&rooms[i]))
				playing--;
		for (int i = 0; i < ROOMS; i++)
			if (!rooms[i].done)
				see_move(&rooms[i]);
	}
	for (int i = 0; i < ROOMS; i++)
		table_end(&rooms[i].t, rooms[i].script->end);
	client_ask(rooms[0].t.black, "+status games=0", "status");
}

/* Fifty people against bots at once. */
static void fifty_bots(void **state)
{
	/* Where no bot has business so early. */
	static const char *const corners[] = {"a1", "o15", "a15", "o1"};
	struct client *people[ROOMS];

	for (int i = 0; i < ROOMS; i++) {
		char name[32];

		snprintf(name, sizeof name, "many-%d", i);
		people[i] = client_guest(*state, name);
	}
	for (int i = 0; i < ROOMS; i++)
		client_send(people[i], "play %d white", i % 10 + 1);
	for (int i = 0; i < ROOMS; i++)
		client_want(people[i], "+created");
	for (int turn = 0; turn < 4; turn++) {
		for (int i = 0; i < ROOMS; i++)
			client_event(people[i], "move ply=%d side=black", 2 * turn + 1);
		for (int i = 0; i < ROOMS; i++)
			client_send(people[i], "move %s", corners[turn]);
		for (int i = 0; i < ROOMS; i++)
			client_want(people[i], "+moved ply=%d", 2 * turn + 2);
	}
}

/* Everyone who watches, whenever they came, ends with the board that the players have. */
static void many_eyes(void **state)
{
	static const char *const points[] = {"h8", "i9", "h9", "h10", "i10", "g8", "j11", "k12",
	    "g10", "j10", "i8", "k11", "l13", "m14", "f9"};
	enum { PLIES = sizeof points / sizeof *points };
	struct client *eyes[EYES];
	struct table t;
	char theirs[512], mine[512];
	int came = 0;

	for (int i = 0; i < EYES; i++) {
		char name[32];

		snprintf(name, sizeof name, "eye-%d", i);
		eyes[i] = client_guest(*state, name);
	}
	table_open(&t, *state, "eyes-b", "eyes-w", "");
	for (int ply = 0; ply < PLIES; ply++) {
		/* They come while the move is on its way. */
		for (int i = 0; i < EYES / PLIES; i++)
			client_send(eyes[came + i], "watch %s", t.room);
		table_play(&t, points[ply]);
		for (int i = 0; i < EYES / PLIES; i++)
			client_want(eyes[came++], "+watching");
	}
	client_ask(t.white, "+resigned", "resign");
	table_end(&t, "result=black why=resign");
	table_moves(t.black, t.room, theirs, sizeof theirs);
	for (int i = 0; i < came; i++) {
		int64_t ply = line_int(client_event(eyes[i], "sync room=%s", t.room), "ply");

		/* After the snapshot every move once and in order, and then the end. */
		for (ply++; ply <= PLIES; ply++)
			client_event(eyes[i], "move ply=%d at=%s", (int)ply, points[ply - 1]);
		client_event(eyes[i], "end result=black why=resign");
		table_moves(eyes[i], t.room, mine, sizeof mine);
		assert_string_equal(mine, theirs);
	}
}

/* Processes of the server's engine; waits until there is one. */
static int engines(struct server *s, pid_t pids[], int max)
{
	int n;

	while ((n = server_children(s, "gomoku-engine", pids, max)) == 0)
		server_check(s);
	return n;
}

/*
 * When too many positions wait for an engine no more games against bots begin, and no hints are
 * thought of; games that go on, go on.
 */
static void bots_are_bounded(void **state)
{
	enum { OWNED = 8, PEOPLE = 70, WAITING = 512, ENGINES = 64 };
	struct server *s = server_start(NULL);
	struct client *c = client_guest(s, "bounded"), *crowd = NULL;
	pid_t pids[ENGINES];
	int n, rooms = 0;
	char name[32];
	bool full = false;

	(void)state;
	client_ask(c, "+created room=r1", "play 1");
	n = engines(s, pids, ENGINES);
	for (int i = 0; i < n; i++)
		assert_int_equal(kill(pids[i], SIGSTOP), 0);
	while (!full) {
		assert_true(rooms < OWNED * PEOPLE);
		if (rooms % OWNED == 0) {
			snprintf(name, sizeof name, "crowd-%d", rooms);
			crowd = client_guest(s, name);
		}
		client_send(crowd, "create black=ai:10 white=ai:10");
		full = line_matches(client_final(crowd), "-busy what=ai retry-ms=*");
		rooms += !full;
	}
	/* Those that an engine has taken do not wait. */
	assert_true(rooms >= WAITING && rooms <= WAITING + 2 * n);
	client_ask(crowd, "-busy what=ai", "play 1");
	client_ask(c, "-busy what=ai", "hint room=r1");
	client_ask(c, "+created", "create");
	client_ask(c, "+moved ply=1", "h8 room=r1");
	clients_close_all();
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(fifty_rooms),
	    wire_test(fifty_bots),
	    wire_test(many_eyes),
	    wire_test(bots_are_bounded),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
