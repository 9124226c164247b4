/*
 * Who people are for good: registering, logging in, changing a password. What takes long (hashing,
 * the database) is done by threads, and the command answers when it is done (later.h).
 */
#ifndef GOMOKUD_PLAY_ACCOUNT_H
#define GOMOKUD_PLAY_ACCOUNT_H

#include <stdbool.h>

#include "daemon/jobs.h"
#include "daemon/store/store.h"
#include "daemon/throttle.h"

enum register_mode { REGISTER_OPEN, REGISTER_CLOSED, REGISTER_INVITE, REGISTER_MODES };

/* What the commands about accounts need of the server. */
struct accounts {
	struct store *store;
	struct jobs *jobs; /* for hashing */
	/* Wrong passwords and codes, and new accounts, are charged to both. */
	struct throttle *by_address, *by_name;
	enum register_mode mode;
	bool guests;	/* may come in */
	bool rate_bots; /* rated games against the levels are possible */
};

struct command;
/* Takes a token for the key; false, and refused with that limit=, when there is none. */
bool charge_try(struct command *c, struct throttle *t, const char *key, const char *limit);

/* "open", "closed", "invite". */
const char *register_mode_name(enum register_mode m);
/* REGISTER_MODES when there is none of that name. */
enum register_mode register_mode_read(const char *name);

#endif
