/* The lobby and the journal: writing what has changed, and coming back from what was written. */
#include <stdio.h>
#include <string.h>

#include "daemon/store/journal.h"
#include "lobby_private.h"
#include "pairing.h"
#include "state.h"

void lobby_set_journal(struct lobby *lobby, struct journal *journal)
{
	lobby->world.journal = journal;
}

struct journal *lobby_journal(struct lobby *lobby)
{
	return lobby->world.journal;
}

void lobby_journal_changes(struct lobby *lobby)
{
	struct user *u;
	struct room *r;

	while ((u = TAILQ_FIRST(&lobby->dirty_users))) {
		TAILQ_REMOVE(&lobby->dirty_users, u, dirty_link);
		u->dirty = false;
		user_journal(lobby->world.journal, u);
	}
	while ((r = TAILQ_FIRST(&lobby->dirty_rooms))) {
		TAILQ_REMOVE(&lobby->dirty_rooms, r, dirty_link);
		r->listed = false;
		if (r->closed)
			room_journal_gone(r);
		else if (r->dirty)
			room_journal(r);
		r->dirty = false;
	}
	pairing_journal_changes(lobby->pairing);
}

bool lobby_has_space(const struct lobby *lobby)
{
	return journal_has_space(lobby->world.journal);
}

static void add_counters(struct lobby *lobby)
{
	char text[160];
	int len = snprintf(text, sizeof text, "format version=%d", STATE_VERSION);

	journal_add(lobby->world.journal, text, (size_t)len);
	len = snprintf(text, sizeof text, "counters room=%u user=%u offer=%u guest=%u",
	    lobby->last_room, lobby->last_user, lobby->last_offer, lobby->last_guest);
	journal_add(lobby->world.journal, text, (size_t)len);
}

void lobby_snapshot(struct lobby *lobby)
{
	struct user *u;
	struct room *r;

	add_counters(lobby);
	TAILQ_FOREACH(u, &lobby->users, link)
	user_journal(lobby->world.journal, u);
	TAILQ_FOREACH(u, &lobby->gone, link)
	user_journal(lobby->world.journal, u);
	TAILQ_FOREACH(r, &lobby->rooms, link)
	room_journal(r);
	TAILQ_FOREACH(u, &lobby->users, link)
	pairing_snapshot(lobby->pairing, u);
	TAILQ_FOREACH(u, &lobby->gone, link)
	pairing_snapshot(lobby->pairing, u);
}

static void at_least(unsigned *counter, int64_t n)
{
	if (n > *counter)
		*counter = (unsigned)n;
}

static int restore_counters(struct lobby *lobby, const struct state_record *s)
{
	int64_t room, user, offer, guest;

	if (state_int(s, "room", 0, UINT32_MAX, &room) < 0 ||
	    state_int(s, "user", 0, UINT32_MAX, &user) < 0 ||
	    state_int(s, "offer", 0, UINT32_MAX, &offer) < 0 ||
	    state_int(s, "guest", 0, UINT32_MAX, &guest) < 0)
		return -1;
	at_least(&lobby->last_room, room);
	at_least(&lobby->last_user, user);
	at_least(&lobby->last_offer, offer);
	at_least(&lobby->last_guest, guest);
	return 0;
}

/* A token's digest; absent is none. -1 when it is not one. */
static int restore_token(
    struct lobby *lobby, struct user *u, struct user_token *t, const char *digest)
{
	if (digest && strlen(digest) != SECRET_DIGEST - 1)
		return -1;
	lobby_keep_token(lobby, u, t, digest ? digest : "");
	return 0;
}

/* A new user, or a newer state of one. */
static int restore_user(struct lobby *lobby, const struct state_record *s)
{
	const char *name = state_get(s, "name");
	struct user *u;
	int64_t id;

	if (!name || state_int(s, "id", 1, UINT32_MAX, &id) < 0)
		return -1;
	u = lobby_user_by_id(lobby, (unsigned)id);
	if (!u) {
		if (!(u = lobby_enter_user(lobby, name)))
			return -1;
		lobby_number_user(lobby, u, (unsigned)id);
		u->gone_ms = 1; /* it gets its time when all is restored */
		TAILQ_INSERT_TAIL(&lobby->gone, u, link);
		lobby->gone_count++;
	}
	/* A guest has become an account. */
	if (strcmp(u->name, name) != 0)
		lobby_rename_user(lobby, u, name);
	if (user_restore(u, s) < 0 ||
	    restore_token(lobby, u, &u->token, state_get(s, "token")) < 0 ||
	    restore_token(lobby, u, &u->old_token, state_get(s, "old")) < 0 ||
	    pairing_restore_seek(lobby->pairing, u, state_get(s, "seek")) < 0)
		return -1;
	at_least(&lobby->last_user, id);
	return 0;
}

static int restore_user_gone(struct lobby *lobby, const struct state_record *s)
{
	struct user *u;
	int64_t id;

	if (state_int(s, "id", 1, UINT32_MAX, &id) < 0)
		return -1;
	if ((u = lobby_user_by_id(lobby, (unsigned)id)) && u->rooms == 0) {
		TAILQ_REMOVE(&lobby->gone, u, link);
		lobby->gone_count--;
		lobby_free_user(lobby, u);
	}
	return 0;
}

static void drop_room(struct lobby *lobby, struct room *r)
{
	lobby_unlist_room(lobby, r);
	lobby_free_room(lobby, r);
}

static int restore_room(struct lobby *lobby, const struct state_record *s)
{
	struct room *r, *old;
	int64_t id;

	if (state_int(s, "id", 1, UINT32_MAX, &id) < 0)
		return -1;
	if ((old = lobby_room_by_number(lobby, (unsigned)id)))
		drop_room(lobby, old);
	if (!(r = room_restore(&lobby->world, s, lobby_user_by_id, lobby)))
		return -1;
	lobby_list_room(lobby, r);
	at_least(&lobby->last_room, id);
	for (int i = 0; i < OFFER_MAX; i++)
		at_least(&lobby->last_offer, r->offers.offer[i].id);
	return 0;
}

static int restore_challenge(struct lobby *lobby, const struct state_record *s)
{
	int64_t id;

	if (state_int(s, "id", 1, UINT32_MAX, &id) < 0)
		return -1;
	at_least(&lobby->last_offer, id);
	return pairing_restore_challenge(lobby->pairing, s);
}

int lobby_restore(struct lobby *lobby, const struct state_record *s)
{
	struct room *r;
	int64_t n;

	if (strcmp(s->kind, "snapshot-done") == 0)
		return 0;
	if (strcmp(s->kind, "format") == 0)
		return state_int(s, "version", STATE_VERSION, STATE_VERSION, &n);
	if (strcmp(s->kind, "counters") == 0)
		return restore_counters(lobby, s);
	if (strcmp(s->kind, "user") == 0)
		return restore_user(lobby, s);
	if (strcmp(s->kind, "user-gone") == 0)
		return restore_user_gone(lobby, s);
	if (strcmp(s->kind, "room") == 0)
		return restore_room(lobby, s);
	if (strcmp(s->kind, "challenge") == 0)
		return restore_challenge(lobby, s);
	if (strcmp(s->kind, "challenge-gone") == 0)
		return pairing_restore_gone(lobby->pairing, s);
	if (state_int(s, "id", 1, UINT32_MAX, &n) < 0)
		return -1;
	r = lobby_room_by_number(lobby, (unsigned)n);
	if (strcmp(s->kind, "move") == 0)
		return r ? room_restore_move(r, s) : -1;
	if (strcmp(s->kind, "room-gone") != 0)
		return -1;
	/* A room that came and went within one turn has no record but this. */
	if (r)
		drop_room(lobby, r);
	return 0;
}

void lobby_restored(struct lobby *lobby, int64_t now_ms)
{
	struct room *r;
	struct user *u;

	TAILQ_FOREACH(u, &lobby->gone, link)
	{
		u->gone_ms = now_ms;
		if (!u->token.digest[0])
			lobby_doom_user(lobby, u);
	}
	TAILQ_FOREACH(r, &lobby->rooms, link)
	room_restored(r, now_ms);
	pairing_restored(lobby->pairing, lobby_user_by_id, lobby);
	lobby_plan_sweep(lobby);
}
