#include "metrics.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/play/pairing.h"
#include "daemon/stats.h"
#include "daemon/text.h"

/* Resident memory, KiB, by the kernel's word; 0 when it does not say. */
static int64_t memory_kib(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	long all, resident = 0;

	if (!f)
		return 0;
	if (fscanf(f, "%ld %ld", &all, &resident) != 2)
		resident = 0;
	fclose(f);
	return (int64_t)resident * sysconf(_SC_PAGESIZE) / 1024;
}

void metrics_each(struct server *s, void (*each)(const struct gauge *g, void *arg), void *arg)
{
	int64_t left = s->drain_until_ms - loop_now_ms();
	struct pool_load pool;

	pool_load(lobby_pool(s->lobby), &pool);
	const struct gauge gauges[] = {
	    {"connections", "connections of players", "connections", conn_hub_count(s->hub)},
	    {"max-connections", "as many as there may be", "connections_max", s->max_conns},
	    {"handshakes", "of them still shaking hands", "handshakes",
		conn_hub_handshakes(s->hub)},
	    {"users", "people and bots logged in", "users", lobby_users(s->lobby)},
	    {"rooms", "rooms", "rooms", lobby_rooms(s->lobby)},
	    {"max-rooms", "as many as there may be", "rooms_max", lobby_max_rooms(s->lobby)},
	    {"games", "games going on", "games", lobby_games(s->lobby)},
	    {"games-attended", "of them with a player who is here", "games_attended",
		lobby_games_attended(s->lobby)},
	    {"seeks", "people who look for an opponent", "seeks",
		pairing_seeks(lobby_pairing(s->lobby))},
	    {"bots-waiting", "positions that wait for a process", "bots_waiting", pool.waiting},
	    {"bots-busy", "processes that think", "bots_busy", pool.busy},
	    {"bots-processes", "processes there are", "bots_processes", pool.processes},
	    {"hashes-waiting", "passwords that wait to be hashed", "hashes_waiting",
		jobs_waiting(s->accounts.jobs)},
	    {"store-waiting", "requests that the database has", "store_waiting",
		store_waiting(s->accounts.store)},
	    {"bans", "bans", "bans", bans_count(s->bans)},
	    {"memory-kib", "resident memory, KiB", "resident_kib", memory_kib()},
	    {"worst-case-mib", "what it could come to if every limit were reached, MiB",
		"worst_case_mib", s->worst_case_mib},
	    {"uptime-s", "seconds since the start", "uptime_seconds",
		(loop_now_ms() - s->started_ms) / 1000},
	    {"draining", "1: no new games begin", "draining", s->draining},
	    {"drain-s", "seconds until the planned end", "drain_seconds",
		s->draining && left > 0 ? left / 1000 : 0},
	};

	for (size_t i = 0; i < sizeof gauges / sizeof *gauges; i++)
		each(&gauges[i], arg);
}

/* The lines above a metric; several in a row that differ in labels alone have them once. */
static void head(struct text *t, const char *metric, const char *about, const char *type)
{
	int len = (int)strcspn(metric, "{");

	text_add(t, "# HELP gomokud_%.*s %s\n# TYPE gomokud_%.*s %s\n", len, metric, about, len,
	    metric, type);
}

static void gauge_lines(const struct gauge *g, void *arg)
{
	head(arg, g->metric, g->about, "gauge");
	text_add(arg, "gomokud_%s %lld\n", g->metric, (long long)g->value);
}

static void counter_lines(struct text *t)
{
	const char *before = "";

	for (int i = 0; i < COUNTER_COUNT; i++) {
		const struct counter_about *a = &counters_about[i];
		size_t len = strcspn(a->metric, "{");

		if (strncmp(before, a->metric, len) != 0 || before[len] != a->metric[len])
			head(t, a->metric, a->about, "counter");
		text_add(t, "gomokud_%s %llu\n", a->metric,
		    (unsigned long long)stats_get((enum counter)i));
		before = a->metric;
	}
}

static void refusal_line(const char *name, uint64_t n, void *arg)
{
	text_add(arg, "gomokud_refusals_total{name=\"%s\"} %llu\n", name, (unsigned long long)n);
}

static void end_line(const char *reason, uint64_t n, void *arg)
{
	text_add(arg, "gomokud_connections_closed_total{reason=\"%s\"} %llu\n", reason,
	    (unsigned long long)n);
}

static void timing_lines(struct text *t, enum timing timing)
{
	const struct counter_about *a = &timings_about[timing];
	const struct timing_table *table = stats_timing(timing);
	uint64_t sum = 0;

	head(t, a->metric, a->about, "histogram");
	for (int i = 0; i < TIMING_BOUNDS; i++) {
		sum += table->at_most[i];
		text_add(t, "gomokud_%s_bucket{le=\"%g\"} %llu\n", a->metric,
		    (double)timing_bounds[i] / 1e6, (unsigned long long)sum);
	}
	text_add(t, "gomokud_%s_bucket{le=\"+Inf\"} %llu\n", a->metric,
	    (unsigned long long)table->count);
	text_add(t, "gomokud_%s_sum %.6f\n", a->metric, (double)table->sum_us / 1e6);
	text_add(t, "gomokud_%s_count %llu\n", a->metric, (unsigned long long)table->count);
}

void metrics_prometheus(struct server *s, struct text *t)
{
	metrics_each(s, gauge_lines, t);
	counter_lines(t);
	head(t, "refusals_total", "commands refused, by the name of the answer", "counter");
	stats_each_refusal(refusal_line, t);
	head(t, "connections_closed_total", "connections ended, by reason", "counter");
	stats_each_end(end_line, t);
	for (int i = 0; i < TIMING_COUNT; i++)
		timing_lines(t, (enum timing)i);
}
