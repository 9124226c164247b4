/*
 * The levels as the server shows them: what each is like and how strong it is, and that ai:auto is
 * the one nearest to the rating of who asks.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 10, GAMES_MOST = 60 };

static struct client *registered(struct server *s, const char *name)
{
	struct client *c = client_connect(s);

	client_send(c, "register %s :secret of %s", name, name);
	client_want(c, "+welcome user=%s", name);
	return c;
}

/* Reads the levels' Elo, from the first on. */
static void read_elo(struct client *c, int64_t elo[static LEVELS])
{
	client_ask(c, "+levels n=10", "levels");
	for (int i = 0; i < LEVELS; i++) {
		assert_true(line_matches(client_row(c, (size_t)i), "=level level=* elo=*"));
		assert_int_equal(line_int(client_row(c, (size_t)i), "level"), i + 1);
		assert_non_null(client_row(c, (size_t)i)->text);
		elo[i] = line_int(client_row(c, (size_t)i), "elo");
	}
}

static void levels_are_told(void **state)
{
	int64_t elo[LEVELS];

	read_elo(client_guest(*state, "reader"), elo);
	for (int i = 1; i < LEVELS; i++)
		assert_in_range(elo[i] - elo[i - 1], 80, 250);
}

/* The level that ai:auto is for who asks. */
static int64_t auto_level(struct client *c, const char *terms)
{
	char room[32];

	client_ask(c, "+created", "create %s black=me white=ai:auto", terms);
	const char *white = line_value(client_event(c, "start white=*"), "white");
	int64_t level = strtol(white + sizeof("ai:") - 1, NULL, 10);
	client_ask(c, "+room", "room");
	snprintf(room, sizeof room, "%s", line_value(client_row(c, 0), "id"));
	client_ask(c, "+left", "leave %s", room);
	return level;
}

/* The two play a rated game that the first one wins. */
static void beat(struct client *winner, struct client *loser)
{
	char room[32];

	client_send(winner, "create rated");
	snprintf(room, sizeof room, "%s", line_value(client_want(winner, "+created"), "room"));
	client_ask(loser, "+joined", "join %s", room);
	client_event(loser, "start");
	client_ask(winner, "+moved ply=1", "move h8 room=%s", room);
	client_ask(loser, "+moved ply=2", "move i9 room=%s", room);
	client_ask(loser, "+resigned", "resign room=%s", room);
	client_event(winner, "notice game=*");
	client_event(loser, "notice game=*");
	client_ask(winner, "+left", "leave %s", room);
	client_ask(loser, "+left", "leave %s", room);
}

static bool is_settled(struct client *c, const char *name)
{
	client_ask(c, "+rating n=1", "rating %s", name);
	return line_matches(client_row(c, 0), "=rating provisional=no");
}

static int64_t nearest(const int64_t elo[static LEVELS], int64_t rating)
{
	int best = 0;
	for (int i = 1; i < LEVELS; i++)
		if (llabs(elo[i] - rating) < llabs(elo[best] - rating))
			best = i;
	return best + 1;
}

static void auto_is_the_nearest(void **state)
{
	struct client *c[2] = {registered(*state, "up"), registered(*state, "down")};
	static const char *const names[] = {"up", "down"};
	int64_t elo[LEVELS], level[2];
	int games = 0;

	read_elo(c[0], elo);
	/* Of whom nothing is known yet gets the newcomers' level. */
	assert_int_equal(auto_level(c[0], ""), 2);
	assert_int_equal(auto_level(client_guest(*state, "nobody"), ""), 2);
	do {
		/* Now and then the other one wins, or neither's rating would settle. */
		int winner = games % 4 == 3;
		assert_true(games++ < GAMES_MOST);
		beat(c[winner], c[!winner]);
	} while (!is_settled(c[0], names[0]) || !is_settled(c[1], names[1]));
	for (int i = 0; i < 2; i++) {
		client_ask(c[i], "+rating n=1", "rating %s", names[i]);
		level[i] = nearest(elo, line_int(client_row(c[i], 0), "rating"));
		assert_int_equal(auto_level(c[i], ""), level[i]);
		/* By a rule that one has not played one is a newcomer. */
		assert_int_equal(auto_level(c[i], "rule=renju"), 2);
	}
	assert_true(level[0] > level[1]);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    wire_test(levels_are_told),
	    wire_test(auto_is_the_nearest),
	};
	return cmocka_run_group_tests(tests, group_start, group_stop);
}
