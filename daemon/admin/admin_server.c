/* Commands about the server as a whole. */
#include <stdio.h>
#include <string.h>

#include "admin_private.h"
#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/sandbox.h"
#include "daemon/stats.h"
#include "daemon/text.h"
#include "metrics.h"

static void help_row(struct admin_command *c, const struct verb *v)
{
	admin_answer(c, WIRE_ROW, "help");
	wire_key(&c->out, "verb", "%s", v->name);
	wire_text(&c->out, "%s%s%s - %s", v->name, *v->args ? " " : "", v->args, v->help);
	admin_answer_end(c);
}

void admin_help(struct admin_command *c)
{
	const char *name = c->line->words ? c->line->word[0] : NULL;
	int n = 0;

	for (size_t i = 0; i < ADMIN_VERB_COUNT; i++)
		if (!name || strcasecmp(admin_verbs[i].name, name) == 0) {
			help_row(c, &admin_verbs[i]);
			n++;
		}
	if (n == 0) {
		admin_refuse(
		    c, "no-such", "what", "verb", "\"help\" alone lists the verbs there are");
		return;
	}
	admin_answer(c, WIRE_OK, "help");
	wire_key(&c->out, "n", "%d", n);
	admin_answer_end(c);
}

struct rows {
	struct admin_command *c;
	const char *before; /* stands in front of a name */
	int n;
};

static void stat_row(struct rows *r, const char *name, int64_t value, const char *about)
{
	struct wire_out *o = &r->c->out;

	admin_answer(r->c, WIRE_ROW, "stat");
	wire_key(o, "name", "%s%s", r->before, name);
	wire_key(o, "value", "%lld", (long long)value);
	if (about)
		wire_text(o, "%s", about);
	admin_answer_end(r->c);
	r->n++;
}

static void gauge_row(const struct gauge *g, void *arg)
{
	stat_row(arg, g->name, g->value, g->about);
}

static void named_row(const char *name, uint64_t n, void *arg)
{
	stat_row(arg, name, (int64_t)n, NULL);
}

static void timing_row(struct rows *r, enum timing t)
{
	const struct timing_table *table = stats_timing(t);
	struct wire_out *o = &r->c->out;

	admin_answer(r->c, WIRE_ROW, "timing");
	wire_key(o, "name", "%s", timings_about[t].name);
	wire_key(o, "n", "%llu", (unsigned long long)table->count);
	wire_key(o, "mean-us", "%llu",
	    (unsigned long long)(table->count ? table->sum_us / table->count : 0));
	wire_key(o, "p50-us", "%llu", (unsigned long long)timing_percentile(table, 50));
	wire_key(o, "p99-us", "%llu", (unsigned long long)timing_percentile(table, 99));
	wire_key(o, "max-us", "%llu", (unsigned long long)table->max_us);
	wire_text(o, "%s", timings_about[t].about);
	admin_answer_end(r->c);
	r->n++;
}

/* The text for Prometheus, each of its lines in a row. */
static void prometheus(struct admin_command *c)
{
	struct text t = {0};
	int n = 0;

	metrics_prometheus(c->server, &t);
	for (char *line = t.s, *end; line && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		admin_answer(c, WIRE_ROW, "line");
		wire_text(&c->out, "%s", line);
		admin_answer_end(c);
		n++;
	}
	text_free(&t);
	admin_answer(c, WIRE_OK, "stats");
	wire_key(&c->out, "n", "%d", n);
	admin_answer_end(c);
}

void admin_stats(struct admin_command *c)
{
	struct rows r = {.c = c, .before = ""};

	if (c->line->words) {
		if (strcasecmp(c->line->word[0], "prometheus") == 0)
			prometheus(c);
		else
			admin_refuse_syntax(c, "There is no such form of it");
		return;
	}
	metrics_each(c->server, gauge_row, &r);
	for (int i = 0; i < COUNTER_COUNT; i++)
		stat_row(&r, counters_about[i].name, (int64_t)stats_get((enum counter)i),
		    counters_about[i].about);
	r.before = "answered-";
	stats_each_refusal(named_row, &r);
	r.before = "closed-";
	stats_each_end(named_row, &r);
	for (int i = 0; i < TIMING_COUNT; i++)
		timing_row(&r, (enum timing)i);
	admin_answer(c, WIRE_OK, "stats");
	wire_key(&c->out, "n", "%d", r.n);
	wire_key(&c->out, "sandbox", "%s", sandbox_layers());
	admin_answer_end(c);
}

/* The time that drain is given, seconds; -1: off. False when refused. */
static bool read_drain(struct admin_command *c, int64_t *seconds)
{
	const char *word = c->line->words ? c->line->word[0] : wire_get(c->line, "in");

	*seconds = LIMIT_DRAIN_GAMES_S;
	if (word && strcasecmp(word, "off") == 0)
		*seconds = -1;
	else if (word && wire_int(word, 0, LIMIT_DRAIN_GAMES_MAX_S, seconds) < 0) {
		admin_refuse_syntax(c, "Seconds go from 0 to 86400; \"drain off\" takes it back");
		return false;
	}
	return true;
}

void admin_drain(struct admin_command *c)
{
	int64_t seconds;

	if (!read_drain(c, &seconds))
		return;
	if (seconds < 0 && !c->server->draining) {
		admin_refuse(c, "wrong-state", "why", "not-draining", "No end is planned");
		return;
	}
	admin_answer(c, WIRE_OK, "drain");
	if (seconds < 0)
		wire_key(&c->out, "in-ms", "never");
	else
		wire_key(&c->out, "in-ms", "%lld", (long long)seconds * 1000);
	wire_key(&c->out, "games", "%d", lobby_games_attended(c->server->lobby));
	admin_answer_end(c);
	c->admin->actions.drain(c->admin->actions.arg, seconds < 0 ? -1 : seconds * 1000);
}

void admin_reload(struct admin_command *c)
{
	struct reload_report r = {0};

	c->admin->actions.reload(c->admin->actions.arg, &r);
	if (!r.done) {
		admin_refuse(c, "failed", "what", r.what, "%s. All stays as it was", r.why);
		return;
	}
	admin_answer(c, WIRE_OK, "reloaded");
	wire_key(&c->out, "changed", "%s", r.changed);
	wire_key(&c->out, "restart", "%s", r.restart);
	wire_key(&c->out, "certificate", "%s", r.new_certificate ? "new" : "same");
	if (r.restart[0])
		wire_text(&c->out, "What stands in restart= changes when the server is restarted");
	admin_answer_end(c);
}

void admin_stop(struct admin_command *c)
{
	admin_answer(c, WIRE_OK, "stop");
	admin_answer_end(c);
	log_info("event=stopping reason=admin");
	c->admin->actions.stop(c->admin->actions.arg);
}

void admin_quit(struct admin_command *c)
{
	admin_answer(c, WIRE_OK, "quit");
	admin_answer_end(c);
	conn_close(c->session->conn, CONN_QUIT);
}
