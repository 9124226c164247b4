/*
 * A room: two seats, one game at a time, watchers, an owner. It is the only place that changes a
 * game, and it tells everyone inside of each change. It knows users, never sockets.
 *
 * Its life: open (a seat is free), ready (both taken, someone not ready), opening, playing, ended.
 * It closes when no person is inside or can come back. The seats of those away are kept while a
 * game is going on; when their turn has waited for settings.absence_ms the one opposite may claim
 * the game.
 *
 * The functions here that change something send the events it causes. A command therefore answers
 * first and acts then.
 */
#ifndef GOMOKUD_PLAY_ROOM_H
#define GOMOKUD_PLAY_ROOM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "daemon/limits.h"
#include "daemon/loop.h"
#include "daemon/seats/pool.h"
#include "daemon/seats/roster.h"
#include "engine/game/game.h"
#include "offer.h"
#include "user.h"

struct challenge;
struct room;

enum {
	ROOM_ID = 12,
	ROOM_TITLE = 256, /* bytes, with the NUL */
	ROOM_GAME_ID = 14,
	ROOM_CODE = 11, /* ten letters: nobody guesses fifty bits */
};

enum room_state { ROOM_OPEN, ROOM_READY, ROOM_OPENING, ROOM_PLAYING, ROOM_ENDED };
enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_AI };
enum away { AWAY_NOT, AWAY_LEFT, AWAY_GONE };

struct seat {
	enum seat_kind kind;
	struct user *user;	/* SEAT_PERSON */
	int bot;		/* SEAT_AI: which one (daemon/seats/roster.h) */
	struct challenge *held; /* SEAT_OPEN: kept for who has been asked; NULL for anyone */
	bool ready;
	int score; /* games won against the one opposite */
	enum away away;
	int64_t away_since_ms;
	int64_t absence_used_ms; /* of this game, in turns before the present one */
};

/* A user's being in a room. */
struct member {
	struct room *room;
	struct user *user;
	bool present;		       /* false: only the seat is kept */
	bool behind;		       /* a watcher who gets news no more but *sync, later */
	TAILQ_ENTRY(member) room_link; /* in order of coming */
	TAILQ_ENTRY(member) user_link;
};

struct room_settings {
	enum rule rule;
	int size;
	struct time_control tc;
	enum opening opening;
	bool foul_loses;
	int starts; /* plies already played when a game starts */
	int start[BOARD_POINTS];
	bool undo, hints;
	bool rated;
	bool private; /* in no list; whoever has the code may come in */
	int fill_bot; /* takes the free seat when nobody came within fill_ms; BOT_NONE: none */
	int64_t fill_ms;
	int64_t absence_ms;
	char title[ROOM_TITLE]; /* "" none */
};

/* What a room needs of the world around it. */
struct room_world {
	struct loop *loop;
	struct pool *pool;
	const struct roster *roster;
	struct journal *journal;
	bool draining; /* no game begins */
	bool frozen;   /* time stands still: nobody can be answered */
	int64_t
	    lag_allowance_ms;	/* the most of the way there and back that a turn is not charged */
	int64_t think_pause_ms; /* the least time a bot's move takes, so that it can be followed */
	/* The room has changed: it is to be journaled at the end of the turn. */
	void (*changed)(struct room *r, void *arg);
	/* The room is empty: it may be freed at the end of the turn. */
	void (*empty)(struct room *r, void *arg);
	/* A game has ended, and everyone has been told. */
	void (*ended)(struct room *r, void *arg);
	void *arg;
};

/* A bot's thought about a draw that was offered to it. */
struct room_judge {
	struct room *room;
	unsigned offer; /* 0: there is none */
	bool bots_turn; /* it is, in the position that is looked at */
	bool told;	/* the engine has said what it thinks: */
	int64_t value;	/* of the position, for whose turn it is */
};

struct room {
	const struct room_world *world;
	char id[ROOM_ID]; /* "r17" */
	unsigned number;
	struct room_settings settings;
	struct game game;
	char game_id[ROOM_GAME_ID]; /* of the last game begun; "" none */
	char code[ROOM_CODE];	    /* of a private room; "" none */
	struct seat seat[2];	    /* black, white: when colours change, people change seats */
	int black_player;	    /* the game's number of who sits at black */
	struct user *owner;
	TAILQ_HEAD(, member) members;
	int present;		     /* members who are here */
	int watchers, watchers_told; /* told: -1 when not everyone knows the same */
	int64_t watchers_told_ms;
	uint64_t seq;
	bool numbered;		       /* the event being written has a number */
	char *kept[LIMIT_EVENTS_KEPT]; /* the last numbered events, by seq modulo their count */
	bool dirty, listed;	       /* to be journaled; in the lobby's list of those */
	TAILQ_ENTRY(room) dirty_link;
	bool over; /* the last game ended, and the same two still sit there */
	bool closed;
	struct offer_book offers;
	char ejected[LIMIT_EJECTED][USER_NAME]; /* who may not come back, the last ones */
	unsigned ejections;
	int64_t fill_at_ms;	  /* when a bot takes the free seat; INT64_MAX never */
	int64_t thinking_told_ms; /* when a bot's progress was last passed on */

	struct loop_timer *timer;
	bool asking;   /* a bot's question is with the pool */
	bool answered; /* its answer waits for the pause */
	struct reply answer;
	int64_t answer_at_ms; /* when it is played */
	struct {
		int rev, from; /* of the game; the ply of the first of them */
		struct reply reply;
	} placing; /* stones of an opening that a bot has decided together */
	struct room_judge judge;
	int64_t turn_since_ms, ended_ms;
	int64_t lag_ms;	 /* of whose turn it is, for the way; the clock is not charged for it */
	bool claim_told; /* that the game may be claimed */
	TAILQ_ENTRY(room) link; /* of the lobby */
	LIST_ENTRY(room) number_link;
};

/* A room with both seats open and nobody inside. NULL: no memory. */
struct room *room_new(
    const struct room_world *world, unsigned number, const struct room_settings *settings);
/* Frees it; members are let go without a word. */
void room_free(struct room *r);

enum room_state room_state(const struct room *r);
/* Whether a game is going on, in its opening or past it. */
bool room_playing(const struct room *r);
const char *room_state_name(enum room_state s);
/* The seat (0 black, 1 white) in which the user sits, or -1. */
int room_seat_of(const struct room *r, const struct user *u);
/* The user's membership, or NULL. */
struct member *room_member(const struct room *r, const struct user *u);
/* "~ann", "open" or "ai:2". buf has room for USER_NAME. Returns it or the user's own name. */
const char *room_seat_text(const struct room *r, int seat, char buf[static USER_NAME]);
/* Whether a bot sits there. */
bool room_has_bot(const struct room *r);

/* Remembers that the room has to be journaled. Each numbered event does it by itself. */
void room_changed(struct room *r);
/* Enters a membership without a word. NULL: no memory. */
struct member *room_add_member(struct room *r, struct user *u, bool present);
/* Ends a room in which nobody is present, with its game and the seats that were kept in it. */
void room_shut(struct room *r, int64_t now_ms);
/* Gives up a seat that was kept for someone away. */
void room_vacate(struct room *r, int seat, int64_t now_ms);
/*
 * The user comes in as a watcher, which tells nobody, or is back on the own seat, which tells all.
 * NULL: no memory.
 */
struct member *room_enter(struct room *r, struct user *u, int64_t now_ms);
/* The user goes: away from a seat in a running game, out of the room otherwise. */
void room_leave(struct room *r, struct user *u, enum away why, int64_t now_ms);
/* Seats a member (NULL: none) or a bot (BOT_NONE: none), or neither (open). Not during a game. */
void room_sit(struct room *r, int seat, struct user *u, int bot, int64_t now_ms);
/* The user's connection has dropped: away from seats, absent among the watchers. */
void room_drop(struct room *r, struct user *u, int64_t now_ms);
/* Marks the seat ready. */
void room_ready(struct room *r, int seat, int64_t now_ms);
/* Begins the game when both seats are ready. Returns whether it did. */
bool room_try_start(struct room *r, int64_t now_ms);

/* room_people.c */
/* Makes the game and the code what the settings say. */
void room_settle(struct room *r);
/* Other settings, between games: the board is cleared, nobody is ready any more, everyone gets
 * *sync. */
void room_set_options(struct room *r, const struct room_settings *settings, int64_t now_ms);
/* Whether the user may know of the room without its code. */
bool room_sees(const struct room *r, const struct user *u);
/* The open seat that is kept for the user, or -1. */
int room_held_seat(const struct room *r, const struct user *u);
/* The open seat that the user may take (wanted -1: any), or -1. */
int room_free_seat(const struct room *r, const struct user *u, int wanted);
/* Sends a member out, who has no seat in a running game, for good. */
void room_eject(struct room *r, struct user *u, int64_t now_ms);
bool room_ejected(const struct room *r, const char *name);
/* The server's people end the room, with its game; everyone inside is told why ("" or NULL: no
 * reason). */
void room_close(struct room *r, const char *why, int64_t now_ms);
/* Nobody has come: the bot of the settings takes the free seat. */
void room_fill(struct room *r, int64_t now_ms);

/* room_game.c: a game's course */
/* What game_move and game_choose say of the seat's stone or choice, which came at now_ms. */
enum move_verdict room_play(struct room *r, int seat, int point, int64_t now_ms);
enum move_verdict room_choose(struct room *r, int seat, enum choice choice, int64_t now_ms);
void room_start(struct room *r, int64_t now_ms);
/* After game_move said MOVE_OK for this stone. */
void room_moved(struct room *r, int seat, int point, int64_t now_ms);
/* After the game has ended, by whatever. */
void room_ended(struct room *r, int64_t now_ms);
/* After game_choose said MOVE_OK to that seat. */
void room_chose(struct room *r, int seat, enum choice choice, int64_t now_ms);
void room_undo(struct room *r, int to, int64_t now_ms);
/* Ends the running game. */
void room_end(struct room *r, enum game_result result, enum game_why why, int64_t now_ms);
/* A new game with colours changed. */
void room_rematch(struct room *r, int64_t now_ms);
/* Does what is due: plays a bot's move whose pause is over, or ends the game by the flag. */
void room_check_turn(struct room *r, int64_t now_ms);
/* Time has stood still since then: nobody is charged for it. tell: those inside get *sync where a
 * clock runs. */
void room_thaw(struct room *r, int64_t since_ms, bool tell, int64_t now_ms);
/* Sets the timer to what comes next: a flag, a bot's move, an absence, a count of watchers. */
void room_plan(struct room *r);

/* room_bot.c */
/* The position for an engine. */
void room_position(const struct room *r, struct position *p);
/* Asks the bot whose turn it is, unless it has been. Bots among themselves rest while nobody is
 * there to watch. */
void room_bot_wake(struct room *r, int64_t now_ms);
/*
 * Whether it is the turn of a bot that has not decided: its engine thinks or fails, or nobody is
 * there to watch. Its flag does not fall meanwhile; it has lost on time when the answer comes late.
 */
bool room_bot_waits(const struct room *r);
/* Does what a bot has decided. */
void room_bot_act(struct room *r, int64_t now_ms);
/* Whatever a bot was thinking about is no longer asked. */
void room_bot_stop(struct room *r);
/* For the pool: arg is the room. */
extern const struct pool_client room_pool_client;

/* room_bot_offer.c */
/* Answers an offer that stands before a bot, now or later. */
void room_bot_offered(struct room *r, struct offer *offer, int64_t now_ms);
/* The offer goes: nothing is thought about it any more. */
void room_bot_unoffered(struct room *r, const struct offer *offer);

/* room_absence.c */
/* Counts the absence of the turn that ends now. */
void room_settle_absence(struct room *r, int64_t now_ms);
/* When the game may be claimed from the one whose turn it is; INT64_MAX never. */
int64_t room_claimable_ms(const struct room *r);
/* When something about absence is due; INT64_MAX never. */
int64_t room_absence_due_ms(const struct room *r);
/* Does what is due: tells that a game may be claimed, ends one that all have left, clears seats. */
void room_check_absence(struct room *r, int64_t now_ms);
/* Milliseconds of absence that a seat has left in this game. */
int64_t room_absence_left(const struct room *r, int seat);

/* room_state.c: a room as a record of the journal */
void room_journal(struct room *r);
/* The journal of a move alone, when nothing else of the room has changed in this turn. */
void room_journal_move(struct room *r);
void room_journal_gone(const struct room *r);

/* room_offer.c */
/* Puts an offer of that seat before the other; a bot answers at once. Returns its id. */
unsigned room_offer(
    struct room *r, int seat, enum offer_type type, int to_ply, unsigned id, int64_t now_ms);
void room_accept(struct room *r, struct offer *o, int64_t now_ms);
/* Takes an offer off, for this reason ("declined", "withdrawn"). */
void room_offer_gone(struct room *r, struct offer *o, const char *why);
/* Takes off all of the types in the mask from that seat (-1: either). */
void room_offers_gone(struct room *r, unsigned types, int seat, const char *why);

/* room_event.c: telling */
struct wire_out;
/* Begins a numbered event. End it with room_emit. */
void room_event(struct room *r, struct wire_out *o, const char *name);
/* Sends it to everyone present, and keeps it when it has a number. */
void room_emit(struct room *r, struct wire_out *o);
/* Sends what a member says to those who want to hear it; what watchers say during a rated game is
 * not for the players. */
void room_talk(struct room *r, const struct user *from, struct wire_out *o);
/* Sends a bot's progress to those who want it, not too often. */
void room_thinking(struct room *r, const struct progress *p, int64_t now_ms);
/* Adds the keys of the whole room to a row or event: what *sync carries. */
void room_sync_keys(const struct room *r, struct wire_out *o, int64_t now_ms);
/* Adds the keys of a row of `rooms`. */
void room_row_keys(const struct room *r, struct wire_out *o);
/* Adds how the ended game ended. */
void room_result_keys(const struct room *r, struct wire_out *o);
/* Sends *sync to one user. */
void room_sync_to(struct room *r, const struct user *u, int64_t now_ms);
/* Hands lines to one of those inside, unless it is a watcher for whom too much waits already. */
void room_hand(struct member *m, const char *bytes, size_t len);
/* All that waited has gone out to them: rooms of which they missed something are shown anew. */
void room_caught_up(const struct user *u, int64_t now_ms);
/* Sends *sync, and draws the board for who wants it drawn. */
void room_show(struct room *r, const struct user *u, int64_t now_ms);
/* Sends what came after that number, or, when that is too long ago, *sync. */
void room_catch_up(struct room *r, const struct user *u, uint64_t seq, int64_t now_ms);
/* Adds who is to act and how: turn, act, phase, choices, clock. */
void room_turn_keys(const struct room *r, struct wire_out *o, int64_t now_ms);
/* Adds moves=: the game's plies. */
void room_moves_key(const struct game *g, struct wire_out *o);
/* Adds clock=B,W. */
void room_clock_key(const struct room *r, struct wire_out *o, int64_t now_ms);
/* Tells everyone who sits there now. */
void room_tell_seat(struct room *r, int seat);
/* Prose for everyone here, with its name for programs, and whom it is about; user may be NULL. */
void room_notice(struct room *r, const char *what, const char *user, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Draws the board for one user, in the way set there. */
void room_draw_to(const struct room *r, const struct user *u);
/* Draws it for everyone who wants it drawn. */
void room_draw(struct room *r);

#endif
