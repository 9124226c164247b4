/*
 * The table of verbs of the administration: what can be said on the daemon's own socket, by whoever
 * may open it. The grammar is the wire's; verbs of the game are not known there.
 */
#ifndef GOMOKU_ADMIN_VERBS_H
#define GOMOKU_ADMIN_VERBS_H

#include "verbs.h"

enum admin_verb_id {
	ADMIN_HELP,
	ADMIN_STATS,
	ADMIN_USERS,
	ADMIN_NETWORKS,
	ADMIN_ROOMS,
	ADMIN_EJECT,
	ADMIN_CLOSE,
	ADMIN_BAN,
	ADMIN_UNBAN,
	ADMIN_BANS,
	ADMIN_ANNOUNCE,
	ADMIN_ADD,
	ADMIN_PASSWD,
	ADMIN_INVITE,
	ADMIN_DRAIN,
	ADMIN_RELOAD,
	ADMIN_STOP,
	ADMIN_QUIT,
	ADMIN_VERB_COUNT
};

/* In the order of enum admin_verb_id; roles and states are 0. */
extern const struct verb admin_verbs[ADMIN_VERB_COUNT];

#endif
