/* What the files of the lobby share: lobby.c (rooms), lobby_users.c and
 * lobby_journal.c. */
#ifndef GOMOKUD_PLAY_LOBBY_PRIVATE_H
#define GOMOKUD_PLAY_LOBBY_PRIVATE_H

#include "lobby.h"

enum { NAME_BUCKETS = 1024 };

TAILQ_HEAD(user_list, user);
TAILQ_HEAD(room_list, room);
LIST_HEAD(name_list, user);

struct lobby {
	struct lobby_settings settings;
	struct room_world world;
	struct loop_timer *sweep;
	struct user_list users, gone;
	bool leaving; /* one who is gone may have become free to be forgotten */
	struct room_list rooms, empty;
	struct user_list dirty_users;
	struct room_list dirty_rooms;
	struct name_list names[NAME_BUCKETS];
	int user_count, gone_count, room_count;
	unsigned last_room, last_user, last_guest, last_offer;
	struct pairing *pairing;
	void (*ended)(struct room *r, void *arg);
	void *ended_arg;
};

/* Enters a user who is not yet in any list. NULL: no memory. */
struct user *lobby_enter_user(struct lobby *lobby, const char *name);
/* Frees a user who is in no list. */
void lobby_free_user(struct lobby *lobby, struct user *u);
/* Frees a room that is in no list. */
void lobby_free_room(struct lobby *lobby, struct room *r);
/* Lets those go whose token has run out; arg is the lobby. */
void lobby_sweep(void *arg);
/* Looks at those who are gone again at the right time. */
void lobby_plan_sweep(struct lobby *lobby);

#endif
