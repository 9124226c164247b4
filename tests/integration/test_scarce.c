/*
 * A machine that runs short of what a server lives by, and one whose clock is put forward and back:
 * connections that can't be taken, processes that can't be made. What goes on goes on, what can't
 * be done is told by name, and all is as before when there is enough again.
 */
#include "faulty.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

enum { WAITING = 40, DAY_S = 86400 };

/* Peers wait and can't be taken: the server says so, idles, and plays on. */
static void accept_fails(int error, const char *said)
{
	struct server *s = server_start(NULL);
	struct client *admin = client_admin(s), *c = NULL;
	struct pollfd nothing = {.fd = -1};
	int64_t cpu, end;
	int fds[WAITING];
	size_t seen = 0;
	struct table t;

	table_open(&t, s, "sc-b", "sc-w", "");
	fail_now(FAULT_ACCEPT, error);
	for (int i = 0; i < WAITING; i++)
		fds[i] = raw_connect(s, false);
	server_wait_log(s, said, &seen);
	cpu = server_cpu_ms(s);
	/* The time itself is measured: how much of half a second it works. */
	poll(&nothing, 1, 500);
	assert_true(server_cpu_ms(s) - cpu < 250);
	table_play(&t, "h8 i9");
	assert_true(client_stat(admin, "refused-files") >= 1);
	works_again();
	for (int i = 0; i < WAITING; i++)
		close(fds[i]);
	for (end = now_ms() + patience_ms(); !c && now_ms() < end;)
		c = client_try(s);
	assert_non_null(c);
	client_ask(c, "+welcome", "guest sc-c");
	table_play(&t, "j10");
	server_stop(s);
}

static void no_descriptor(void **state)
{
	(void)state;
	accept_fails(EMFILE, "event=accept-failed reason=\"Too many open files\"");
}

static void no_buffers(void **state)
{
	(void)state;
	accept_fails(ENOBUFS, "event=accept-failed reason=\"No buffer space available\"");
}

/* An error that the accept of one peer has, and that of every other as well. */
static void each_has_left(void **state)
{
	(void)state;
	accept_fails(
	    ECONNABORTED, "event=accept-failed reason=\"Software caused connection abort\"");
}

/* Whether there is a process for bots now. */
static bool has_engine(const struct server *s)
{
	pid_t pids[8];

	return server_children(s, "gomoku-engine", pids, 8) > 0;
}

static void end_engines(const struct server *s)
{
	pid_t pids[8];
	int n = server_children(s, "gomoku-engine", pids, 8);

	for (int i = 0; i < n; i++)
		kill(pids[i], SIGKILL);
}

/* No process for a bot can be made: its game waits, is not lost, and goes on. */
static void no_process(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = client_guest(s, "sc-bot"), *admin = client_admin(s);
	int64_t failures, end = now_ms() + patience_ms();
	struct table t;

	(void)state;
	table_open(&t, s, "sc-b", "sc-w", "");
	client_ask(c, "+created", "play 2");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	fail_now(FAULT_FORK, EAGAIN);
	end_engines(s);
	client_ask(c, "+moved", "a1");
	failures = client_stat(admin, "bot-failures");
	client_ask(c, "+pong", "ping");
	while (client_stat(admin, "bot-failures") < failures + 2 && now_ms() < end)
		rest();
	assert_true(client_stat(admin, "bot-failures") >= failures + 2);
	assert_false(has_engine(s));
	table_play(&t, "h8 i9");
	works_again();
	client_event(c, "move ply=4");
	client_ask(c, "+moved", "o1");
	client_event(c, "move ply=6");
	server_stop(s);
}

/* The first process is refused at the start: the server says so and begins nothing. */
static void no_process_at_the_start(void **state)
{
	struct server *s = server_start(NULL);

	(void)state;
	server_halt(s, SIGTERM);
	fail_now(FAULT_FORK, EAGAIN);
	server_refuses(s, EX_OSERR, "can't start the spawner: Resource temporarily unavailable");
	works_again();
	server_restart_halted(s);
	server_stop(s);
}

static pid_t spawner(const struct server *s)
{
	pid_t pid = -1;

	assert_int_equal(server_children(s, "gomokud-spawner", &pid, 1), 1);
	return pid;
}

/* The process that starts bots is held still, as under a machine that swaps: a bot that has died is
 * there again when it goes on. */
static void spawner_stands_still(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = client_guest(s, "still-bot");
	struct table t;
	pid_t pid;

	(void)state;
	table_open(&t, s, "still-b", "still-w", "");
	client_ask(c, "+created", "play 2");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	pid = spawner(s);
	assert_int_equal(kill(pid, SIGSTOP), 0);
	end_engines(s);
	client_ask(c, "+moved", "a1");
	client_ask(c, "+pong", "ping");
	table_play(&t, "h8 i9");
	assert_int_equal(kill(pid, SIGCONT), 0);
	client_event(c, "move ply=4");
	server_stop(s);
}

/* It is gone for good: the operator is told, people play on, a game against a bot ends without a
 * winner or is refused by name, and a restart brings all of it back. */
static void spawner_is_killed(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = client_guest(s, "gone-bot");
	size_t seen = 0;
	struct table t;

	(void)state;
	table_open(&t, s, "gone-b", "gone-w", "");
	client_ask(c, "+created", "play 2");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	assert_int_equal(kill(spawner(s), SIGKILL), 0);
	server_wait_log(s, "event=spawner-gone", &seen);
	client_ask(c, "+moved", "a1");
	client_event(c, "end result=void why=engine");
	client_ask(c, "-busy what=ai", "play 2");
	table_play(&t, "h8 i9");
	server_halt(s, SIGTERM);
	clients_close_all();
	server_restart_halted(s);
	c = client_guest(s, "back-bot");
	client_ask(c, "+created", "play 2");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	server_stop(s);
}

/* Games are played by another clock than the one on the wall. */
static void clock_steps(void **state)
{
	static const int steps[] = {DAY_S, -3 * DAY_S, 400 * DAY_S, -800 * DAY_S};
	static const char *const points[] = {"h8 i9", "j10 k11", "l12 m13", "a1 b1"};
	struct server *s = server_start(NULL);
	struct client *c = client_guest(s, "step-c");
	struct table t;

	(void)state;
	table_open(&t, s, "step-b", "step-w", "time=60+0");
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		int64_t black;
		char *comma;

		wall_clock_steps(steps[i]);
		table_play(&t, points[i]);
		client_ask(t.black, "+sync", "sync");
		black = strtoll(line_value(client_row(t.black, 0), "clock"), &comma, 10);
		assert_true(black > 30000 && black <= 60000);
		assert_true(strtoll(comma + 1, NULL, 10) > 30000);
	}
	client_ask(t.black, "+resigned", "resign");
	table_end(&t, "result=white why=resign");
	client_ask(c, "+created", "play 1");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	server_stop(s);
}

static void is_banned(struct server *s)
{
	struct client *c = client_connect(s);

	client_send(c, "login wall-ann :secret");
	client_event(c, "bye reason=banned");
	client_close(c);
}

/* A ban is by the clock on the wall: it ends when its time has come there. */
static void bans_follow_the_wall(void **state)
{
	struct server *s = server_start(NULL);
	struct client *admin = client_admin(s), *c;

	(void)state;
	c = client_connect(s);
	client_ask(c, "+welcome", "register wall-ann :secret");
	client_ask(admin, "+banned", "ban wall-ann for=7d");
	client_event(c, "bye reason=banned");
	is_banned(s);
	wall_clock_steps(-DAY_S);
	is_banned(s);
	wall_clock_steps(9 * DAY_S);
	c = client_connect(s);
	client_ask(c, "+welcome", "login wall-ann :secret");
	server_stop(s);
}

/* A year later the server has made its certificate anew, by itself, for the key that is known. */
static void certificate_is_renewed(void **state)
{
	struct server *s = server_start(NULL);
	struct client *before = client_guest(s, "cert-a");
	size_t seen = 0;

	(void)state;
	wall_clock_steps(368 * DAY_S);
	time_passes(s, 6 * 3600 + 60);
	server_wait_log(s, "event=certificate-renewed", &seen);
	/* Who is in stays in, and who comes finds the same key: client_connect looks. */
	client_ask(before, "+pong", "ping");
	client_guest(s, "cert-b");
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    fault_test(no_descriptor),
	    fault_test(no_buffers),
	    fault_test(each_has_left),
	    fault_test(no_process),
	    fault_test(no_process_at_the_start),
	    fault_test(spawner_stands_still),
	    fault_test(spawner_is_killed),
	    fault_test(clock_steps),
	    fault_test(bans_follow_the_wall),
	    fault_test(certificate_is_renewed),
	};

	return cmocka_run_group_tests(tests, faulty_begin, faulty_end);
}
