/*
 * A backup that is taken while people play, and what comes of it: the server that begins on the
 * copy has their rooms, seats, clocks, accounts, games and ratings, and its own key.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

/* Runs `gomokud -d STATE --backup TO`; its exit status, what it said in out. */
static int back_up(const char *state, const char *to, char *out, size_t cap)
{
	const char *build = getenv("BUILD");
	char command[1200];
	FILE *f;
	int status;
	size_t n;

	snprintf(command, sizeof command, "%s/gomokud -d %s --backup %s 2>&1",
	    build ? build : "build", state, to);
	f = popen(command, "re");
	assert_non_null(f);
	n = fread(out, 1, cap - 1, f);
	out[n] = '\0';
	status = pclose(f);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* The copy takes the place of the state that was; its server has ended. */
static void restore(struct server *s, const char *copy)
{
	char command[1200];
	const char *dir = server_dir(s);

	snprintf(command, sizeof command, "rm -r %s/state && cp -rp %s %s/state", dir, copy, dir);
	assert_int_equal(system(command), 0);
}

static struct client *account(struct server *s, const char *name)
{
	struct client *c = client_connect(s);

	client_ask(c, "+welcome", "register %s :secret", name);
	return c;
}

/* A rated game that one of them loses at once. Its id in the archive. */
static void rated_game(struct client *ann, struct client *bob, char id[static 32])
{
	char room[24];

	snprintf(room, sizeof room, "%s",
	    line_value(client_ask(ann, "+created", "create rated"), "room"));
	client_ask(bob, "+joined as=white", "join %s", room);
	client_event(ann, "start room=%s", room);
	client_ask(ann, "+moved", "move h8 room=%s", room);
	client_ask(ann, "+resigned", "resign room=%s", room);
	snprintf(id, 32, "%s", line_value(client_event(bob, "end room=%s", room), "game"));
	client_event(ann, "notice game=%s", id);
	client_ask(ann, "+left", "leave %s", room);
	client_ask(bob, "+left", "leave %s", room);
}

static void taken_while_people_play(void **state)
{
	struct server *s = server_start(NULL);
	struct client *ann = account(s, "bak-ann"), *bob = account(s, "bak-bob"), *c;
	char copy[300], folder[300], nowhere[300], out[512], id[32], pin[80], token[64],
	    moves[1200];
	struct table t;
	struct stat st;

	(void)state;
	rated_game(ann, bob, id);
	c = client_connect(s);
	snprintf(token, sizeof token, "%s",
	    line_value(client_ask(c, "+welcome", "guest bak-cid"), "resume"));
	client_ask(c, "+seeking", "seek size=17");
	table_open(&t, s, "bak-b", "bak-w", "time=600+0");
	table_play(&t, "h8 i9 j10");
	snprintf(pin, sizeof pin, "%s", server_pin(s));
	snprintf(copy, sizeof copy, "%s/copy", server_dir(s));
	snprintf(folder, sizeof folder, "%s/state", server_dir(s));
	assert_int_equal(back_up(folder, copy, out, sizeof out), 0);
	/* Never over something else, and never half in silence. */
	assert_int_equal(back_up(folder, copy, out, sizeof out), EX_IOERR);
	assert_non_null(strstr(out, "is not empty"));
	snprintf(nowhere, sizeof nowhere, "%s/no", server_dir(s));
	assert_int_equal(back_up(nowhere, nowhere, out, sizeof out), EX_IOERR);
	/* What comes later is not in it. */
	table_play(&t, "k11");
	server_halt(s, SIGKILL);
	clients_close_all();
	/* The secrets are the owner's alone. */
	snprintf(out, sizeof out, "%s/key.pem", copy);
	assert_int_equal(stat(out, &st), 0);
	assert_int_equal(st.st_mode & 077, 0);
	snprintf(out, sizeof out, "%s/gomokud.db", copy);
	assert_int_equal(stat(out, &st), 0);
	assert_int_equal(st.st_mode & 077, 0);
	restore(s, copy);
	server_restart_halted(s);

	assert_string_equal(server_pin(s), pin);
	c = client_connect(s);
	client_ask(c, "+resumed user=~bak-cid", "resume %s", token);
	client_ask(c, "+unseek", "unseek");
	client_ask(c, "+watching", "watch %s", t.room);
	table_moves(c, t.room, moves, sizeof moves);
	assert_string_equal(moves, "h8,i9,j10");
	ann = client_connect(s);
	client_ask(ann, "+welcome", "login bak-ann :secret");
	client_ask(ann, "+game", "game %s", id);
	client_ask(ann, "+rating n=1", "rating bak-bob");
	assert_true(line_matches(client_row(ann, 0), "=rating games=1 won=1"));
	clients_close_all();
	server_stop(s);
}

/* Many copies, each of another moment of games that end: no game is lost between the journal and
 * the database, and none counts twice. */
static void no_game_falls_between(void **state)
{
	enum { COPIES = 6, GAMES = 3 };
	struct server *s = server_start(NULL);
	struct client *ann = account(s, "gap-ann"), *bob = account(s, "gap-bob");
	char folder[300], copy[COPIES][320], out[512], id[32];
	int known[COPIES], games = 0;

	(void)state;
	snprintf(folder, sizeof folder, "%s/state", server_dir(s));
	for (int i = 0; i < COPIES; i++) {
		char room[24];

		for (int g = 0; g < GAMES; g++, games++)
			rated_game(ann, bob, id);
		/* One more ends while the copy is made: it may be in it or not. */
		snprintf(room, sizeof room, "%s",
		    line_value(client_ask(ann, "+created", "create rated"), "room"));
		client_ask(bob, "+joined", "join %s", room);
		client_event(ann, "start");
		client_send(ann, "resign room=%s", room);
		known[i] = games++;
		snprintf(copy[i], sizeof copy[i], "%s/copy%d", server_dir(s), i);
		assert_int_equal(back_up(folder, copy[i], out, sizeof out), 0);
		client_want(ann, "+resigned");
		client_event(bob, "end");
		client_ask(ann, "+left", "leave %s", room);
		client_ask(bob, "+left", "leave %s", room);
	}
	for (int i = 0; i < COPIES; i++) {
		const struct wire_line *w;

		server_halt(s, SIGKILL);
		clients_close_all();
		restore(s, copy[i]);
		server_restart_halted(s);
		ann = client_connect(s);
		client_ask(ann, "+welcome", "login gap-ann :secret");
		/* What came out of the journal goes to the database in its own time. */
		do {
			client_ask(ann, "+pong", "ping");
			client_ask(ann, "+rating", "rating gap-ann");
			w = client_row(ann, 0);
		} while (line_int(w, "games") < known[i]);
		assert_in_range(line_int(w, "games"), known[i], known[i] + 1);
		assert_int_equal(line_int(w, "lost"), line_int(w, "games"));
	}
	clients_close_all();
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(taken_while_people_play),
	    wire_test(no_game_falls_between),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
