/*
 * What is left of a game when it is over: the archive, its exports, ratings. What is exported is
 * read again by the readers of engine/game.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/psq.h"
#include "engine/game/rating.h"
#include "engine/game/sgf.h"

static struct client *registered(struct server *s, const char *name)
{
	struct client *c = client_connect(s);

	client_send(c, "register %s :secret of %s", name, name);
	client_want(c, "+welcome user=%s", name);
	return c;
}

/* The two play until one resigns; the game's id. */
static void play_game(struct client *black, struct client *white, const char *options,
    bool black_wins, char id[static 32])
{
	char room[32];

	client_send(black, "create %s", options);
	snprintf(room, sizeof room, "%s", line_value(client_want(black, "+created"), "room"));
	client_ask(white, "+joined", "join %s", room);
	client_event(white, "start");
	client_send(black, "move h8 room=%s", room);
	client_want(black, "+moved ply=1");
	client_send(white, "move i9 room=%s", room);
	client_want(white, "+moved ply=2");
	client_send(black_wins ? white : black, "resign room=%s", room);
	client_want(black_wins ? white : black, "+resigned");
	snprintf(id, 32, "%s", line_value(client_event(black, "end room=%s", room), "game"));
	client_event(white, "end game=%s", id);
	client_ask(black, "+left", "leave %s", room);
	client_ask(white, "+left", "leave %s", room);
}

static void game_is_kept(void **state)
{
	struct client *c = client_guest(*state, "reader");
	struct table t;
	char id[32];

	table_open(&t, *state, "kept-b", "kept-w", "rule=caro time=300+5 :Friday's game");
	table_play(&t, "h8 i9 h9 i10");
	client_ask(t.white, "+resigned", "resign");
	snprintf(id, sizeof id, "%s", line_value(client_event(t.black, "end"), "game"));
	/* At once, and by anyone. */
	client_ask(c, "+games n=1", "games ~kept-b");
	assert_true(line_matches(client_row(c, 0),
	    "=game rule=caro size=15 time=300+5 opening=free rated=no black=~kept-b white=~kept-w "
	    "result=black why=resign ply=4 ended=*"));
	assert_string_equal(line_value(client_row(c, 0), "id"), id);
	assert_string_equal(client_row(c, 0)->text, "Friday's game");
	client_send(c, "game %s", id);
	client_want(c, "+game id=%s", id);
	assert_true(line_matches(client_row(c, 0), "=game moves=h8,i9,h9,i10 result=black"));
	client_ask(t.white, "+games n=1", "games");
	client_ask(c, "+games n=0", "games");
	client_ask(c, "-no-such what=game", "game 0");
	client_ask(c, "-syntax", "games ~kept-b limit=0");
	client_ask(c, "-syntax", "games ~kept-b limit=101");
}

/* Games that nobody won, and one against a bot. */
static void every_end_is_kept(void **state)
{
	struct client *c = client_guest(*state, "ends"), *other = client_guest(*state, "ends2");
	char room[32], id[32];

	client_ask(c, "+created", "play 1");
	client_ask(c, "+moved", "move h8");
	client_ask(c, "+resigned", "resign");
	client_event(c, "end winner=ai:1");
	client_ask(c, "+left", "leave");
	snprintf(room, sizeof room, "%s", line_value(client_ask(c, "+created", "create"), "room"));
	client_ask(other, "+joined", "join %s", room);
	client_event(c, "start");
	snprintf(id, sizeof id, "%s", line_value(client_ask(c, "+offered", "abort"), "id"));
	client_ask(other, "+accepted", "accept %s", id);
	client_event(c, "end result=void why=aborted");
	client_ask(c, "+games n=2", "games");
	/* Of the same second the order is not told. */
	for (size_t i = 0; i < 2; i++)
		assert_true(line_matches(client_row(c, i),
				"=game black=~ends white=ai:1 result=white why=resign") ||
			    line_matches(client_row(c, i),
				"=game black=~ends white=~ends2 result=void why=aborted ply=0"));
	client_ask(c, "+games n=1", "games limit=1");
}

/* The rows of an export as one text. */
static void gather(struct client *c, char *text, size_t size)
{
	size_t len = 0;

	for (size_t i = 0; i < client_rows(c); i++) {
		const struct wire_line *w = client_row(c, i);

		assert_string_equal(w->name, "line");
		len += (size_t)snprintf(text + len, size - len, "%s\n", w->text);
		assert_true(len < size);
	}
}

static void exports_are_read_again(void **state)
{
	static char text[RECORD_WRITE_MAX];
	static struct record r;
	struct record_report report;
	struct client *c = client_guest(*state, "exporter");
	char id[32], name[POINT_TEXT];
	struct table t;

	table_open(&t, *state, "exp-b", "exp-w", "rule=standard time=600+3x30 :T [x] \\ ;(");
	table_play(&t, "h8 a1 i8 a2 j8 a3 k8 a4 l8");
	snprintf(id, sizeof id, "%s",
	    line_value(client_event(t.white, "end result=black why=five"), "game"));
	client_send(c, "export %s sgf", id);
	client_want(c, "+export id=%s format=sgf", id);
	gather(c, text, sizeof text);
	assert_int_equal(sgf_read(&r, text, strlen(text), RULE_FREESTYLE, &report), 0);
	assert_int_equal(r.rule, RULE_STANDARD);
	assert_int_equal(r.size, 15);
	assert_int_equal(r.tc.kind, CLOCK_BYOYOMI);
	assert_string_equal(r.black, "~exp-b");
	assert_string_equal(r.white, "~exp-w");
	assert_string_equal(r.title, "T [x] \\ ;(");
	assert_int_equal(r.result, GAME_BLACK);
	assert_int_equal(r.why, WHY_FIVE);
	assert_int_equal(r.plies, 9);
	assert_string_equal(point_format(r.ply[8].point, name), "l8");
	client_send(c, "export %s psq", id);
	client_want(c, "+export format=psq");
	gather(c, text, sizeof text);
	assert_int_equal(psq_read(&r, text, strlen(text), RULE_STANDARD, &report), 0);
	assert_int_equal(r.plies, 9);
	assert_string_equal(point_format(r.ply[1].point, name), "a1");
	client_send(c, "export %s moves", id);
	client_want(c, "+export format=moves lines=1");
	assert_string_equal(client_row(c, 0)->text, "h8a1i8a2j8a3k8a4l8");
	client_ask(c, "-syntax", "export x doc");
	client_ask(c, "-no-such what=game", "export x sgf");
}

/* A pass is a thing that sgf can hold and psq can't. */
static void not_every_format_fits(void **state)
{
	struct table t;
	char id[32];

	table_open(&t, *state, "pass-b", "pass-w", "rule=renju");
	table_play(&t, "h8");
	client_ask(t.white, "+moved ply=2", "pass");
	client_ask(t.black, "+moved ply=3", "pass");
	snprintf(id, sizeof id, "%s",
	    line_value(client_event(t.white, "end result=draw why=passes"), "game"));
	client_send(t.white, "export %s psq", id);
	client_want(t.white, "-wrong-state why=format");
	client_send(t.white, "export %s sgf", id);
	client_want(t.white, "+export");
}

/* A guest's games go along when the guest registers. */
static void guest_keeps_games(void **state)
{
	struct client *c = client_guest(*state, "passing"), *other = client_guest(*state, "by");
	char id[32];

	play_game(c, other, "", true, id);
	client_ask(c, "+welcome user=passing2", "register passing2 :secret");
	client_ask(c, "+games n=1", "games");
	assert_true(line_matches(client_row(c, 0), "=game black=passing2 white=~by"));
	/* The next guest of that name has none. */
	client_ask(client_guest(*state, "passing"), "+games n=0", "games");
}

static void rated_games_count(void **state)
{
	struct client *ann = registered(*state, "rated-ann"),
		      *bob = registered(*state, "rated-bob");
	struct rating a = rating_new(), b = rating_new();
	char id[32], text[32];

	client_ask(ann, "+rating n=0", "rating rated-ann");
	client_ask(ann, "-no-such what=user", "rating rated-cid");
	play_game(ann, bob, "", true, id);
	client_ask(ann, "+rating n=0", "rating rated-ann");
	play_game(ann, bob, "rated", false, id);
	rating_play(&a, &b, 0.0);
	client_event(ann, "notice game=%s", id);
	client_event(bob, "notice game=%s", id);
	client_ask(ann, "+rating n=1", "rating rated-ann");
	snprintf(text, sizeof text, "%.0f", a.value);
	assert_true(line_matches(client_row(ann, 0),
	    "=rating name=rated-ann bot=no rule=freestyle provisional=yes games=1 won=0 lost=1"));
	assert_string_equal(line_value(client_row(ann, 0), "rating"), text);
	client_ask(bob, "+whois", "whois rated-ann");
	assert_int_equal(client_rows(bob), 2);
	assert_true(line_matches(client_row(bob, 1), "=rating rule=freestyle provisional=yes"));
	assert_string_equal(line_value(client_row(bob, 1), "rating"), text);
	client_ask(ann, "+top n=2", "top");
	assert_true(line_matches(client_row(ann, 0), "=rating place=1 name=rated-bob won=1"));
	assert_true(line_matches(client_row(ann, 1), "=rating place=2 name=rated-ann lost=1"));
	client_ask(ann, "+top n=1", "top rule=freestyle limit=1");
	client_ask(ann, "+top n=0", "top rule=renju");
	client_send(ann, "game %s", id);
	client_want(ann, "+game");
	assert_true(line_matches(client_row(ann, 0), "=game rated=yes"));
}

/* What a rated game can't have is refused where it is asked for. */
static void rated_is_for_accounts(void **state)
{
	struct client *ann = registered(*state, "strict-ann"),
		      *guest = client_guest(*state, "strict");
	char room[32];

	client_ask(guest, "-forbidden why=guest", "create rated");
	client_ask(ann, "-wrong-state why=rated", "create rated undo=on");
	client_ask(ann, "-wrong-state why=rated", "create rated start=h8,i9");
	client_ask(ann, "-wrong-state why=rated", "create rated white=ai:2");
	client_ask(ann, "-forbidden why=guest", "create rated white=~strict");
	client_ask(ann, "-wrong-state why=rated", "create rated fill=2@30");
	snprintf(room, sizeof room, "%s",
	    line_value(client_ask(ann, "+created", "create rated"), "room"));
	client_ask(ann, "-wrong-state why=rated", "seat white ai:2");
	client_send(guest, "join %s", room);
	client_want(guest, "+joined as=watcher");
	client_ask(guest, "+sync", "sync");
	assert_true(line_matches(client_row(guest, 0), "=sync rated=yes undo=off white=open"));
}

/* Against a level only where the operator has said so; its rating stands still. */
static void rated_bots(void **state)
{
	struct server *s = server_start("rate-bots = yes");
	struct client *ann = registered(s, "bot-ann");

	(void)state;
	client_ask(ann, "-wrong-state why=rated", "create rated white=ai:scoring");
	client_ask(ann, "+created", "create rated white=ai:2");
	client_event(ann, "start");
	client_ask(ann, "+moved", "move h8");
	/* Nobody gets out of one by an offer to a bot. */
	client_event(ann, "move ply=2");
	client_ask(ann, "+offered", "draw");
	client_event(ann, "offer-gone why=declined");
	client_ask(ann, "+offered", "abort");
	client_event(ann, "offer-gone why=declined");
	client_ask(ann, "+resigned", "resign");
	client_event(ann, "notice game=*");
	client_ask(ann, "+top n=1", "top");
	assert_true(line_matches(client_row(ann, 0), "=rating name=bot-ann lost=1"));
	assert_true(line_int(client_row(ann, 0), "rating") < 1500);
	server_stop(s);
}

static void archive_outlives_the_daemon(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = client_guest(s, "lasting"), *d = client_guest(s, "lasting2");
	char id[32];

	(void)state;
	play_game(c, d, "", true, id);
	client_close(c);
	client_close(d);
	server_restart(s, SIGTERM);
	c = client_guest(s, "later");
	client_ask(c, "+games n=1", "games ~lasting");
	assert_string_equal(line_value(client_row(c, 0), "id"), id);
	server_stop(s);
}

static struct client *logged_in(struct server *s, const char *name)
{
	struct client *c = client_connect(s);

	client_send(c, "login %s :secret of %s", name, name);
	client_want(c, "+welcome user=%s", name);
	return c;
}

/* The daemon is killed the moment a game's end is told: it is kept, once, and counts, once. */
static void kept_through_kills(void **state)
{
	struct server *s = server_start(NULL);
	struct client *ann = registered(s, "killed-ann"), *bob = registered(s, "killed-bob");
	enum { ROUNDS = 8 };
	char room[32], id[ROUNDS][32];

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		client_ask(ann, "+created", "create rated");
		client_ask(ann, "+room", "room");
		snprintf(room, sizeof room, "%s", line_value(client_row(ann, 0), "id"));
		client_ask(bob, "+joined as=white", "join %s", room);
		client_event(bob, "start");
		client_ask(ann, "+moved ply=1", "move h8");
		client_send(bob, "resign");
		snprintf(id[i], sizeof id[i], "%s", line_value(client_event(bob, "end"), "game"));
		server_restart(s, SIGKILL);
		clients_close_all();
		ann = logged_in(s, "killed-ann");
		bob = logged_in(s, "killed-bob");
		/* The room is still there; nobody needs it. */
		client_send(ann, "leave %s", room);
		client_want(ann, "+left");
		client_send(bob, "leave %s", room);
		client_want(bob, "+left");
	}
	client_ask(ann, "+games n=8", "games");
	for (int i = 0; i < ROUNDS; i++) {
		client_send(ann, "game %s", id[i]);
		client_want(ann, "+game");
		assert_true(line_matches(client_row(ann, 0), "=game rated=yes moves=h8"));
	}
	client_ask(ann, "+rating n=1", "rating killed-ann");
	assert_true(line_matches(client_row(ann, 0), "=rating games=8 won=8"));
	server_stop(s);
}

/* A guest is killed with the daemon, comes back by the token, registers: the games go along. */
static void guests_mark_outlives_the_daemon(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = client_connect(s), *d = client_guest(s, "marked2");
	char token[64], id[32];

	(void)state;
	snprintf(token, sizeof token, "%s",
	    line_value(client_ask(c, "+welcome user=~marked", "guest marked"), "resume"));
	play_game(c, d, "", true, id);
	client_ask(c, "+created", "create");
	server_restart(s, SIGKILL);
	clients_close_all();
	c = client_connect(s);
	client_send(c, "resume %s", token);
	client_want(c, "+resumed user=~marked");
	client_ask(c, "+welcome user=marked", "register marked :secret");
	client_ask(c, "+games n=1", "games");
	assert_string_equal(line_value(client_row(c, 0), "id"), id);
	/* And the account is found again after another end of the daemon. */
	server_restart(s, SIGKILL);
	clients_close_all();
	c = client_connect(s);
	client_ask(c, "+welcome user=marked", "login marked :secret");
	client_ask(c, "+games n=1", "games");
	server_stop(s);
}

/* A database that can't be used: the daemon says so in one line and does not start. */
static void damaged_database(void **state)
{
	struct server *s = server_start(NULL);
	char path[128], rubbish[512];
	FILE *f;

	(void)state;
	client_guest(s, "one");
	snprintf(path, sizeof path, "%s/state/gomokud.db", server_dir(s));
	clients_close_all();
	server_halt(s, SIGTERM);
	f = fopen(path, "r+e");
	assert_non_null(f);
	memset(rubbish, 0xa5, sizeof rubbish);
	assert_int_equal(fwrite(rubbish, 1, sizeof rubbish, f), sizeof rubbish);
	assert_int_equal(fclose(f), 0);
	server_refuses(s, 65, "the database is damaged");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(game_is_kept),
	    wire_test(every_end_is_kept),
	    wire_test(exports_are_read_again),
	    wire_test(not_every_format_fits),
	    wire_test(guest_keeps_games),
	    wire_test(rated_games_count),
	    wire_test(rated_is_for_accounts),
	    wire_test(rated_bots),
	    wire_test(archive_outlives_the_daemon),
	    wire_test(kept_through_kills),
	    wire_test(guests_mark_outlives_the_daemon),
	    wire_test(damaged_database),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
