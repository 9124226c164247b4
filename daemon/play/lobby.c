#include "lobby.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/limits.h"
#include "lobby_private.h"
#include "pairing.h"
#include "state.h"

static void on_changed(struct room *r, void *arg)
{
	struct lobby *lobby = arg;

	r->listed = true;
	TAILQ_INSERT_TAIL(&lobby->dirty_rooms, r, dirty_link);
}

static void on_empty(struct room *r, void *arg)
{
	struct lobby *lobby = arg;

	pairing_room_gone(r);
	lobby_unlist_room(lobby, r);
	TAILQ_INSERT_TAIL(&lobby->empty, r, link);
}

static void on_ended(struct room *r, void *arg)
{
	struct lobby *lobby = arg;

	if (lobby->ended)
		lobby->ended(r, lobby->ended_arg);
}

void lobby_on_ended(struct lobby *lobby, void (*ended)(struct room *r, void *arg), void *arg)
{
	lobby->ended = ended;
	lobby->ended_arg = arg;
}

struct lobby *lobby_new(struct loop *l, const struct lobby_settings *settings)
{
	struct lobby *lobby = calloc(1, sizeof *lobby);

	if (!lobby)
		return NULL;
	lobby->settings = *settings;
	lobby->world = (struct room_world){.loop = l,
	    .roster = settings->roster,
	    .think_pause_ms = settings->think_pause_ms,
	    .lag_allowance_ms = settings->lag_allowance_ms,
	    .changed = on_changed,
	    .empty = on_empty,
	    .ended = on_ended,
	    .arg = lobby};
	TAILQ_INIT(&lobby->users);
	TAILQ_INIT(&lobby->gone);
	TAILQ_INIT(&lobby->doomed);
	TAILQ_INIT(&lobby->rooms);
	TAILQ_INIT(&lobby->empty);
	TAILQ_INIT(&lobby->dirty_users);
	TAILQ_INIT(&lobby->dirty_rooms);
	if (!(lobby->pairing = pairing_new(l, lobby))) {
		free(lobby);
		return NULL;
	}
	lobby->sweep = timer_new(l, lobby_sweep, lobby);
	return lobby;
}

void lobby_set_pool(struct lobby *lobby, struct pool *pool)
{
	lobby->world.pool = pool;
}

const struct roster *lobby_roster(const struct lobby *lobby)
{
	return lobby->settings.roster;
}

struct pool *lobby_pool(struct lobby *lobby)
{
	return lobby->world.pool;
}

void lobby_free_room(struct lobby *lobby, struct room *r)
{
	if (r->listed)
		TAILQ_REMOVE(&lobby->dirty_rooms, r, dirty_link);
	room_free(r);
}

static void free_rooms(struct lobby *lobby, struct room_list *rooms)
{
	struct room *r;

	while ((r = TAILQ_FIRST(rooms))) {
		TAILQ_REMOVE(rooms, r, link);
		lobby_free_room(lobby, r);
	}
}

static void free_users(struct lobby *lobby, struct user_list *users)
{
	struct user *u;

	while ((u = TAILQ_FIRST(users))) {
		TAILQ_REMOVE(users, u, link);
		lobby_free_user(lobby, u);
	}
}

void lobby_free(struct lobby *lobby)
{
	struct user *u;

	TAILQ_FOREACH(u, &lobby->users, link)
	pairing_user_gone(u);
	TAILQ_FOREACH(u, &lobby->gone, link)
	pairing_user_gone(u);
	free_rooms(lobby, &lobby->empty);
	free_rooms(lobby, &lobby->rooms);
	free_users(lobby, &lobby->gone);
	free_users(lobby, &lobby->users);
	pairing_free(lobby->pairing);
	timer_free(lobby->sweep);
	free(lobby);
}

/* The room that has been without anybody present for longest, games going on last; NULL: none. */
static struct room *emptiest(struct lobby *lobby)
{
	struct room *r, *best = NULL;

	TAILQ_FOREACH(r, &lobby->rooms, link)
	if (r->present == 0 && (!best || (room_playing(best) && !room_playing(r))))
		best = r;
	return best;
}

/* Whether there may be another room. One that only waits for those who dropped makes way for it. */
static bool make_way(struct lobby *lobby)
{
	struct room *r;

	if (lobby->room_count < lobby->settings.max_rooms)
		return true;
	if (!(r = emptiest(lobby)))
		return false;
	room_shut(r, loop_now_ms());
	return true;
}

struct room *lobby_add_room(struct lobby *lobby, const struct room_settings *settings)
{
	struct room *r;

	if (!make_way(lobby) || !(r = room_new(&lobby->world, lobby->last_room + 1, settings)))
		return NULL;
	lobby->last_room++;
	lobby_list_room(lobby, r);
	return r;
}

struct room *lobby_room_for(struct lobby *lobby, const struct user *u, const char *word)
{
	struct room *r = lobby_room(lobby, word);

	if (r && room_sees(r, u))
		return r;
	TAILQ_FOREACH(r, &lobby->rooms, link)
	if (r->code[0] && strcasecmp(r->code, word) == 0)
		return r;
	return NULL;
}

struct user *lobby_user(struct lobby *lobby, const char *typed)
{
	char name[USER_NAME + 1] = "~";
	size_t len = strlen(typed);
	struct user *u;

	if (len + 1 >= sizeof name)
		return NULL;
	for (size_t i = 0; i <= len; i++)
		name[1 + i] = (char)tolower((unsigned char)typed[i]);
	if (!(u = lobby_find_user(lobby, name + 1)))
		u = lobby_find_user(lobby, name);
	return u && u->deliver ? u : NULL;
}

struct pairing *lobby_pairing(struct lobby *lobby)
{
	return lobby->pairing;
}

unsigned lobby_offer_id(struct lobby *lobby)
{
	if (++lobby->last_offer == 0)
		lobby->last_offer = 1;
	return lobby->last_offer;
}

int lobby_users(const struct lobby *lobby)
{
	return lobby->user_count;
}

int lobby_rooms(const struct lobby *lobby)
{
	return lobby->room_count;
}

int lobby_max_rooms(const struct lobby *lobby)
{
	return lobby->settings.max_rooms;
}

int lobby_games(const struct lobby *lobby)
{
	const struct room *r;
	int n = 0;

	TAILQ_FOREACH(r, &lobby->rooms, link)
	n += room_playing(r);
	return n;
}

int lobby_games_attended(const struct lobby *lobby)
{
	const struct room *r;
	int n = 0;

	TAILQ_FOREACH(r, &lobby->rooms, link)
	for (int i = 0; i < 2; i++)
		if (room_playing(r) && r->seat[i].kind == SEAT_PERSON &&
		    r->seat[i].away == AWAY_NOT) {
			n++;
			break;
		}
	return n;
}

void lobby_set_draining(struct lobby *lobby, bool draining)
{
	lobby->world.draining = draining;
}

void lobby_freeze(struct lobby *lobby)
{
	lobby->world.frozen = true;
}

void lobby_thaw(struct lobby *lobby, int64_t since_ms, bool tell, int64_t now_ms)
{
	struct room *r;

	lobby->world.frozen = false;
	TAILQ_FOREACH(r, &lobby->rooms, link)
	room_thaw(r, since_ms, tell, now_ms);
}

void lobby_set(struct lobby *lobby, int max_rooms, int64_t think_pause_ms, int64_t lag_allowance_ms)
{
	lobby->settings.max_rooms = max_rooms;
	lobby->world.think_pause_ms = think_pause_ms;
	lobby->world.lag_allowance_ms = lag_allowance_ms;
}

void lobby_each_user(struct lobby *lobby, void (*each)(struct user *u, void *arg), void *arg)
{
	struct user *u;

	TAILQ_FOREACH(u, &lobby->users, link)
	each(u, arg);
}

void lobby_each_room(struct lobby *lobby, void (*each)(struct room *r, void *arg), void *arg)
{
	struct room *r;

	TAILQ_FOREACH(r, &lobby->rooms, link)
	each(r, arg);
}

void lobby_turn_end(struct lobby *lobby)
{
	struct user *u, *next;

	free_rooms(lobby, &lobby->empty);
	for (u = TAILQ_FIRST(&lobby->doomed); u; u = next) {
		next = TAILQ_NEXT(u, doomed_link);
		if (u->gone_ms == 0 || u->rooms > 0)
			continue;
		TAILQ_REMOVE(&lobby->gone, u, link);
		lobby->gone_count--;
		lobby_free_user(lobby, u);
	}
}
