/*
 * Limits on connections: of one address, of handshakes. Those of loopback are not counted by
 * address, so these come from another of the machine's own, to the same port.
 */
#include "harness.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SHARE = 3, SHAKING = 4, CROWD = 200 };

/* An IPv4 address of this machine that is no loopback one; false without any. */
static bool find_address(struct sockaddr_in *sin)
{
	struct ifaddrs *all, *i;
	bool found = false;

	if (getifaddrs(&all) == -1)
		return false;
	for (i = all; i != NULL && !found; i = i->ifa_next) {
		if (i->ifa_addr == NULL || i->ifa_addr->sa_family != AF_INET ||
		    (i->ifa_flags & IFF_LOOPBACK))
			continue;
		memcpy(sin, i->ifa_addr, sizeof *sin);
		sin->sin_port = 0;
		found = true;
	}
	freeifaddrs(all);
	return found;
}

/* A connection from there to the daemon's port. */
static int connect_from(const struct server *s, const struct sockaddr_in *from)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(server_port(s))};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(fd, (const struct sockaddr *)from, sizeof *from), 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
	return fd;
}

static void one_address_has_its_share(void **state)
{
	struct server *s = server_start("connections-per-address = 3\nhandshake-seconds = 300");
	struct client *a = client_admin(s);
	struct sockaddr_in from;
	int fd[SHARE], more;

	(void)state;
	if (!find_address(&from)) {
		server_stop(s);
		skip();
	}
	for (int i = 0; i < SHARE; i++)
		fd[i] = connect_from(s, &from);
	more = connect_from(s, &from);
	raw_wait_closed(more);
	assert_int_equal(client_stat(a, "refused-address"), 1);
	assert_int_equal(client_stat(a, "connections"), SHARE);
	/* The others come in, and so does the next of them when one has gone. */
	for (int i = 0; i < 2 * SHARE; i++)
		client_connect(s);
	assert_int_equal(client_stat(a, "connections"), 3 * SHARE);
	/* Whoever looks for a flood sees where it comes from. */
	client_ask(a, "+networks n=2 total=2", "networks");
	assert_true(line_matches(client_row(a, 0), "=network address=127.0.0.1 connections=6"));
	assert_true(line_matches(client_row(a, 1), "=network connections=3"));
	client_ask(a, "+networks n=1 total=2", "networks limit=1");
	assert_true(line_matches(client_row(a, 0), "=network address=127.0.0.1"));
	client_ask(a, "-syntax", "networks limit=0");
	close(fd[0]);
	while (client_stat(a, "connections") != 3 * SHARE - 1)
		continue;
	more = connect_from(s, &from);
	while (client_stat(a, "connections") != 3 * SHARE)
		continue;
	assert_int_equal(client_stat(a, "refused-address"), 1);
	close(more);
	for (int i = 1; i < SHARE; i++)
		close(fd[i]);
	server_stop(s);
}

/* Two hundred from one address, by the limits that nobody has changed: 64 stay, and everyone else
 * comes in as ever. */
static void two_hundred_of_one_address(void **state)
{
	struct server *s = server_start("handshake-seconds = 300");
	struct client *a = client_admin(s);
	struct sockaddr_in from;
	int fd[CROWD], open = 0;
	struct table t;

	(void)state;
	if (!find_address(&from)) {
		server_stop(s);
		skip();
	}
	for (int i = 0; i < CROWD; i++)
		fd[i] = connect_from(s, &from);
	while (client_stat(a, "refused-address") + client_stat(a, "refused-pace") < CROWD - 64)
		continue;
	assert_int_equal(client_stat(a, "connections"), 64);
	table_open(&t, s, "crowd-b", "crowd-w", "");
	table_play(&t, "h8 i9");
	for (int i = 0; i < CROWD; i++) {
		struct pollfd p = {.fd = fd[i], .events = POLLIN};

		if (poll(&p, 1, 0) == 0) {
			open++;
			close(fd[i]);
		} else {
			raw_wait_closed(fd[i]);
		}
	}
	assert_int_equal(open, 64);
	server_stop(s);
}

/* Whoever connects again and again, at whatever handshakes cost the server, is turned away for a
 * while; those of before and others are not. */
static void connections_are_paced(void **state)
{
	struct server *s = server_start("connections-per-address = 0");
	struct client *a = client_admin(s), *c = client_guest(s, "still");
	struct sockaddr_in from;
	int made = 0;

	(void)state;
	if (!find_address(&from)) {
		server_stop(s);
		skip();
	}
	while (client_stat(a, "refused-pace") == 0 && made < 2000) {
		for (int i = 0; i < 20; i++, made++)
			close(connect_from(s, &from));
	}
	assert_true(client_stat(a, "refused-pace") >= 1);
	assert_true(made >= 120);
	client_ask(c, "+pong", "ping");
	client_guest(s, "another");
	server_stop(s);
}

/* Silent peers hold all the places for handshakes: who comes waits a little, then the slowest of
 * them goes. */
static void handshakes_make_way(void **state)
{
	struct server *s = server_start("max-handshakes = 4\nhandshake-seconds = 300");
	struct client *a = client_admin(s);
	int fd[SHAKING];

	(void)state;
	for (int i = 0; i < SHAKING; i++)
		fd[i] = raw_connect(s, false);
	while (client_stat(a, "handshakes") != SHAKING)
		continue;
	client_guest(s, "patient");
	assert_true(client_stat(a, "handshake-pauses") >= 1);
	assert_int_equal(client_stat(a, "handshakes-dropped"), 1);
	raw_wait_closed(fd[0]);
	assert_int_equal(client_stat(a, "handshakes"), SHAKING - 1);
	for (int i = 1; i < SHAKING; i++)
		close(fd[i]);
	server_stop(s);
}

/* What a server of that configuration can come to in memory, MiB, by its log and by `stats`. */
static int64_t worst_case(const char *config)
{
	struct server *s = server_start(config);
	char path[400], line[1024];
	int64_t said = -1, shown;
	FILE *f;

	/* An answer comes from the loop, which begins when the line stands in the log. */
	shown = client_stat(client_admin(s), "worst-case-mib");
	snprintf(path, sizeof path, "%s/log", server_dir(s));
	f = fopen(path, "re");
	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		const char *at = strstr(line, " worst-case-mib=");

		if (at)
			said = strtoll(at + 16, NULL, 10);
	}
	fclose(f);
	assert_int_equal(said, shown);
	server_stop(s);
	return said;
}

/* The memory that all limits together allow is told at the start, and follows the configuration. */
static void the_worst_case_is_told(void **state)
{
	int64_t small = worst_case("max-connections = 100\nmax-rooms = 10");
	int64_t more = worst_case("max-connections = 2100\nmax-rooms = 10");

	(void)state;
	/* A connection's output alone, twice while it grows, is half a MiB. */
	assert_true(small >= 50 && small < 1000);
	assert_true(more - small >= 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(one_address_has_its_share),
	    wire_test(two_hundred_of_one_address),
	    wire_test(connections_are_paced),
	    wire_test(handshakes_make_way),
	    wire_test(the_worst_case_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
