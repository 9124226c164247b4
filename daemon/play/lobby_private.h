/* What the files of the lobby share: lobby.c (rooms), lobby_users.c, lobby_find.c and
 * lobby_journal.c. */
#ifndef GOMOKUD_PLAY_LOBBY_PRIVATE_H
#define GOMOKUD_PLAY_LOBBY_PRIVATE_H

#include "lobby.h"

/* A handful of users each when there are as many as there may be. */
enum { LOBBY_BUCKETS = 4096 };

TAILQ_HEAD(user_list, user);
TAILQ_HEAD(room_list, room);
LIST_HEAD(user_bucket, user);
LIST_HEAD(room_bucket, room);
LIST_HEAD(token_bucket, user_token);

struct lobby {
	struct lobby_settings settings;
	struct room_world world;
	struct loop_timer *sweep;
	struct user_list users, gone;
	struct user_list doomed; /* of those who are gone */
	struct room_list rooms, empty;
	struct user_list dirty_users;
	struct room_list dirty_rooms;
	struct user_bucket names[LOBBY_BUCKETS], ids[LOBBY_BUCKETS];
	struct token_bucket tokens[LOBBY_BUCKETS];
	struct room_bucket numbers[LOBBY_BUCKETS];
	int user_count, gone_count, room_count;
	unsigned last_room, last_user, last_guest, last_offer;
	struct pairing *pairing;
	void (*ended)(struct room *r, void *arg);
	void *ended_arg;
};

/* Enters a user who is not yet in any list. NULL: no memory. */
struct user *lobby_enter_user(struct lobby *lobby, const char *name);
/* The user is freed when gone and in no room. */
void lobby_doom_user(struct lobby *lobby, struct user *u);
/* Frees a user who is in no list. */
void lobby_free_user(struct lobby *lobby, struct user *u);
/* Frees a room that is in no list. */
void lobby_free_room(struct lobby *lobby, struct room *r);
/* lobby_find.c */
/* The user is found by the present name; by no name any more. */
void lobby_name_user(struct lobby *lobby, struct user *u);
void lobby_unname_user(struct user *u);
/* The user's number from now on; 0: none. */
void lobby_number_user(struct lobby *lobby, struct user *u, unsigned id);
/* The user of that number, or NULL; arg is the lobby. */
struct user *lobby_user_by_id(void *arg, unsigned id);
/* One of the user's two tokens is that from now on; "": none. */
void lobby_keep_token(
    struct lobby *lobby, struct user *u, struct user_token *t, const char *digest);
/* A room is among those that are open, or no longer. */
void lobby_list_room(struct lobby *lobby, struct room *r);
void lobby_unlist_room(struct lobby *lobby, struct room *r);
struct room *lobby_room_by_number(struct lobby *lobby, unsigned number);

/* Lets those go whose token has run out; arg is the lobby. */
void lobby_sweep(void *arg);
/* Looks at those who are gone again at the right time. */
void lobby_plan_sweep(struct lobby *lobby);

#endif
