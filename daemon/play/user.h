/*
 * Someone who is here under a name: in how many rooms, and how lines reach them. A user whose
 * connection is gone stays while a seat is kept for them, with no outlet.
 */
#ifndef GOMOKUD_PLAY_USER_H
#define GOMOKUD_PLAY_USER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "daemon/secret.h"
#include "engine/game/rating.h"
#include "engine/game/rules.h"
#include "mute.h"

struct challenge;
struct member;
struct seek;

enum {
	USER_NAME_MIN = 2,
	USER_NAME_MAX = 20,
	USER_NAME = USER_NAME_MAX + 2, /* with a guest's ~ and the NUL */
};

enum draw_mode { DRAW_OFF, DRAW_PICTURE, DRAW_LIST };

/* A token as it is kept; its lobby finds its user by it. */
struct user_token {
	char digest[SECRET_DIGEST]; /* "" none */
	struct user *user;
	LIST_ENTRY(user_token) link;
};

struct user {
	unsigned id; /* of the journal */
	char name[USER_NAME];
	/* A guest's secret mark on the games of this visit, which become those of the account when
	 * the guest registers; "" for an account. */
	char key[SECRET_TOKEN];
	struct rating rating[RULE_COUNT]; /* by rule; a guest's is a beginner's */
	enum draw_mode draw;		  /* how boards are drawn for them after each change */
	/* Takes whole lines for them. NULL: not connected. */
	void (*deliver)(void *outlet, const char *bytes, size_t len);
	/* Whether so much waits for them already that what can be told later should be. If so,
	 * room_caught_up comes when it has gone out. While connected. */
	bool (*clogged)(void *outlet);
	/* How far away they are, microseconds there and back; 0 unknown. While connected. */
	int64_t (*rtt_us)(void *outlet);
	void *outlet;
	bool thinking; /* wants to see how bots get on */
	bool bot;      /* a program, by its own word */
	int blacks;    /* how much more often black than white when paired */
	struct seek *seek;
	TAILQ_HEAD(, challenge) made, received;
	struct mutes mutes;
	TAILQ_HEAD(, member) memberships; /* in order of coming */
	int rooms;
	/*
	 * The tokens that give the name and the seats back to whoever presents one: the last one
	 * handed out, and the one before it until that is known to have arrived.
	 */
	struct user_token token, old_token;
	int64_t gone_ms;	/* since when not connected; 0 while connected */
	bool named;		/* found by its name */
	bool dirty;		/* to be journaled at the end of the turn */
	TAILQ_ENTRY(user) link; /* of the lobby: connected, or gone */
	TAILQ_ENTRY(user) dirty_link;
	bool doomed; /* gone without a token: freed when no room holds them */
	TAILQ_ENTRY(user) doomed_link;
	LIST_ENTRY(user) name_link, id_link;
};

static inline bool user_is_guest(const struct user *u)
{
	return u->name[0] == '~';
}

static inline void user_send(const struct user *u, const char *bytes, size_t len)
{
	if (u->deliver)
		u->deliver(u->outlet, bytes, len);
}

/* Whether u does not want to hear of who has that name. */
static inline bool user_mutes(const struct user *u, const char *name)
{
	return mutes_has(&u->mutes, name);
}

/*
 * Makes a name of what was typed: 2 to 20 of a-z 0-9 _ -, beginning with a letter, in lower case.
 * False when it can't be one, or is a word that means something else.
 */
bool user_name_read(const char *typed, char name[static USER_NAME_MAX + 1]);

#endif
