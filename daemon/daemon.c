#include "daemon.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/play/state.h"

enum { JOURNAL_RETRY_MS = 100 };

/* Makes a folder with those above it. */
static int make_folders(const char *path)
{
	char part[CONFIG_PATH];

	for (size_t i = 1; path[i]; i++) {
		if (path[i] != '/')
			continue;
		snprintf(part, sizeof part, "%.*s", (int)i, path);
		if (mkdir(part, 0755) < 0 && errno != EEXIST)
			return -1;
	}
	return mkdir(path, 0700) < 0 && errno != EEXIST ? -1 : 0;
}

/* Key and certificate in the state folder, made when they are missing. */
static void prepare_tls(struct daemon *d)
{
	char cert[CONFIG_PATH + 16], key[CONFIG_PATH + 16], error[512];

	if (make_folders(d->config.state) < 0)
		fatal(EX_CANTCREAT, "can't make the state folder %s: %s (choose another with -d)",
		    d->config.state, strerror(errno));
	snprintf(cert, sizeof cert, "%s/cert.pem", d->config.state);
	snprintf(key, sizeof key, "%s/key.pem", d->config.state);
	if (cert_ensure(cert, key, error, sizeof error) < 0)
		fatal(EX_CANTCREAT, "%s (choose another state folder with -d)", error);
	if (cert_pin(cert, d->pin, error, sizeof error) < 0 ||
	    !(d->tls = tls_context_new(cert, key, error, sizeof error)))
		fatal(EX_CONFIG, "%s", error);
}

/* As many descriptors as the system lets us have; fewer connections when that is not enough. */
static int fit_connections(int wanted)
{
	struct rlimit r;
	int can;

	if (getrlimit(RLIMIT_NOFILE, &r) < 0)
		return wanted;
	r.rlim_cur = r.rlim_max;
	setrlimit(RLIMIT_NOFILE, &r);
	if (r.rlim_cur == RLIM_INFINITY || r.rlim_cur > (rlim_t)wanted + LIMIT_RESERVED_FDS)
		return wanted;
	can = (int)r.rlim_cur > 2 * LIMIT_RESERVED_FDS ? (int)r.rlim_cur - LIMIT_RESERVED_FDS
						       : (int)r.rlim_cur / 2;
	log_warn("event=few-descriptors limit=%d max-connections=%d", (int)r.rlim_cur, can);
	return can;
}

static void open_listeners(struct daemon *d)
{
	char error[256];
	bool absent;

	for (int i = 0; i < d->config.listen_count; i++) {
		struct listener *l = listener_new(d->loop, d->config.listen[i], d->server.hub,
		    d->tls, &absent, error, sizeof error);

		if (l)
			d->listener[d->listeners++] = l;
		else if (!(absent && d->config.listen_default && (i > 0 || d->listeners > 0)))
			fatal(EX_UNAVAILABLE, "%s", error);
	}
}

static int worker_count(const struct config *c)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	if (c->workers)
		return c->workers;
	return cores > 2 ? (int)(cores < LIMIT_WORKERS ? cores - 1 : LIMIT_WORKERS) : 1;
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
	a->mode = register_mode_read(d->config.registering);
	a->guests = d->config.guests;
	a->rate_bots = d->config.rate_bots;
}

static void make_parts(struct daemon *d)
{
	const struct config *c = &d->config;
	struct conn_settings conns = {.max_conns = fit_connections(c->max_connections),
	    .line_max = WIRE_CLIENT_MAX,
	    .handshake_ms = c->handshake_s * 1000,
	    .login_ms = c->login_s * 1000,
	    .line_ms = c->line_s * 1000};
	struct lobby_settings lobby = {
	    .max_rooms = c->max_rooms, .think_pause_ms = c->think_pause_ms, .roster = &c->roster};
	struct server *s = &d->server;

	s->loop = d->loop;
	s->max_conns = conns.max_conns;
	s->started_ms = loop_now_ms();
	snprintf(s->name, sizeof s->name, "%s", c->name);
	snprintf(s->address, sizeof s->address, "%s", c->address);
	snprintf(s->pin, sizeof s->pin, "%s", d->pin);
	s->pace.command_us = c->command_rate ? 1000000 / c->command_rate : 0;
	s->pace.talk_us = c->talk_rate ? 60000000 / c->talk_rate : 0;
	s->lobby = lobby_new(d->loop, &lobby);
	s->hub = conn_hub_new(d->loop, &conns, &session_handler, s);
	d->pool = pool_new(
	    d->loop, d->spawner, worker_count(c), c->roster.engines, c->engine_idle_s * 1000);
	if (!s->lobby || !s->hub || !d->pool)
		fatal(EX_OSERR, "out of memory");
	lobby_set_pool(s->lobby, d->pool);
	d->archive = (struct archive){
	    .store = s->accounts.store, .lobby = s->lobby, .rate_bots = c->rate_bots};
	TAILQ_INIT(&d->archive.pending);
	lobby_on_ended(s->lobby, archive_game, &d->archive);
}

static void on_journal_retry(void *arg)
{
	(void)arg; /* the turn that this begins ends with another try */
}

/* Takes a record of the journal: a game on its way to the store, or what the lobby knows. */
static int restore(void *arg, char *text, size_t len)
{
	struct daemon *d = arg;
	struct state_record s;

	(void)len;
	if (state_read(&s, text) < 0)
		return -1;
	if (strcmp(s.kind, "game") == 0 || strcmp(s.kind, "archived") == 0)
		return archive_restore(&d->archive, &s);
	return lobby_restore(d->server.lobby, &s);
}

static void snapshot(struct daemon *d)
{
	lobby_snapshot(d->server.lobby);
	archive_snapshot(&d->archive);
	journal_snapshot_done(d->journal);
}

/* Brings back what the journal kept, and begins to write the next file of it. */
static void open_journal(struct daemon *d)
{
	char error[512];
	struct lobby *lobby = d->server.lobby;

	d->journal =
	    journal_open(d->config.state, d->config.sync_turns, restore, d, error, sizeof error);
	if (!d->journal)
		fatal(EX_DATAERR, "%s", error);
	d->journal_retry = timer_new(d->loop, on_journal_retry, d);
	lobby_set_journal(lobby, d->journal);
	d->archive.journal = d->journal;
	snapshot(d);
	if (lobby_rooms(lobby))
		log_info(
		    "event=restored rooms=%d games=%d", lobby_rooms(lobby), lobby_games(lobby));
	lobby_restored(lobby, loop_now_ms());
	archive_restored(&d->archive);
}

/* Puts into the journal what the turn has changed. False: nothing of it may be told yet. */
static bool commit(void *arg)
{
	struct daemon *d = arg;

	lobby_journal_changes(d->server.lobby);
	archive_journal_changes(&d->archive);
	if (!journal_turn_end(d->journal)) {
		timer_set(d->journal_retry, loop_now_ms() + JOURNAL_RETRY_MS);
		return false;
	}
	if (journal_is_large(d->journal) && journal_begin_next(d->journal) == 0)
		snapshot(d);
	archive_send(&d->archive);
	return true;
}

static void tell_join(const char *address, void *arg)
{
	const struct listener *l = arg;

	if (listener_port(l) == CONFIG_PORT)
		fprintf(stderr, "join with: gomoku %s\n", address);
	else
		fprintf(stderr, "join with: gomoku %s:%d\n", address, listener_port(l));
}

/* The lines that programs and people wait for. */
static void tell_ready(const struct daemon *d)
{
	char text[LISTENER_TEXT];

	for (int i = 0; i < d->listeners; i++)
		printf("ready addr=%s pin=%s\n", listener_text(d->listener[i], text), d->pin);
	fflush(stdout);
	for (int i = 0; i < d->listeners; i++)
		listener_addresses(d->listener[i], tell_join, d->listener[i]);
	log_info("event=serving version=%s state=%s workers=%d max-connections=%d "
		 "worst-case-mib=%lld",
	    GOMOKU_VERSION, d->config.state, worker_count(&d->config), d->server.max_conns,
	    (long long)d->server.max_conns * (LIMIT_OUTPUT_HARD * 2 + 4 * LIMIT_READ + 32 * 1024) /
		    (1024 * 1024) +
		LIMIT_HASHES * 32);
}

static void on_turn_end(void *arg)
{
	struct daemon *d = arg;

	conn_hub_turn_end(d->server.hub, commit, d);
	lobby_turn_end(d->server.lobby);
	if (conn_hub_count(d->server.hub) < d->last_count)
		for (int i = 0; i < d->listeners; i++)
			listener_wake(d->listener[i]);
	d->last_count = conn_hub_count(d->server.hub);
	daemon_check_end(d);
}

static void take_down(struct daemon *d)
{
	/* Lobby before hub: rooms send to users whose outlets are sessions of conns. */
	conn_hub_close_all(d->server.hub, CONN_STOP);
	conn_hub_turn_end(d->server.hub, commit, d);
	/* Before the lobby: what has ended is kept first, and ratings are told. */
	jobs_free(d->server.accounts.jobs);
	store_close(d->server.accounts.store);
	journal_turn_end(d->journal);
	lobby_free(d->server.lobby);
	conn_hub_free(d->server.hub);
	archive_free(&d->archive);
	journal_close(d->journal);
	timer_free(d->journal_retry);
	pool_free(d->pool);
	daemon_free_end(d);
	tls_context_free(d->tls);
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
	prepare_tls(d);
	start_spawner(d);
	if (!(d->loop = loop_new()))
		fatal(EX_OSERR, "can't make the event loop");
	prepare_accounts(d);
	make_parts(d);
	open_journal(d);
	open_listeners(d);
	daemon_watch_signals(d);
	tell_ready(d);
}

void daemon_run(struct daemon *d)
{
	loop_run(d->loop, on_turn_end, d);
	take_down(d);
	log_info("event=stopped");
}
