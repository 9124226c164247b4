#include "daemon.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/notify.h"
#include "daemon/sandbox.h"
#include "daemon/store/folder.h"

/* The state folder, and the user to whom all that follows belongs. */
static void prepare_state(struct daemon *d)
{
	char error[CONFIG_PATH + 256];
	int code;

	if (daemon_make_folders(d->config.state) < 0)
		fatal(
		    errno == EACCES || errno == EPERM || errno == EROFS ? EX_NOPERM : EX_CANTCREAT,
		    "can't make the state folder %s: %s (choose another with -d)", d->config.state,
		    strerror(errno));
	if ((code = folder_take(d->config.state, error, sizeof error)) != 0)
		fatal(code, "%s", error);
	if (sandbox_user(d->config.user, d->config.state, error, sizeof error) < 0)
		fatal(EX_NOUSER, "%s", error);
}

static void prepare_tls(struct daemon *d)
{
	char error[512];

	if (!(d->gate.tls = daemon_tls(&d->config, &d->cert, error, sizeof error)))
		fatal(*d->config.certificate ? EX_CONFIG : EX_CANTCREAT, "%s%s", error,
		    *d->config.certificate
			? ""
			: " (bring it back from a backup, or move both away: new ones are made)");
	if (d->cert.over)
		log_warn("event=certificate-over until=%s", d->cert.until);
}

/* Shuts off what is not the daemon's: files here, while there are no threads yet. */
static void confine(struct daemon *d)
{
	/* Files that are read again are often replaced, and links to a folder beside it. */
	const char *files[] = {
	    d->options.config ? d->options.config : "", d->config.certificate, d->config.key};
	enum { FILES = sizeof files / sizeof *files };
	char folder[2 * FILES][PATH_MAX] = {0};
	struct sandbox_path paths[2 * FILES + 5] = {
	    {d->config.state, true},
	    {"/etc/localtime", false},
	    {"/usr/share/zoneinfo", false},
	    {"/proc/self", false},
	    {"/dev/null", true},
	};

	for (int i = 0; i < FILES; i++) {
		snprintf(folder[2 * i], PATH_MAX, "%s", files[i]);
		if (!realpath(files[i], folder[2 * i + 1]))
			folder[2 * i + 1][0] = '\0';
	}
	for (int i = 0; i < 2 * FILES; i++)
		paths[5 + i].path = *folder[i] ? dirname(folder[i]) : "";
	sandbox_files(paths, sizeof paths / sizeof *paths, daemon_has_low_port(&d->config),
	    d->config.sandbox);
}

/* The database in the state folder, and what stands between it and the players. */
static void prepare_accounts(struct daemon *d)
{
	struct accounts *a = &d->server.accounts;
	char path[CONFIG_PATH + 16];
	struct store_error error;

	snprintf(path, sizeof path, "%s/gomokud.db", d->config.state);
	if (!(a->store = store_open(d->loop, path, &error)))
		fatal(error.code, "%s", error.text);
	a->jobs = jobs_new(d->loop, LIMIT_HASHES, LIMIT_HASH_QUEUE);
	a->by_address = throttle_new(LIMIT_TRIES_ADDRESS, LIMIT_TRIES_ADDRESS_S * 1000);
	a->by_name = throttle_new(LIMIT_TRIES_NAME, LIMIT_TRIES_NAME_S * 1000);
	if (!a->jobs || !a->by_address || !a->by_name)
		fatal(EX_OSERR, "out of memory or threads");
}

static void make_parts(struct daemon *d)
{
	const struct config *c = &d->config;
	struct conn_settings conns;
	struct lobby_settings lobby = {.max_rooms = c->max_rooms,
	    .think_pause_ms = c->think_pause_ms,
	    .lag_allowance_ms = c->lag_allowance_ms,
	    .roster = &c->roster};
	struct server *s = &d->server;

	daemon_conn_settings(c, &conns);
	daemon_server_settings(c, s);
	s->loop = d->loop;
	s->max_conns = conns.max_conns;
	s->worst_case_mib = daemon_worst_case_mib(c, conns.max_conns);
	s->started_ms = loop_now_ms();
	snprintf(s->pin, sizeof s->pin, "%s", d->cert.pin);
	s->lobby = lobby_new(d->loop, &lobby);
	s->hub = conn_hub_new(d->loop, &conns, &session_handler, s);
	s->bans = bans_new();
	d->pool = pool_new(d->loop, d->spawner, daemon_worker_count(c), c->roster.engines,
	    c->engine_idle_s * 1000);
	if (!s->lobby || !s->hub || !s->bans || !d->pool)
		fatal(EX_OSERR, "out of memory");
	lobby_set_pool(s->lobby, d->pool);
	d->archive = (struct archive){
	    .store = s->accounts.store, .lobby = s->lobby, .rate_bots = c->rate_bots};
	TAILQ_INIT(&d->archive.pending);
	lobby_on_ended(s->lobby, archive_game, &d->archive);
}

struct bans_load {
	struct bans *bans;
	bool done;
	enum store_result result;
};

static void on_bans(enum store_result r, const struct store_ban bans[], int n, void *arg)
{
	struct bans_load *l = arg;

	for (int i = 0; i < n; i++)
		if (bans_add(l->bans, &bans[i]) < 0)
			log_warn("event=ban-not-taken who=%s", bans[i].who);
	l->result = r;
	l->done = true;
}

/* Nobody who is banned may come in before it is known: the first connection waits for this. */
static void load_bans(struct daemon *d)
{
	struct bans_load l = {.bans = d->server.bans};

	if (store_bans(d->server.accounts.store, on_bans, &l) < 0)
		fatal(EX_OSERR, "out of memory");
	loop_until(d->loop, &l.done);
	if (l.result != STORE_OK)
		fatal(EX_IOERR, "the bans can't be read from %s/gomokud.db", d->config.state);
}

static bool is_banned(const struct address *from, void *arg)
{
	struct daemon *d = arg;

	return bans_of_address(d->server.bans, from) != NULL;
}

static void open_listeners(struct daemon *d)
{
	char error[256];

	d->gate.hub = d->server.hub;
	if (!(d->gate.pace = throttle_new(LIMIT_CONNECTS, LIMIT_CONNECTS_MS)))
		fatal(EX_OSERR, "out of memory");
	d->gate.banned = is_banned;
	d->gate.arg = d;
	if (daemon_listen(d, &d->config, error, sizeof error) < 0)
		fatal(EX_UNAVAILABLE, "%s", error);
}

static void reload(void *arg, struct reload_report *r)
{
	daemon_reload(arg, r);
}

static void drain(void *arg, int64_t in_ms)
{
	daemon_drain(arg, in_ms);
}

static void stop(void *arg)
{
	daemon_stop(arg);
}

static void open_admin(struct daemon *d)
{
	const struct admin_actions actions = {reload, drain, stop, d};
	char error[CONFIG_PATH + 256];

	if (!(d->admin = admin_new(&d->server, d->config.state, &actions, error, sizeof error)))
		fatal(EX_CANTCREAT, "%s", error);
}

/* What keeps the server from its work, for /healthz. */
static const char *ill(void *arg)
{
	const struct daemon *d = arg;

	if (journal_failing(d->journal))
		return "journal";
	if (d->stopping)
		return "stopping";
	return d->server.draining ? "draining" : NULL;
}

static void open_metrics(struct daemon *d)
{
	char error[256];

	if (strcmp(d->config.metrics, "-") == 0)
		return;
	if (!(d->http = http_new(&d->server, d->config.metrics, ill, d, error, sizeof error)))
		fatal(EX_UNAVAILABLE, "metrics: %s", error);
	log_info("event=metrics where=%s port=%d", d->config.metrics, http_port(d->http));
}

static void on_turn_end(void *arg)
{
	struct daemon *d = arg;

	daemon_check_drain(d);
	conn_hub_turn_end(d->server.hub, daemon_commit, d);
	daemon_tell_outage(d);
	lobby_turn_end(d->server.lobby);
	admin_turn_end(d->admin);
	if (conn_hub_count(d->server.hub) < d->last_count)
		daemon_wake_listeners(d);
	d->last_count = conn_hub_count(d->server.hub);
	daemon_check_end(d);
}

static void take_down(struct daemon *d)
{
	/* Lobby before hub: rooms send to users whose outlets are sessions of conns. */
	conn_hub_close_all(d->server.hub, CONN_STOP);
	conn_hub_turn_end(d->server.hub, daemon_commit, d);
	/* Before the lobby: what has ended is kept first, and ratings are told. */
	jobs_free(d->server.accounts.jobs);
	store_close(d->server.accounts.store);
	journal_turn_end(d->journal);
	admin_free(d->admin);
	http_free(d->http);
	lobby_free(d->server.lobby);
	conn_hub_free(d->server.hub);
	archive_free(&d->archive);
	journal_close(d->journal);
	timer_free(d->journal_retry);
	pool_free(d->pool);
	daemon_free_end(d);
	daemon_close_lan(d);
	tls_context_free(d->gate.tls);
	throttle_free(d->gate.pace);
	bans_free(d->server.bans);
	throttle_free(d->server.accounts.by_address);
	throttle_free(d->server.accounts.by_name);
	loop_free(d->loop);
	spawner_stop(d->spawner);
	loop_cleanup();
}

static void start_spawner(struct daemon *d)
{
	struct spawner_kind kinds[LIMIT_ENGINE_KINDS] = {{.command = d->config.engine}};
	const struct roster *roster = &d->config.roster;

	for (int i = 0; i < roster->engines; i++)
		kinds[1 + i] = (struct spawner_kind){.command = roster->engine[i].command,
		    .shell = true,
		    .limited = true,
		    .memory = roster->engine[i].memory};
	if (!(d->spawner = spawner_start(kinds, 1 + roster->engines)))
		fatal(EX_OSERR, "can't start the spawner: %s", strerror(errno));
}

void daemon_start(struct daemon *d)
{
	notify_begin();
	prepare_state(d);
	daemon_start_lan(d);
	prepare_tls(d);
	start_spawner(d);
	if (!(d->loop = loop_new()))
		fatal(EX_OSERR, "can't make the event loop");
	confine(d);
	prepare_accounts(d);
	make_parts(d);
	load_bans(d);
	daemon_open_journal(d);
	open_metrics(d);
	open_listeners(d);
	open_admin(d);
	daemon_open_lan(d);
	daemon_watch_signals(d);
	daemon_tell_ready(d);
	sandbox_calls(d->config.sandbox);
	log_info("event=sandbox layers=%s", sandbox_layers());
	notify_ready();
}

void daemon_run(struct daemon *d)
{
	loop_run(d->loop, on_turn_end, d);
	take_down(d);
	log_info("event=stopped");
}
