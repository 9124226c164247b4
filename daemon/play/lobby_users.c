/* The users of the lobby: names, coming and going, tokens. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/limits.h"
#include "lobby_private.h"
#include "pairing.h"
#include "state.h"

void lobby_user_changed(struct lobby *lobby, struct user *u)
{
	if (u->dirty)
		return;
	u->dirty = true;
	TAILQ_INSERT_TAIL(&lobby->dirty_users, u, dirty_link);
}

void lobby_doom_user(struct lobby *lobby, struct user *u)
{
	if (u->doomed)
		return;
	u->doomed = true;
	TAILQ_INSERT_TAIL(&lobby->doomed, u, doomed_link);
}

static void spare(struct lobby *lobby, struct user *u)
{
	if (u->doomed)
		TAILQ_REMOVE(&lobby->doomed, u, doomed_link);
	u->doomed = false;
}

void lobby_free_user(struct lobby *lobby, struct user *u)
{
	pairing_user_gone(u);
	if (lobby->world.journal)
		user_journal_gone(lobby->world.journal, u);
	lobby_unname_user(u);
	lobby_number_user(lobby, u, 0);
	lobby_keep_token(lobby, u, &u->token, "");
	lobby_keep_token(lobby, u, &u->old_token, "");
	spare(lobby, u);
	if (u->dirty)
		TAILQ_REMOVE(&lobby->dirty_users, u, dirty_link);
	mutes_free(&u->mutes);
	free(u);
}

/* Whether a running game keeps a seat for the user. */
static bool has_seat(const struct user *u)
{
	const struct member *m;

	TAILQ_FOREACH(m, &u->memberships, user_link)
	if (room_playing(m->room) && room_seat_of(m->room, u) >= 0)
		return true;
	return false;
}

/* Leaves all rooms; those with a running game keep the seat. */
static void leave_all(struct user *u, int64_t now_ms)
{
	struct member *m = TAILQ_FIRST(&u->memberships);

	while (m) {
		struct member *next = TAILQ_NEXT(m, user_link);

		if (m->present || !room_playing(m->room) || room_seat_of(m->room, u) < 0)
			room_leave(m->room, u, AWAY_LEFT, now_ms);
		m = next;
	}
}

struct user *lobby_enter_user(struct lobby *lobby, const char *name)
{
	struct user *u = calloc(1, sizeof *u);

	if (!u)
		return NULL;
	lobby_number_user(lobby, u, ++lobby->last_user);
	snprintf(u->name, sizeof u->name, "%s", name);
	for (int rule = 0; rule < RULE_COUNT; rule++)
		u->rating[rule] = rating_new();
	TAILQ_INIT(&u->memberships);
	TAILQ_INIT(&u->made);
	TAILQ_INIT(&u->received);
	lobby_name_user(lobby, u);
	lobby_user_changed(lobby, u);
	return u;
}

/* Without a token nobody comes back: such a user is freed when no room holds them. */
static void forget_token(struct lobby *lobby, struct user *u)
{
	lobby_keep_token(lobby, u, &u->token, "");
	lobby_keep_token(lobby, u, &u->old_token, "");
	lobby_doom_user(lobby, u);
}

struct user *lobby_add_user(struct lobby *lobby, const char *name)
{
	struct user *u = lobby_find_user(lobby, name);

	if (u && (u->gone_ms == 0 || has_seat(u)))
		return NULL;
	if (u) {
		/* It is freed at the end of the turn; who comes has the name now. */
		leave_all(u, loop_now_ms());
		forget_token(lobby, u);
		lobby_unname_user(u);
	}
	if (!(u = lobby_enter_user(lobby, name)))
		return NULL;
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
	lobby_unname_user(u);
	snprintf(u->name, sizeof u->name, "%s", name);
	lobby_name_user(lobby, u);
	lobby_user_changed(lobby, u);
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

void lobby_plan_sweep(struct lobby *lobby)
{
	struct user *u = TAILQ_FIRST(&lobby->gone);

	timer_set(lobby->sweep, u ? u->gone_ms + LIMIT_RESUME_S * 1000 : INT64_MAX);
}

/* Whoever connects, drops and connects again must not fill the memory with names. */
static void forget_longest_gone(struct lobby *lobby, int64_t now_ms)
{
	struct user *u;

	TAILQ_FOREACH(u, &lobby->gone, link)
	if (u->token.digest[0] && !has_seat(u)) {
		leave_all(u, now_ms);
		forget_token(lobby, u);
		return;
	}
}

/* From among those connected to those who are not. */
static void disconnect(struct lobby *lobby, struct user *u, int64_t now_ms)
{
	u->deliver = NULL;
	u->outlet = NULL;
	u->gone_ms = now_ms;
	TAILQ_REMOVE(&lobby->users, u, link);
	TAILQ_INSERT_TAIL(&lobby->gone, u, link);
	if (++lobby->gone_count > LIMIT_GONE)
		forget_longest_gone(lobby, now_ms);
	lobby->user_count--;
	lobby_user_changed(lobby, u);
	lobby_plan_sweep(lobby);
}

void lobby_user_gone(struct lobby *lobby, struct user *u, bool stopping, int64_t now_ms)
{
	struct member *m;

	if (!stopping)
		pairing_user_gone(u);
	disconnect(lobby, u, now_ms);
	TAILQ_FOREACH(m, &u->memberships, user_link)
	room_drop(m->room, u, now_ms);
}

void lobby_user_quit(struct lobby *lobby, struct user *u, int64_t now_ms)
{
	pairing_user_gone(u);
	disconnect(lobby, u, now_ms);
	leave_all(u, now_ms);
	if (!has_seat(u))
		forget_token(lobby, u);
}

void lobby_forget_token(struct lobby *lobby, struct user *u)
{
	forget_token(lobby, u);
	lobby_user_changed(lobby, u);
}

void lobby_user_out(struct lobby *lobby, struct user *u, int64_t now_ms)
{
	pairing_user_gone(u);
	disconnect(lobby, u, now_ms);
	leave_all(u, now_ms);
	lobby_forget_token(lobby, u);
}

void lobby_user_back(struct lobby *lobby, struct user *u)
{
	if (u->gone_ms == 0)
		return;
	u->gone_ms = 0;
	TAILQ_REMOVE(&lobby->gone, u, link);
	lobby->gone_count--;
	TAILQ_INSERT_TAIL(&lobby->users, u, link);
	lobby->user_count++;
	lobby_user_changed(lobby, u);
}

/* Those whose token has run out leave for good; a seat in a running game keeps theirs. */
void lobby_sweep(void *arg)
{
	struct lobby *lobby = arg;
	struct user *u;
	int64_t now = loop_now_ms(), next = INT64_MAX;

	TAILQ_FOREACH(u, &lobby->gone, link)
	{
		int64_t until = u->gone_ms + LIMIT_RESUME_S * 1000;

		if (until <= now && has_seat(u))
			until = now + LIMIT_RESUME_S * 1000;
		if (until <= now) {
			leave_all(u, now);
			forget_token(lobby, u);
		} else if (until < next) {
			next = until;
		}
	}
	timer_set(lobby->sweep, next);
}

void lobby_next_token(struct lobby *lobby, struct user *u, char token[static SECRET_TOKEN])
{
	char digest[SECRET_DIGEST];

	secret_token(token);
	secret_digest(token, digest);
	lobby_keep_token(lobby, u, &u->old_token, u->token.digest);
	lobby_keep_token(lobby, u, &u->token, digest);
	spare(lobby, u);
	lobby_user_changed(lobby, u);
}

void lobby_confirm_token(struct lobby *lobby, struct user *u)
{
	if (!u->old_token.digest[0])
		return;
	lobby_keep_token(lobby, u, &u->old_token, "");
	lobby_user_changed(lobby, u);
}
