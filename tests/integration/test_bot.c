/*
 * Games against bots, through real worker processes: every stone a bot plays is checked with the
 * rules of engine/game, and a worker that dies is replaced.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/game/game.h"

/* A game followed by its events, on a board of the test's own. */
struct follow {
	struct client *c;
	char room[32];
	struct game game;
	unsigned seed; /* of the person's random moves */
};

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245U + 12345U;
	return *seed >> 16;
}

static void follow_start(
    struct follow *f, struct client *c, const char *room, enum rule rule, int size)
{
	struct time_control none = {.kind = CLOCK_NONE};

	f->c = c;
	f->seed = 7;
	snprintf(f->room, sizeof f->room, "%s", room);
	game_init(&f->game, rule, size, &none);
	game_start(&f->game, 0);
}

/* Reads the next *move and plays it on the test's own board, where it must be legal. */
static void follow_move(struct follow *f)
{
	const char *side = stone_name(game_turn(&f->game));
	const struct wire_line *w =
	    client_event(f->c, "move room=%s ply=%d side=%s", f->room, f->game.plies + 1, side);
	int point = point_parse(line_value(w, "at"));
	enum move_verdict verdict = game_move(&f->game, game_turn(&f->game), point, 0);

	if (verdict != MOVE_OK)
		fail_msg("%s plays %s: %s", side, line_value(w, "at"), move_verdict_name(verdict));
}

/* Some empty point, near other stones or not. */
static int any_point(struct follow *f)
{
	int point;

	do {
		unsigned r = next_random(&f->seed);

		point = point_at((int)(r % (unsigned)f->game.board.size),
		    (int)(r / 32 % (unsigned)f->game.board.size));
	} while (board_at(&f->game.board, point) != STONE_NONE);
	return point;
}

/* Plays the person's side at random to the end of the game, which both must see alike. */
static void play_to_the_end(struct follow *f, enum stone person)
{
	while (f->game.state == GAME_PLAYING) {
		if (game_turn(&f->game) == person) {
			char name[POINT_TEXT];

			client_send(
			    f->c, "move %s room=%s", point_format(any_point(f), name), f->room);
			client_want(f->c, "+moved ply=%d", f->game.plies + 1);
		}
		follow_move(f);
	}
	client_event(f->c, "end room=%s result=%s why=%s", f->room,
	    game_result_name(f->game.result), game_why_name(f->game.why));
}

static void start_bot_game(
    struct follow *f, struct client *c, const char *line, enum rule rule, int size)
{
	char room[32];

	snprintf(room, sizeof room, "%s",
	    line_value(client_ask(c, "+created room=*", "%s", line), "room"));
	client_event(c, "start room=%s turn=black", room);
	follow_start(f, c, room, rule, size);
}

static void as_black(void **state)
{
	struct follow f;

	start_bot_game(&f, client_guest(*state, "bot-black"), "play 2", RULE_FREESTYLE, 15);
	play_to_the_end(&f, STONE_BLACK);
	/* Random stones against the weakest player of them all still lose. */
	assert_int_equal(f.game.result, GAME_WHITE);
}

static void as_white_by_standard(void **state)
{
	struct follow f;

	start_bot_game(&f, client_guest(*state, "bot-white"), "play 1 white rule=standard size=9",
	    RULE_STANDARD, 9);
	play_to_the_end(&f, STONE_WHITE);
}

/* On the smallest board a game can end full, and on the largest every column must be known. */
static void smallest_and_largest_board(void **state)
{
	struct client *c = client_guest(*state, "bot-sizes");
	struct follow f;

	start_bot_game(&f, c, "play 3 size=5", RULE_FREESTYLE, 5);
	play_to_the_end(&f, STONE_BLACK);
	start_bot_game(&f, c, "play 3 white size=25", RULE_FREESTYLE, 25);
	play_to_the_end(&f, STONE_WHITE);
}

/* Two bots, watched by the one who made the room. */
static void both_bots(void **state)
{
	struct follow f;

	start_bot_game(&f, client_guest(*state, "bot-both"), "create black=ai:1 white=ai:4 size=12",
	    RULE_FREESTYLE, 12);
	play_to_the_end(&f, STONE_NONE);
	assert_int_not_equal(f.game.result, GAME_NONE);
}

static int plies(struct client *c, const char *room)
{
	client_ask(c, "+room", "room %s", room);
	return (int)line_int(client_row(c, 0), "ply");
}

/* Two bots whom nobody watches rest, and go on for whoever comes back to them. */
static void bots_rest_unwatched(void **state)
{
	struct server *s = server_start("think-pause-ms = 50\n");
	struct client *owner = client_connect(s), *c = client_guest(s, "elsewhere");
	char token[64], room[32];
	static const char *const moves[] = {"a1", "c1", "e1", "g1", "i1"};
	int rested = 0;

	(void)state;
	snprintf(token, sizeof token, "%s",
	    line_value(client_ask(owner, "+welcome", "guest rest"), "resume"));
	snprintf(room, sizeof room, "%s",
	    line_value(
		client_ask(owner, "+created", "create black=ai:1 white=ai:1 size=25"), "room"));
	client_event(owner, "move ply=4");
	client_reset(owner);
	do
		client_ask(c, "+room", "room %s", room);
	while (line_int(client_row(c, 0), "watchers") > 0);
	/* A game as fast as theirs: after its second answer theirs has come to rest. */
	client_ask(c, "+created", "play 2 size=25");
	for (int i = 0; i < 5; i++) {
		client_ask(c, "+moved", "%s", moves[i]);
		client_event(c, "move ply=%d", 2 * i + 2);
		if (i == 1)
			rested = plies(c, room);
	}
	assert_int_equal(plies(c, room), rested);
	owner = client_connect(s);
	client_ask(owner, "+resumed", "resume %s", token);
	client_event(owner, "move room=%s ply=%d", room, rested + 1);
	client_event(owner, "move room=%s ply=%d", room, rested + 2);
	clients_close_all();
	server_stop(s);
}

/* Case SV09: back to the own last move, and as white with one stone there is nothing to undo. */
static void undo_against_a_bot(void **state)
{
	struct client *c = client_guest(*state, "bot-undo");
	struct follow f;

	start_bot_game(&f, c, "play 2", RULE_FREESTYLE, 15);
	client_ask(c, "-wrong-state", "undo");
	client_ask(c, "+moved ply=1", "h8");
	follow_move(&f);
	follow_move(&f);
	client_ask(c, "+offered id=*", "undo");
	client_event(c, "undo ply=0 turn=black");
	client_ask(c, "+sync", "sync");
	assert_true(line_matches(client_row(c, 0), "=sync turn=black ply=0 moves=- offers=-"));
	client_ask(c, "+moved ply=1", "i9");
	client_event(c, "move ply=1 side=black at=i9");
	client_event(c, "move ply=2 side=white");
	client_ask(c, "+resigned", "resign");

	start_bot_game(&f, c, "play 2 white", RULE_FREESTYLE, 15);
	follow_move(&f);
	client_send(c, "undo room=%s", f.room);
	client_want(c, "-wrong-state");
}

/*
 * Case EN20: what a bot has thought of a position that is taken back is not played, wherever its
 * answer was at that moment.
 */
static void undo_while_a_bot_thinks(void **state)
{
	struct client *c = client_guest(*state, "bot-stale");
	struct follow f;
	int64_t began, took;

	start_bot_game(&f, c, "play 5", RULE_FREESTYLE, 15);
	client_ask(c, "+moved ply=1", "h8");
	began = now_ms();
	client_event(c, "move ply=2");
	took = now_ms() - began;
	client_ask(c, "+offered", "undo");
	client_event(c, "undo ply=0");
	for (int i = 0; i < 100; i++) {
		int64_t us = (took + 1) * 1500 * (next_random(&f.seed) % 1000) / 1000;
		struct timespec delay = {us / 1000000, us % 1000000 * 1000};
		int64_t rev;

		client_ask(c, "+moved ply=1", "h8");
		nanosleep(&delay, NULL);
		client_ask(c, "+offered", "undo");
		rev = line_int(client_event(c, "undo ply=0 turn=black act=~bot-stale"), "rev");
		client_no_event(c, "move");
		client_ask(c, "+sync", "sync");
		assert_true(
		    line_matches(client_row(c, 0), "=sync ply=0 moves=- offers=- act=~bot-stale"));
		assert_int_equal(line_int(client_row(c, 0), "rev"), rev);
	}
	client_ask(c, "+moved ply=1", "h8");
	client_event(c, "move ply=1 at=h8");
	client_event(c, "move ply=2 side=white");
}

/* Case RJ28: black must stop a four on a point that is forbidden. It plays another, or passes. */
static void only_defence_is_forbidden(void **state)
{
	static const char start[] = "h8,g6,f6,g5,f7,g4,h7,g3,g2,a1";
	struct client *c = client_guest(*state, "bot-rj28");

	for (int level = 1; level <= 6; level += 5) {
		const struct wire_line *w;

		client_ask(c, "+created", "play %d white rule=renju start=%s", level, start);
		w = client_event(c, "move ply=11 side=black");
		assert_null(strstr(start, line_value(w, "at")));
		assert_string_not_equal(line_value(w, "at"), "g7");
		client_ask(c, "+moved", "g7");
		client_event(c, "end result=white why=five");
		client_ask(c, "+left", "leave");
	}
}

/* What a bot answers to offers: no to a draw, yes to an end without result and to a rematch. */
static void bots_answer_offers(void **state)
{
	struct client *c = client_guest(*state, "bot-offers");
	struct follow f;

	start_bot_game(&f, c, "play 2", RULE_FREESTYLE, 15);
	/* Before each has played there is nothing to agree on. */
	client_ask(c, "+offered id=*", "draw");
	client_event(c, "offer-gone why=declined");
	client_ask(c, "+offered id=*", "abort");
	client_event(c, "end result=void why=aborted");
	client_ask(c, "+offered id=*", "rematch");
	client_event(c, "start black=ai:2 white=~bot-offers");
	client_event(c, "move ply=1 side=black");
}

/* It takes a draw when it is not winning, which takes a thought; meanwhile it can be withdrawn. */
static void bots_judge_a_draw(void **state)
{
	/* White has four in a row, with room at both ends. */
	static const char lost[] = "a1,h8,a3,i8,a5,j8,o1,k8";
	struct client *c = client_guest(*state, "bot-draw");
	const struct wire_line *w;

	client_ask(c, "+created", "create white=ai:2 start=%s", lost);
	client_event(c, "start");
	client_ask(c, "+offered id=*", "draw");
	client_event(c, "offer-gone why=declined");
	client_ask(c, "+resigned", "resign");
	client_ask(c, "+left", "leave");
	client_ask(c, "+created", "play 2");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	w = client_ask(c, "+offered id=*", "draw");
	client_ask(c, "+withdrawn", "withdraw %s", line_value(w, "id"));
	client_event(c, "offer-gone why=withdrawn");
	client_ask(c, "+offered id=*", "draw");
	client_event(c, "offer-gone why=accepted");
	client_event(c, "end result=draw why=agreed");
}

/* The worker processes of the daemon, waited for: they may be starting. */
static int workers(struct server *s, pid_t pids[], int max)
{
	int64_t end = now_ms() + patience_ms();
	int n;

	while ((n = server_children(s, "gomoku-engine", pids, max)) == 0 && now_ms() < end)
		server_check(s);
	return n;
}

/*
 * Workers that die in mid-thought: held still, given a move to answer, then killed. Others take
 * their place and the game goes on. Four times, for a bot can't win in four moves.
 */
static void killed_workers_are_replaced(void **state)
{
	struct client *c = client_guest(*state, "bot-kill");
	struct follow f;

	start_bot_game(&f, c, "play 2", RULE_FREESTYLE, 15);
	for (int turn = 0; turn < 4; turn++) {
		char name[POINT_TEXT];
		pid_t pids[64];
		int n = workers(*state, pids, 64);

		assert_true(n > 0);
		for (int i = 0; i < n; i++)
			assert_int_equal(kill(pids[i], SIGSTOP), 0);
		client_send(c, "move %s", point_format(any_point(&f), name));
		client_want(c, "+moved ply=%d", f.game.plies + 1);
		follow_move(&f);
		client_ask(c, "+pong", "ping");
		for (int i = 0; i < n; i++)
			assert_int_equal(kill(pids[i], SIGKILL), 0);
		follow_move(&f);
	}
	client_no_event(c, "end");
}

/* A worker that hangs in mid-thought is taken down, and another one finds the move. */
static void stopped_worker_is_replaced(void **state)
{
	struct client *c = client_guest(*state, "bot-stop");
	struct follow f;
	pid_t pids[64];
	int n;

	/* The bot's second is over before that is noticed: no fault of the bot's, or of anyone's.
	 */
	start_bot_game(&f, c, "play 2 time=1+0", RULE_FREESTYLE, 15);
	n = workers(*state, pids, 64);
	assert_true(n > 0);
	for (int i = 0; i < n; i++)
		assert_int_equal(kill(pids[i], SIGSTOP), 0);
	client_ask(c, "+moved ply=1", "h8");
	follow_move(&f);
	follow_move(&f);
	/* Those that were stopped and had no work are no burden to whoever comes after. */
	for (int i = 0; i < n; i++)
		kill(pids[i], SIGCONT);
}

static int64_t blacks_clock(struct client *c)
{
	client_ask(c, "+sync", "sync");
	return strtoll(line_value(client_row(c, 0), "clock"), NULL, 10);
}

/* Going and coming back on the own turn gives no time back. */
static void coming_back_is_no_gift(void **state)
{
	struct client *c = client_connect(*state);
	char token[64];
	int64_t left;

	snprintf(token, sizeof token, "%s",
	    line_value(client_ask(c, "+welcome", "guest bot-clock"), "resume"));
	client_ask(c, "+created", "play 1 time=60+0");
	while ((left = blacks_clock(c)) > 59990)
		client_ask(c, "+pong", "ping");
	client_close(c);
	c = client_connect(*state);
	client_ask(c, "+resumed", "resume %s", token);
	assert_true(blacks_clock(c) <= left);
}

/* Levels are 1 to 10, and a level that is none is said to be none. */
static void levels_are_listed(void **state)
{
	struct client *c = client_guest(*state, "bot-levels");

	client_ask(c, "+levels n=10", "levels");
	assert_true(client_rows(c) > 10);
	assert_true(line_matches(client_row(c, 10), "=bot name=ai:priority"));
	for (size_t i = 0; i < 10; i++)
		assert_int_equal(line_int(client_row(c, i), "level"), (int64_t)i + 1);
	client_send(c, "play 11");
	assert_int_equal(client_final(c)->kind, WIRE_ERROR);
	client_send(c, "play 0");
	assert_int_equal(client_final(c)->kind, WIRE_ERROR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(as_black),
	    wire_test(as_white_by_standard),
	    wire_test(smallest_and_largest_board),
	    wire_test(both_bots),
	    wire_test(bots_rest_unwatched),
	    wire_test(undo_against_a_bot),
	    wire_test(undo_while_a_bot_thinks),
	    wire_test(only_defence_is_forbidden),
	    wire_test(bots_answer_offers),
	    wire_test(bots_judge_a_draw),
	    wire_test(killed_workers_are_replaced),
	    wire_test(stopped_worker_is_replaced),
	    wire_test(coming_back_is_no_gift),
	    wire_test(levels_are_listed),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
