/*
 * Offers between the two seats of a room, each under a number of its own, so that an answer never
 * hits another offer than the one that was meant.
 */
#ifndef GOMOKUD_PLAY_OFFER_H
#define GOMOKUD_PLAY_OFFER_H

#include <stdbool.h>

enum offer_type { OFFER_UNDO, OFFER_DRAW, OFFER_ABORT, OFFER_REMATCH, OFFER_TYPES };

enum {
	OFFER_ALL = (1 << OFFER_TYPES) - 1,
	OFFER_MAX = 2 * OFFER_TYPES, /* one of each type from each seat */
};

struct offer {
	unsigned id; /* 0: free */
	enum offer_type type;
	int seat;   /* whose it is: 0 black, 1 white */
	int to_ply; /* OFFER_UNDO: plies that would be left */
};

struct offer_book {
	struct offer offer[OFFER_MAX];
};

const char *offer_name(enum offer_type t);
/* The offer of that number, or NULL. */
struct offer *offer_find(struct offer_book *b, unsigned id);
/* The open offer of that type from that seat, or NULL. */
struct offer *offer_open(struct offer_book *b, enum offer_type t, int seat);
/* Enters one; there is none of that type from that seat. */
struct offer *offer_add(struct offer_book *b, unsigned id, enum offer_type t, int seat, int to_ply);

#endif
