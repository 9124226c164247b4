#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "daemon/limits.h"
#include "daemon/text.h"
#include "daemon/wire/wire.h"
#include "still.h"
#include "tests/fuzz/require.h"

/* A few of each, so that an input comes to the limits. */
enum { MAX_ROOMS = 12, MAX_CONNS = 8, LINES = 4096, THINK_PAUSE_MS = 300 };

static void fill_roster(struct roster *r)
{
	static const struct engine engines[] = {
	    {.name = "mine", .command = "true", .rules = 1u << RULE_FREESTYLE | 1u << RULE_RENJU},
	    {.name = "other", .command = "true", .rules = 1u << RULE_STANDARD, .memory = 1 << 20}};

	r->engines = 2;
	memcpy(r->engine, engines, sizeof engines);
}

static void make_lobby(struct daemon *d)
{
	const struct lobby_settings lobby = {.max_rooms = MAX_ROOMS,
	    .think_pause_ms = THINK_PAUSE_MS,
	    .lag_allowance_ms = LIMIT_LAG_MS,
	    .roster = &d->config.roster};

	d->server.lobby = lobby_new(d->loop, &lobby);
	d->pool = pool_new(d->loop, NULL, 1, 0, 0);
	require(d->server.lobby && d->pool, "no memory");
	lobby_set_pool(d->server.lobby, d->pool);
}

static void make_server(struct daemon *d, unsigned kind)
{
	struct server *s = &d->server;
	const struct conn_settings conns = {.max_conns = MAX_CONNS,
	    .line_max = WIRE_CLIENT_MAX,
	    .output_max = LIMIT_OUTPUT_HARD,
	    .handshake_ms = LIMIT_HANDSHAKE_S * 1000,
	    .login_ms = LIMIT_LOGIN_S * 1000,
	    .line_ms = LIMIT_LINE_S * 1000};
	struct store_error error;

	s->loop = d->loop;
	snprintf(s->name, sizeof s->name, "fuzzed");
	snprintf(s->address, sizeof s->address, "%s", kind & 8 ? "example.org" : "-");
	snprintf(s->pin, sizeof s->pin, "sha256:%064d", 0);
	s->pace =
	    (struct pace_limits){1000000 / LIMIT_COMMANDS_A_SECOND, 60000000 / LIMIT_TALK_A_MINUTE};
	s->max_conns = MAX_CONNS;
	s->started_ms = loop_now_ms();
	s->accounts.mode = (enum register_mode)(kind % 3);
	s->accounts.guests = !(kind & 4);
	s->accounts.rate_bots = true;
	s->hub = conn_hub_new(d->loop, &conns, &session_handler, s);
	s->bans = bans_new();
	s->accounts.store = store_open(d->loop, "", &error);
	s->accounts.jobs = jobs_new(d->loop, LIMIT_HASHES, LIMIT_HASH_QUEUE);
	s->accounts.by_address = throttle_new(LIMIT_TRIES_ADDRESS, LIMIT_TRIES_ADDRESS_S * 1000);
	s->accounts.by_name = throttle_new(LIMIT_TRIES_NAME, LIMIT_TRIES_NAME_S * 1000);
	require(s->hub && s->bans && s->accounts.store && s->accounts.jobs &&
		    s->accounts.by_address && s->accounts.by_name,
	    "no memory");
}

void world_start(struct world *w, unsigned kind)
{
	struct daemon *d = &w->d;

	*d = (struct daemon){.loop = loop_new()};
	fill_roster(&d->config.roster);
	make_lobby(d);
	make_server(d, kind);
	d->archive = (struct archive){
	    .store = d->server.accounts.store, .lobby = d->server.lobby, .rate_bots = true};
	TAILQ_INIT(&d->archive.pending);
	lobby_on_ended(d->server.lobby, archive_game, &d->archive);
	daemon_open_journal(d);
}

static void take_down(struct daemon *d)
{
	struct server *s = &d->server;

	conn_hub_turn_end(s->hub, daemon_commit, d);
	jobs_free(s->accounts.jobs);
	store_close(s->accounts.store);
	journal_turn_end(d->journal);
	lobby_free(s->lobby);
	conn_hub_free(s->hub);
	archive_free(&d->archive);
	journal_close(d->journal);
	timer_free(d->journal_retry);
	pool_free(d->pool);
	bans_free(s->bans);
	throttle_free(s->accounts.by_address);
	throttle_free(s->accounts.by_name);
	require(still_timers() == 0, "a timer outlived its owner");
}

void world_stop(struct world *w)
{
	conn_hub_close_all(w->d.server.hub, CONN_STOP);
	take_down(&w->d);
}

/* ---- what the journal says is what there is ---- */

struct lines {
	bool challenges; /* these, which come back when all the rest has; else the rest */
	char *line[LINES];
	int n;
};

/*
 * A record as it can be compared: without the clocks, which go on while nothing is written, and
 * without the counters of the numbers given.
 */
static int keep_line(void *arg, char *text, size_t len)
{
	struct lines *l = arg;
	char *clock = strstr(text, " clock=");

	(void)len;
	if (strncmp(text, "counters ", 9) == 0 || l->n == LINES ||
	    l->challenges != (strncmp(text, "challenge ", 10) == 0))
		return 0;
	if (clock) {
		size_t n = 1 + strcspn(clock + 1, " ");

		memmove(clock, clock + n, strlen(clock + n) + 1);
	}
	l->line[l->n++] = strdup(text);
	return 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Everything there is, as records in the order of their text. */
static void list_state(struct lobby *lobby, struct lines *l, bool challenges)
{
	struct journal *own = lobby_journal(lobby), *scratch = memory_journal_new();

	l->n = 0;
	l->challenges = challenges;
	lobby_set_journal(lobby, scratch);
	lobby_snapshot(lobby);
	lobby_set_journal(lobby, own);
	memory_journal_added(scratch, keep_line, l);
	journal_close(scratch);
	qsort(l->line, (size_t)l->n, sizeof l->line[0], by_text);
}

static void free_lines(struct lines *l)
{
	for (int i = 0; i < l->n; i++)
		free(l->line[i]);
	l->n = 0;
}

static void compare(struct lobby *lobby, struct lobby *restored, bool challenges)
{
	static struct lines is, kept;
	bool same;

	list_state(lobby, &is, challenges);
	list_state(restored, &kept, challenges);
	same = is.n == kept.n;
	for (int i = 0; same && i < is.n; i++)
		same = strcmp(is.line[i], kept.line[i]) == 0;
	for (int i = 0; !same && i < is.n; i++)
		fprintf(stderr, "is:   %s\n", is.line[i]);
	for (int i = 0; !same && i < kept.n; i++)
		fprintf(stderr, "kept: %s\n", kept.line[i]);
	require(same, "the journal has kept something else");
	free_lines(&is);
	free_lines(&kept);
}

/* A lobby of its own, to restore what the disk has. */
static void make_other(struct daemon *other, struct loop *l)
{
	*other = (struct daemon){.loop = l};
	fill_roster(&other->config.roster);
	make_lobby(other);
	other->archive.lobby = other->server.lobby;
	TAILQ_INIT(&other->archive.pending);
	other->journal = memory_journal_new();
	lobby_set_journal(other->server.lobby, other->journal);
}

static void free_other(struct daemon *other)
{
	lobby_free(other->server.lobby);
	archive_free(&other->archive);
	journal_close(other->journal);
	pool_free(other->pool);
}

bool world_would_start(struct world *w)
{
	bool would;

	make_other(&w->d, loop_new());
	would = memory_disk_read(daemon_restore, &w->d) == 0;
	free_other(&w->d);
	return would;
}

static void check_journal(struct daemon *d)
{
	static struct daemon other;

	make_other(&other, d->loop);
	require(memory_disk_read(daemon_restore, &other) == 0, "a record that makes no sense");
	compare(d->server.lobby, other.server.lobby, false);
	lobby_restored(other.server.lobby, loop_now_ms());
	lobby_journal_changes(other.server.lobby);
	compare(d->server.lobby, other.server.lobby, true);
	free_other(&other);
}

void world_kill(struct world *w)
{
	if (!memory_journal_waits(w->d.journal))
		check_journal(&w->d);
	/* Nothing that is done from here on reaches the disk, or the database. */
	memory_disk_fail(true);
	memory_db_fail(true);
	conn_hub_close_all(w->d.server.hub, CONN_GONE);
	take_down(&w->d);
	memory_disk_fail(false);
	memory_db_fail(false);
}

bool world_turn(struct world *w)
{
	struct daemon *d = &w->d;
	bool busy = still_fire();

	event_base_loop(loop_base(d->loop), EVLOOP_NONBLOCK);
	busy |= memory_jobs_work(d->server.accounts.jobs);
	busy |= memory_store_work(d->server.accounts.store);
	busy |= memory_pool_work(d->pool);
	conn_hub_turn_end(d->server.hub, daemon_commit, d);
	daemon_tell_outage(d);
	lobby_turn_end(d->server.lobby);
	return busy || (memory_journal_waits(d->journal) && !journal_failing(d->journal));
}

/* ---- lists and counts ---- */

static void check_seat(const struct room *r, int seat)
{
	const struct seat *s = &r->seat[seat];

	switch (s->kind) {
	case SEAT_OPEN:
		require(!room_playing(r), "a game with a free seat");
		require(s->away == AWAY_NOT, "nobody is away");
		break;
	case SEAT_PERSON:
		require(s->user != NULL && room_member(r, s->user) != NULL,
		    "a seat of somebody who is not inside");
		require(
		    (s->away == AWAY_NOT) == room_member(r, s->user)->present, "away, and here");
		break;
	case SEAT_AI:
		require(s->bot != BOT_NONE && s->away == AWAY_NOT, "a seat of no bot");
		break;
	}
}

static void check_room(struct room *r, void *arg)
{
	const struct member *m;
	int present = 0, watchers = 0;

	(void)arg;
	TAILQ_FOREACH(m, &r->members, room_link)
	{
		require(m->room == r, "a member of another room");
		require(!m->present || m->user->deliver != NULL, "present, but not connected");
		present += m->present;
		watchers += m->present && room_seat_of(r, m->user) < 0;
	}
	require(r->present == present, "a wrong count of those who are present");
	require(r->watchers == watchers, "a wrong count of watchers");
	check_seat(r, 0);
	check_seat(r, 1);
	require(r->owner == NULL || room_member(r, r->owner) != NULL, "an owner outside");
	for (int i = 0; i < OFFER_MAX; i++)
		require(r->offers.offer[i].id == 0 ||
			    r->seat[r->offers.offer[i].seat].kind == SEAT_PERSON,
		    "an offer of nobody");
}

static void check_user(struct user *u, void *arg)
{
	struct member *m;
	int rooms = 0;

	(void)arg;
	TAILQ_FOREACH(m, &u->memberships, user_link)
	{
		require(m->user == u && room_member(m->room, u) == m, "a membership of another");
		rooms++;
	}
	require(rooms == u->rooms, "a wrong count of rooms");
	require(u->deliver != NULL && u->gone_ms == 0, "among those who are here, and gone");
}

void world_check(struct world *w)
{
	lobby_each_room(w->d.server.lobby, check_room, NULL);
	lobby_each_user(w->d.server.lobby, check_user, NULL);
	require(lobby_rooms(w->d.server.lobby) <= MAX_ROOMS, "more rooms than may be");
}
