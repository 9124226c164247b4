/* Who may come into a room, who has to go, for whom seats are kept, and what its owner changes. */
#include <stdio.h>
#include <string.h>

#include "daemon/secret.h"
#include "daemon/store/journal.h"
#include "daemon/wire/wire.h"
#include "pairing.h"
#include "room.h"

void room_settle(struct room *r)
{
	const struct room_settings *s = &r->settings;

	game_init(&r->game, s->rule, s->size, &s->tc);
	r->game.foul_loses = s->foul_loses;
	/* Whoever made the settings has checked both. */
	game_set_opening(&r->game, s->opening);
	game_set_start(&r->game, s->start, s->starts);
	if (!s->private)
		r->code[0] = '\0';
	else if (!r->code[0])
		secret_id(r->code, sizeof r->code);
}

void room_set_options(struct room *r, const struct room_settings *settings, int64_t now_ms)
{
	int rev = r->game.rev;
	struct wire_out o;

	room_offers_gone(r, OFFER_ALL, -1, "left");
	r->settings = *settings;
	room_settle(r);
	/* Moves that were sent to what lay there before must not fit what lies there now. */
	r->game.rev = rev + 1;
	r->over = false;
	r->game_id[0] = '\0';
	for (int i = 0; i < 2; i++)
		r->seat[i].ready = r->seat[i].kind == SEAT_AI;
	/* The event is all of the room, under a number of its own. */
	r->seq++;
	r->numbered = true;
	room_changed(r);
	wire_begin(&o, WIRE_EVENT, NULL, "sync");
	room_sync_keys(r, &o, now_ms);
	room_emit(r, &o);
	room_draw(r);
	room_plan(r);
}

bool room_sees(const struct room *r, const struct user *u)
{
	return !r->settings.private || room_member(r, u) || room_held_seat(r, u) >= 0;
}

int room_held_seat(const struct room *r, const struct user *u)
{
	for (int i = 0; i < 2; i++)
		if (r->seat[i].held && r->seat[i].held->to == u)
			return i;
	return -1;
}

int room_free_seat(const struct room *r, const struct user *u, int wanted)
{
	int held = room_held_seat(r, u);

	if (held >= 0 && (wanted < 0 || wanted == held))
		return held;
	for (int i = 0; i < 2; i++)
		if (r->seat[i].kind == SEAT_OPEN && !r->seat[i].held && (wanted < 0 || wanted == i))
			return i;
	return -1;
}

bool room_ejected(const struct room *r, const char *name)
{
	for (int i = 0; i < LIMIT_EJECTED; i++)
		if (strcmp(r->ejected[i], name) == 0)
			return true;
	return false;
}

void room_eject(struct room *r, struct user *u, int64_t now_ms)
{
	struct wire_out o;
	char name[USER_NAME];

	snprintf(name, sizeof name, "%s", u->name);
	snprintf(r->ejected[r->ejections++ % LIMIT_EJECTED], USER_NAME, "%s", name);
	wire_begin(&o, WIRE_EVENT, NULL, "ejected");
	wire_key(&o, "room", "%s", r->id);
	wire_key(&o, "by", "%s", r->owner ? r->owner->name : "-");
	user_send(u, o.buf, wire_end(&o));
	room_leave(r, u, AWAY_LEFT, now_ms);
	room_changed(r);
	room_notice(r, "sent-out", name, "%s has been sent out", name);
}

void room_close(struct room *r, const char *why, int64_t now_ms)
{
	struct wire_out o;

	if (room_playing(r))
		room_end(r, GAME_VOID, WHY_CLOSED, now_ms);
	wire_begin(&o, WIRE_EVENT, NULL, "ejected");
	wire_key(&o, "room", "%s", r->id);
	wire_key(&o, "by", "server");
	wire_text(&o, "The server's people have closed %s%s%s", r->id, why && *why ? ": " : "",
	    why ? why : "");
	room_emit(r, &o);
	room_shut(r, now_ms);
}

void room_fill(struct room *r, int64_t now_ms)
{
	int seat = r->seat[0].kind == SEAT_OPEN ? 0 : 1, bot = r->settings.fill_bot;

	/* Once and no more: whoever comes and goes later leaves an open seat. */
	r->fill_at_ms = INT64_MAX;
	r->settings.fill_bot = BOT_NONE;
	room_changed(r);
	if (room_state(r) != ROOM_OPEN || r->seat[1 - seat].kind == SEAT_OPEN ||
	    !journal_has_space(r->world->journal))
		return;
	room_sit(r, seat, NULL, bot, now_ms);
	room_try_start(r, now_ms);
}
