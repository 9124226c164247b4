/*
 * The search proper: principal variation search (NegaScout) of one position by one thread. Several
 * may share a table and a control; each has its own position and memory.
 *
 * Values are seen from the side to move; a proven win is VALUE_WIN less the plies from the root.
 */
#ifndef GOMOKU_PVS_H
#define GOMOKU_PVS_H

#include "order.h"
#include "table.h"
#include "threat.h"
#include "timing.h"

enum { PVS_PLIES = 120, PVS_VALUE_MOST = VALUE_WIN + 1 };

struct pvs_frame {
	int16_t evaluation;
	int16_t excluded; /* the move left out while it is asked whether it is the only one */
	int pv_length;
	int16_t pv[PVS_PLIES];
};

struct pvs {
	struct position position;
	struct threat threat;
	struct order_memory memory;
	struct table *table;
	struct timing *timing;
	int64_t nodes;
	int64_t check_at; /* so many nodes, when limits are looked at next */
	int depth_most;	  /* the deepest ply that was looked at */
	bool stopped;	  /* what is returned from now on means nothing */
	bool leader;	  /* the thread that watches the clock */
	int noise;	  /* an evaluation is off by up to that much, for variety */
	uint64_t noise_seed;
	struct pvs_frame frame[PVS_PLIES + 2];
	struct order_list list[PVS_PLIES + 2];
};

/* Makes it ready for a position; memory of earlier moves is kept, but for killers. */
void pvs_begin(struct pvs *s, struct table *table, struct timing *timing);
/* The value of the position for the side to move; `depth` in plies. */
int pvs_value(struct pvs *s, int alpha, int beta, int depth, int ply, bool cut);

#endif
