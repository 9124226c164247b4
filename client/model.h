/*
 * What the client knows of the server: who we are, the rooms we are in, their boards, clocks,
 * offers and results. Pure: it is fed one parsed line of the wire after another and does nothing by
 * itself (no sockets, no screen, no clock of its own: the time is an argument, milliseconds that
 * never go back). Both front ends draw from it.
 *
 * The server is not trusted. A line that contradicts what the model knows (a stone on a stone, a
 * point off the board) is a fault: model_feed returns -1, model->fault says what was wrong, and the
 * caller ends the connection.
 */
#ifndef GOMOKU_MODEL_H
#define GOMOKU_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon/wire/wire.h"
#include "engine/game/board.h"
#include "engine/game/opening.h"
#include "engine/game/rules.h"

enum {
	MODEL_NAME = 48, /* bytes of a user or seat, with its NUL */
	MODEL_ID = 24,	 /* of a room's or offer's id */
	MODEL_WORD = 32, /* of a rule, a time control, a reason */
	MODEL_TITLE = 128,
	MODEL_FAULT = 160,
	MODEL_ROOMS = 8, /* rooms held; the oldest one that is not shown gives way */
	MODEL_OFFERS = 8,
	MODEL_PLIES = 2 * BOARD_POINTS, /* stones and passes */
};

enum model_state { MODEL_OPEN, MODEL_READY, MODEL_OPENING, MODEL_PLAYING, MODEL_ENDED };
enum model_result { MODEL_NONE, MODEL_BLACK, MODEL_WHITE, MODEL_DRAW, MODEL_VOID };

/* What a side had left when its line came. */
struct model_clock {
	int64_t ms;	 /* of the stage it is in; -1: plays without a clock */
	int periods;	 /* byo-yomi: those still to come after that */
	bool in_periods; /* byo-yomi: periods were told */
};

struct model_offer {
	char id[MODEL_ID];
	char type[MODEL_WORD]; /* undo, draw, abort, rematch */
	char from[MODEL_NAME];
	int to_ply; /* undo: how many plies stay; -1 not told */
};

/* How far a bot has come with its move, by its own word. */
struct model_thinking {
	bool known; /* it has told something since its turn began */
	int depth;
	int64_t nodes, ms;  /* positions looked at, time spent */
	int value;	    /* of the position to the bot: see tell_value */
	int64_t longest_ms; /* the longest of its thoughts that we were told of in this room */
};

/* Somebody wants to play us. */
struct model_challenge {
	char id[MODEL_ID]; /* "" for none */
	char from[MODEL_NAME];
	char rule[MODEL_WORD], time[MODEL_WORD], opening[MODEL_WORD];
	int size; /* lines of the board, 0: not told */
	bool rated;
};

/* Sides are indexed 0 for black and 1 for white: see model_side. */
struct model_room {
	char id[MODEL_ID]; /* "" when this slot is free */
	unsigned age;	   /* rises with each room entered */
	char title[MODEL_TITLE];
	char rule[MODEL_WORD], time[MODEL_WORD], opening[MODEL_WORD];
	enum rule rules; /* the same as a rule we know, or RULE_COUNT */
	bool foul_loses; /* renju: a forbidden point loses instead of being refused */
	char owner[MODEL_NAME];
	char seat[2][MODEL_NAME]; /* a user, "open" or "ai:LEVEL" */
	bool absent[2];
	enum model_state state;
	struct board board;
	int plies;
	int point[MODEL_PLIES];	   /* POINT_PASS for a pass */
	uint8_t side[MODEL_PLIES]; /* enum stone */
	int64_t rev;
	int64_t seq;	 /* of its last event, -1 when that is not known */
	bool unsure;	 /* a game has begun, perhaps with stones that we were not told of yet */
	enum stone turn; /* the colour of the next stone; STONE_NONE unless playing */
	char act[MODEL_NAME]; /* who is to act, "" for nobody */
	enum phase phase;
	unsigned choices; /* what may be chosen, bits 1 << enum choice */
	struct model_clock clock[2];
	enum stone running; /* whose clock runs */
	int64_t since_ms;   /* since when, in the caller's time */
	struct model_thinking thinking;
	struct model_offer offer[MODEL_OFFERS];
	int offers;
	int score[2];
	int watchers;
	enum model_result result; /* of the last game; MODEL_NONE while there is none */
	char why[MODEL_WORD], foul[MODEL_WORD];
	int line[BOARD_MAX], line_len; /* the winning row */
};

/* A good move that the server's engine found for us. */
struct model_hint {
	char room[MODEL_ID]; /* "" for none */
	int64_t rev;
	int ply; /* the number that the move will have */
	int point, value;
};

/* The games of ours that ended during this visit. */
struct model_tally {
	int won, lost, drawn;
};

struct model {
	bool greeted;		     /* *hello has come */
	char server[MODEL_NAME];     /* program and version */
	char host_name[MODEL_TITLE]; /* the name that the server gives itself */
	int levels;		     /* of its bots: 1 to this */
	char address[MODEL_TITLE];   /* how we reach it, and its key's pin; "" if not told */
	char pin[MODEL_TITLE];
	char user[MODEL_NAME];		  /* "" until we are logged in */
	char focus[MODEL_ID];		  /* the room that is shown, "" for none */
	char bye[MODEL_WORD];		  /* why the server says good-bye, "" while it has not */
	struct model_challenge challenge; /* the newest that waits for our answer */
	struct model_hint hint;		  /* the newest */
	struct model_tally tally;
	struct model_room room[MODEL_ROOMS];
	struct model_room last; /* the game before the one shown, as it was left; no plies: none */
	unsigned ages;
	char fault[MODEL_FAULT];
};

/* Copies text into size bytes, cut at a whole character where it is too long. NULL copies as "". */
void model_copy(char *to, size_t size, const char *text);
void model_init(struct model *m);
/* Takes one line of the server's in. 0, or -1 with m->fault set. Unknown lines are ignored. */
int model_feed(struct model *m, const struct wire_line *w, int64_t now_ms);

/* A new connection: the greeting comes again, the rooms stay. */
void model_reconnect(struct model *m);
/* Forgets the rooms that are not in the list "r1,r2"; all of them for "-". */
void model_keep_rooms(struct model *m, const char *list);
/* Shows another room, if we are in one of that id. Whether we are. */
bool model_show(struct model *m, const char *id);
/* The hint's point while it is about the position in this room, else POINT_NONE. */
int model_hint_point(const struct model *m, const struct model_room *r);
/* The room of that id, or NULL. */
const struct model_room *model_room(const struct model *m, const char *id);
/* The room that is shown, or NULL when we are in none or its *sync has not come yet. */
const struct model_room *model_focus(const struct model *m);

/* 0 for black and 1 for white. */
static inline int model_side(enum stone s)
{
	return s == STONE_WHITE;
}
/* Whether a game is going on, its opening included. */
bool model_on(const struct model_room *r);
/* The side we sit on in this room, STONE_NONE when we watch. Who has both seats: the one to move.
 */
enum stone model_my_side(const struct model *m, const struct model_room *r);
/* The side whose player is to act; STONE_NONE when nobody is. In an opening it may be black's
 * player who places a white stone. */
enum stone model_acting(const struct model_room *r);
/* Whether a stone of ours is waited for, of either colour. */
bool model_my_turn(const struct model *m, const struct model_room *r);
/* Whether a choice of ours is. */
bool model_my_choice(const struct model *m, const struct model_room *r);
/* How many stones the opening's player still has to place, the next one included; 0 when no stone
 * of an opening is due. */
int model_to_place(const struct model_room *r);
/* Whether a side's seat is taken by an AI. */
bool model_is_ai(const struct model_room *r, enum stone side);
/* The last stone's point, POINT_NONE without one. */
int model_last_point(const struct model_room *r);
/* The newest offer that is ours to answer (we sit here and did not make it), or NULL. */
const struct model_offer *model_offer_to_me(const struct model *m, const struct model_room *r);
/* The newest offer that we made ourselves, or NULL. */
const struct model_offer *model_offer_of_mine(const struct model *m, const struct model_room *r);
/* What a side has left at now_ms, never negative, periods that have run out taken off; ms is -1
 * without a clock. */
struct model_clock model_clock_at(const struct model_room *r, enum stone side, int64_t now_ms);
/*
 * The room as it was when `plies` plies had been played: board, turn and number of plies; of the
 * end of the game nothing unless all are played.
 */
void model_room_at(const struct model_room *r, int plies, struct model_room *then);
/* The game that a file may keep: the one shown, or the one before it when nothing was played yet.
 * NULL when there is none. */
const struct model_room *model_game(const struct model *m);

#endif
