/*
 * The table of verbs: what a client can say, who may say it, in which states of a room, and what
 * help tells about it. The daemon's dispatch and help, the client's completion, the reference and
 * the tests are made from this one table.
 */
#ifndef GOMOKU_VERBS_H
#define GOMOKU_VERBS_H

#include <stdbool.h>
#include <stddef.h>

#include "wire.h"

enum verb_id {
	VERB_HELLO,
	VERB_STATUS,
	VERB_GUEST,
	VERB_REGISTER,
	VERB_LOGIN,
	VERB_PASSWD,
	VERB_RESUME,
	VERB_PING,
	VERB_HELP,
	VERB_LEVELS,
	VERB_WHO,
	VERB_SET,
	VERB_QUIT,
	VERB_ROOMS,
	VERB_ROOM,
	VERB_CREATE,
	VERB_PLAY,
	VERB_JOIN,
	VERB_WATCH,
	VERB_LEAVE,
	VERB_SEAT,
	VERB_STAND,
	VERB_READY,
	VERB_MOVE,
	VERB_CHOOSE,
	VERB_PASS,
	VERB_UNDO,
	VERB_DRAW,
	VERB_ABORT,
	VERB_RESIGN,
	VERB_CLAIM,
	VERB_REMATCH,
	VERB_ACCEPT,
	VERB_DECLINE,
	VERB_WITHDRAW,
	VERB_SAY,
	VERB_OPTIONS,
	VERB_INVITE,
	VERB_EJECT,
	VERB_SEEK,
	VERB_UNSEEK,
	VERB_SEEKS,
	VERB_CHALLENGE,
	VERB_TELL,
	VERB_LOBBY,
	VERB_MUTE,
	VERB_UNMUTE,
	VERB_WHOIS,
	VERB_HINT,
	VERB_BOARD,
	VERB_SYNC,
	VERB_GAMES,
	VERB_GAME,
	VERB_EXPORT,
	VERB_TOP,
	VERB_RATING,
	VERB_COUNT
};

/* Who a session is towards a room, or at all. A verb lists all that may use it. */
enum verb_role {
	ROLE_ANYONE = 1 << 0,  /* not logged in yet */
	ROLE_USER = 1 << 1,    /* logged in; no room needed */
	ROLE_WATCHER = 1 << 2, /* in the room without a seat */
	ROLE_SEATED = 1 << 3,  /* has a seat in the room */
	ROLE_OWNER = 1 << 4,   /* owns the room, seated or not */
};

/* The states of a room in which a verb makes sense. Verbs that need no room have none. */
enum verb_state {
	IN_OPEN = 1 << 0,    /* a seat is free */
	IN_READY = 1 << 1,   /* both taken, not both ready */
	IN_OPENING = 1 << 2, /* a game is going on, in its opening */
	IN_PLAYING = 1 << 3, /* and past it */
	IN_ENDED = 1 << 4,
};

struct verb {
	const char *name;
	int id;		  /* of enum verb_id, or of another table */
	unsigned roles;	  /* of enum verb_role */
	unsigned states;  /* of enum verb_state; 0: needs no room */
	int min, max;	  /* positional words */
	const char *keys; /* allowed keys, spaces between; NULL none */
	int text;	  /* -1 none, 0 optional, 1 needed */
	const char *args; /* as help shows them */
	const char *help; /* one line */
};

/* Marks what a verb does for the client's translations. */
#define VERB_SAYS(text) (text)

/* The table, VERB_COUNT entries in the order of enum verb_id. */
extern const struct verb verbs[VERB_COUNT];

/* The verb of that name (lower case), or NULL. */
const struct verb *verb_find(const char *name);
/* The known verb nearest to a mistyped one, or NULL when none is near. */
const struct verb *verb_nearest(const char *name);
/* Both for any table of n verbs. */
const struct verb *verb_find_in(const struct verb *table, size_t n, const char *name);
const struct verb *verb_nearest_in(const struct verb *table, size_t n, const char *name);

enum { VERB_MISFIT = 80 };

/*
 * Whether the line has as many words as the verb wants, no keys but its own, and a text or none as
 * it should be. Otherwise `what` says in words what is wrong.
 */
bool verb_fits(const struct verb *v, const struct wire_line *w, char what[static VERB_MISFIT]);

#endif
