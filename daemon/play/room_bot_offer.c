/*
 * What a bot makes of an offer. It takes back and plays again at once; it ends no rated game that
 * has begun. A draw it takes when it is not winning: the house's best engine looks at the position
 * as for a hint, behind all moves, and the offer stands meanwhile.
 */
#include "daemon/limits.h"
#include "daemon/secret.h"
#include "room.h"

enum { BEGUN = 2 }; /* plies: each has played */

static void on_taken(void *arg, int64_t now_ms)
{
	(void)arg, (void)now_ms;
}

static void on_progress(void *arg, const struct progress *progress, int64_t now_ms)
{
	struct room_judge *j = arg;

	(void)now_ms;
	j->told = true;
	j->value = progress->value;
}

/* An engine that says nothing of the value has found the position decided. */
static void on_answered(void *arg, const struct reply *reply, int64_t now_ms)
{
	struct room_judge *j = arg;
	struct offer *offer = offer_find(&j->room->offers, j->offer);

	j->offer = 0;
	if (reply && j->told && (j->bots_turn ? j->value : -j->value) <= 0)
		room_accept(j->room, offer, now_ms);
	else
		room_offer_gone(j->room, offer, "declined");
}

static const struct pool_client judge_client = {on_taken, on_progress, on_answered};

/* Has the position judged. False when that can't be. */
static bool judge(struct room *r, const struct offer *offer)
{
	static struct position position;
	const struct thinking t = {.level = LEVEL_MAX,
	    .budget_ms = LIMIT_HINT_MS,
	    .left_ms = INT64_MAX,
	    .seed = secret_number()};

	if (r->settings.rated || room_state(r) != ROOM_PLAYING || r->game.plies < BEGUN)
		return false;
	room_position(r, &position);
	r->judge = (struct room_judge){.room = r,
	    .offer = offer->id,
	    .bots_turn = game_actor(&r->game) == (offer->seat ? STONE_BLACK : STONE_WHITE)};
	return pool_ask_hint(r->world->pool, &judge_client, &r->judge, &position, &t) == 0;
}

void room_bot_offered(struct room *r, struct offer *offer, int64_t now_ms)
{
	bool takes = true;

	switch (offer->type) {
	case OFFER_DRAW:
		if (judge(r, offer))
			return;
		r->judge.offer = 0;
		takes = false;
		break;
	case OFFER_ABORT:
		takes = !r->settings.rated || r->game.plies < BEGUN;
		break;
	case OFFER_UNDO:
	case OFFER_REMATCH:
	case OFFER_TYPES:
		break;
	}
	if (takes)
		room_accept(r, offer, now_ms);
	else
		room_offer_gone(r, offer, "declined");
}

void room_bot_unoffered(struct room *r, const struct offer *offer)
{
	if (r->judge.offer == 0 || r->judge.offer != offer->id)
		return;
	r->judge.offer = 0;
	pool_forget(r->world->pool, &r->judge);
}
