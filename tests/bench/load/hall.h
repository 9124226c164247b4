/*
 * Everyone whom the load has connected to one server: guests, alone or at tables of two with people
 * who watch, and the schedule by which they speak. What they say is their dialect's business: the
 * daemon's protocol or the floor's, so that both servers are put to the same work.
 *
 * A table's two sides take turns. A turn is one line of the mover; it is over when the other side
 * and every watcher have received what it caused.
 */
#ifndef GOMOKU_LOAD_HALL_H
#define GOMOKU_LOAD_HALL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "hist.h"
#include "peer.h"
#include "subject.h"

enum { BOARD = 15, STONES = BOARD * BOARD, ROOM_TEXT = 16 };

enum role { ALONE, SIDE, WATCHER };

struct guest {
	struct hall *hall;
	struct peer *peer;
	int number; /* at the hall */
	int name;   /* the daemon's dialect: no two ever have the same */
	enum role role;
	struct table *table; /* NULL for ALONE */
	int side;	     /* 0 or 1 at the table, for SIDE */
	bool greeted, ready;
	bool seeking;	 /* has asked for an opponent */
	int64_t sent_ns; /* of an echo */
	int own_ply;	 /* its last stone, until it has heard of it; 0 */
};

struct table {
	struct hall *hall;
	int number;
	struct guest *side[2];
	int watchers;
	int mover;	 /* the side whose turn it is */
	bool due;	 /* the mover can speak */
	int awaited;	 /* who has not received this turn's line yet */
	int64_t sent_ns; /* when this turn's line was to be sent */
	/* The daemon's dialect: the room, its game, and the points that fill a board. */
	char room[ROOM_TEXT];
	int ply, rev;
	bool fresh; /* a game has started, and nobody has moved in it */
	uint8_t order[STONES];
	STAILQ_ENTRY(table) link;
};

struct dialect {
	/* The greeting has come: goes on towards being ready. */
	void (*arrive)(struct guest *g);
	/* A line after the greeting. */
	void (*line)(struct guest *g, char *line);
	/* Says the mover's line. */
	void (*turn)(struct table *t);
	/* Says what the server answers at once. */
	void (*echo)(struct guest *g);
};

extern const struct dialect dialect_daemon, dialect_floor;

struct hall {
	const struct dialect *dialect;
	const struct subject *subject;
	struct guest **guest;
	int guests, ready;
	int sought, seeking; /* seeks that were asked for, and those that stand */
	struct table **table;
	int tables;
	bool echoing;		    /* guests who are alone echo */
	bool running;		    /* otherwise what is due stays so */
	int under_way;		    /* turns and echoes that have begun and are not over */
	double rate;		    /* turns a second in all; 0: each as soon as it is due */
	int64_t next_ns;	    /* with a rate: when the next turn is to begin */
	uint64_t done;		    /* turns and echoes that are over */
	uint64_t received;	    /* deliveries, and echoes */
	struct hist hist;	    /* how long they took */
	STAILQ_HEAD(, table) queue; /* tables that are due, with a rate */
};

void hall_init(struct hall *h, const struct dialect *dialect, const struct subject *subject);
/* Closes all connections and forgets everyone. */
void hall_clear(struct hall *h);
/* Connects guests who are alone, up to n of them in all, and waits until they are ready. */
void hall_fill(struct hall *h, int n);
/* Adds n tables, each with so many watchers, and waits until each is due. */
void hall_set(struct hall *h, int n, int watchers);
/* Everyone does what is due for so many seconds. */
void hall_run(struct hall *h, double seconds);
/* Lets what is under way come to its end and begins nothing more. */
void hall_rest(struct hall *h);
/* From now on counts from nought. */
void hall_count_anew(struct hall *h);

/* ---- for dialects ---- */

/* A new guest at the hall, of a table or alone. */
struct guest *hall_connect(struct hall *h, enum role role, struct table *t);
/* The guest has what it came for. */
void guest_is_ready(struct guest *g);
/* The echo is back. */
void guest_echoed(struct guest *g);
/* One of those who were to receive this turn's line has. Returns whether it was the last. */
bool table_received(struct table *t);
/* The mover can speak: at once, or when the schedule says so. */
void table_is_due(struct table *t);

#endif
