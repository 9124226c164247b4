#include "stats.h"

#include <string.h>

enum { NAMES = 32 };

struct named {
	const char *name;
	uint64_t n;
};

static uint64_t counters[COUNTER_COUNT];
static struct timing_table timings[TIMING_COUNT];
/* The protocol has fewer names of either kind. */
static struct named refusals[NAMES], ends[NAMES];

const struct counter_about counters_about[COUNTER_COUNT] = {
    [STAT_ACCEPTED] = {"accepted", "connections taken", "connections_accepted_total"},
    [STAT_REFUSED_FULL] = {"refused-full", "connections refused: as many as may be",
	"connections_refused_total{reason=\"full\"}"},
    [STAT_REFUSED_SHARE] = {"refused-address",
	"connections refused: as many as one address may have",
	"connections_refused_total{reason=\"address\"}"},
    [STAT_REFUSED_PACE] = {"refused-pace", "connections refused: too many in too short a time",
	"connections_refused_total{reason=\"pace\"}"},
    [STAT_REFUSED_BANNED] = {"refused-banned", "connections refused: banned",
	"connections_refused_total{reason=\"banned\"}"},
    [STAT_REFUSED_FILES] = {"refused-files", "times without a descriptor for a connection",
	"connections_refused_total{reason=\"files\"}"},
    [STAT_REFUSED_MEMORY] = {"refused-memory", "connections refused: no memory",
	"connections_refused_total{reason=\"memory\"}"},
    [STAT_HANDSHAKE_PAUSES] = {"handshake-pauses",
	"times when connections waited for handshakes to end", "handshake_pauses_total"},
    [STAT_HANDSHAKES] = {"handshakes-done", "handshakes done", "handshakes_total"},
    [STAT_HANDSHAKES_DROPPED] = {"handshakes-dropped", "slow handshakes that made way for others",
	"handshakes_dropped_total"},
    [STAT_LINES] = {"lines", "lines from clients", "lines_total"},
    [STAT_MOVES] = {"moves", "moves played", "moves_total"},
    [STAT_GAMES_BEGUN] = {"games-begun", "games begun", "games_begun_total"},
    [STAT_GAMES_ENDED] = {"games-ended", "games ended", "games_ended_total"},
    [STAT_WATCHERS_BEHIND] = {"watchers-behind",
	"times when a watcher read too slowly for every event", "watchers_behind_total"},
    [STAT_LOGINS_BANNED] = {"logins-banned", "logins refused: banned", "logins_banned_total"},
    [STAT_BOT_MOVES] = {"bot-moves", "answers of bots", "bot_moves_total"},
    [STAT_BOT_FAILURES] = {"bot-failures", "bots' processes that failed", "bot_failures_total"},
    [STAT_JOURNAL_BYTES] = {"journal-bytes", "bytes written to the journal", "journal_bytes_total"},
    [STAT_JOURNAL_FAILURES] = {"journal-failures", "writes of the journal that failed",
	"journal_failures_total"},
    [STAT_SYNC_FAILURES] = {"sync-failures", "times when the disk did not take the journal",
	"journal_sync_failures_total"},
};

const struct counter_about timings_about[TIMING_COUNT] = {
    [TIMING_HANDSHAKE] = {"handshake", "from a connection's accept to its greeting",
	"handshake_seconds"},
    [TIMING_JOURNAL] = {"journal-write", "a turn's write of the journal", "journal_write_seconds"},
    [TIMING_LAG] = {"loop-lag", "how late the loop was for a timer", "loop_lag_seconds"},
    [TIMING_WAIT] = {"bot-wait", "a bot's position waited for a process", "bot_wait_seconds"},
    [TIMING_THINK] = {"bot-think", "and was thought about", "bot_think_seconds"},
};

const uint64_t timing_bounds[TIMING_BOUNDS] = {10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000,
    20000, 50000, 100000, 200000, 500000, 1000000, 2000000, 5000000, 10000000, 20000000, 60000000};

void stats_add(enum counter c, uint64_t n)
{
	counters[c] += n;
}

uint64_t stats_get(enum counter c)
{
	return counters[c];
}

void stats_took(enum timing t, int64_t us)
{
	struct timing_table *table = &timings[t];
	uint64_t took = us > 0 ? (uint64_t)us : 0;

	table->count++;
	table->sum_us += took;
	if (took > table->max_us)
		table->max_us = took;
	for (int i = 0; i < TIMING_BOUNDS; i++)
		if (took <= timing_bounds[i]) {
			table->at_most[i]++;
			break;
		}
}

const struct timing_table *stats_timing(enum timing t)
{
	return &timings[t];
}

uint64_t timing_percentile(const struct timing_table *t, int percent)
{
	uint64_t wanted = (t->count * (uint64_t)percent + 99) / 100, sum = 0;

	for (int i = 0; i < TIMING_BOUNDS && t->count; i++) {
		sum += t->at_most[i];
		if (sum >= wanted)
			return timing_bounds[i] < t->max_us ? timing_bounds[i] : t->max_us;
	}
	return t->max_us;
}

static void count(struct named list[static NAMES], const char *name)
{
	for (int i = 0; i < NAMES; i++) {
		if (!list[i].name)
			list[i].name = name;
		if (strcmp(list[i].name, name) == 0) {
			list[i].n++;
			return;
		}
	}
}

static void each_of(const struct named list[static NAMES],
    void (*each)(const char *name, uint64_t n, void *arg), void *arg)
{
	for (int i = 0; i < NAMES && list[i].name; i++)
		each(list[i].name, list[i].n, arg);
}

void stats_refusal(const char *name)
{
	count(refusals, name);
}

void stats_end(const char *reason)
{
	count(ends, reason);
}

void stats_each_refusal(void (*each)(const char *name, uint64_t n, void *arg), void *arg)
{
	each_of(refusals, each, arg);
}

void stats_each_end(void (*each)(const char *reason, uint64_t n, void *arg), void *arg)
{
	each_of(ends, each, arg);
}
