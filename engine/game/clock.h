/*
 * Game clocks. Pure: every call that depends on the time takes it as now_ms, milliseconds of any
 * clock that never goes back (the daemon's CLOCK_MONOTONIC).
 *
 * Rules. The side whose clock runs loses at the first millisecond in which its time is 0 and no
 * period is left to it.
 * Fischer BASE+INC: a side begins with BASE seconds and gets INC seconds after each of its moves.
 * Byo-yomi BASE+NxPERIOD: when BASE seconds are used up, a side has N periods of PERIOD seconds. A
 * move within a period gives that period back whole; a period that runs out is gone, and the next
 * one begins at once.
 * PERIOD/move: each move has PERIOD seconds; what it leaves over is not kept.
 *
 * A byo-yomi side is shown as ms/periods: what is left of the stage it is in, and how many periods
 * are still to come after that. In the base time all N are to come, in the last period none.
 */
#ifndef GOMOKU_CLOCK_H
#define GOMOKU_CLOCK_H

#include "board.h"

enum clock_kind { CLOCK_NONE, CLOCK_FISCHER, CLOCK_BYOYOMI, CLOCK_MOVE };

enum {
	CLOCK_TEXT = 40,	  /* bytes of any text made here, with its NUL */
	CLOCK_BASE_MAX_S = 86400, /* a day */
	CLOCK_INC_MAX_S = 3600,	  /* and the longest period */
	CLOCK_PERIODS_MAX = 99,
};

struct time_control {
	enum clock_kind kind;
	int64_t base_ms;   /* Fischer, byo-yomi (where it may be 0) */
	int64_t inc_ms;	   /* Fischer */
	int64_t period_ms; /* byo-yomi, PERIOD/move */
	int periods;	   /* byo-yomi */
};

/* What a side has left while its clock stands. */
struct clock_side {
	int64_t ms;  /* of the stage it is in: base time or a period */
	int periods; /* byo-yomi: those still to come after that */
};

struct clock {
	struct time_control tc;
	struct clock_side side[2]; /* black, white, as of since_ms */
	enum stone running;	   /* whose clock runs; STONE_NONE: neither */
	int64_t since_ms;	   /* since when it runs */
};

/*
 * Reads "none", "BASE+INC" (seconds; BASE 1..CLOCK_BASE_MAX_S, INC 0..CLOCK_INC_MAX_S),
 * "BASE+NxPERIOD" (BASE 0.., N 1..CLOCK_PERIODS_MAX, PERIOD 1..CLOCK_INC_MAX_S) or "PERIOD/move".
 * 0, or -1 and *tc untouched.
 */
int time_control_parse(struct time_control *tc, const char *text);
/* The text that time_control_parse reads. Returns buf. */
const char *time_control_format(const struct time_control *tc, char buf[static CLOCK_TEXT]);

/* Both sides with their full time, neither running. */
void clock_init(struct clock *c, const struct time_control *tc);
/* Lets a side's clock run from now on; neither may be running. */
void clock_start(struct clock *c, enum stone side, int64_t now_ms);
/* Stops what runs, charging the time used. */
void clock_stop(struct clock *c, int64_t now_ms);
/* The running side has moved: charge it, credit what the control gives for a move, stop it. */
void clock_moved(struct clock *c, int64_t now_ms);
/* Black's time becomes white's and white's black's: the players have changed colours. */
void clock_swap(struct clock *c);
/* The running side's time counts from now on: what has passed of this turn is not charged. */
void clock_forgive(struct clock *c, int64_t now_ms);
/* Whether the running side's time has run out. */
bool clock_fallen(const struct clock *c, int64_t now_ms);
/* When the running side's flag falls, in the time of now_ms; INT64_MAX when it never does. */
int64_t clock_falls_at(const struct clock *c);
/* What a side has left at a time; its ms are INT64_MAX without a clock. */
struct clock_side clock_side_at(const struct clock *c, enum stone side, int64_t now_ms);
/* Milliseconds of the stage a side is in, never negative; INT64_MAX without a clock. */
int64_t clock_left(const struct clock *c, enum stone side, int64_t now_ms);
/* What the wire shows for a side: "ms", "ms/periods" or "-" without a clock. Returns buf. */
const char *clock_format(
    const struct clock *c, enum stone side, int64_t now_ms, char buf[static CLOCK_TEXT]);

#endif
