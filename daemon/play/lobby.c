#include "lobby.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pairing.h"

enum { NAME_BUCKETS = 1024 };

TAILQ_HEAD(user_list, user);
TAILQ_HEAD(room_list, room);
LIST_HEAD(name_list, user);

struct lobby {
	struct lobby_settings settings;
	struct room_world world;
	struct user_list users, gone;
	struct room_list rooms, empty;
	struct name_list names[NAME_BUCKETS];
	int user_count, room_count;
	unsigned last_room, last_guest, last_offer;
	struct pairing *pairing;
	void (*ended)(struct room *r, void *arg);
	void *ended_arg;
};

static void on_empty(struct room *r, void *arg)
{
	struct lobby *lobby = arg;

	pairing_room_gone(r);
	TAILQ_REMOVE(&lobby->rooms, r, link);
	TAILQ_INSERT_TAIL(&lobby->empty, r, link);
	lobby->room_count--;
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
	    .empty = on_empty,
	    .ended = on_ended,
	    .arg = lobby};
	TAILQ_INIT(&lobby->users);
	TAILQ_INIT(&lobby->gone);
	TAILQ_INIT(&lobby->rooms);
	TAILQ_INIT(&lobby->empty);
	if (!(lobby->pairing = pairing_new(l, lobby))) {
		free(lobby);
		return NULL;
	}
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

static void user_free(struct user *u)
{
	LIST_REMOVE(u, name_link);
	mutes_free(&u->mutes);
	free(u);
}

static void free_rooms(struct room_list *rooms)
{
	struct room *r;

	while ((r = TAILQ_FIRST(rooms))) {
		TAILQ_REMOVE(rooms, r, link);
		room_free(r);
	}
}

static void free_users(struct user_list *users)
{
	struct user *u;

	while ((u = TAILQ_FIRST(users))) {
		TAILQ_REMOVE(users, u, link);
		user_free(u);
	}
}

void lobby_free(struct lobby *lobby)
{
	struct user *u;

	TAILQ_FOREACH(u, &lobby->users, link)
	pairing_user_gone(u);
	free_rooms(&lobby->empty);
	free_rooms(&lobby->rooms);
	pairing_free(lobby->pairing);
	free_users(&lobby->gone);
	free_users(&lobby->users);
	free(lobby);
}

/* FNV-1a, 32 bits. */
static struct name_list *bucket(struct lobby *lobby, const char *name)
{
	uint32_t h = 2166136261u;

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 16777619u;
	return &lobby->names[h % NAME_BUCKETS];
}

struct user *lobby_find_user(struct lobby *lobby, const char *name)
{
	struct user *u;

	LIST_FOREACH(u, bucket(lobby, name), name_link)
	if (strcmp(u->name, name) == 0)
		return u;
	return NULL;
}

struct user *lobby_add_user(struct lobby *lobby, const char *name)
{
	struct user *u;

	if (lobby_find_user(lobby, name) || !(u = calloc(1, sizeof *u)))
		return NULL;
	snprintf(u->name, sizeof u->name, "%s", name);
	for (int rule = 0; rule < RULE_COUNT; rule++)
		u->rating[rule] = rating_new();
	TAILQ_INIT(&u->memberships);
	TAILQ_INIT(&u->made);
	TAILQ_INIT(&u->received);
	LIST_INSERT_HEAD(bucket(lobby, name), u, name_link);
	TAILQ_INSERT_TAIL(&lobby->users, u, link);
	lobby->user_count++;
	return u;
}

void lobby_free_name(struct lobby *lobby, char name[static USER_NAME])
{
	do {
		snprintf(name, USER_NAME, "~guest%u", ++lobby->last_guest);
	} while (lobby_find_user(lobby, name));
}

void lobby_rename_user(struct lobby *lobby, struct user *u, const char *name)
{
	LIST_REMOVE(u, name_link);
	snprintf(u->name, sizeof u->name, "%s", name);
	LIST_INSERT_HEAD(bucket(lobby, name), u, name_link);
}

void lobby_tell_name(struct user *u)
{
	struct member *m;

	TAILQ_FOREACH(m, &u->memberships, user_link)
	{
		int seat = room_seat_of(m->room, u);

		/* A seat's line also says whose the room is. */
		if (seat >= 0 || m->room->owner == u)
			room_tell_seat(m->room, seat >= 0 ? seat : 0);
	}
}

void lobby_user_back(struct lobby *lobby, struct user *u, int64_t now_ms)
{
	struct member *m;

	if (!u->gone)
		return;
	u->gone = false;
	TAILQ_REMOVE(&lobby->gone, u, link);
	TAILQ_INSERT_TAIL(&lobby->users, u, link);
	lobby->user_count++;
	TAILQ_FOREACH(m, &u->memberships, user_link)
	{
		int seat = room_seat_of(m->room, u);

		if (seat >= 0 && m->room->seat[seat].away == AWAY_GONE)
			room_enter(m->room, u, now_ms);
	}
}

void lobby_user_gone(struct lobby *lobby, struct user *u, int64_t now_ms)
{
	struct member *m = TAILQ_FIRST(&u->memberships);

	u->deliver = NULL;
	u->outlet = NULL;
	pairing_user_gone(u);
	while (m) {
		struct member *next = TAILQ_NEXT(m, user_link);

		if (m->present)
			room_leave(m->room, u, AWAY_GONE, now_ms);
		m = next;
	}
	TAILQ_REMOVE(&lobby->users, u, link);
	TAILQ_INSERT_TAIL(&lobby->gone, u, link);
	u->gone = true;
	lobby->user_count--;
}

struct room *lobby_add_room(struct lobby *lobby, const struct room_settings *settings)
{
	struct room *r;

	if (lobby->room_count >= lobby->settings.max_rooms ||
	    !(r = room_new(&lobby->world, lobby->last_room + 1, settings)))
		return NULL;
	lobby->last_room++;
	lobby->room_count++;
	TAILQ_INSERT_TAIL(&lobby->rooms, r, link);
	return r;
}

struct room *lobby_room(struct lobby *lobby, const char *id)
{
	struct room *r;

	TAILQ_FOREACH(r, &lobby->rooms, link)
	if (strcasecmp(r->id, id) == 0)
		return r;
	return NULL;
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
	struct user *u = TAILQ_FIRST(&lobby->gone);

	free_rooms(&lobby->empty);
	while (u) {
		struct user *next = TAILQ_NEXT(u, link);

		if (u->rooms == 0) {
			TAILQ_REMOVE(&lobby->gone, u, link);
			user_free(u);
		}
		u = next;
	}
}
