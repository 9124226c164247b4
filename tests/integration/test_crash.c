/*
 * The end of the daemon by kill -9, again and again, while games are played: nothing that was
 * answered is lost, nothing is played twice, everyone is back on the own seat, clocks are not
 * charged for the time in between, and each finished game is in the archive.
 *
 * GOMOKU_LONG=1 plays 50 games through 200 ends.
 */
#include "harness.h"
#include "link.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 50, LINE = 4100, PLIES = 225 };

/* A player that bears a server which ends in mid-sentence. */
struct peer {
	struct link link;
	char name[24], token[40];
	char in[3 * LINE];
	size_t len;
	bool up;
};

struct match {
	struct peer player[2]; /* black, white */
	char room[16];
	int point[PLIES], plies; /* what has been answered */
	int sent;		 /* the point under way, -1 none */
	int64_t clock[2];	 /* as last told */
};

static struct match matches[GAMES_MAX];
static int games;
static unsigned seed = 20261130;

static unsigned chance(unsigned n)
{
	seed = seed * 1103515245 + 12345;
	return seed / 65536 % n;
}

static void name_point(int point, char buf[static 16])
{
	snprintf(buf, 16, "%c%d", 'a' + point % 15, point / 15 + 1);
}

/* ---- lines ---- */

/* Takes the next whole line out of what has come. False when there is none. */
static bool take_line(struct peer *p, char *line)
{
	char *lf = memchr(p->in, '\n', p->len);
	size_t n;

	if (!lf)
		return false;
	n = (size_t)(lf - p->in);
	assert_true(n < LINE);
	memcpy(line, p->in, n);
	line[n] = '\0';
	p->len -= n + 1;
	memmove(p->in, lf + 1, p->len);
	return true;
}

/* The next line; false when the server has gone. Waits at most ms. */
static bool read_line(struct peer *p, char *line, int64_t ms)
{
	int64_t end = now_ms() + ms;

	while (!take_line(p, line)) {
		int n = link_read(&p->link, p->in + p->len, sizeof p->in - p->len, end);

		if (n <= 0)
			return false;
		p->len += (size_t)n;
	}
	return true;
}

static bool begins(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0;
}

/* Reads until a line that begins so, which has to come. */
static void want(struct peer *p, const char *word, char *line)
{
	do {
		if (!read_line(p, line, patience_ms()))
			fail_msg("%s: %s has not come", p->name, word);
	} while (!begins(line, word));
}

/* The value of a key, copied. */
static void value(const char *line, const char *key, char *buf, size_t cap)
{
	char wanted[24];
	const char *s;

	snprintf(wanted, sizeof wanted, " %s=", key);
	s = strstr(line, wanted);
	if (!s)
		fail_msg("no %s in: %s", key, line);
	snprintf(buf, cap, "%.*s", (int)strcspn(s + strlen(wanted), " "), s + strlen(wanted));
}

static void say(struct peer *p, const char *text)
{
	char line[256];
	int n = snprintf(line, sizeof line, "%s\n", text);

	if (link_write(&p->link, line, (size_t)n, now_ms() + patience_ms()))
		p->up = false; /* it ended under our hands: what comes next will tell */
}

static void connect_peer(struct server *s, struct peer *p)
{
	const char *wrong;
	char line[LINE];

	p->link = (struct link){.fd = -1};
	if ((wrong = link_open(&p->link, s, false, now_ms() + patience_ms())))
		fail_msg("%s: %s", p->name, wrong);
	p->len = 0;
	p->up = true;
	want(p, "*hello", line);
}

/* ---- playing ---- */

static void open_match(struct server *s, struct match *m, int number)
{
	char line[LINE], text[64];

	for (int i = 0; i < 2; i++) {
		snprintf(
		    m->player[i].name, sizeof m->player[i].name, "crash-%d%c", number, "bw"[i]);
		connect_peer(s, &m->player[i]);
		snprintf(text, sizeof text, "guest %s", m->player[i].name);
		say(&m->player[i], text);
		want(&m->player[i], "+welcome", line);
		value(line, "resume", m->player[i].token, sizeof m->player[i].token);
	}
	say(&m->player[0], "create time=3600+0");
	want(&m->player[0], "+created", line);
	value(line, "room", m->room, sizeof m->room);
	snprintf(text, sizeof text, "join %s", m->room);
	say(&m->player[1], text);
	want(&m->player[1], "*start", line);
	want(&m->player[0], "*start", line);
	m->plies = 0;
	m->sent = -1;
	m->clock[0] = m->clock[1] = 3600 * 1000;
}

/* A point that is free and makes no five: no two stones of a colour lie side by side in a row. */
static int next_point(const struct match *m)
{
	for (;;) {
		int point = (int)chance(PLIES);
		bool fits = (point % 15 + point / 15 * 2) % 4 / 2 == m->plies % 2;

		for (int i = 0; i < m->plies && fits; i++)
			fits = m->point[i] != point;
		if (fits)
			return point;
	}
}

static void read_clock(struct match *m, const char *line)
{
	char clock[64];
	long long black, white;

	value(line, "clock", clock, sizeof clock);
	assert_int_equal(sscanf(clock, "%lld,%lld", &black, &white), 2);
	m->clock[0] = black;
	m->clock[1] = white;
}

static void send_move(struct match *m)
{
	char text[64], name[16];

	m->sent = next_point(m);
	name_point(m->sent, name);
	snprintf(text, sizeof text, "move %s ply=%d", name, m->plies + 1);
	say(&m->player[m->plies % 2], text);
}

/* The answer has come: the move counts from now on. */
static void take_answer(struct match *m, const char *line)
{
	char ply[16];

	value(line, "ply", ply, sizeof ply);
	assert_int_equal(strtol(ply, NULL, 10), m->plies + 1);
	m->point[m->plies++] = m->sent;
	m->sent = -1;
}

static void play_move(struct match *m)
{
	struct peer *mover = &m->player[m->plies % 2], *other = &m->player[1 - m->plies % 2];
	char line[LINE];

	send_move(m);
	want(mover, "+moved", line);
	take_answer(m, line);
	want(other, "*move", line);
	read_clock(m, line);
}

/* A new game in the same room, when the board has become full enough. */
static void begin_again(struct match *m)
{
	char line[LINE], id[24], text[48];
	struct peer black;

	say(&m->player[0], "resign");
	want(&m->player[0], "*end", line);
	want(&m->player[1], "*end", line);
	say(&m->player[0], "rematch");
	want(&m->player[0], "+offered", line);
	value(line, "id", id, sizeof id);
	snprintf(text, sizeof text, "accept %s", id);
	say(&m->player[1], text);
	want(&m->player[0], "*start", line);
	want(&m->player[1], "*start", line);
	black = m->player[0];
	m->player[0] = m->player[1];
	m->player[1] = black;
	m->plies = 0;
	m->clock[0] = m->clock[1] = 3600 * 1000;
}

/* ---- the end, and after it ---- */

/* What had left the server before it ended still counts. */
static void drain(struct match *m)
{
	char line[LINE];

	for (int i = 0; i < 2; i++) {
		struct peer *p = &m->player[i];

		while (read_line(p, line, patience_ms()))
			if (m->sent >= 0 && i == m->plies % 2 && begins(line, "+moved"))
				take_answer(m, line);
		link_close(&p->link);
	}
}

static void expected_moves(const struct match *m, int extra, char *buf, size_t cap)
{
	size_t len = 0;
	char name[16];

	snprintf(buf, cap, "-");
	for (int i = 0; i < m->plies + (extra >= 0); i++) {
		name_point(i < m->plies ? m->point[i] : extra, name);
		len += (size_t)snprintf(buf + len, cap - len, "%s%s", i ? "," : "", name);
	}
}

/* The room is as it was answered, with or without the move that was under way. */
static void check_moves(struct match *m, const char *line)
{
	char moves[1200], without[1200], with[1200];

	value(line, "moves", moves, sizeof moves);
	expected_moves(m, -1, without, sizeof without);
	expected_moves(m, m->sent, with, sizeof with);
	if (strcmp(moves, without) != 0 && strcmp(moves, with) != 0)
		fail_msg("%s: the moves are %s, not %s", m->room, moves, with);
	if (m->sent >= 0 && strcmp(moves, with) == 0)
		m->point[m->plies++] = m->sent;
	m->sent = -1;
}

enum {
	TURN_MAX_MS = 60000
}; /* far more than a turn of this test takes, far less than a clock has */

static void check_clock(struct match *m, const char *line)
{
	int64_t before[2] = {m->clock[0], m->clock[1]};

	read_clock(m, line);
	for (int i = 0; i < 2; i++)
		assert_true(m->clock[i] <= before[i] && m->clock[i] >= before[i] - TURN_MAX_MS);
}

static void resume(struct server *s, struct match *m)
{
	char line[LINE], text[80], seat[24], guest[32];

	for (int i = 0; i < 2; i++) {
		struct peer *p = &m->player[i];

		connect_peer(s, p);
		snprintf(text, sizeof text, "resume %s", p->token);
		say(p, text);
		want(p, "+resumed", line);
		value(line, "resume", p->token, sizeof p->token);
		want(p, "*sync", line);
		value(line, i ? "white" : "black", seat, sizeof seat);
		snprintf(guest, sizeof guest, "~%s", p->name);
		assert_string_equal(seat, guest);
		if (i == 0)
			check_clock(m, line);
		check_moves(m, line);
	}
	want(&m->player[0], "*back", line); /* the other's; the own came before the sync */
}

/* One life of the daemon: some moves everywhere, then its end, nine times in ten amid a command. */
static void live_and_die(struct server *s)
{
	for (int i = 0; i < games; i++)
		for (unsigned n = chance(4); n > 0; n--)
			play_move(&matches[i]);
	for (int i = 0; i < games; i++)
		if (matches[i].plies > 80)
			begin_again(&matches[i]);
	for (int i = 0; i < games; i++)
		if (chance(10) < 9)
			send_move(&matches[i]);
	server_halt(s, SIGKILL);
	for (int i = 0; i < games; i++)
		drain(&matches[i]);
	server_restart_halted(s);
	for (int i = 0; i < games; i++)
		resume(s, &matches[i]);
}

static void nothing_answered_is_lost(void **state)
{
	bool long_run = getenv("GOMOKU_LONG") != NULL;
	int ends = long_run ? 200 : 12;

	games = long_run ? GAMES_MAX : 10;
	for (int i = 0; i < games; i++)
		open_match(*state, &matches[i], i);
	for (int i = 0; i < ends; i++)
		live_and_die(*state);
	for (int i = 0; i < games; i++)
		for (int side = 0; side < 2; side++)
			link_close(&matches[i].player[side].link);
}

/* Each game that was answered as ended is in the archive after it, whenever the daemon ended. */
static void finished_games_are_kept(void **state)
{
	for (int n = 0; n < 6; n++) {
		struct match m = {0};
		char line[LINE], game[24], text[48];

		open_match(*state, &m, 100 + n);
		play_move(&m);
		say(&m.player[1], "resign");
		want(&m.player[0], "*end", line);
		value(line, "game", game, sizeof game);
		server_halt(*state, SIGKILL);
		link_close(&m.player[0].link);
		link_close(&m.player[1].link);
		server_restart_halted(*state);
		connect_peer(*state, &m.player[0]);
		snprintf(text, sizeof text, "resume %s", m.player[0].token);
		say(&m.player[0], text);
		want(&m.player[0], "+resumed", line);
		/* The store is another thread: it may still be at it. */
		snprintf(text, sizeof text, "game %s", game);
		do {
			say(&m.player[0], text);
			while (read_line(&m.player[0], line, patience_ms()) &&
			       !begins(line, "=game") && !begins(line, "-"))
				;
		} while (begins(line, "-no-such"));
		value(line, "why", text, sizeof text);
		assert_string_equal(text, "resign");
		value(line, "ply", text, sizeof text);
		assert_string_equal(text, "1");
		link_close(&m.player[0].link);
	}
}

/* A room opened and left within one turn is no trouble for the next start. */
static void rooms_of_a_moment(void **state)
{
	static const char both[] = "create\nleave\ncreate\nleave\n";
	struct client *c = client_guest(*state, "moment");

	client_send_bytes(c, both, sizeof both - 1);
	for (int i = 0; i < 2; i++) {
		client_want(c, "+created");
		client_want(c, "+left");
	}
	clients_close_all();
	server_restart(*state, SIGKILL);
	server_restart(*state, SIGTERM);
}

/* The ends that a test can't hit by chance: before the journal is written, and right after. */
static void ends_at_named_points(void **state)
{
	static const char *const points[] = {"before-journal", "after-journal", "after-reply"};

	(void)state;
	for (int p = 0; p < 3; p++) {
		struct match m = {0};
		struct server *s;
		char at[40];

		/* Guests, room, seats and start take fewer turns than that; moves come to it. */
		snprintf(at, sizeof at, "%s:%d", points[p], 30);
		setenv("GOMOKUD_CRASH_AT", at, 1);
		s = server_start(NULL);
		unsetenv("GOMOKUD_CRASH_AT");
		open_match(s, &m, 200 + p);
		while (m.player[0].up && m.player[1].up) {
			char line[LINE];

			send_move(&m);
			if (!read_line(&m.player[m.plies % 2], line, patience_ms()))
				break;
			while (!begins(line, "+moved"))
				if (!read_line(&m.player[m.plies % 2], line, patience_ms()))
					goto ended;
			take_answer(&m, line);
		}
	ended:
		server_reap(s);
		drain(&m);
		m.clock[0] = m.clock[1] = 3600 * 1000;
		server_restart_halted(s);
		resume(s, &m);
		link_close(&m.player[0].link);
		link_close(&m.player[1].link);
		server_stop(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(nothing_answered_is_lost),
	    wire_test(finished_games_are_kept),
	    wire_test(rooms_of_a_moment),
	    wire_test(ends_at_named_points),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
