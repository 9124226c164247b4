/* Offers in a room: put, accepted, gone. */
#include "daemon/wire/wire.h"
#include "room.h"

void room_offer_gone(struct room *r, struct offer *offer, const char *why)
{
	struct wire_out o;

	room_bot_unoffered(r, offer);
	room_event(r, &o, "offer-gone");
	wire_key(&o, "id", "%u", offer->id);
	wire_key(&o, "why", "%s", why);
	offer->id = 0;
	room_emit(r, &o);
}

void room_offers_gone(struct room *r, unsigned types, int seat, const char *why)
{
	for (int i = 0; i < OFFER_MAX; i++) {
		struct offer *o = &r->offers.offer[i];

		if (o->id && (types & 1u << o->type) && (seat < 0 || o->seat == seat))
			room_offer_gone(r, o, why);
	}
}

void room_accept(struct room *r, struct offer *offer, int64_t now_ms)
{
	enum offer_type type = offer->type;
	int to_ply = offer->to_ply;

	room_offer_gone(r, offer, "accepted");
	switch (type) {
	case OFFER_UNDO:
		room_undo(r, to_ply, now_ms);
		break;
	case OFFER_DRAW:
		room_end(r, GAME_DRAW, WHY_AGREED, now_ms);
		break;
	case OFFER_ABORT:
		room_end(r, GAME_VOID, WHY_ABORTED, now_ms);
		break;
	case OFFER_REMATCH:
		room_rematch(r, now_ms);
		break;
	case OFFER_TYPES:
		break;
	}
}

unsigned room_offer(
    struct room *r, int seat, enum offer_type type, int to_ply, unsigned id, int64_t now_ms)
{
	struct offer *offer = offer_add(&r->offers, id, type, seat, to_ply);
	struct wire_out o;

	room_event(r, &o, "offer");
	wire_key(&o, "id", "%u", id);
	wire_key(&o, "type", "%s", offer_name(type));
	wire_key(&o, "from", "%s", r->seat[seat].user->name);
	if (type == OFFER_UNDO)
		wire_key(&o, "to-ply", "%d", to_ply);
	room_emit(r, &o);
	if (r->seat[1 - seat].kind == SEAT_AI)
		room_bot_offered(r, offer, now_ms);
	return id;
}
