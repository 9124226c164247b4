/*
 * Game clocks. Pure: every call that depends on the time takes it as now_ms, milliseconds of any
 * clock that never goes back (the daemon's CLOCK_MONOTONIC).
 *
 * Rules. The side whose clock runs loses at the first millisecond in which its time is 0.
 * Fischer BASE+INC: a side begins with BASE seconds and gets INC seconds after each of its moves.
 */
#ifndef GOMOKU_CLOCK_H
#define GOMOKU_CLOCK_H

#include "board.h"

enum clock_kind { CLOCK_NONE, CLOCK_FISCHER };

enum {
	CLOCK_TEXT = 40,	  /* bytes of any text made here, with its NUL */
	CLOCK_BASE_MAX_S = 86400, /* a day */
	CLOCK_INC_MAX_S = 3600,
};

struct time_control {
	enum clock_kind kind;
	int64_t base_ms;
	int64_t inc_ms;
};

/* What a side has left while its clock stands. */
struct clock_side {
	int64_t ms;
};

struct clock {
	struct time_control tc;
	struct clock_side side[2]; /* black, white, as of since_ms */
	enum stone running;	   /* whose clock runs; STONE_NONE: neither */
	int64_t since_ms;	   /* since when it runs */
};

/* Reads "none" or "BASE+INC" (seconds; BASE 1..CLOCK_BASE_MAX_S). 0, or -1 and *tc untouched. */
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
/* Whether the running side's time has run out. */
bool clock_fallen(const struct clock *c, int64_t now_ms);
/* When the running side's flag falls, in the time of now_ms; INT64_MAX when it never does. */
int64_t clock_falls_at(const struct clock *c);
/* Milliseconds a side has left, never negative; INT64_MAX without a clock. */
int64_t clock_left(const struct clock *c, enum stone side, int64_t now_ms);
/* What the wire shows for a side: milliseconds, "-" without a clock. Returns buf. */
const char *clock_format(
    const struct clock *c, enum stone side, int64_t now_ms, char buf[static CLOCK_TEXT]);

#endif
