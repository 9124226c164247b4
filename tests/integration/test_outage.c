/*
 * What people see while the server's disk takes nothing (tests/faults): they are told, time stands
 * still, and everything goes on by itself when it works again.
 */
#include "faulty.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_MS = 3000 };

/* Both clocks of an event, by side. */
static void clocks(const struct wire_line *w, long long ms[2])
{
	assert_int_equal(sscanf(line_value(w, "clock"), "%lld,%lld", &ms[0], &ms[1]), 2);
}

/*
 * A game whose clocks are shorter than the outage. Who waits for an answer is told of it before the
 * answer, and nobody is charged for the time.
 */
static void time_stands_still(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c, *d;
	long long ms[2];
	struct table t;
	size_t seen = 0;
	int64_t begin;

	(void)state;
	table_open(&t, s, "still-b", "still-w", "time=3+0");
	c = client_guest(s, "still-c");
	d = client_connect(s);
	table_play(&t, "h8 i9");
	fail_now(FAULT_JOURNAL, ENOSPC);
	client_send(t.black, "j10");
	server_wait_log(s, "event=journal-write-failed", &seen);
	begin = now_ms();
	client_event(t.black, "notice from=server what=disk-fails");
	client_event(t.white, "notice from=server what=disk-fails");
	client_event(c, "notice from=server what=disk-fails");
	/* Others are refused by name; those who have no name yet are told when they ask. */
	client_ask(c, "-busy what=journal", "create");
	client_ask(d, "-busy what=journal", "guest still-d");
	client_no_event(d, "notice");
	while (now_ms() < begin + CLOCK_MS + 300)
		rest();
	works_again();

	client_want(t.black, "+moved ply=3");
	client_event(t.black, "move ply=3");
	client_event(t.black, "notice from=server what=disk-works");
	clocks(client_event(t.black, "sync ply=3 running=white"), ms);
	assert_true(ms[0] > 0 && ms[1] > CLOCK_MS / 2);
	client_event(t.white, "move ply=3 at=j10");
	client_event(t.white, "notice what=disk-works");
	client_event(c, "notice what=disk-works");
	client_no_event(c, "sync");
	client_ask(t.white, "+moved ply=4", "k11");
	clocks(client_event(t.black, "move ply=4 at=k11"), ms);
	assert_true(ms[1] > 0);
	/* And then they run as before. */
	client_event(t.white, "end result=white why=time");
	clients_close_all();
	server_stop(s);
}

/* An outage of hours: nobody is taken for gone, not in the middle of a line, and no clock is
 * charged. */
static void hours_stand_still(void **state)
{
	struct server *s = server_start(NULL);
	long long ms[2];
	struct table t;
	size_t seen = 0;

	(void)state;
	table_open(&t, s, "hour-b", "hour-w", "time=60+0");
	client_ask(t.black, "+hello caps=ping", "hello 1 caps=ping");
	client_ask(t.white, "+hello caps=ping", "hello 1 caps=ping");
	table_play(&t, "h8 i9");
	fail_now(FAULT_JOURNAL, EIO);
	client_send(t.black, "j10");
	server_wait_log(s, "event=journal-write-failed", &seen);
	client_event(t.white, "notice what=disk-fails");
	client_send_bytes(t.white, "ping half", 9);
	for (int i = 0; i < 6; i++)
		time_passes(s, 1800);
	works_again();
	client_want(t.black, "+moved ply=3");
	clocks(client_event(t.black, "sync ply=3 running=white"), ms);
	assert_true(ms[1] > 60 * 1000 / 2);
	client_event(t.white, "notice what=disk-works");
	client_send_bytes(t.white, "way\n", 4);
	client_want(t.white, "+pong word=halfway");
	client_ask(t.white, "+moved ply=4", "k11");
	client_event(t.black, "move ply=4");
	clients_close_all();
	server_stop(s);
}

/* One that is over at once is nobody's concern. */
static void a_hiccup_is_not_told(void **state)
{
	struct server *s = server_start(NULL);
	struct table t;
	size_t seen = 0;

	(void)state;
	table_open(&t, s, "hic-b", "hic-w", "time=60+0");
	fail_now(FAULT_JOURNAL, EIO);
	client_send(t.black, "h8");
	server_wait_log(s, "event=journal-write-failed", &seen);
	works_again();
	client_want(t.black, "+moved ply=1");
	client_event(t.black, "move ply=1");
	client_event(t.white, "move ply=1");
	client_no_event(t.black, "notice");
	client_no_event(t.white, "notice");
	client_no_event(t.white, "sync");
	clients_close_all();
	server_stop(s);
}

/* A bot has thought while nothing could be kept: its stone comes after yours. */
static void a_bot_waits_too(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c = client_guest(s, "bot-c"), *a = client_admin(s);
	int64_t answers;
	size_t seen = 0;

	(void)state;
	client_ask(c, "+created", "play 1 time=60+0");
	client_event(c, "start");
	answers = client_stat(a, "bot-moves");
	fail_now(FAULT_JOURNAL, EIO);
	client_send(c, "h8");
	server_wait_log(s, "event=journal-write-failed", &seen);
	while (client_stat(a, "bot-moves") == answers)
		rest();
	works_again();
	client_want(c, "+moved ply=1");
	client_event(c, "move ply=1 side=black");
	client_event(c, "move ply=2 side=white");
	clients_close_all();
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    fault_test(time_stands_still),
	    fault_test(hours_stand_still),
	    fault_test(a_hiccup_is_not_told),
	    fault_test(a_bot_waits_too),
	};

	return cmocka_run_group_tests(tests, faulty_begin, faulty_end);
}
