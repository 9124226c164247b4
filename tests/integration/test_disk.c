/*
 * A disk that is full, played by a limit on the size of files: no new games begin, the running ones
 * go on, and when not even they can be written nothing is answered until it works again.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* From now on no file of the daemon grows beyond that. */
static void limit_files(struct server *s, rlim_t bytes)
{
	struct rlimit r = {bytes, RLIM_INFINITY};

	assert_int_equal(prlimit(server_pid(s), RLIMIT_FSIZE, &r, NULL), 0);
}

static off_t journal_size(struct server *s)
{
	char path[300];
	struct stat st;

	snprintf(path, sizeof path, "%s/state/journal-1.log", server_dir(s));
	if (stat(path, &st) < 0) {
		snprintf(path, sizeof path, "%s/journal-1.log", server_dir(s));
		assert_int_equal(stat(path, &st), 0);
	}
	return st.st_size;
}

static void full_disk(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c;
	struct table t;

	(void)state;
	table_open(&t, s, "full-b", "full-w", "");
	c = client_guest(s, "full-c");
	table_play(&t, "h8 i9 j10");
	/* Not a byte more: nobody gets an answer. */
	limit_files(s, (rlim_t)journal_size(s));
	client_send(t.white, "k11");
	client_send(c, "ping");
	/* And then there is room again, and all of it comes. */
	limit_files(s, RLIM_INFINITY);
	client_want(t.white, "+moved ply=4");
	client_event(t.black, "move ply=4 at=k11");
	client_want(c, "+pong");
	client_ask(c, "+created", "create");
	clients_close_all();
	server_stop(s);
}

/* The same, and the daemon ends by kill -9 while it can't write: what was answered is there. */
static void full_disk_and_the_end(void **state)
{
	struct server *s = server_start(NULL);
	char moves[64];
	struct client *c;
	struct table t;

	(void)state;
	table_open(&t, s, "cut-b", "cut-w", "");
	table_play(&t, "h8 i9");
	limit_files(s, (rlim_t)journal_size(s));
	client_send(t.black, "j10");
	server_halt(s, SIGKILL);
	clients_close_all();
	server_restart_halted(s);
	c = client_guest(s, "cut-c");
	client_ask(c, "+watching", "watch %s", t.room);
	table_moves(c, t.room, moves, sizeof moves);
	assert_string_equal(moves, "h8,i9");
	clients_close_all();
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(full_disk),
	    cmocka_unit_test(full_disk_and_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
