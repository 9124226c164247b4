/*
 * Users and rooms as records of the journal, and back. A record is a line of text: its kind, then
 * key=value with spaces between; values hold no spaces. `gomokud -j FILE` prints them as they are.
 *
 *   format version=1                            the first of a file
 *   counters room= user= offer= guest=          the last numbers given
 *   user id= name= draw= token= old= mutes= seek=   someone, with the hashes of their tokens
 *   user-gone id=
 *   game id= ...                                one that has ended, until it is in the store
 *   archived id=                                and it is there
 *   room ...                                    all of a room
 *   move room= ...                              one stone or pass, nothing else of the room changed
 *   room-gone id=
 *   challenge id= from= to= ...                 one that waits for its answer, for a seat or a room
 *   challenge-gone id=
 */
#ifndef GOMOKUD_PLAY_STATE_H
#define GOMOKUD_PLAY_STATE_H

#include "room.h"
#include "user.h"

enum { STATE_VERSION = 1, STATE_FIELDS = 48 };

/* A record taken apart; everything points into its text. */
struct state_record {
	const char *kind;
	int fields;
	struct {
		const char *key, *value;
	} field[STATE_FIELDS];
};

/* Takes a record apart. -1 when it is none. */
int state_read(struct state_record *s, char *text);
/* A field's value; NULL when it is absent. */
const char *state_get(const struct state_record *s, const char *key);
/* A field as a number, which must be there and within bounds. 0 or -1. */
int state_int(const struct state_record *s, const char *key, int64_t lo, int64_t hi, int64_t *out);

struct text;
/* Adds a text in which letters that would end a value are written as %XX, and reads it back. */
void state_add_escaped(struct text *t, const char *s);
void state_read_escaped(const char *value, char *out, size_t cap);

/* Adds a room's settings to a record, and reads them back. -1 when they make no sense. */
void state_add_settings(struct text *t, const struct room_settings *s, const struct roster *roster);
int state_read_settings(
    const struct state_record *s, const struct roster *roster, struct room_settings *out);

void user_journal(struct journal *j, const struct user *u);
void user_journal_gone(struct journal *j, const struct user *u);
/* Fills a new user from a record, but for number and tokens. -1 when it makes no sense. */
int user_restore(struct user *u, const struct state_record *s);

/* Finds users by their number while rooms are restored. */
typedef struct user *state_find_user(void *arg, unsigned id);
/* A room from a record; NULL when it makes no sense. */
struct room *room_restore(
    const struct room_world *world, const struct state_record *s, state_find_user *find, void *arg);
/* Plays a move record on the restored room. -1 when it makes no sense. */
int room_restore_move(struct room *r, const struct state_record *s);
/* The restored room begins to live: everyone is away, clocks wait for their players. */
void room_restored(struct room *r, int64_t now_ms);

#endif
