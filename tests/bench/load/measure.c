#include "measure.h"

#include <stdio.h>

#include "bots.h"
#include "hall.h"
#include "peer.h"
#include "report.h"
#include "seeks.h"
#include "subject.h"

enum {
	ECHOERS = 50,
	PAIRS = 100,
	PACED_ROOMS = 500,
	PACED_RATE = 1000, /* moves a second in all rooms */
	WATCHERS = 1000,
	CALLERS = 8, /* who shake hands at a time */
	WARM_IDLE = 100,
	PATIENT_ROUNDS = 20,
	BOT_GAMES = 200,
	BOT_LEVEL = 5,
};

/* None is starved: while a bot waits for a process, the others each make one move. What is read
 * together is read in no order, so a second one may seem to have come before it. */
static const double PASSED_BY_MOST = 2.5;

/* Room for everyone, and no deadline that the load would run into. */
static const char config[] = "think-pause-ms = 0\n"
			     "login-seconds = 3600\n"
			     "command-rate = 0\n"
			     "max-connections = 12000\n"
			     "max-rooms = 2000\n";

/* Both servers, and the guests at each. */
struct both {
	struct subject daemon, floor;
	struct hall at_daemon, at_floor;
};

static void both_start(struct both *b)
{
	subject_start_daemon(&b->daemon, config);
	subject_start_floor(&b->floor);
	hall_init(&b->at_daemon, &dialect_daemon, &b->daemon);
	hall_init(&b->at_floor, &dialect_floor, &b->floor);
}

static void both_stop(struct both *b)
{
	hall_clear(&b->at_daemon);
	hall_clear(&b->at_floor);
	subject_stop(&b->daemon);
	subject_stop(&b->floor);
}

/* What one server did in one round. */
struct round {
	double cpu_us; /* of each turn or echo */
	double per_s;
	double delivery_us; /* of each delivery */
	double p50, p90, p99, p999, most;
};

static struct round run_round(struct hall *h, double seconds)
{
	int64_t cpu, begin;
	struct round r;

	hall_run(h, seconds / 4);
	hall_count_anew(h);
	cpu = subject_cpu_us(h->subject);
	begin = now_ns();
	hall_run(h, seconds);
	/* A machine that is busy with other work may give the server none of a second. */
	for (int more = 0; h->done == 0 && more < PATIENT_ROUNDS; more++)
		hall_run(h, seconds);
	cpu = subject_cpu_us(h->subject) - cpu;
	if (h->done == 0)
		die("%s has done nothing", h->subject->name);
	r = (struct round){.cpu_us = (double)cpu / (double)h->done,
	    .per_s = (double)h->done / ((double)(now_ns() - begin) / 1e9),
	    .delivery_us = (double)cpu / (double)h->received,
	    .p50 = hist_us(&h->hist, 0.5),
	    .p90 = hist_us(&h->hist, 0.9),
	    .p99 = hist_us(&h->hist, 0.99),
	    .p999 = hist_us(&h->hist, 0.999),
	    .most = (double)h->hist.most_ns / 1000};
	hall_rest(h);
	return r;
}

/* Rounds of both in turn; what is in a round is added up in figures, one for each number. */
struct figures {
	struct figure cpu_us, per_s, delivery_us, p50, p90, p99, p999, most;
};

static void run_rounds(struct both *b, const struct effort *e, struct figures *f)
{
	*f = (struct figures){0};
	for (int i = 0; i < e->rounds; i++) {
		struct round floor = run_round(&b->at_floor, e->seconds);
		struct round daemon = run_round(&b->at_daemon, e->seconds);

		figure_add(&f->cpu_us, daemon.cpu_us, floor.cpu_us);
		figure_add(&f->per_s, daemon.per_s, floor.per_s);
		figure_add(&f->delivery_us, daemon.delivery_us, floor.delivery_us);
		figure_add(&f->p50, daemon.p50, floor.p50);
		figure_add(&f->p90, daemon.p90, floor.p90);
		figure_add(&f->p99, daemon.p99, floor.p99);
		figure_add(&f->p999, daemon.p999, floor.p999);
		figure_add(&f->most, daemon.most, floor.most);
	}
}

static void report_latency(const char *what, const struct figures *f)
{
	const struct {
		const char *name;
		const struct figure *figure;
	} rows[] = {{"half", &f->p50}, {"90 %", &f->p90}, {"99 %", &f->p99}, {"99.9 %", &f->p999},
	    {"all", &f->most}};
	char text[80];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(text, sizeof text, "%s, %s within, us", what, rows[i].name);
		report_row(text, rows[i].figure, 0, 0);
	}
}

/* The growth of memory from the sessions that are there to n of them, for each. */
static double fill_to(struct hall *h, int n)
{
	int64_t before = subject_rss(h->subject);
	int few = h->guests;

	hall_fill(h, n);
	return (double)(subject_rss(h->subject) - before) / (n - few);
}

/*
 * Two measurements, for the sake of the thousands of sessions: what each takes, and what a seek
 * takes when all of them seek, beside one that few wait for: to be logarithmic, no more than twice
 * as much.
 */
static void measure_idle(const struct effort *e)
{
	struct figure each = {0}, all = {0}, seek = {0};
	double few[ROUNDS_MOST] = {0}, floor;
	char text[80];
	struct both b;

	both_start(&b);
	/* Fewer do for the floor: each takes the same. */
	hall_fill(&b.at_floor, WARM_IDLE);
	floor = fill_to(&b.at_floor, e->idle / 4 + WARM_IDLE);
	hall_clear(&b.at_floor);
	hall_fill(&b.at_daemon, WARM_IDLE);
	seeks_begin(&b.at_daemon);
	for (int i = 0; i < e->rounds; i++)
		few[i] = seeks_probe(&b.daemon, e->seconds);
	figure_add(&each, fill_to(&b.at_daemon, e->idle), floor);
	figure_add(&all, (double)subject_rss(&b.daemon) / 1e6, 0);
	report_row("idle session, bytes", &each, 1.35, 20 * 1024);
	snprintf(text, sizeof text, "%d idle sessions, all memory, MB", e->idle);
	report_row(text, &all, 0, 220);
	seeks_begin(&b.at_daemon);
	for (int i = 0; i < e->rounds; i++)
		figure_add(&seek, seeks_probe(&b.daemon, e->seconds), few[i]);
	snprintf(text, sizeof text, "seek while %d wait (beside %d), us", e->idle, WARM_IDLE);
	report_row(text, &seek, 2, 0);
	both_stop(&b);
}

/* Someone who connects, reads the greeting, leaves, and begins again. */
struct caller {
	const struct subject *subject;
	struct peer *peer;
	uint64_t *calls;
	bool over;
};

static void on_greeting(void *arg, char *line, size_t len)
{
	struct caller *c = arg;

	(void)line, (void)len;
	++*c->calls;
	peer_close(c->peer);
	c->over = true;
}

static void on_lost(void *arg, const char *why)
{
	struct caller *c = arg;

	subject_check(c->subject);
	die("a handshake with %s: %s", c->subject->name, why);
}

static const struct peer_handler caller_handler = {.line = on_greeting, .lost = on_lost};

static void call_for(struct caller *callers, double seconds)
{
	int64_t end = now_ns() + (int64_t)(seconds * 1e9);

	while (now_ns() < end) {
		for (int i = 0; i < CALLERS; i++)
			if (callers[i].over) {
				callers[i].over = false;
				callers[i].peer = peer_open(
				    callers[i].subject->port, &caller_handler, &callers[i]);
			}
		peers_turn(10000000);
	}
}

/* The server's time for each handshake with greeting and goodbye, microseconds. */
static double handshake_us(const struct subject *s, double seconds)
{
	struct caller callers[CALLERS];
	uint64_t calls = 0;
	int64_t cpu;

	for (int i = 0; i < CALLERS; i++)
		callers[i] = (struct caller){.subject = s, .calls = &calls, .over = true};
	call_for(callers, seconds / 4);
	calls = 0;
	cpu = subject_cpu_us(s);
	call_for(callers, seconds);
	for (int more = 0; calls == 0 && more < PATIENT_ROUNDS; more++)
		call_for(callers, seconds);
	cpu = subject_cpu_us(s) - cpu;
	for (int i = 0; i < CALLERS; i++)
		if (!callers[i].over)
			peer_close(callers[i].peer);
	peers_turn(0);
	if (calls == 0)
		die("no handshake with %s", s->name);
	return (double)cpu / (double)calls;
}

static void measure_handshake(const struct effort *e)
{
	struct figure us = {0};
	struct both b;

	both_start(&b);
	for (int i = 0; i < e->rounds; i++) {
		double floor = handshake_us(&b.floor, e->seconds);

		figure_add(&us, handshake_us(&b.daemon, e->seconds), floor);
	}
	report_row("handshake and greeting, server us", &us, 1.2, 0);
	both_stop(&b);
}

static void measure_echo(const struct effort *e)
{
	struct figures f;
	struct both b;

	both_start(&b);
	hall_fill(&b.at_daemon, ECHOERS);
	hall_fill(&b.at_floor, ECHOERS);
	b.at_daemon.echoing = b.at_floor.echoing = true;
	run_rounds(&b, e, &f);
	report_row("ping, 50 people, server us", &f.cpu_us, 1.3, 0);
	report_row("ping, a second", &f.per_s, 0, 0);
	both_stop(&b);
}

static void set_both(struct both *b, int tables, int watchers, double rate)
{
	both_start(b);
	hall_set(&b->at_daemon, tables, watchers);
	hall_set(&b->at_floor, tables, watchers);
	b->at_daemon.rate = b->at_floor.rate = rate;
}

static void measure_move(const struct effort *e)
{
	struct figures f;
	struct both b;

	set_both(&b, PAIRS, 0, 0);
	run_rounds(&b, e, &f);
	report_row("move, 100 pairs at full speed, server us", &f.cpu_us, 3, 0);
	report_row("move, 100 pairs, a second", &f.per_s, 0, 0);
	both_stop(&b);
}

static void measure_pace(const struct effort *e)
{
	struct figures f;
	struct both b;

	set_both(&b, PACED_ROOMS, 0, PACED_RATE);
	run_rounds(&b, e, &f);
	report_latency("1,000 moves/s in 500 rooms", &f);
	both_stop(&b);
}

static void measure_watch(const struct effort *e)
{
	struct figures f;
	struct both b;

	set_both(&b, 1, WATCHERS, 0);
	run_rounds(&b, e, &f);
	report_row("a move to 1,000 watchers, server us each", &f.delivery_us, 0, 0);
	report_latency("a move to 1,000 watchers", &f);
	both_stop(&b);
}

static void one_row(const char *what, double value, double most)
{
	struct figure f = {0};

	figure_add(&f, value, 0);
	report_row(what, &f, 0, most);
}

/* A bound of nought: report_row takes 0 for none. */
static void none_row(const char *what, int n)
{
	one_row(what, n, 0.5);
}

static void measure_bots(const struct effort *e)
{
	static struct bots_result r;
	struct subject daemon;

	(void)e;
	subjects_spread();
	subject_start_daemon(&daemon, "think-pause-ms = 0\n");
	bots_play(&daemon, BOT_GAMES, BOT_LEVEL, 300, 2, &r);
	one_row("200 games of two bots of level 5, seconds", r.seconds, 0);
	one_row("their moves, a second", (double)r.moves / r.seconds, 0);
	none_row("games lost on time", r.by_time);
	none_row("games that an engine gave up", r.void_games);
	one_row("others' moves while one waited, each, at most", r.passed_by, PASSED_BY_MOST);
	one_row("from move to move, median, ms", hist_us(&r.pace, 0.5) / 1e3, 0);
	one_row("of it the wait for a process, median, ms", hist_us(&r.wait, 0.5) / 1e3, 0);
	one_row(
	    "of it the wait for a process, 90th percentile, ms", hist_us(&r.wait, 0.9) / 1e3, 0);
	one_row(
	    "of it the wait for a process, 99th percentile, ms", hist_us(&r.wait, 0.99) / 1e3, 0);
	one_row("of it the wait for a process, the longest, ms", hist_us(&r.wait, 1) / 1e3, 0);
	subject_stop(&daemon);
}

const struct measurement measurements[] = {
    {"idle", "memory of sessions that do nothing", measure_idle},
    {"handshake", "a connection with its greeting", measure_handshake},
    {"ping", "a line that is answered at once", measure_echo},
    {"move", "games between two people at full speed", measure_move},
    {"pace", "how long a move takes when the server is not full", measure_pace},
    {"watch", "a move in front of many people", measure_watch},
    {"bots", "200 games between bots, on all cores", measure_bots},
    {0},
};
