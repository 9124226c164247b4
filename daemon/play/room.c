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
	pool_forget(r->world->pool, &r->judge);
	while ((m = TAILQ_FIRST(&r->members)))
		member_free(m);
	for (int i = 0; i < LIMIT_EVENTS_KEPT; i++)
		free(r->kept[i]);
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

/* Someone is back, with a seat that was kept for them or without. */
static void come_back(struct room *r, struct member *m, int64_t now_ms)
{
	int seat = room_seat_of(r, m->user);
	struct wire_out o;

	m->present = true;
	r->present++;
	if (seat >= 0) {
		room_settle_absence(r, now_ms);
		r->seat[seat].away = AWAY_NOT;
		r->claim_told = false;
		/* After a restart the clock has waited for this. */
		if (r->game.clock.running != STONE_NONE && r->game.clock.since_ms > now_ms &&
		    game_actor(&r->game) == (seat ? STONE_WHITE : STONE_BLACK))
			clock_forgive(&r->game.clock, now_ms);
	}
	room_event(r, &o, "back");
	wire_key(&o, "user", "%s", m->user->name);
	room_emit(r, &o);
	if (r->present == 1)
		room_bot_wake(r, now_ms);
}

struct member *room_add_member(struct room *r, struct user *u, bool present)
{
	struct member *m = calloc(1, sizeof *m);

	if (!m)
		return NULL;
	m->room = r;
	m->user = u;
	m->present = present;
	TAILQ_INSERT_TAIL(&r->members, m, room_link);
	TAILQ_INSERT_TAIL(&u->memberships, m, user_link);
	u->rooms++;
	r->present += present;
	count_watchers(r);
	return m;
}

struct member *room_enter(struct room *r, struct user *u, int64_t now_ms)
{
	struct member *m = room_member(r, u);
	bool ownerless = !r->owner;

	if (ownerless)
		r->owner = u;
	if (m && !m->present) {
		come_back(r, m, now_ms);
		if (ownerless)
			room_tell_seat(r, 0); /* it says whose the room is */
	}
	if (!m) {
		if (!(m = room_add_member(r, u, true))) {
			r->owner = ownerless ? NULL : r->owner;
			return NULL;
		}
		if (r->present == 1)
			room_bot_wake(r, now_ms);
	}
	room_changed(r);
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

static void go_away(struct room *r, struct member *m, enum away why, int64_t now_ms)
{
	int seat = room_seat_of(r, m->user);
	struct seat *s = &r->seat[seat];
	struct wire_out o;

	if (m->present) {
		m->present = false;
		r->present--;
	}
	s->away = why;
	s->away_since_ms = now_ms;
	room_event(r, &o, "absent");
	wire_key(&o, "user", "%s", m->user->name);
	wire_key(&o, "why", "%s", why == AWAY_LEFT ? "left" : "gone");
	wire_key(&o, "ms", "%lld", (long long)room_absence_left(r, seat));
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

/* Closes the room when nobody is in it and nobody can come back to it. */
static void close_if_empty(struct room *r, int64_t now_ms)
{
	if (r->closed || !TAILQ_EMPTY(&r->members))
		return;
	if (room_playing(r))
		room_end(r, GAME_VOID, WHY_CLOSED, now_ms);
	r->closed = true;
	room_changed(r);
	timer_set(r->timer, INT64_MAX);
	r->world->empty(r, r->world->arg);
}

void room_leave(struct room *r, struct user *u, enum away why, int64_t now_ms)
{
	struct member *m = room_member(r, u);
	int seat = room_seat_of(r, u);
	bool owned, vacates = seat >= 0 && !room_playing(r);

	if (!m)
		return;
	owned = pass_on(r, u);
	room_changed(r);
	if (vacates)
		room_sit(r, seat, NULL, 0, now_ms);
	if (seat >= 0 && !vacates)
		go_away(r, m, why, now_ms);
	else
		member_free(m);
	if (owned && r->owner) {
		if (!vacates)
			room_tell_seat(r, 0); /* it says whose the room is */
		room_notice(r, "owner", r->owner->name, "%s owns the room now", r->owner->name);
	}
	count_watchers(r);
	room_plan(r);
	close_if_empty(r, now_ms);
}

void room_drop(struct room *r, struct user *u, int64_t now_ms)
{
	struct member *m = room_member(r, u);

	if (!m || !m->present)
		return;
	if (room_seat_of(r, u) >= 0) {
		go_away(r, m, AWAY_GONE, now_ms);
	} else {
		m->present = false;
		r->present--;
	}
	count_watchers(r);
	room_plan(r);
}

void room_vacate(struct room *r, int seat, int64_t now_ms)
{
	const struct seat *s = &r->seat[seat];
	struct member *gone = s->away == AWAY_LEFT ? room_member(r, s->user) : NULL;

	room_sit(r, seat, NULL, 0, now_ms);
	if (gone)
		member_free(gone);
	close_if_empty(r, now_ms);
}

void room_shut(struct room *r, int64_t now_ms)
{
	struct member *m;

	if (room_playing(r))
		room_end(r, GAME_VOID, WHY_CLOSED, now_ms);
	while ((m = TAILQ_FIRST(&r->members)))
		member_free(m);
	r->seat[0] = r->seat[1] = (struct seat){.kind = SEAT_OPEN};
	r->owner = NULL;
	room_changed(r);
	close_if_empty(r, now_ms);
}

void room_changed(struct room *r)
{
	r->dirty = true;
	if (!r->listed)
		r->world->changed(r, r->world->arg);
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
	room_changed(r);
	r->seat[seat].ready = true;
}

bool room_try_start(struct room *r, int64_t now_ms)
{
	for (int i = 0; i < 2; i++)
		if (r->seat[i].kind == SEAT_OPEN || !r->seat[i].ready)
			return false;
	if (room_playing(r) || r->world->draining)
		return false;
	room_start(r, now_ms);
	return true;
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

	/* What is due while time stands still is planned anew when it goes on. */
	if (r->closed || r->world->frozen)
		return;
	room_check_turn(r, now);
	if (r->fill_at_ms <= now)
		room_fill(r, now);
	room_check_absence(r, now);
	tell_watchers(r, now);
	room_plan(r);
	close_if_empty(r, now);
}

static void sooner(int64_t *at, int64_t candidate)
{
	if (candidate < *at)
		*at = candidate;
}

/* When the running flag is taken to have fallen; INT64_MAX never. */
static int64_t flag_ms(const struct room *r)
{
	int64_t at = clock_falls_at(&r->game.clock);

	return at == INT64_MAX ? at : at + r->lag_ms;
}

void room_plan(struct room *r)
{
	int64_t at = INT64_MAX;

	if (r->closed)
		return;
	if (room_playing(r)) {
		if (!room_bot_waits(r))
			sooner(&at, flag_ms(r));
		if (r->answered)
			sooner(&at, r->answer_at_ms);
	}
	sooner(&at, room_absence_due_ms(r));
	if (r->watchers != r->watchers_told)
		sooner(&at, r->watchers_told_ms + WATCHERS_EVERY_MS);
	sooner(&at, r->fill_at_ms);
	timer_set(r->timer, at);
}
