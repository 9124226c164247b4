/* Who is in a room and who sits where. Its game is in room_game.c. */
#include "room.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/limits.h"
#include "daemon/wire/wire.h"
#include "pairing.h"

static_assert((int)BOT_TEXT <= (int)USER_NAME, "a bot's text stands where a name does");

static void on_timer(void *arg);

struct room *room_new(
    const struct room_world *world, unsigned number, const struct room_settings *settings)
{
	struct room *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->world = world;
	r->number = number;
	snprintf(r->id, sizeof r->id, "r%u", number);
	r->settings = *settings;
	room_settle(r);
	r->fill_at_ms = settings->fill_bot ? loop_now_ms() + settings->fill_ms : INT64_MAX;
	TAILQ_INIT(&r->members);
	r->answer = POINT_NONE;
	r->timer = timer_new(world->loop, on_timer, r);
	return r;
}

static void member_free(struct member *m)
{
	TAILQ_REMOVE(&m->room->members, m, room_link);
	TAILQ_REMOVE(&m->user->memberships, m, user_link);
	m->room->present -= m->present;
	m->user->rooms--;
	free(m);
}

void room_free(struct room *r)
{
	struct member *m;

	pool_forget(r->world->pool, r);
	while ((m = TAILQ_FIRST(&r->members)))
		member_free(m);
	timer_free(r->timer);
	free(r);
}

enum room_state room_state(const struct room *r)
{
	if (r->game.state == GAME_PLAYING)
		return game_phase(&r->game) == PHASE_PLAY ? ROOM_PLAYING : ROOM_OPENING;
	if (r->seat[0].kind == SEAT_OPEN || r->seat[1].kind == SEAT_OPEN)
		return ROOM_OPEN;
	return r->over ? ROOM_ENDED : ROOM_READY;
}

bool room_playing(const struct room *r)
{
	return r->game.state == GAME_PLAYING;
}

const char *room_state_name(enum room_state s)
{
	static const char *const names[] = {"open", "ready", "opening", "playing", "ended"};

	return names[s];
}

int room_seat_of(const struct room *r, const struct user *u)
{
	for (int i = 0; i < 2; i++)
		if (r->seat[i].kind == SEAT_PERSON && r->seat[i].user == u)
			return i;
	return -1;
}

struct member *room_member(const struct room *r, const struct user *u)
{
	struct member *m;

	TAILQ_FOREACH(m, &u->memberships, user_link)
	if (m->room == r)
		return m;
	return NULL;
}

const char *room_seat_text(const struct room *r, int seat, char buf[static USER_NAME])
{
	const struct seat *s = &r->seat[seat];

	switch (s->kind) {
	case SEAT_OPEN:
		return "open";
	case SEAT_PERSON:
		return s->user->name;
	case SEAT_AI:
		return bot_text(r->world->roster, s->bot, buf);
	}
	return "open";
}

bool room_has_bot(const struct room *r)
{
	return r->seat[0].kind == SEAT_AI || r->seat[1].kind == SEAT_AI;
}

static void count_watchers(struct room *r)
{
	struct member *m;

	r->watchers = 0;
	TAILQ_FOREACH(m, &r->members, room_link)
	r->watchers += m->present && room_seat_of(r, m->user) < 0;
}

/* Someone is back on the seat that was kept for them. */
static void come_back(struct room *r, struct member *m)
{
	struct seat *s = &r->seat[room_seat_of(r, m->user)];
	struct wire_out o;

	m->present = true;
	r->present++;
	s->away = AWAY_NOT;
	room_event(r, &o, "back");
	wire_key(&o, "user", "%s", m->user->name);
	room_emit(r, &o);
}

struct member *room_enter(struct room *r, struct user *u, int64_t now_ms)
{
	struct member *m = room_member(r, u);

	(void)now_ms;
	if (m && !m->present)
		come_back(r, m);
	if (!m) {
		if (!(m = calloc(1, sizeof *m)))
			return NULL;
		m->room = r;
		m->user = u;
		m->present = true;
		TAILQ_INSERT_TAIL(&r->members, m, room_link);
		TAILQ_INSERT_TAIL(&u->memberships, m, user_link);
		u->rooms++;
		r->present++;
	}
	if (!r->owner)
		r->owner = u;
	count_watchers(r);
	room_plan(r);
	return m;
}

/* The longest seated person here but the one who goes, else the longest watcher. */
static struct user *next_owner(const struct room *r, const struct user *from)
{
	struct user *watcher = NULL;
	struct member *m;

	TAILQ_FOREACH(m, &r->members, room_link)
	{
		if (!m->present || m->user == from)
			continue;
		if (room_seat_of(r, m->user) >= 0)
			return m->user;
		if (!watcher)
			watcher = m->user;
	}
	return watcher;
}

void room_set_owner(struct room *r, struct user *u)
{
	r->owner = u;
}

static void go_away(struct room *r, struct member *m, enum away why, int64_t now_ms)
{
	struct seat *s = &r->seat[room_seat_of(r, m->user)];
	struct wire_out o;

	m->present = false;
	r->present--;
	s->away = why;
	s->away_until_ms = now_ms + r->settings.absence_ms;
	room_event(r, &o, "absent");
	wire_key(&o, "user", "%s", m->user->name);
	wire_key(&o, "why", "%s", why == AWAY_LEFT ? "left" : "gone");
	wire_key(&o, "ms", "%lld", (long long)r->settings.absence_ms);
	room_emit(r, &o);
}

/* Passes the room on when its owner goes. Returns whether it was theirs. */
static bool pass_on(struct room *r, const struct user *from)
{
	if (r->owner != from)
		return false;
	r->owner = next_owner(r, from);
	return true;
}

/* Closes the room when nobody is left to play or watch. */
static void close_if_empty(struct room *r, int64_t now_ms)
{
	bool kept = r->seat[0].away || r->seat[1].away;

	if (r->present > 0 || r->closed || (room_playing(r) && kept))
		return;
	if (room_playing(r))
		room_end(r, GAME_VOID, WHY_CLOSED, now_ms);
	r->closed = true;
	timer_set(r->timer, INT64_MAX);
	r->world->empty(r, r->world->arg);
}

void room_leave(struct room *r, struct user *u, enum away why, int64_t now_ms)
{
	struct member *m = room_member(r, u);
	int seat = room_seat_of(r, u);

	bool owned = pass_on(r, u), vacates = seat >= 0 && !room_playing(r);

	if (vacates)
		room_sit(r, seat, NULL, 0, now_ms);
	if (seat >= 0 && !vacates)
		go_away(r, m, why, now_ms);
	else
		member_free(m);
	if (owned && r->owner) {
		if (!vacates)
			room_tell_seat(r, 0); /* it says whose the room is */
		room_notice(r, "%s owns the room now", r->owner->name);
	}
	count_watchers(r);
	room_plan(r);
	close_if_empty(r, now_ms);
}

void room_sit(struct room *r, int seat, struct user *u, int bot, int64_t now_ms)
{
	struct seat *s = &r->seat[seat];

	(void)now_ms;
	room_offers_gone(r, OFFER_ALL, -1, "left");
	if (s->held)
		challenge_gone(s->held, u == s->held->to ? "accepted" : "withdrawn");
	*s = (struct seat){.kind = u ? SEAT_PERSON : (bot ? SEAT_AI : SEAT_OPEN),
	    .user = u,
	    .bot = bot,
	    .ready = u || bot};
	/* Another pair: the count of games won begins again, and the one who stayed says ready. */
	r->seat[0].score = r->seat[1].score = 0;
	r->over = false;
	count_watchers(r);
	room_tell_seat(r, seat);
	room_plan(r);
}

void room_ready(struct room *r, int seat, int64_t now_ms)
{
	(void)now_ms;
	r->seat[seat].ready = true;
}

bool room_try_start(struct room *r, int64_t now_ms)
{
	for (int i = 0; i < 2; i++)
		if (r->seat[i].kind == SEAT_OPEN || !r->seat[i].ready)
			return false;
	if (room_playing(r))
		return false;
	room_start(r, now_ms);
	return true;
}

/* A seat whose time away is over loses the game; when both persons are away nobody wins. */
static void check_absence(struct room *r, int64_t now_ms)
{
	for (int i = 0; i < 2 && room_playing(r); i++) {
		const struct seat *s = &r->seat[i], *other = &r->seat[1 - i];

		if (!s->away || s->away_until_ms > now_ms)
			continue;
		if (other->away)
			room_end(r, GAME_VOID, WHY_ABANDONED, now_ms);
		else
			room_end(r, i ? GAME_BLACK : GAME_WHITE, WHY_ABANDONED, now_ms);
	}
}

/* Seats that were kept for someone away are given up once the game is over. */
static void drop_absent(struct room *r, int64_t now_ms)
{
	if (room_playing(r))
		return;
	for (int i = 0; i < 2; i++) {
		struct user *u = r->seat[i].user;

		if (!r->seat[i].away)
			continue;
		room_sit(r, i, NULL, 0, now_ms);
		member_free(room_member(r, u));
	}
}

enum { WATCHERS_EVERY_MS = 1000 };

static void tell_watchers(struct room *r, int64_t now_ms)
{
	struct wire_out o;

	if (r->watchers == r->watchers_told || now_ms < r->watchers_told_ms + WATCHERS_EVERY_MS)
		return;
	r->watchers_told = r->watchers;
	r->watchers_told_ms = now_ms;
	wire_begin(&o, WIRE_EVENT, NULL, "watchers");
	wire_key(&o, "room", "%s", r->id);
	wire_key(&o, "n", "%d", r->watchers);
	room_emit(r, &o);
}

static void on_timer(void *arg)
{
	struct room *r = arg;
	int64_t now = loop_now_ms();

	if (r->closed)
		return;
	room_check_turn(r, now);
	if (r->fill_at_ms <= now)
		room_fill(r, now);
	check_absence(r, now);
	drop_absent(r, now);
	tell_watchers(r, now);
	room_plan(r);
	close_if_empty(r, now);
}

static void sooner(int64_t *at, int64_t candidate)
{
	if (candidate < *at)
		*at = candidate;
}

void room_plan(struct room *r)
{
	int64_t at = INT64_MAX;

	if (r->closed)
		return;
	if (room_playing(r)) {
		/* While a bot's question waits for a worker its clock does not count. */
		if (!r->asking || r->taken)
			sooner(&at, clock_falls_at(&r->game.clock));
		if (r->answer != POINT_NONE)
			sooner(&at, r->answer_at_ms);
	}
	for (int i = 0; i < 2; i++)
		if (r->seat[i].away)
			sooner(&at, room_playing(r) ? r->seat[i].away_until_ms : 0);
	if (r->watchers != r->watchers_told)
		sooner(&at, r->watchers_told_ms + WATCHERS_EVERY_MS);
	sooner(&at, r->fill_at_ms);
	timer_set(r->timer, at);
}
