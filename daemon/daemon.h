/*
 * A running server: all of its parts together, from the configuration to the last connection. Made
 * in daemon.c; what is done with the whole while it runs is in daemon_reload.c and daemon_end.c.
 */
#ifndef GOMOKUD_DAEMON_H
#define GOMOKUD_DAEMON_H

#include "config.h"
#include "daemon/admin/admin.h"
#include "daemon/admin/http.h"
#include "daemon/net/cert.h"
#include "daemon/net/lan.h"
#include "daemon/net/listener.h"
#include "daemon/play/archive.h"
#include "daemon/play/session.h"
#include "daemon/store/journal.h"

/* What the command line says; it stands above the configuration's file. */
struct daemon_options {
	const char *config, *state;
	const char *listen[CONFIG_LISTEN_MAX];
	int listens;
	bool verbose;
};

/* An address that is listened on, and how the configuration writes it. */
struct daemon_listener {
	char where[CONFIG_WHERE];
	struct listener *listener;
};

struct daemon {
	struct daemon_options options;
	struct config config;
	struct loop *loop;
	struct listener_gate gate;
	struct spawner *spawner;
	struct pool *pool;
	struct journal *journal;
	struct loop_timer *journal_retry;
	int64_t outage_ms; /* since when the journal can't be written; 0: it can */
	bool outage_told;
	struct server server;
	struct archive archive;
	struct admin *admin;
	struct http *http;	     /* NULL: none is wanted */
	struct lan *lan;	     /* NULL: the network is not told */
	struct loop_timer *lan_look; /* what it is to be told now; NULL likewise */
	struct daemon_listener listener[CONFIG_LISTEN_MAX];
	int listeners;
	struct cert_facts cert;
	struct loop_signal *sigterm, *sigint, *sighup;
	struct loop_timer *stop_timer, *drain_timer, *pulse, *renewal;
	int64_t pulse_due_ms;
	bool stopping;
	int last_count; /* connections at the end of the last turn */
};

/* Makes everything by d->config. What can't be had ends the process with a line that says why. */
void daemon_start(struct daemon *d);
/* Serves until the end, then takes everything down. */
void daemon_run(struct daemon *d);

/* daemon_config.c */
/* The configuration in force: defaults, file, command line. 0, or an exit status with the reason in
 * error. */
int daemon_configure(
    struct config *c, const struct daemon_options *o, char error[static CONFIG_ERROR]);
/* Makes a folder with those above it. 0, or -1 with errno. */
int daemon_make_folders(const char *path);
/* The certificate and key of a configuration, the server's own made or renewed where they have to
 * be. NULL with the reason in error. */
struct tls_context *daemon_tls(
    const struct config *c, struct cert_facts *facts, char *error, size_t cap);
/* Whether it listens below port 1024, which is a right of its own. */
bool daemon_has_low_port(const struct config *c);
/* Fills in what the parts take from the configuration. */
void daemon_conn_settings(const struct config *c, struct conn_settings *s);
void daemon_server_settings(const struct config *c, struct server *s);
/* How many of the house's engines. */
int daemon_worker_count(const struct config *c);
/* The most memory that everything could come to, MiB, if every limit were reached at once. */
int64_t daemon_worst_case_mib(const struct config *c, int max_conns);

/* daemon_journal.c */
/* Brings back what the journal kept, and begins to write the next file of it. */
void daemon_open_journal(struct daemon *d);
/*
 * Takes a record of the journal (journal.h) for the daemon arg: a game on its way to the store, or
 * what the lobby knows. Returns 0, or -1 when it makes no sense.
 */
int daemon_restore(void *arg, char *text, size_t len);
/* Puts into the journal what the turn has changed; arg is the daemon. */
enum conn_commit daemon_commit(void *arg);
/* At the end of a turn: tells everyone of a disk that has failed for a while. */
void daemon_tell_outage(struct daemon *d);

/* daemon_listen.c */
/*
 * Listens where the configuration says: goes on where it does already, begins where it is new, and
 * ends what is left, or, when a new one can't be had, changes nothing: -1 with the reason in error.
 */
int daemon_listen(struct daemon *d, const struct config *c, char *error, size_t cap);
void daemon_end_listening(struct daemon *d);
/* A descriptor has become free. */
void daemon_wake_listeners(struct daemon *d);
/* The lines that programs and people wait for. */
void daemon_tell_ready(const struct daemon *d);

/* daemon_lan.c */
/* Before there are a key and a loop: begins what will tell the network, where that is wanted. */
void daemon_start_lan(struct daemon *d);
/* With everything there: the network is told from now on, as things change. */
void daemon_open_lan(struct daemon *d);
/* Something that the network is told has changed. */
void daemon_tell_lan(struct daemon *d);
void daemon_close_lan(struct daemon *d);

/* daemon_reload.c */
/* Reads configuration, certificate and key again; all of them count from now on, or none. */
void daemon_reload(struct daemon *d, struct reload_report *r);
/* Has the server's own certificate made anew when it runs out soon. */
void daemon_renew(struct daemon *d);

/* daemon_end.c */
/* No new games begin, and the server ends when those going on are over or in_ms have passed; -1:
 * all is as before. */
void daemon_drain(struct daemon *d, int64_t in_ms);
/* Before the end of a turn: begins the end that was planned when it is time. */
void daemon_check_drain(struct daemon *d);
/* Ends the server: everyone is told, and given a moment to take it in. */
void daemon_stop(struct daemon *d);
/* Has signals end it. */
void daemon_watch_signals(struct daemon *d);
/* At the end of a turn: ends the loop when there is nobody left to wait for. */
void daemon_check_end(struct daemon *d);
/* Puts away what daemon_watch_signals has made. */
void daemon_free_end(struct daemon *d);

#endif
