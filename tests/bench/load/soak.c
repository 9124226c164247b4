#include "soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "actor.h"
#include "peer.h"
#include "subject.h"

enum {
	ACTORS = 100,
	ROOMS_FIRST = 8, /* of each of the first: as many as one may own */
	ROUNDS_LEAST = 8,
	ROUNDS_MOST_SOAK = 90,
	ROUND_S = 30,
	/* Whoever goes is kept in mind for ten minutes: until then memory has to grow. */
	WARM_S = 640,
	/* After a round, for clocks to run out. */
	QUIET_S = 20,
	/* Memory may grow by this and by GROWTH_SHARE of itself: a heap is never quite still. */
	GROWTH_BYTES = 1 << 20,
};

static const double GROWTH_SHARE = 0.02;

struct sample {
	double at_s; /* since the beginning */
	int64_t rss;
	int descriptors;
};

/* What the server says of itself, asked on a connection of its own. */
struct status {
	struct peer *peer;
	int users, rooms, games, connections;
	bool told;
};

static int number_of(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	return at ? (int)strtol(at + strlen(key), NULL, 10) : -1;
}

static void on_line(void *arg, char *line, size_t len)
{
	struct status *s = arg;

	(void)len;
	if (strncmp(line, "*hello ", 7) == 0)
		peer_send(s->peer, "status");
	if (strncmp(line, "+status ", 8) != 0)
		return;
	s->users = number_of(line, " users=");
	s->rooms = number_of(line, " rooms=");
	s->games = number_of(line, " games=");
	s->connections = number_of(line, " connections=");
	s->told = true;
}

static void on_lost(void *arg, const char *why)
{
	(void)arg;
	die("the daemon does not tell its status: %s", why);
}

static const struct peer_handler handler = {.line = on_line, .lost = on_lost};

static void pause_ms(int ms)
{
	int64_t end = now_ns() + ms * INT64_C(1000000), now;

	while ((now = now_ns()) < end)
		peers_turn(end - now);
}

static struct status ask_status(const struct subject *daemon)
{
	int64_t end = now_ns() + INT64_C(20000000000);
	struct status s = {0};

	s.peer = peer_open(daemon->port, &handler, &s);
	while (!s.told) {
		peers_turn(100000000);
		if (now_ns() > end) {
			subject_check(daemon);
			die("the daemon does not answer");
		}
	}
	peer_close(s.peer);
	peers_turn(0);
	return s;
}

/*
 * The first to come fill the server with rooms: so each round's memory has the same high tide, and
 * chance sets no new mark late in the run that would look like growth.
 */
static void act_for(struct actor *actors, struct stage *stage, double seconds)
{
	int64_t end = now_ns() + (int64_t)(seconds * 1e9);

	for (int i = 0; i < ACTORS; i++)
		actor_come(&actors[i], stage, ROOMS_FIRST);

	while (now_ns() < end) {
		for (int i = 0; i < ACTORS; i++)
			if (!actors[i].peer)
				actor_come(&actors[i], stage, 0);
		peers_turn(10000000);
	}
	for (int i = 0; i < ACTORS; i++)
		actor_go(&actors[i]);
	end = now_ns() + INT64_C(20000000000);
	while (peers_count() > 0) {
		peers_turn(10000000);
		if (now_ns() > end)
			die("%d connections do not end", peers_count());
	}
}

/*
 * Waits until nobody is here and no game runs, or long enough. Rooms and names may be kept for
 * those who come back: as many after each round.
 */
static struct status wait_quiet(const struct subject *daemon)
{
	int64_t end = now_ns() + QUIET_S * INT64_C(1000000000);
	struct status s;

	do {
		pause_ms(250);
		s = ask_status(daemon);
	} while ((s.users > 0 || s.games > 0 || s.connections > 1) && now_ns() < end);
	/* The question came on a connection too. */
	pause_ms(250);
	return s;
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static int64_t median_rss(const struct sample *samples, int n)
{
	int64_t sorted[ROUNDS_MOST_SOAK] = {0};

	for (int i = 0; i < n; i++)
		sorted[i] = samples[i].rss;
	qsort(sorted, (size_t)n, sizeof *sorted, compare);
	return sorted[n / 2];
}

/* The first round to compare with: a quarter is for what a server loads once, and no more than half
 * of a short run for what it keeps in mind. */
static int first_round(const struct sample *samples, int n)
{
	int first = n / 4;

	while (first < n / 2 && samples[first].at_s < WARM_S)
		first++;
	return first;
}

/*
 * Compares the last quarter with as many rounds before it, from when the server is warm.
 * Descriptors have grown when each of the last counts is above all of the earlier ones.
 */
static int judge(const struct sample *samples, int n)
{
	int quarter = n / 4;
	const struct sample *early = samples + first_round(samples, n),
			    *late = samples + n - quarter;
	int64_t before = median_rss(early, quarter), after = median_rss(late, quarter);
	double most = (double)before * (1 + GROWTH_SHARE) + GROWTH_BYTES;
	int early_most = 0, late_least = late[0].descriptors;
	bool memory, descriptors;

	for (int i = 0; i < quarter; i++) {
		if (early[i].descriptors > early_most)
			early_most = early[i].descriptors;
		if (late[i].descriptors < late_least)
			late_least = late[i].descriptors;
	}
	memory = (double)after <= most;
	descriptors = late_least <= early_most;
	printf("memory: %.2f MB when warm, %.2f MB in the last quarter (at most %.2f): %s\n",
	    (double)before / 1e6, (double)after / 1e6, most / 1e6, memory ? "flat" : "GROWN");
	printf("descriptors: %d when warm, %d in the last quarter: %s\n", early_most, late_least,
	    descriptors ? "flat" : "GROWN");
	return memory && descriptors ? 0 : 1;
}

static int rounds_in(double seconds)
{
	int n = (int)(seconds / ROUND_S);

	if (n < ROUNDS_LEAST)
		return ROUNDS_LEAST;
	return n > ROUNDS_MOST_SOAK ? ROUNDS_MOST_SOAK : n;
}

int soak(double seconds)
{
	static struct actor actors[ACTORS];
	static struct sample samples[ROUNDS_MOST_SOAK];
	int64_t begin = now_ns();
	struct stage stage = {.random = 20200229};
	int rounds = rounds_in(seconds), result;
	struct subject daemon;

	subject_start_daemon(&daemon, "think-pause-ms = 0\ncommand-rate = 0\ntalk-rate = 0\n");
	stage.port = daemon.port;
	printf("%8s %10s %6s %6s %8s %8s %10s %8s %6s\n", "s", "memory MB", "files", "rooms",
	    "lives", "games", "commands", "refused", "cut");
	for (int i = 0; i < rounds; i++) {
		double end = seconds * (i + 1) / rounds;
		double left = end - (double)(now_ns() - begin) / 1e9 - 6;
		struct status s;

		act_for(actors, &stage, left > 1 ? left : 1);
		subject_check(&daemon);
		s = wait_quiet(&daemon);
		samples[i] = (struct sample){(double)(now_ns() - begin) / 1e9, subject_rss(&daemon),
		    subject_descriptors(&daemon)};
		printf("%8.0f %10.2f %6d %6d %8llu %8llu %10llu %8llu %6llu\n",
		    (double)(now_ns() - begin) / 1e9, (double)samples[i].rss / 1e6,
		    samples[i].descriptors, s.rooms, (unsigned long long)stage.lives,
		    (unsigned long long)stage.games, (unsigned long long)stage.commands,
		    (unsigned long long)stage.refusals, (unsigned long long)stage.cut);
		fflush(stdout);
	}
	result = judge(samples, rounds);
	if (stage.cut > 0) {
		printf(
		    "%llu connections were cut without a goodbye\n", (unsigned long long)stage.cut);
		result = 1;
	}
	subject_stop(&daemon);
	return result;
}
