/*
 * A running server: all of its parts together, from the configuration to the last connection. Made
 * in daemon.c; what is done with the whole while it runs is in daemon_end.c.
 */
#ifndef GOMOKUD_DAEMON_H
#define GOMOKUD_DAEMON_H

#include "config.h"
#include "daemon/net/cert.h"
#include "daemon/net/listener.h"
#include "daemon/play/archive.h"
#include "daemon/play/session.h"
#include "daemon/store/journal.h"

struct daemon {
	struct config config;
	struct loop *loop;
	struct tls_context *tls;
	struct spawner *spawner;
	struct pool *pool;
	struct journal *journal;
	struct loop_timer *journal_retry;
	struct server server;
	struct archive archive;
	struct listener *listener[CONFIG_LISTEN_MAX];
	int listeners;
	char pin[CERT_PIN_TEXT];
	struct loop_signal *sigterm, *sigint;
	struct loop_timer *stop_timer;
	bool stopping;
	int last_count; /* connections at the end of the last turn */
};

/* Makes everything by d->config. What can't be had ends the process with a line that says why. */
void daemon_start(struct daemon *d);
/* Serves until the end, then takes everything down. */
void daemon_run(struct daemon *d);

/* daemon_end.c */
/* Ends the server: everyone is told, and given a moment to take it in. */
void daemon_stop(struct daemon *d);
/* Has signals end it. */
void daemon_watch_signals(struct daemon *d);
/* At the end of a turn: ends the loop when there is nobody left to wait for. */
void daemon_check_end(struct daemon *d);
/* Puts away what daemon_watch_signals has made. */
void daemon_free_end(struct daemon *d);

#endif
