#include "offer.h"

#include <stddef.h>

const char *offer_name(enum offer_type t)
{
	static const char *const names[OFFER_TYPES] = {"undo", "draw", "abort", "rematch"};

	return names[t];
}

struct offer *offer_find(struct offer_book *b, unsigned id)
{
	for (int i = 0; i < OFFER_MAX; i++)
		if (id && b->offer[i].id == id)
			return &b->offer[i];
	return NULL;
}

static struct offer *place(struct offer_book *b, enum offer_type t, int seat)
{
	return &b->offer[seat * OFFER_TYPES + (int)t];
}

struct offer *offer_open(struct offer_book *b, enum offer_type t, int seat)
{
	struct offer *o = place(b, t, seat);

	return o->id ? o : NULL;
}

struct offer *offer_add(struct offer_book *b, unsigned id, enum offer_type t, int seat, int to_ply)
{
	struct offer *o = place(b, t, seat);

	*o = (struct offer){.id = id, .type = t, .seat = seat, .to_ply = to_ply};
	return o;
}
