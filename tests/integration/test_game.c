/*
 * Two people at a board: games to their end under both rules, clocks, agreement and its offers, and
 * what a late watcher sees.
 */
#include "harness.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

/* Case RU04's kind: five, the last stone at an end. */
static void five_wins(void **state)
{
	struct table t;

	table_open(&t, *state, "five-b", "five-w", "rule=freestyle");
	table_play(&t, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
	table_end(&t, "result=black why=five winner=~five-b loser=~five-w score=1-0");
	client_ask(t.white, "-illegal why=over", "move a9");
}

/* White wins by a row that slopes down, closed in its middle, up to the corner of the board. */
static void white_wins_across(void **state)
{
	struct table t;

	table_open(&t, *state, "across-b", "across-w", "rule=standard size=9");
	table_play(&t, "a1 e5 b1 f4 c1 g3 d1 i1 a9 h2");
	table_end(&t, "result=white why=five winner=~across-w loser=~across-b line=e5,f4,g3,h2,i1");
}

/* Six in a row: wins in freestyle, in standard it is nothing and the game goes on to a five. */
static void overline_in_freestyle(void **state)
{
	struct table t;

	table_open(&t, *state, "six-fb", "six-fw", "rule=freestyle");
	table_play(&t, "a8 a1 b8 a3 c8 a5 e8 a7 f8 a9 d8");
	table_end(&t, "result=black why=five line=a8,b8,c8,d8,e8,f8");
}

static void overline_in_standard(void **state)
{
	struct table t;

	table_open(&t, *state, "six-sb", "six-sw", "rule=standard");
	table_play(&t, "a8 a1 b8 a3 c8 a5 e8 a7 f8 c1 d8 e1");
	client_ask(t.black, "+sync", "sync");
	assert_true(line_matches(client_row(t.black, 0), "=sync state=playing ply=12 turn=black"));
	/* Up the column of c8, exactly five. */
	table_play(&t, "c9 g1 c10 i1 c11 k1 c12");
	table_end(&t, "result=black why=five line=c8,c9,c10,c11,c12");
}

/* Case RU07: the last stone on a full board, without a five. */
static void full_board_is_a_draw(void **state)
{
	/* Drawn from the top row down; read as a person would, it has no five anywhere. */
	static const char *const rows[5] = {"XOXOX", "OXOXO", "OXOXO", "XOXOX", "XOXOX"};
	char stones[2][13][4];
	int count[2] = {0, 0};
	struct table t;

	for (int row = 0; row < 5; row++)
		for (int column = 0; column < 5; column++) {
			int side = rows[row][column] == 'X' ? 0 : 1;

			snprintf(stones[side][count[side]++], 4, "%c%d", 'a' + column, 5 - row);
		}
	assert_int_equal(count[0], 13);
	table_open(&t, *state, "full-b", "full-w", "size=5 time=300+0");
	for (int ply = 0; ply < 25; ply++)
		table_play(&t, stones[ply % 2][ply / 2]);
	table_end(&t, "result=draw why=full winner=- loser=- line=-");
	client_ask(t.black, "+sync", "sync");
	assert_true(
	    line_matches(client_row(t.black, 0), "=sync state=ended running=- result=draw"));
}

/* Case RU06: what comes after the winning move, sent along with it, changes nothing. */
static void moves_after_the_end(void **state)
{
	struct table t;
	char moves[512];

	table_open(&t, *state, "after-b", "after-w", "");
	table_play(&t, "h8 a1 i8 a3 j8 a5 k8 a7");
	client_send_bytes(t.black, "move l8\nmove m8\nmove n8\n", 24);
	client_want(t.black, "+moved ply=9");
	client_want(t.black, "-illegal why=over");
	client_want(t.black, "-illegal why=over");
	client_ask(t.white, "-illegal why=over", "move a9");
	table_end(&t, "result=black why=five line=h8,i8,j8,k8,l8");
	table_moves(t.white, t.room, moves, sizeof moves);
	assert_string_equal(moves, "h8,a1,i8,a3,j8,a5,k8,a7,l8");
}

/* Case SV04: a watcher sees what was, then everything once and in order. */
static void late_watcher_sees_the_same(void **state)
{
	struct client *eye = client_guest(*state, "late-eye");
	struct table t;
	char theirs[512], mine[512];
	int64_t seq;

	table_open(&t, *state, "late-b", "late-w", "size=19 time=600+5 :a_title it is");
	table_play(&t, "j10 k10 j11 k11 j12 k12 j13");
	client_send(eye, "watch %s", t.room);
	client_want(eye, "+watching room=%s", t.room);
	seq = line_int(client_event(eye,
			   "sync room=%s size=19 time=600+5 state=playing turn=white act=~late-w "
			   "black=~late-b white=~late-w ply=7 running=white "
			   "moves=j10,k10,j11,k11,j12,k12,j13",
			   t.room),
	    "seq");
	table_play(&t, "k13 j14");
	assert_int_equal(
	    line_int(client_event(eye, "move ply=8 side=white at=k13"), "seq"), seq + 1);
	assert_int_equal(
	    line_int(client_event(eye, "move ply=9 side=black at=j14"), "seq"), seq + 2);
	assert_int_equal(line_int(client_event(eye, "end result=black why=five"), "seq"), seq + 3);
	table_moves(t.white, t.room, theirs, sizeof theirs);
	table_moves(eye, t.room, mine, sizeof mine);
	assert_string_equal(mine, theirs);
	/* Who comes after the end sees how it ended. */
	client_send(eye, "leave %s", t.room);
	client_want(eye, "+left room=%s", t.room);
	client_send(eye, "watch %s", t.room);
	client_want(eye, "+watching room=%s", t.room);
	client_event(
	    eye, "sync state=ended result=black why=five line=j10,j11,j12,j13,j14 score=1-0");
}

/* A watcher has no say in the game. Case SV05. */
static void watchers_only_watch(void **state)
{
	static const char *const lines[] = {"move a1", "undo", "draw", "abort", "resign", "rematch",
	    "ready", "stand", "seat black me"};
	struct client *eye = client_guest(*state, "only-eye");
	struct table t;
	char id[32];

	table_open(&t, *state, "only-b", "only-w", "");
	table_play(&t, "h8");
	client_send(eye, "watch %s", t.room);
	client_want(eye, "+watching room=%s", t.room);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		client_ask(eye, "-forbidden", "%s", lines[i]);
	client_ask(t.black, "+offered id=*", "draw");
	snprintf(id, sizeof id, "%s", line_value(client_event(eye, "offer type=draw"), "id"));
	client_ask(eye, "-forbidden", "accept %s", id);
	client_ask(eye, "-forbidden", "decline %s", id);
	client_ask(eye, "-forbidden", "withdraw %s", id);
	client_ask(eye, "-forbidden", "move a1 room=%s", t.room);
	client_ask(eye, "+said", "say :hello");
	client_event(t.white, "say room=%s from=~only-eye", t.room);
	client_forget(t.white);
	table_play(&t, "h9");
}

/* ---- clocks ---- */

/* The milliseconds of the side in clock=B,W of a line. */
static int64_t clock_of(const struct wire_line *w, int side)
{
	long long ms[2];

	if (sscanf(line_value(w, "clock"), "%lld,%lld", &ms[0], &ms[1]) != 2)
		fail_msg("not a clock: %s", line_value(w, "clock"));
	return ms[side];
}

/* Case SV11: nobody sends anything, and the flag falls. */
static void flag_falls_by_itself(void **state)
{
	struct table t;
	int64_t begin = now_ms(), took;

	table_open(&t, *state, "flag-b", "flag-w", "time=1+0");
	client_event(t.white, "end room=%s result=white why=time winner=~flag-w", t.room);
	took = now_ms() - begin;
	assert_true(took >= 1000);
	client_event(t.black, "end result=white why=time");
	client_ask(t.black, "-illegal why=over", "move h8");
}

/* White's flag, after moves; the clock of the side that moved stands still at what it had. */
static void second_flag_falls(void **state)
{
	struct table t;
	const struct wire_line *w;
	int64_t black;

	table_open(&t, *state, "flag2-b", "flag2-w", "time=2+0");
	table_play(&t, "h8");
	client_event(t.black, "end result=black why=time loser=~flag2-w");
	client_ask(t.black, "+sync", "sync");
	w = client_row(t.black, 0);
	black = clock_of(w, 0);
	assert_true(black > 0 && black <= 2000);
	assert_int_equal(clock_of(w, 1), 0);
}

/* BASE+INC: what a move is given, seen in the clock of the move itself. */
static void increment_is_given(void **state)
{
	struct table t;
	int64_t black;

	table_open(&t, *state, "inc-b", "inc-w", "time=60+30");
	client_ask(t.black, "+moved ply=1", "move h8");
	black = clock_of(client_event(t.white, "move ply=1"), 0);
	/* 60 s and 30 s, less what the move took; that it took over a minute is no test. */
	assert_true(black > 60000 && black <= 90000);
	assert_int_equal(clock_of(client_event(t.black, "move ply=1"), 1), 60000);
}

/* Case SV07: a taken back move gives back the clocks of its turn; the side to move runs. */
static void undo_gives_the_time_back(void **state)
{
	struct table t;
	const struct wire_line *w;
	struct pollfd nothing = {.fd = -1};
	char id[32];

	table_open(&t, *state, "back-b", "back-w", "time=60+0");
	table_play(&t, "h8");
	/* White thinks a while: what is measured here is time itself. */
	poll(&nothing, 1, 300);
	client_ask(t.white, "+moved ply=2", "move i9");
	w = client_event(t.white, "move ply=2");
	assert_true(clock_of(w, 1) <= 59700);
	snprintf(
	    id, sizeof id, "%s", line_value(client_ask(t.white, "+offered id=*", "undo"), "id"));
	client_event(t.black, "offer type=undo from=~back-w to-ply=1");
	client_send(t.black, "accept %s", id);
	client_want(t.black, "+accepted id=%s", id);
	w = client_event(t.black, "undo ply=1 turn=white");
	/* What it had when its turn began, a few milliseconds of its new turn at most gone. */
	assert_true(clock_of(w, 1) > 59700 && clock_of(w, 1) <= 60000);
	client_ask(t.white, "+sync", "sync");
	assert_true(
	    line_matches(client_row(t.white, 0), "=sync running=white turn=white moves=h8"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(five_wins),
	    wire_test(white_wins_across),
	    wire_test(overline_in_freestyle),
	    wire_test(overline_in_standard),
	    wire_test(full_board_is_a_draw),
	    wire_test(moves_after_the_end),
	    wire_test(late_watcher_sees_the_same),
	    wire_test(watchers_only_watch),
	    wire_test(flag_falls_by_itself),
	    wire_test(second_flag_falls),
	    wire_test(increment_is_given),
	    wire_test(undo_gives_the_time_back),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
