/*
 * Those who mean harm or have a broken machine: silence, drips, floods, resets, readers that do not
 * read. Whatever they do ends with them, and the others play on.
 */
#include "harness.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	CROWD = 50,
	EXCESS = 80, /* connections, where there are descriptors for fewer */
};

static int hostile_start(void **state)
{
	*state = server_start("handshake-seconds = 3\ncommand-rate = 0\ntalk-rate = 0");
	return 0;
}

static bool still_open(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	return poll(&p, 1, 0) == 0;
}

/* Case SV20: connections that say nothing hold up nobody, and are closed at the deadline. */
static void silence(void **state)
{
	int64_t begin = now_ms();
	struct table t;
	int fds[CROWD];

	for (int i = 0; i < CROWD; i++)
		fds[i] = raw_connect(*state, false);
	table_open(&t, *state, "still-b", "still-w", "");
	table_play(&t, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
	table_end(&t, "result=black why=five");
	/* A whole game was played while all of them were waiting. */
	if (now_ms() - begin < 2500)
		for (int i = 0; i < CROWD; i++)
			assert_true(still_open(fds[i]));
	for (int i = 0; i < CROWD; i++)
		raw_wait_closed(fds[i]);
	assert_true(now_ms() - begin >= 2900);
}

/* A ClientHello that comes byte by byte has the same deadline: it is from the accept. */
static void dripped_hello(void **state)
{
	unsigned char hello[1024];
	size_t len = raw_client_hello(hello, sizeof hello), sent = 0;
	int fd = raw_connect(*state, false);
	struct pollfd p = {.fd = fd, .events = POLLIN};
	int64_t begin = now_ms();

	/* Ten bytes a second; it has far more bytes than the deadline has seconds. */
	while (sent < len && poll(&p, 1, 100) == 0 && now_ms() - begin < patience_ms())
		if (raw_send(fd, hello + sent++, 1) == -1)
			break;
	assert_true(sent < len);
	raw_wait_closed(fd);
	assert_true(now_ms() - begin < patience_ms());
}

/* What is no TLS is closed without waiting for a deadline. */
static void no_tls(void **state)
{
	static const char *const hellos[] = {"GET / HTTP/1.1\r\nHost: gomoku\r\n\r\n",
	    "guest ann\nplay 2\n", "\x16\x03\x01\xff\xff\xff"};

	for (size_t i = 0; i < sizeof hellos / sizeof *hellos; i++) {
		int fd = raw_connect(*state, false);

		assert_int_equal(raw_send(fd, hellos[i], strlen(hellos[i])), 0);
		raw_wait_closed(fd);
	}
}

/* Resets at every moment: before, in and after the handshake, in the middle of a line. */
static void resets(void **state)
{
	unsigned char hello[1024];
	size_t len = raw_client_hello(hello, sizeof hello);
	struct client *c;

	for (int i = 0; i < CROWD; i++) {
		int fd = raw_connect(*state, false);

		raw_send(fd, hello, i % 3 == 0 ? 0 : i % 3 == 1 ? len / 2 : len);
		raw_reset(fd);
		client_reset(client_connect(*state));
		c = client_connect(*state);
		client_send_bytes(c, "guest re", 8);
		client_reset(c);
	}
}

/* A player whose machine dies is absent for the others, and the room is whole. */
static void player_is_reset(void **state)
{
	struct table t;
	char moves[64];

	table_open(&t, *state, "dies-b", "dies-w", "");
	table_play(&t, "h8 i9");
	client_send(t.white, "say :last words");
	client_reset(t.white);
	client_event(t.black, "absent user=~dies-w why=gone");
	table_moves(t.black, t.room, moves, sizeof moves);
	assert_string_equal(moves, "h8,i9");
}

/* Whoever has said all they wanted still gets the answers. */
static void half_closed(void **state)
{
	struct client *c = client_guest(*state, "half");

	client_send_bytes(c, "ping a\nlevels\nping b\n", 21);
	client_half_close(c);
	client_want(c, "+pong word=a");
	client_want(c, "+levels n=10");
	client_want(c, "+pong word=b");
	client_wait_closed(c);
	client_guest(*state, "half");
}

/* A line without an end, 32 MB of it, and a memory that does not grow. */
static void endless_line(void **state)
{
	static char block[1 << 16];
	struct client *c = client_guest(*state, "endless");
	int64_t before;

	memset(block, 'x', sizeof block);
	client_send_bytes(c, block, sizeof block);
	before = server_rss_kib(*state);
	for (int i = 0; i < 512; i++)
		client_send_bytes(c, block, sizeof block);
	assert_true(sanitized() || server_rss_kib(*state) - before < 4096);
	client_send_bytes(c, "\n", 1);
	client_want(c, "-too-long limit=1024");
	client_ask(c, "+pong", "ping");
}

/* Twenty long lines of talk, which the other one sees. */
static void talk(struct client *from, struct client *other, int *said)
{
	char text[900];

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (int i = 0; i < 20; i++)
		client_send(from, "say :%d %s", *said + i, text);
	for (int i = 0; i < 20; i++) {
		char number[16];

		client_want(from, "+said");
		client_event(from, "say");
		snprintf(number, sizeof number, "%d ", (*said)++);
		if (other)
			assert_int_equal(
			    strncmp(client_event(other, "say")->text, number, strlen(number)), 0);
	}
}

/* Case SV22: a watcher who does not read costs the server no more than a bound. Everyone else sees
 * everything, and the watcher, when they read again, the whole game once, and then what comes. */
static void watcher_who_does_not_read(void **state)
{
	struct client *slow = client_guest_slow(*state, "deaf-eye"), *admin = client_admin(*state);
	int64_t before = client_stat(admin, "watchers-behind"), rss;
	int said = 0, syncs = 0;
	struct table t;

	table_open(&t, *state, "deaf-b", "deaf-w", "");
	client_send(slow, "watch %s", t.room);
	client_want(slow, "+watching");
	client_event(slow, "sync");
	while (client_stat(admin, "watchers-behind") == before && said < 20000)
		talk(t.black, t.white, &said);
	rss = server_rss_kib(*state);
	for (int i = 0; i < 50; i++)
		talk(t.black, t.white, &said);
	assert_true(sanitized() || server_rss_kib(*state) - rss < 512);
	table_play(&t, "h8 i9 j10");
	assert_int_equal(client_stat(admin, "watchers-behind"), before + 1);
	while (syncs == 0) {
		const struct wire_line *w = client_next(slow);

		syncs += strcmp(w->name, "sync") == 0;
		assert_true(
		    syncs > 0 || strcmp(w->name, "say") == 0 || strcmp(w->name, "watchers") == 0);
		if (syncs)
			assert_string_equal(line_value(w, "moves"), "h8,i9,j10");
	}
	table_play(&t, "k11");
	client_event(slow, "move at=k11 ply=4");
	client_no_event(slow, "sync");
}

/* A player misses nothing, and who never reads is sent away, and told why. */
static void player_who_does_not_read(void **state)
{
	struct client *slow = client_guest_slow(*state, "deaf-player");
	struct client *black = client_guest(*state, "deaf-other");
	struct client *admin = client_admin(*state);
	const struct wire_line *w;
	char room[32], last[32] = "";
	int said = 0;
	bool gone = false;

	snprintf(
	    room, sizeof room, "%s", line_value(client_ask(black, "+created", "create"), "room"));
	client_ask(slow, "+joined", "join %s", room);
	while (!gone && said < 20000) {
		talk(black, NULL, &said);
		client_ask(admin, "+users", "users");
		gone = true;
		for (size_t i = 0; i < client_rows(admin); i++)
			gone =
			    gone && !line_matches(client_row(admin, i), "=user name=~deaf-player");
	}
	assert_true(gone);
	do {
		w = client_next(slow);
		snprintf(last, sizeof last, "%s", w->name);
	} while (strcmp(last, "bye") != 0);
	assert_string_equal(line_value(w, "reason"), "slow");
	assert_true(client_wait_closed(slow));
}

/* Someone who asks and asks and never reads is not read any more, and holds up nobody. */
static void asker_who_does_not_read(void **state)
{
	struct client *deaf = client_guest_slow(*state, "deaf-asker");
	static char lines[7 * 1000];
	int64_t before = server_rss_kib(*state);
	struct table t;
	int sent = 0;

	for (int i = 0; i < 1000; i++)
		memcpy(lines + 7 * i, "levels\n", 7);
	while (sent < 5000 && client_push(deaf, lines, sizeof lines, 300))
		sent++;
	/* 5000 blocks would be answered by 5 million lines or more. */
	assert_true(sent < 5000);
	assert_true(sanitized() || server_rss_kib(*state) - before < 8192);
	table_open(&t, *state, "asker-b", "asker-w", "");
	table_play(&t, "h8 i9");
}

/* Deadlines for a name and for a line are absolute: drips do not move them. */
static void deadlines_of_lines(void **state)
{
	struct server *s = server_start("login-seconds = 2\nline-seconds = 1");
	int64_t begin = now_ms(); /* before the deadlines that are waited for begin */
	struct client *silent = client_connect(s), *drip = client_guest(s, "drip");
	struct pollfd p = {.fd = client_fd(drip), .events = POLLIN};

	(void)state;
	while (poll(&p, 1, 100) == 0 && now_ms() - begin < patience_ms())
		client_send_bytes(drip, "x", 1);
	client_event(drip, "bye reason=timeout");
	client_wait_closed(drip);
	client_event(silent, "bye reason=timeout");
	client_wait_closed(silent);
	assert_true(now_ms() - begin >= 1900);
	server_check(s);
	server_stop(s);
}

/*
 * Case SV23: more people than descriptors. The server idles, its games go on, and later it takes
 * new ones. early: it knew its limit from the start; else it finds out when accept fails.
 */
static void no_more_files(bool early)
{
	struct server *s = early ? server_start_limited(NULL, 128) : server_start(NULL);
	struct pollfd nothing = {.fd = -1};
	struct client *c = NULL;
	int64_t cpu, end;
	struct table t;
	int fds[EXCESS];

	table_open(&t, s, "fd-b", "fd-w", "");
	if (!early)
		server_limit_files(s, 10);
	for (size_t i = 0; i < EXCESS; i++)
		fds[i] = raw_connect(s, false);
	table_play(&t, "h8 i9 j10");
	cpu = server_cpu_ms(s);
	/* The time itself is measured: how much of half a second it works. */
	poll(&nothing, 1, 500);
	assert_true(server_cpu_ms(s) - cpu < 250);
	table_play(&t, "k11");
	for (size_t i = 0; i < EXCESS; i++)
		close(fds[i]);
	for (end = now_ms() + patience_ms(); c == NULL && now_ms() < end;)
		c = client_try(s);
	assert_non_null(c);
	client_event(c, "hello");
	table_play(&t, "l12");
	server_stop(s);
}

static void few_descriptors(void **state)
{
	(void)state;
	no_more_files(true);
}

static void out_of_descriptors(void **state)
{
	(void)state;
	no_more_files(false);
}

/* The configured number of connections is a limit; those that are in stay in. */
static void too_many_connections(void **state)
{
	struct server *s = server_start("max-connections = 8");
	struct client *in[8], *c = NULL;
	int64_t end;

	(void)state;
	for (int i = 0; i < 8; i++) {
		char name[32];

		snprintf(name, sizeof name, "in-%d", i);
		in[i] = client_guest(s, name);
	}
	assert_null(client_try(s));
	for (int i = 0; i < 8; i++)
		client_ask(in[i], "+pong", "ping");
	client_close(in[0]);
	for (end = now_ms() + patience_ms(); c == NULL && now_ms() < end;)
		c = client_try(s);
	assert_non_null(c);
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(silence),
	    wire_test(dripped_hello),
	    wire_test(no_tls),
	    wire_test(resets),
	    wire_test(player_is_reset),
	    wire_test(half_closed),
	    wire_test(endless_line),
	    wire_test(watcher_who_does_not_read),
	    wire_test(player_who_does_not_read),
	    wire_test(asker_who_does_not_read),
	    wire_test(deadlines_of_lines),
	    wire_test(few_descriptors),
	    wire_test(out_of_descriptors),
	    wire_test(too_many_connections),
	};

	return cmocka_run_group_tests(tests, hostile_start, group_stop);
}
