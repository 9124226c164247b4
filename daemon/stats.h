/*
 * What the server has done since its start, counted where it happens: one table for the process,
 * for the loop's thread alone. How much there is of something at the moment is asked of who has it.
 */
#ifndef GOMOKUD_STATS_H
#define GOMOKUD_STATS_H

#include <stdint.h>

enum counter {
	STAT_ACCEPTED,		 /* connections taken */
	STAT_REFUSED_FULL,	 /* and not taken, since there were as many as may be */
	STAT_REFUSED_SHARE,	 /* their network had as many as it may have */
	STAT_REFUSED_PACE,	 /* it came back too fast */
	STAT_REFUSED_BANNED,	 /* their network is banned */
	STAT_REFUSED_FILES,	 /* there were no more descriptors */
	STAT_REFUSED_MEMORY,	 /* or no memory */
	STAT_HANDSHAKE_PAUSES,	 /* the listeners waited for handshakes to end */
	STAT_HANDSHAKES,	 /* done */
	STAT_HANDSHAKES_DROPPED, /* the longest made way for others */
	STAT_LINES,
	STAT_MOVES,
	STAT_GAMES_BEGUN,
	STAT_GAMES_ENDED,
	STAT_WATCHERS_BEHIND, /* who read too slowly, and get the whole game when they have read */
	STAT_LOGINS_BANNED,   /* of accounts that are banned */
	STAT_BOT_MOVES,
	STAT_BOT_FAILURES, /* workers that died, overran or answered rubbish */
	STAT_JOURNAL_BYTES,
	STAT_JOURNAL_FAILURES, /* turns that could not be kept */
	STAT_SYNC_FAILURES,    /* times when the disk did not take what was written */
	COUNTER_COUNT
};

enum timing {
	TIMING_HANDSHAKE, /* from the accept to the first word */
	TIMING_JOURNAL,	  /* a turn's write */
	TIMING_LAG,	  /* how late a timer of the loop was */
	TIMING_WAIT,	  /* a bot's position for a worker */
	TIMING_THINK,	  /* and what the worker took */
	TIMING_COUNT
};

enum { TIMING_BOUNDS = 21 };

/* How often something took how long, microseconds. */
struct timing_table {
	uint64_t count, sum_us, max_us;
	uint64_t at_most[TIMING_BOUNDS]; /* of each bound, those up to it and over the one before */
};

struct counter_about {
	const char *name, *about; /* the name a row of `stats` has */
	const char *metric;	  /* its name for Prometheus, with labels */
};

extern const struct counter_about counters_about[COUNTER_COUNT];
extern const struct counter_about timings_about[TIMING_COUNT];
/* Upper bounds of the timings' tables, in microseconds: 10, 20, 50 ... to a minute. */
extern const uint64_t timing_bounds[TIMING_BOUNDS];

void stats_add(enum counter c, uint64_t n);
uint64_t stats_get(enum counter c);

void stats_took(enum timing t, int64_t us);
const struct timing_table *stats_timing(enum timing t);
/* A time that `percent` of them did not exceed: the bound of its place in the table, or the longest
 * when that is less. 0 without any. */
uint64_t timing_percentile(const struct timing_table *t, int percent);

/* Counts a final that refuses, and a connection's end, by their names, which have to last. */
void stats_refusal(const char *name);
void stats_end(const char *reason);
/* Calls each for every name that has come so far. */
void stats_each_refusal(void (*each)(const char *name, uint64_t n, void *arg), void *arg);
void stats_each_end(void (*each)(const char *reason, uint64_t n, void *arg), void *arg);

#endif
