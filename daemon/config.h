/*
 * The daemon's configuration: defaults, the file (libconfuse syntax), the command line on top. Each
 * key is described in conf/gomokud.conf.
 */
#ifndef GOMOKUD_CONFIG_H
#define GOMOKUD_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "daemon/seats/roster.h"

enum {
	CONFIG_LISTEN_MAX = 16,
	CONFIG_PATH = 1024,
	CONFIG_WHERE = 80, /* of an address to listen on */
	CONFIG_PORT = 15515,
	CONFIG_ERROR = 512, /* bytes of what is wrong with one */
	CONFIG_KEYS = 512,  /* of a list of its keys */
};

struct config {
	int listen_count;
	char listen[CONFIG_LISTEN_MAX][CONFIG_WHERE];
	bool listen_default; /* nobody chose: an address family that is missing is no fault */
	char state[CONFIG_PATH];
	/* Of somebody who is known to clients; both "": the server's own in the state folder. */
	char certificate[CONFIG_PATH], key[CONFIG_PATH];
	char name[64];		  /* of the server, one visible word */
	char address[64];	  /* under which people outside reach it; "-": unknown */
	char lan[8];		  /* whether the network is told: "auto", "yes", "no" */
	char metrics[64];	  /* where figures are told over HTTP; "-": nowhere */
	char engine[CONFIG_PATH]; /* the bots' program */
	struct roster roster;	  /* other engines, by name */
	int workers;		  /* 0: one less than the cores, at least one */
	int64_t think_pause_ms, lag_allowance_ms;
	int64_t handshake_s, login_s, line_s;
	int max_connections, max_rooms;
	int connections_a_network, max_handshakes; /* 0: no limit */
	int64_t engine_idle_s;		 /* a configured engine ends after so long without work */
	int64_t command_rate, talk_rate; /* a second, a minute; 0: no limit */
	char registering[16];		 /* who may make an account: "open", "closed", "invite" */
	bool guests;			 /* may come in */
	bool rate_bots;			 /* games against the levels may be rated */
	bool sync_turns; /* each turn waits until it is durable against loss of power */
	char user[32];	 /* whom root becomes; "": nobody else */
	bool sandbox;	 /* landlock and seccomp */
	bool verbose;
};

/* The defaults; the engine is looked for beside the program itself. */
void config_defaults(struct config *c);
/* Reads a file over it. 0, or -1 with file, line and fault in error; c may then be half changed. */
int config_read(struct config *c, const char *file, char error[static CONFIG_ERROR]);
/* Adds a listening address of the command line; the first takes the place of the others. -1: full.
 */
int config_listen(struct config *c, const char *where, bool first);

/*
 * config_compare.c: what two configurations differ in, as lists of keys with commas between, "" for
 * none: what can change while the server runs, and what needs a restart.
 */
void config_compare(const struct config *old, const struct config *c,
    char changed[static CONFIG_KEYS], char restart[static CONFIG_KEYS]);
/* Gives c the old one's values of all that needs a restart. */
void config_keep(struct config *c, const struct config *old);

/* config_print.c: a file that says what is in force, engines' commands without what they are given.
 */
void config_print(const struct config *c, FILE *f);

#endif
