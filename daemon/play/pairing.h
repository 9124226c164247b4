/*
 * People who look for people: seeks, which wait for anyone with the same terms, and challenges,
 * which wait for one user's answer.
 *
 * A user has one seek at most. Those with the same terms stand in one group, found by a hash, and
 * in it by rating (seek_tree.h); so a new seek costs what a search tree costs, however many wait.
 * Nobody meets themselves, someone they have muted, or someone who has muted them.
 *
 * A challenge is about a seat that is kept in a room, or about a room that its acceptance makes.
 * Its number is of the same row as the offers' in rooms. It goes when either user goes, when its
 * room closes, when the seat is given away.
 *
 * Both outlive the server, though not a connection that drops: after a restart they wait for those
 * who come back. Until then nobody meets them.
 */
#ifndef GOMOKUD_PLAY_PAIRING_H
#define GOMOKUD_PLAY_PAIRING_H

#include "lobby.h"
#include "room.h"
#include "seek_tree.h"

struct pairing;

enum { RATING_MIN = 0, RATING_MAX = 9999 };

/* What both must want alike. */
struct seek_terms {
	enum rule rule;
	int size;
	struct time_control tc;
	enum opening opening;
	bool rated;
};

struct seek {
	struct seek_node node; /* first: a node is its seek */
	struct user *user;
	struct seek_terms terms;
	bool bots;    /* takes accounts that are bots */
	int fill_bot; /* after fill_ms, that bot; BOT_NONE: waits on */
	int64_t fill_ms;
	/* pairing.c's */
	struct pairing *pairing;
	struct seek_group *group;
	bool of_bot; /* it stands among those of bots */
	struct loop_timer *timer;
	TAILQ_ENTRY(seek) link; /* in order of coming */
};

struct challenge {
	unsigned id;
	struct pairing *pairing;
	struct user *from, *to;
	struct room *room;		/* NULL: made by the acceptance */
	int seat;			/* with a room: the seat that is kept */
	struct room_settings *settings; /* without one; owned */
	bool written;			/* it is in the journal */
	TAILQ_ENTRY(challenge) from_link, to_link, unwritten_link;
};

/* NULL: no memory. */
struct pairing *pairing_new(struct loop *l, struct lobby *lobby);
void pairing_free(struct pairing *p);

/* A waiting seek that fits this one, which is in no group yet; NULL without one. */
struct seek *pairing_find(struct pairing *p, const struct seek *wanted);
/* A copy of the seek waits from now on. NULL: there are too many, or no memory. */
struct seek *pairing_wait(struct pairing *p, const struct seek *wanted, int64_t now_ms);
/* The user is a bot now, or none any more: so is their seek. */
void pairing_user_changed(struct user *u);
/* Takes the user's seek away. False when there is none. */
bool pairing_unseek(struct user *u);
int pairing_seeks(const struct pairing *p);
/* Calls each for those that wait, the oldest first, while it returns true. */
void pairing_each_seek(
    const struct pairing *p, bool (*each)(const struct seek *s, void *arg), void *arg);

/*
 * A challenge under that number; it takes the settings over, also when it fails (NULL: one of them
 * has too many, or no memory). With a room the seat is kept for `to`. Sends *challenge.
 */
struct challenge *pairing_challenge(struct pairing *p, unsigned id, struct user *from,
    struct user *to, struct room *room, int seat, struct room_settings *settings);
/* Sends *challenge to the one who is to answer. */
void challenge_tell(const struct challenge *ch);
/* The challenge of that number from or to the user, or NULL. */
struct challenge *pairing_find_challenge(const struct user *u, unsigned id);
/* Whether another challenge can be made and taken. */
bool pairing_may_challenge(const struct user *from, const struct user *to);
/* Takes it away; both are told why. The seat is kept no longer. */
void challenge_gone(struct challenge *ch, const char *why);

/* The user leaves the server; the room closes. */
void pairing_user_gone(struct user *u);
/* The user is back after a restart: the seek finds or waits on, challenges are told again. */
void pairing_user_back(struct user *u, int64_t now_ms);
void pairing_room_gone(struct room *r);

/* pairing_journal.c */
struct text;
struct state_record;
/* Adds the seek to its user's record. */
void pairing_add_seek(struct text *t, const struct seek *s);
/* The user's seek out of that record; NULL: none. -1 when it makes no sense. */
int pairing_restore_seek(struct pairing *p, struct user *u, const char *text);
/* Adds the challenges of this turn to the journal; those that a user has made, for a snapshot. */
void pairing_journal_changes(struct pairing *p);
void pairing_snapshot(struct pairing *p, const struct user *u);
/* Takes a record of a challenge, or of its end. -1 when it makes no sense. */
int pairing_restore_challenge(struct pairing *p, const struct state_record *s);
int pairing_restore_gone(struct pairing *p, const struct state_record *s);
/* All has been read: challenges whose people and rooms are there wait again. */
void pairing_restored(struct pairing *p, struct user *(*find)(void *arg, unsigned id), void *arg);

/* The rating that counts for finding opponents. */
int pairing_rating(const struct user *u, enum rule rule);

/* pair.c: rooms for those who have found each other */
/* Whether the user can be in one more room. */
bool pair_has_room(const struct user *u);
/* A room of these settings with both seated, colours by what they have had; owned by the first.
 * NULL: no room is left. Everyone is told (*paired). */
struct room *pair_people(struct lobby *lobby, struct user *a, struct user *b,
    const struct room_settings *settings, int64_t now_ms);
/* The same with a bot. */
struct room *pair_with_bot(struct lobby *lobby, struct user *u, int bot,
    const struct room_settings *settings, int64_t now_ms);
/* A room's settings with these terms and all else by default. */
void terms_settings(const struct seek_terms *t, struct room_settings *s);

#endif
