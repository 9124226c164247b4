/*
 * Disks that are full, read-only or broken (tests/faults), and journals that a disk or a hand has
 * damaged. What can't be done is refused by name, nothing that was answered is lost, and all goes
 * on when there is room again.
 */
#include "faulty.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

/* Waits until the daemon has said so often in its log that it can't write, or has failed to sync.
 */
static void wait_for(struct server *s, const char *event, int times)
{
	char path[400], line[1024];
	int64_t until = now_ms() + patience_ms();

	snprintf(path, sizeof path, "%s/log", server_dir(s));
	for (;;) {
		FILE *f = fopen(path, "re");
		int n = 0;

		assert_non_null(f);
		while (fgets(line, sizeof line, f))
			n += strstr(line, event) != NULL;
		fclose(f);
		if (n >= times)
			return;
		assert_true(now_ms() < until);
		rest();
	}
}

static void wait_for_failure(struct server *s, int times)
{
	wait_for(s, "event=journal-write-failed", times);
}

static struct client *account(struct server *s, const char *name)
{
	struct client *c = client_connect(s);

	client_ask(c, "+welcome", "register %s :secret", name);
	return c;
}

/*
 * No room is promised for more games: none begins, by whatever verb, and the running ones go on to
 * their end.
 */
static void no_room_for_more(void **state)
{
	struct server *s = server_start(NULL);
	char room[32], challenge[24], token[2][64];
	struct client *b = client_connect(s), *w = client_connect(s), *c;

	(void)state;
	snprintf(token[0], sizeof token[0], "%s",
	    line_value(client_ask(b, "+welcome", "guest full-b"), "resume"));
	snprintf(token[1], sizeof token[1], "%s",
	    line_value(client_ask(w, "+welcome", "guest full-w"), "resume"));
	snprintf(room, sizeof room, "%s", line_value(client_ask(b, "+created", "create"), "room"));
	client_ask(w, "+joined", "join %s", room);
	snprintf(challenge, sizeof challenge, "%s",
	    line_value(client_ask(b, "+challenged", "challenge full-w"), "id"));
	server_halt(s, SIGKILL);
	clients_close_all();
	fail_now(FAULT_RESERVE, ENOSPC);
	server_restart_halted(s);

	b = client_connect(s);
	w = client_connect(s);
	c = client_guest(s, "full-c");
	client_ask(b, "+resumed", "resume %s", token[0]);
	client_ask(w, "+resumed", "resume %s", token[1]);
	client_ask(c, "-full what=disk", "create");
	client_ask(c, "-full what=disk", "play 1");
	client_ask(c, "-full what=disk", "seek");
	client_ask(c, "-full what=disk", "challenge full-b");
	client_ask(w, "-full what=disk", "accept %s", challenge);
	client_ask(b, "+moved", "h8");
	client_ask(w, "+moved", "i9");
	client_ask(b, "+resigned", "resign");
	client_event(w, "end result=white");
	client_ask(b, "-full what=disk", "rematch");
	client_ask(b, "-full what=disk", "ready");
	works_again();
	/* Room is looked for again with the next change. */
	client_ask(c, "+muted", "mute full-b");
	client_ask(c, "+created", "create");
	client_ask(b, "+offered", "rematch");
	client_ask(w, "+accepted", "accept %s", challenge);
	clients_close_all();
	server_stop(s);
}

/* What can't be written is not answered; who has no part in it is told so. */
static void writes_fail(int error, unsigned what)
{
	bool sync = what & FAULT_SYNC;
	const char *event = sync ? "event=journal-sync-failed" : "event=journal-write-failed";
	struct server *s = server_start(sync ? "sync = \"turn\"\n" : NULL);
	struct client *a = client_admin(s), *c, *d;
	struct table t;
	char moves[64];

	table_open(&t, s, "wr-b", "wr-w", "time=600+0");
	c = client_guest(s, "wr-c");
	client_ask(c, "+pong", "ping");
	table_play(&t, "h8 i9");
	fail_now(what, error);
	client_send(t.black, "j10");
	wait_for(s, event, 1);
	assert_int_equal(client_stat(a, "sync-failures") > 0, sync);
	assert_true(client_stat(a, "journal-failures") > 0);
	client_ask(c, "+pong", "ping");
	client_ask(c, "-busy what=journal retry-ms=*", "create");
	client_ask(c, "-busy what=journal", "sync");
	client_ask(c, "-busy what=journal", "rooms");
	client_ask(c, "+help", "help move");
	d = client_connect(s);
	client_ask(d, "-busy what=journal", "guest wr-d");
	client_no_event(c, "bye");
	works_again();
	client_want(t.black, "+moved ply=3");
	client_event(t.black, "move ply=3 at=j10");
	client_event(t.white, "move ply=3 at=j10");
	client_ask(c, "+created", "create");
	client_ask(d, "+welcome", "guest wr-d");
	client_ask(t.white, "+moved", "k11");

	/* The end of the process while it can't write: what was answered is there, no more. */
	fail_now(what, error);
	client_send(t.black, "a1");
	wait_for(s, event, 2);
	client_ask(d, "-busy what=journal", "create");
	server_halt(s, SIGKILL);
	clients_close_all();
	works_again();
	server_restart_halted(s);
	c = client_guest(s, "wr-e");
	client_ask(c, "+watching", "watch %s", t.room);
	table_moves(c, t.room, moves, sizeof moves);
	assert_string_equal(moves, "h8,i9,j10,k11");
	clients_close_all();
	server_stop(s);
}

static void full_while_writing(void **state)
{
	(void)state;
	writes_fail(ENOSPC, FAULT_JOURNAL);
}

static void full_in_mid_write(void **state)
{
	(void)state;
	writes_fail(ENOSPC, FAULT_JOURNAL | FAULT_JOURNAL_PART);
}

static void suddenly_read_only(void **state)
{
	(void)state;
	writes_fail(EROFS, FAULT_JOURNAL);
}

static void broken_disk(void **state)
{
	(void)state;
	writes_fail(EIO, FAULT_JOURNAL);
}

/* With sync = "turn" what the disk has not taken counts as not written. */
static void not_on_the_disk(void **state)
{
	(void)state;
	writes_fail(EIO, FAULT_SYNC);
}

/* An orderly end while nothing can be written keeps what was answered as well. */
static void ends_while_it_cannot_write(void **state)
{
	struct server *s = server_start(NULL);
	struct client *c;
	struct table t;
	char moves[64];

	(void)state;
	table_open(&t, s, "end-b", "end-w", "");
	table_play(&t, "h8 i9");
	fail_now(FAULT_JOURNAL, ENOSPC);
	client_send(t.black, "j10");
	wait_for_failure(s, 1);
	server_halt(s, SIGTERM);
	clients_close_all();
	works_again();
	server_restart_halted(s);
	c = client_guest(s, "end-e");
	client_ask(c, "+watching", "watch %s", t.room);
	table_moves(c, t.room, moves, sizeof moves);
	assert_string_equal(moves, "h8,i9");
	clients_close_all();
	server_stop(s);
}

/* The one row of a game that is in the archive; waits until it is there. */
static void wait_for_game(struct client *c, const char *id)
{
	do {
		rest();
		client_send(c, "game %s", id);
	} while (client_final(c)->kind != WIRE_OK);
	assert_true(line_matches(client_row(c, 0), "=game result=white why=resign rated=yes"));
}

/* Games that end while the database can't be written wait for it, and count once. */
static void database_is_full(void **state)
{
	struct server *s = server_start(NULL);
	struct client *ann = account(s, "db-ann"), *bob = account(s, "db-bob"), *c;
	char room[24], id[32];

	(void)state;
	for (int kill = 0; kill < 2; kill++) {
		snprintf(room, sizeof room, "%s",
		    line_value(client_ask(ann, "+created", "create rated"), "room"));
		client_ask(bob, "+joined as=white", "join %s", room);
		client_event(ann, "start room=%s", room);
		client_ask(ann, "+moved", "move h8 room=%s", room);
		fail_now(FAULT_DATABASE, ENOSPC);
		client_ask(ann, "+resigned", "resign room=%s", room);
		snprintf(id, sizeof id, "%s",
		    line_value(client_event(bob, "end room=%s", room), "game"));
		client_ask(ann, "-no-such what=game", "game %s", id);
		c = client_connect(s);
		client_ask(c, "-busy what=store", "register db-cid :secret");
		client_close(c);
		if (kill) {
			server_halt(s, SIGKILL);
			clients_close_all();
			works_again();
			server_restart_halted(s);
			ann = client_connect(s);
			client_ask(ann, "+welcome", "login db-ann :secret");
		} else {
			works_again();
		}
		wait_for_game(ann, id);
		client_ask(ann, "+rating n=1", "rating db-ann");
		assert_int_equal(line_int(client_row(ann, 0), "games"), kill + 1);
		client_ask(ann, "+games n=*", "games");
		assert_int_equal(client_rows(ann), kill + 1);
	}
	c = client_connect(s);
	client_ask(c, "+welcome", "register db-cid :secret");
	clients_close_all();
	server_stop(s);
}

static void read_only_at_the_start(void **state)
{
	struct server *s = server_start(NULL);

	(void)state;
	server_halt(s, SIGTERM);
	fail_now(FAULT_OPEN, EROFS);
	server_refuses(s, EX_NOPERM, "Read-only file system");
	fail_now(FAULT_JOURNAL, ENOSPC);
	server_refuses(s, EX_IOERR, "No space left on device");
	works_again();
	server_restart_halted(s);
	server_stop(s);
}

/* ---- damaged journals ---- */

/* The journal of the newest number. */
static void newest_journal(const struct server *s, char path[static 400])
{
	struct stat st;

	for (int n = 1; n < 20; n++) {
		char candidate[400];

		snprintf(candidate, sizeof candidate, "%s/state/journal-%d.log", server_dir(s), n);
		if (stat(candidate, &st) == 0)
			memcpy(path, candidate, sizeof candidate);
	}
}

/* A server that was killed in a game of two moves. */
static struct server *killed_in_a_game(char room[static 32], char path[static 400])
{
	struct server *s = server_start(NULL);
	struct table t;

	table_open(&t, s, "dam-b", "dam-w", "");
	table_play(&t, "h8 i9");
	memcpy(room, t.room, sizeof t.room);
	server_halt(s, SIGKILL);
	clients_close_all();
	newest_journal(s, path);
	return s;
}

static void expect_moves(struct server *s, const char *room, const char *expected)
{
	struct client *c = client_guest(s, "reader");
	char moves[64];

	client_ask(c, "+watching", "watch %s", room);
	table_moves(c, room, moves, sizeof moves);
	assert_string_equal(moves, expected);
	clients_close_all();
}

/* Without it games go on, the operator can see what would be lost with the power, and all of it is
 * written anew when the disk works again. */
static void a_thread_that_cannot_sync(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s);
	char before[400], after[400];
	size_t seen = 0;
	struct table t;

	(void)state;
	table_open(&t, s, "syn-b", "syn-w", "");
	fail_now(FAULT_SYNC, EIO);
	table_play(&t, "h8 i9");
	server_wait_log(s, "event=journal-not-durable", &seen);
	newest_journal(s, before);
	table_play(&t, "j10 k11");
	assert_true(client_stat(a, "sync-failures") > 0);
	assert_int_equal(client_stat(a, "journal-failures"), 0);
	works_again();
	table_play(&t, "l12");
	server_wait_log(s, "event=journal-durable", &seen);
	table_play(&t, "a1");
	newest_journal(s, after);
	assert_string_not_equal(before, after);
	server_halt(s, SIGKILL);
	clients_close_all();
	server_restart_halted(s);
	expect_moves(s, t.room, "h8,i9,j10,k11,l12,a1");
	server_stop(s);
}

static void torn_tail(void **state)
{
	char path[400], room[32];
	struct server *s = killed_in_a_game(room, path);
	struct stat st;

	(void)state;
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(truncate(path, st.st_size - 3), 0);
	server_restart_halted(s);
	expect_moves(s, room, "h8");
	server_stop(s);
}

static void garbage_at_the_end(void **state)
{
	char path[400], room[32];
	struct server *s = killed_in_a_game(room, path);
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "GJR1 and then nothing", 21), 21);
	close(fd);
	server_restart_halted(s);
	expect_moves(s, room, "h8,i9");
	server_stop(s);
}

static void damaged_middle(void **state)
{
	char path[400], room[32];
	struct server *s = killed_in_a_game(room, path);
	int fd = open(path, O_RDWR | O_CLOEXEC);
	char byte;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, &byte, 1, 60), 1);
	byte ^= 0x20;
	assert_int_equal(pwrite(fd, &byte, 1, 60), 1);
	server_refuses(s, EX_DATAERR, "damaged at byte");
	byte ^= 0x20;
	assert_int_equal(pwrite(fd, &byte, 1, 60), 1);
	close(fd);
	server_restart_halted(s);
	expect_moves(s, room, "h8,i9");
	server_stop(s);
}

/* Without any journal that is whole nobody begins anew in silence. */
static void emptied_journal(void **state)
{
	char path[400], room[32];
	struct server *s = killed_in_a_game(room, path);

	(void)state;
	/* Once more, so that it is not the first one ever. */
	server_restart_halted(s);
	server_halt(s, SIGKILL);
	newest_journal(s, path);
	assert_int_equal(truncate(path, 0), 0);
	for (int n = 1; n < 20; n++) {
		char other[400];

		snprintf(other, sizeof other, "%s/state/journal-%d.log", server_dir(s), n);
		if (strcmp(other, path) != 0)
			unlink(other);
	}
	server_refuses(s, EX_DATAERR, "no journal here is whole");
	unlink(path);
	server_restart_halted(s);
	server_stop(s);
}

/* When nobody else is answered, the operator is; what can't be kept for good is refused there too.
 */
static void the_operator_can_look(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c;
	struct table t;

	(void)state;
	client_ask(a, "+added", "add kept");
	table_open(&t, s, "op-b", "op-w", "");
	c = client_guest(s, "op-c");
	table_play(&t, "h8 i9");
	fail_now(FAULT_JOURNAL | FAULT_DATABASE, EIO);
	client_send(t.black, "j10");
	wait_for_failure(s, 1);
	client_ask(a, "+users n=3", "users");
	assert_true(client_stat(a, "journal-failures") >= 1);
	client_ask(a, "-busy what=store", "ban 192.0.2.0/24");
	client_ask(a, "-busy what=store", "ban kept");
	client_ask(a, "-busy what=store", "add another");
	client_ask(a, "-busy what=store", "invite");
	client_ask(a, "+bans n=0", "bans");
	client_ask(a, "+ejected", "eject ~op-c");
	works_again();
	client_event(c, "bye reason=ejected");
	client_want(t.black, "+moved ply=3");
	client_ask(a, "+banned", "ban 192.0.2.0/24");
	client_ask(a, "+added", "add another");
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    fault_test(no_room_for_more),
	    fault_test(full_while_writing),
	    fault_test(full_in_mid_write),
	    fault_test(suddenly_read_only),
	    fault_test(broken_disk),
	    fault_test(not_on_the_disk),
	    fault_test(a_thread_that_cannot_sync),
	    fault_test(ends_while_it_cannot_write),
	    fault_test(database_is_full),
	    fault_test(read_only_at_the_start),
	    fault_test(torn_tail),
	    fault_test(the_operator_can_look),
	    fault_test(garbage_at_the_end),
	    fault_test(damaged_middle),
	    fault_test(emptied_journal),
	};

	return cmocka_run_group_tests(tests, faulty_begin, faulty_end);
}
