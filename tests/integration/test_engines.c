/*
 * Bots other than the levels: the classic styles, and engines of the configuration, good ones and
 * such as answer rubbish, write without end, say nothing or die at once. A bad one ends its game
 * without a result, and nobody else notices. Hints, and how far a bot has come.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/game/board.h"

struct fake {
	const char *name, *rules, *memory, *script;
};

/* A loop over Gomocup's lines that runs `answer` where a move is due; $taken has the stones. */
#define ENGINE(answer)                                                                             \
	"taken=\n"                                                                                 \
	"while read -r line; do\n"                                                                 \
	"	case $line in\n"                                                                         \
	"	START*) taken=; echo OK ;;\n"                                                            \
	"	BOARD) taken=' ' ;;\n"                                                                   \
	"	BEGIN|DONE) " answer " ;;\n"                                                       \
	"	[0-9]*,*,*) taken=\"$taken${line%,*} \" ;;\n"                                            \
	"	esac\n"                                                                                  \
	"done\n"

/* The first free point of the top row. */
#define FIRST_FREE                                                                                 \
	"i=0; while case $taken in *\" $i,0 \"*) true ;; *) false ;; esac; do i=$((i + 1)); "      \
	"done; "                                                                                   \
	"echo $i,0"

/* No network and no new rights, but for builds with sanitizers. */
#ifdef __SANITIZE_ADDRESS__
#define CONFINED ""
#else
#define CONFINED                                                                                   \
	"grep -q '^NoNewPrivs:.1' /proc/self/status && grep -q '^Seccomp:.2' /proc/self/status "   \
	"&& "
#endif

static const struct fake fakes[] = {
    {"good", "\"freestyle\", \"standard\"", "0", ENGINE(FIRST_FREE)},
    {"teller", "\"freestyle\"", "0",
	ENGINE("n=0; while [ $n -lt 50 ]; do n=$((n + 1)); echo \"MESSAGE info depth=3 "
	       "nodes=1234 value=-5 ms=7 pv=a1,b2\"; done; " FIRST_FREE)},
    {"crlf", "\"freestyle\"", "0", ENGINE("printf 'MESSAGE hm\\r\\n'; printf '%s\\r\\n' 3,3")},
    {"cr", "\"freestyle\"", "0", ENGINE("printf 'MESSAGE hm\\r'; printf '%s\\r' 3,3")},
    {"slow", "\"freestyle\"", "0", ENGINE("sleep 1; " FIRST_FREE)},
    {"bounded", "\"freestyle\"", "64",
	ENGINE("[ \"$(ulimit -v)/$(ulimit -c)/$(ulimit -t)\" = 65536/0/14400 ] && "
	       "[ $(ulimit -p) -le $(($(ls -d /proc/[0-9]*/task/* | wc -l) + 200)) ] && " CONFINED
		   FIRST_FREE)},
    {"rubbish", "\"freestyle\"", "0", ENGINE("echo banana")},
    {"outside", "\"freestyle\"", "0", ENGINE("echo 15,0")},
    {"occupied", "\"freestyle\"", "0", ENGINE("echo 7,7")},
    {"endless", "\"freestyle\"", "0", ENGINE("while :; do printf xxxxxxxxxxxxxxxxxxxxxxxx; done")},
    {"chatter", "\"freestyle\"", "0", ENGINE("while :; do echo MESSAGE still here; done")},
    {"silent", "\"freestyle\"", "0", ENGINE("taken=")},
    {"dying", "\"freestyle\"", "0", "exit 1\n"},
    {"absent", "\"freestyle\"", "0", NULL},
};

enum { FAKES = sizeof fakes / sizeof *fakes, FIRST_BAD = 6 };

static char folder[] = "/tmp/gomokud-engines.XXXXXX";

static void script_path(int i, char path[static 128])
{
	snprintf(path, 128, "%s/%s", folder, fakes[i].name);
}

/* Eight engines are the most that one configuration may have. */
static struct server *start_with(int from, int n)
{
	char config[4096] = "engine-idle-seconds = 2\n", path[128];
	size_t len = strlen(config);

	for (int i = from; i < from + n; i++) {
		script_path(i, path);
		len += (size_t)snprintf(config + len, sizeof config - len,
		    "engine \"%s\" { command = \"sh %s\" rules = {%s} memory = %s }\n",
		    fakes[i].name, path, fakes[i].rules, fakes[i].memory);
	}
	return server_start(config);
}

static int good_start(void **state)
{
	assert_non_null(mkdtemp(folder));
	for (int i = 0; i < FAKES; i++) {
		char path[128];
		FILE *f;

		script_path(i, path);
		if (fakes[i].script == NULL)
			continue;
		f = fopen(path, "we");
		assert_non_null(f);
		assert_true(fputs(fakes[i].script, f) >= 0);
		assert_int_equal(fclose(f), 0);
	}
	*state = start_with(0, FIRST_BAD);
	return 0;
}

static int bad_start(void **state)
{
	*state = start_with(FIRST_BAD, FAKES - FIRST_BAD);
	return 0;
}

static int bad_stop(void **state)
{
	char path[128];

	for (int i = 0; i < FAKES; i++) {
		script_path(i, path);
		unlink(path);
	}
	rmdir(folder);
	return group_stop(state);
}

static void styles_play(void **state)
{
	static const char *const styles[] = {"priority", "scoring", "weights", "negascout"};
	struct client *c = client_guest(*state, "style");

	for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
		char room[32];

		snprintf(room, sizeof room, "%s",
		    line_value(
			client_ask(c, "+created room=*", "play %s white", styles[i]), "room"));
		client_event(c, "start room=%s black=ai:%s", room, styles[i]);
		client_event(c, "move room=%s ply=1 side=black act=~style", room);
	}
	client_ask(c, "+created", "create black=me white=ai:auto");
	client_event(c, "start white=ai:2");
	client_ask(c, "-no-such what=level", "create white=ai:chess");
	client_ask(c, "-syntax", "play chess");
}

/* A foreign engine plays whole games, also one against the other. */
static void engines_play(void **state)
{
	struct client *c = client_guest(*state, "guest1");

	client_ask(c, "+created", "play good");
	client_event(c, "start white=ai:good");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2 at=a15");
	client_ask(c, "+moved", "h9");
	client_event(c, "move ply=4 at=b15");
	client_ask(c, "+moved", "c15");
	client_event(c, "move ply=6 at=d15");
	client_ask(c, "+offered", "undo");
	client_event(c, "undo ply=4");
	client_ask(c, "+moved", "e15");
	client_event(c, "move ply=6 at=c15");
	client_ask(c, "+left", "leave");
	client_ask(c, "-wrong-state why=rule", "play good rule=renju");
	client_ask(c, "+created", "create black=ai:good white=ai:priority");
	client_event(c, "end");
	client_ask(c, "+levels", "levels");
	for (size_t i = 0; i < client_rows(c); i++)
		if (line_matches(client_row(c, i), "=bot name=ai:good rules=freestyle,standard"))
			return;
	fail_msg("the engine is not listed");
}

/* Case EN14: engines end their lines in all the ways there are. */
static void line_ends_are_all_taken(void **state)
{
	struct client *c = client_guest(*state, "ends");

	client_ask(c, "+created", "play crlf white");
	client_event(c, "move ply=1 at=d12");
	client_ask(c, "+left", "leave");
	client_ask(c, "+created", "play cr white");
	client_event(c, "move ply=1 at=d12");
}

/* Two rooms with one engine do not wait for each other; slow answers are answers. */
static void slow_engines_play(void **state)
{
	struct client *c = client_guest(*state, "slow1"), *d = client_guest(*state, "slow2");

	client_ask(c, "+created", "play slow white");
	client_ask(d, "+created", "play slow white");
	client_event(c, "move ply=1");
	client_event(d, "move ply=1");
}

static void limits_are_set(void **state)
{
	struct client *c = client_guest(*state, "bound");

	client_ask(c, "+created", "play bounded white");
	client_event(c, "move ply=1 at=a15");
}

/* Progress goes to who asked for it, not more than four times a second, and without the line. */
static void progress_is_told(void **state)
{
	struct client *c = client_guest(*state, "think-c"), *d = client_guest(*state, "think-d");
	const struct wire_line *w;
	char room[32];

	client_ask(c, "+hello caps=thinking", "hello 1 caps=thinking,unheard-of");
	snprintf(room, sizeof room, "%s",
	    line_value(client_ask(c, "+created room=*", "create white=ai:teller"), "room"));
	client_send(d, "watch %s", room);
	client_want(d, "+watching");
	client_ask(c, "+moved", "h8");
	w = client_event(c, "thinking room=%s depth=3 nodes=1234 value=-5 ms=7", room);
	assert_null(wire_get(w, "pv"));
	w = client_next(c);
	while (strcmp(w->name, "watchers") == 0)
		w = client_next(c);
	/* Fifty reports within a blink are one. */
	assert_string_equal(w->name, "move");
	client_event(d, "move ply=2");
	client_no_event(d, "thinking");
}

/* Engines that have nothing to do end, and are there again when they are needed. */
static void idle_engines_end(void **state)
{
	struct client *c = client_guest(*state, "idle");
	int64_t end = now_ms() + patience_ms();
	pid_t pids[64];

	client_ask(c, "+created", "play good white");
	client_event(c, "move ply=1");
	while (server_children(*state, "sh", pids, 64) > 0 && now_ms() < end)
		client_ask(c, "+pong", "ping");
	assert_int_equal(server_children(*state, "sh", pids, 64), 0);
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=3");
}

/* A hint comes when it is there, under its tag; what is asked after it is not held up. */
static void hints(void **state)
{
	struct client *c = client_guest(*state, "hint-c");
	bool hinted = false, ponged = false;

	client_ask(c, "+created", "play 2");
	client_event(c, "start");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	client_send(c, "#h hint");
	client_send(c, "#p ping");
	for (int i = 0; i < 2; i++) {
		const struct wire_line *w = client_final(c);

		if (strcmp(w->tag, "h") == 0) {
			assert_true(line_matches(w, "#h +hint ply=3 rev=1 ms=*"));
			assert_true(point_parse(line_value(w, "at")) != POINT_NONE);
			assert_string_not_equal(line_value(w, "at"), "h8");
			hinted = true;
		} else {
			assert_true(line_matches(w, "#p +pong"));
			ponged = true;
		}
	}
	assert_true(hinted && ponged);
	client_ask(c, "+resigned", "resign");
	client_ask(c, "-wrong-state", "hint");
}

/* A hint makes way for the moves that come after it, and is answered with what it had. */
static void hints_make_way(void **state)
{
	struct server *s = server_start("workers = 1\n");
	struct client *c = client_guest(s, "hinted"), *d = client_guest(s, "mover");
	int64_t alone, ms = 0;

	(void)state;
	client_ask(c, "+created", "play 1");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	client_ask(d, "+created", "play 1");
	alone = line_int(client_ask(c, "+hint", "hint"), "ms");
	for (int i = 0; i < 4; i++) {
		client_send(c, "hint");
		client_ask(c, "+pong", "ping");
		client_ask(d, "+moved", "move %c1", 'a' + 2 * i);
		client_event(d, "move ply=%d", 2 * i + 2);
		ms += line_int(client_want(c, "+hint at=*"), "ms");
	}
	assert_in_range(ms, 0, 2 * alone);
	server_stop(s);
}

/* Between people only where the room has them, and only on one's own turn. */
static void hints_between_people(void **state)
{
	struct table t, u;

	table_open(&t, *state, "hint-b", "hint-w", "");
	client_ask(t.black, "-wrong-state why=hints-off", "hint");
	table_open(&u, *state, "hint-b2", "hint-w2", "hints=on");
	client_ask(u.white, "-wrong-state why=not-turn", "hint");
	client_ask(u.black, "+hint ply=1", "hint");
	/* Who goes while the engine thinks has asked for nothing. */
	client_send(u.black, "hint");
	client_close(u.black);
	client_event(u.white, "absent");
	client_ask(u.white, "+pong", "ping");
}

/* Cases EN17 and EN19: each bad engine ends its game, which does not count; a game with another bot
 * goes on. */
static void bad_engines_end_their_games(void **state)
{
	struct client *c[FAKES], *other = client_guest(*state, "unaware");
	char name[32];

	for (int i = FIRST_BAD; i < FAKES; i++) {
		snprintf(name, sizeof name, "bad-%s", fakes[i].name);
		c[i] = client_guest(*state, name);
		client_send(c[i], "play %s", fakes[i].name);
		client_want(c[i], "+created");
		client_event(c[i], "start");
		client_send(c[i], "h8");
		client_want(c[i], "+moved");
	}
	client_ask(other, "+created", "play 1");
	client_ask(other, "+moved", "h8");
	client_event(other, "move ply=2");
	for (int i = FIRST_BAD; i < FAKES; i++) {
		client_event(c[i], "notice");
		client_event(c[i], "end result=void why=engine winner=-");
		client_ask(c[i], "+pong", "ping");
	}
	client_no_event(other, "notice");
	client_ask(other, "+offered", "undo");
	client_event(other, "undo");
	server_check(*state);
}

/* A bad engine that is asked again fails again, and sooner; its processes do not pile up. */
static void bad_engines_are_asked_again(void **state)
{
	struct client *c = client_guest(*state, "again");
	pid_t pids[64];

	for (int i = 0; i < 3; i++) {
		client_ask(c, "+created", "play dying white");
		client_event(c, "end result=void why=engine");
		client_ask(c, "+left", "leave");
	}
	assert_true(server_children(*state, "sh", pids, 64) <= 2 * (FAKES - FIRST_BAD));
}

int main(void)
{
	const struct CMUnitTest good[] = {
	    wire_test(styles_play),
	    wire_test(engines_play),
	    wire_test(line_ends_are_all_taken),
	    wire_test(slow_engines_play),
	    wire_test(limits_are_set),
	    wire_test(progress_is_told),
	    wire_test(idle_engines_end),
	    wire_test(hints),
	    wire_test(hints_make_way),
	    wire_test(hints_between_people),
	};
	const struct CMUnitTest bad[] = {
	    wire_test(bad_engines_end_their_games),
	    wire_test(bad_engines_are_asked_again),
	};
	int failed = cmocka_run_group_tests(good, good_start, group_stop);

	return failed + cmocka_run_group_tests(bad, bad_start, bad_stop);
}
