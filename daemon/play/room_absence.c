/*
 * Those who are away: how long a game waits for them, what may be claimed from them, when nobody is
 * expected any more. A seat's absence counts while it is its turn; in a game without a clock so
 * does a turn that takes very long, connected or not.
 */
#include "daemon/limits.h"
#include "room.h"

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int actor_seat(const struct room *r)
{
	enum stone actor = game_actor(&r->game);

	return actor == STONE_NONE ? -1 : actor == STONE_WHITE;
}

/* Since when this turn counts as the seat's absence; INT64_MAX: it does not. */
static int64_t counts_since(const struct room *r, int seat)
{
	const struct seat *s = &r->seat[seat];
	int64_t since = INT64_MAX;

	if (s->kind != SEAT_PERSON || seat != actor_seat(r))
		return INT64_MAX;
	if (r->settings.tc.kind == CLOCK_NONE)
		since = r->turn_since_ms + (int64_t)LIMIT_IDLE_S * 1000;
	if (s->away && later(r->turn_since_ms, s->away_since_ms) < since)
		since = later(r->turn_since_ms, s->away_since_ms);
	return since;
}

int64_t room_absence_left(const struct room *r, int seat)
{
	int64_t left = r->settings.absence_ms - r->seat[seat].absence_used_ms;

	return left > 0 ? left : 0;
}

void room_settle_absence(struct room *r, int64_t now_ms)
{
	int seat = actor_seat(r);
	int64_t since = seat < 0 ? INT64_MAX : counts_since(r, seat);

	if (since < now_ms)
		r->seat[seat].absence_used_ms += now_ms - since;
}

int64_t room_claimable_ms(const struct room *r)
{
	int seat = actor_seat(r);
	int64_t since = seat < 0 ? INT64_MAX : counts_since(r, seat);

	return since == INT64_MAX ? INT64_MAX : since + room_absence_left(r, seat);
}

/* When a game that every person has left ends; INT64_MAX while someone is there. */
static int64_t abandoned_ms(const struct room *r)
{
	int64_t last = 0, wait = r->settings.tc.kind == CLOCK_NONE ? LIMIT_ABANDONED_S
								   : LIMIT_ABANDONED_CLOCK_S;
	int persons = 0;

	for (int i = 0; i < 2; i++) {
		if (r->seat[i].kind != SEAT_PERSON)
			continue;
		if (!r->seat[i].away)
			return INT64_MAX;
		last = later(last, r->seat[i].away_since_ms);
		persons++;
	}
	return persons ? last + wait * 1000 : INT64_MAX;
}

/* When the seat of someone away is given up, no game going on. */
static int64_t vacated_ms(const struct room *r, int seat)
{
	const struct seat *s = &r->seat[seat];

	return s->away ? later(s->away_since_ms, r->ended_ms) + r->settings.absence_ms : INT64_MAX;
}

static int64_t earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

int64_t room_absence_due_ms(const struct room *r)
{
	if (!room_playing(r))
		return earlier(vacated_ms(r, 0), vacated_ms(r, 1));
	return earlier(abandoned_ms(r), r->claim_told ? INT64_MAX : room_claimable_ms(r));
}

static void tell_claim(struct room *r)
{
	int seat = actor_seat(r);
	const struct seat *other = &r->seat[1 - seat];

	r->claim_told = true;
	if (other->kind == SEAT_PERSON)
		room_notice(r, "claimable", r->seat[seat].user->name,
		    "%s has let the game wait; %s may type \"claim win\" or \"claim draw\"",
		    r->seat[seat].user->name, other->user->name);
}

void room_check_absence(struct room *r, int64_t now_ms)
{
	if (room_playing(r)) {
		if (abandoned_ms(r) <= now_ms)
			room_end(r, GAME_VOID, WHY_ABANDONED, now_ms);
		else if (!r->claim_told && room_claimable_ms(r) <= now_ms)
			tell_claim(r);
		return;
	}
	for (int i = 0; i < 2 && !r->closed; i++)
		if (vacated_ms(r, i) <= now_ms)
			room_vacate(r, i, now_ms);
}
