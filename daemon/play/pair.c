/* Rooms for people who have found each other, or a bot. */
#include <stdio.h>

#include "daemon/log.h"
#include "daemon/secret.h"
#include "daemon/wire/wire.h"
#include "pairing.h"

bool pair_has_room(const struct user *u)
{
	return u->rooms < LIMIT_ROOMS_A_USER;
}

void terms_settings(const struct seek_terms *t, struct room_settings *s)
{
	*s = (struct room_settings){.rule = t->rule,
	    .size = t->size,
	    .tc = t->tc,
	    .opening = t->opening,
	    .rated = t->rated,
	    .undo = !t->rated,
	    .absence_ms = (int64_t)LIMIT_ABSENCE_S * 1000};
}

/* Whether a is to be black: who has been it less often, else chance. */
static bool first_is_black(struct user *a, struct user *b)
{
	int more = a->blacks - (b ? b->blacks : 0);

	return more == 0 ? secret_number() & 1 : more < 0;
}

static void tell_paired(const struct room *r, struct user *u, const char *with, bool black)
{
	struct wire_out o;

	u->blacks += black ? 1 : -1;
	wire_begin(&o, WIRE_EVENT, NULL, "paired");
	wire_key(&o, "room", "%s", r->id);
	wire_key(&o, "with", "%s", with);
	wire_key(&o, "side", "%s", black ? "black" : "white");
	user_send(u, o.buf, wire_end(&o));
}

/* b or the bot sits opposite a. */
static struct room *pair(struct lobby *lobby, struct user *a, struct user *b, int bot,
    const struct room_settings *settings, int64_t now_ms)
{
	bool a_black = first_is_black(a, b);
	struct user *black = a_black ? a : b, *white = a_black ? b : a;
	struct room *r = lobby_add_room(lobby, settings);
	char text[BOT_TEXT] = "";

	if (!r)
		return NULL;
	/* With one of them inside the room closes by itself when the other can't come in. */
	if (!room_enter(r, a, now_ms) || (b && !room_enter(r, b, now_ms))) {
		log_warn("event=no-memory room=%s", r->id);
		if (r->present)
			room_leave(r, a, AWAY_LEFT, now_ms);
		return NULL;
	}
	if (!b)
		bot_text(lobby_roster(lobby), bot, text);
	tell_paired(r, a, b ? b->name : text, a_black);
	if (b)
		tell_paired(r, b, a->name, !a_black);
	room_sync_to(r, a, now_ms);
	if (b)
		room_sync_to(r, b, now_ms);
	room_sit(r, 0, black, black ? BOT_NONE : bot, now_ms);
	room_sit(r, 1, white, white ? BOT_NONE : bot, now_ms);
	room_try_start(r, now_ms);
	return r;
}

struct room *pair_people(struct lobby *lobby, struct user *a, struct user *b,
    const struct room_settings *settings, int64_t now_ms)
{
	return pair(lobby, a, b, BOT_NONE, settings, now_ms);
}

struct room *pair_with_bot(struct lobby *lobby, struct user *u, int bot,
    const struct room_settings *settings, int64_t now_ms)
{
	return pair(lobby, u, NULL, bot, settings, now_ms);
}
