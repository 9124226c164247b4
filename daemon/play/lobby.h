/*
 * Everyone who is here and every room. It owns both: a room is freed at the end of the turn in
 * which it became empty; a user whose connection is gone, when no running game keeps a seat for
 * them and their token has run out.
 */
#ifndef GOMOKUD_PLAY_LOBBY_H
#define GOMOKUD_PLAY_LOBBY_H

#include "room.h"
#include "user.h"

struct lobby;
struct state_record;

struct lobby_settings {
	int max_rooms;
	int64_t think_pause_ms, lag_allowance_ms;
	const struct roster *roster; /* of the configuration; stays the caller's */
};

/* The pool stays the caller's. NULL: no memory. */
struct lobby *lobby_new(struct loop *l, const struct lobby_settings *settings);
void lobby_free(struct lobby *lobby);
/* The bots' pool, made after the lobby since it answers to rooms. */
void lobby_set_pool(struct lobby *lobby, struct pool *pool);
struct pool *lobby_pool(struct lobby *lobby);
/* Whom to tell of each game that has ended, while its room still shows it. */
void lobby_on_ended(struct lobby *lobby, void (*ended)(struct room *r, void *arg), void *arg);
const struct roster *lobby_roster(const struct lobby *lobby);

/*
 * Where rooms and users are journaled; before the first of either. The lobby does not own it.
 */
void lobby_set_journal(struct lobby *lobby, struct journal *journal);
/* Takes one record of the journal at start. -1 when it makes no sense. */
int lobby_restore(struct lobby *lobby, const struct state_record *s);
/* All records have been taken: what they left open is settled, clocks and absences begin to run. */
void lobby_restored(struct lobby *lobby, int64_t now_ms);
struct journal *lobby_journal(struct lobby *lobby);
/* Whether there is room on the disk for another game to be kept. */
bool lobby_has_space(const struct lobby *lobby);
/* Adds everything to the journal, as the snapshot a new file begins with. */
void lobby_snapshot(struct lobby *lobby);
/* Adds what the turn has changed to the journal. */
void lobby_journal_changes(struct lobby *lobby);

/*
 * A new user of that name (with a guest's ~), or NULL when somebody has it or memory is out. One
 * who is gone and has no seat in a running game gives the name up.
 */
struct user *lobby_add_user(struct lobby *lobby, const char *name);
/* Who has that name, here or with a seat kept for them; or NULL. */
struct user *lobby_find_user(struct lobby *lobby, const char *name);
/* Something of the user has changed that the journal keeps. */
void lobby_user_changed(struct lobby *lobby, struct user *u);
/* The user has that name from now on, which nobody else has; lobby_tell_name tells the rooms. */
void lobby_rename_user(struct lobby *lobby, struct user *u, const char *name);
void lobby_tell_name(struct user *u);
/* A name nobody has, "~guest7". */
void lobby_free_name(struct lobby *lobby, char name[static USER_NAME]);
/* The user's connection has dropped: away from all seats, and may come back with the token. When it
 * is the server that stops, seek and challenges wait for that as well. */
void lobby_user_gone(struct lobby *lobby, struct user *u, bool stopping, int64_t now_ms);
/* The user has said goodbye: leaves all rooms; only running games keep a seat. */
void lobby_user_quit(struct lobby *lobby, struct user *u, int64_t now_ms);
/* The user was sent off: the same, and no token brings them back. */
void lobby_user_out(struct lobby *lobby, struct user *u, int64_t now_ms);
/* What tokens somebody has count no more. */
void lobby_forget_token(struct lobby *lobby, struct user *u);
/* A user who was gone is among those connected again; the rooms are entered by room_enter. */
void lobby_user_back(struct lobby *lobby, struct user *u);
/* The user whose token it is, connected or not; NULL when it is nobody's. One handed out after it
 * has not arrived and counts no more. */
struct user *lobby_user_of_token(struct lobby *lobby, const char *token);
/* Makes the user's next token, which is valid beside the one before. */
void lobby_next_token(struct lobby *lobby, struct user *u, char token[static SECRET_TOKEN]);
/* The user has what was sent last: only the last token is valid. */
void lobby_confirm_token(struct lobby *lobby, struct user *u);

/* A new room, NULL when there are as many as may be. */
struct room *lobby_add_room(struct lobby *lobby, const struct room_settings *settings);
/* The room called "r17", or NULL. */
struct room *lobby_room(struct lobby *lobby, const char *id);
/* The room that the user means by "r17" or by a private room's code; NULL when there is none or it
 * is not theirs to know. */
struct room *lobby_room_for(struct lobby *lobby, const struct user *u, const char *word);
/* Who is here and connected under the name that was typed, a guest also without the ~; or NULL. */
struct user *lobby_user(struct lobby *lobby, const char *typed);
struct pairing *lobby_pairing(struct lobby *lobby);
/* A number for an offer, never 0. */
unsigned lobby_offer_id(struct lobby *lobby);

int lobby_users(const struct lobby *lobby);
int lobby_rooms(const struct lobby *lobby);
int lobby_max_rooms(const struct lobby *lobby);
int lobby_games(const struct lobby *lobby);
/* Games in which somebody who is here plays. */
int lobby_games_attended(const struct lobby *lobby);
/* Whether games may begin, which they may at first. */
void lobby_set_draining(struct lobby *lobby, bool draining);
/* Time stands still in all rooms, or goes on after it has since then: nobody is charged for it.
 * tell: what the clocks show now is told. */
void lobby_freeze(struct lobby *lobby);
void lobby_thaw(struct lobby *lobby, int64_t since_ms, bool tell, int64_t now_ms);
void lobby_set(
    struct lobby *lobby, int max_rooms, int64_t think_pause_ms, int64_t lag_allowance_ms);
/* Calls each for every user, every room, in the order of coming. */
void lobby_each_user(struct lobby *lobby, void (*each)(struct user *u, void *arg), void *arg);
void lobby_each_room(struct lobby *lobby, void (*each)(struct room *r, void *arg), void *arg);

/* Frees what the turn has left empty. */
void lobby_turn_end(struct lobby *lobby);

#endif
