/*
 * The lines of the server as sentences for people. Pure. Called after the model has taken the line
 * in. A final's name and keys are the contract and its text is the server's own English; where it
 * sends no text, and for everyone who reads another language, the sentence is made here from name
 * and keys.
 */
#ifndef GOMOKU_TELL_H
#define GOMOKU_TELL_H

#include "model.h"

enum {
	TELL_MAX = WIRE_SERVER_MAX + 256, /* bytes of the longest sentence with its NUL */
	TELL_NAME = MODEL_NAME + 48,
	TELL_CLOCK = 64,
};

enum tell_kind {
	TELL_NOTHING, /* nobody needs to hear of this line */
	TELL_MOVE,    /* a stone was played */
	TELL_NEWS,    /* something else happened in the room */
	TELL_END,     /* a game has ended */
	TELL_TALK,    /* someone speaks */
	TELL_NOTICE,  /* the server speaks */
	TELL_ANSWER,  /* the answer to a command */
	TELL_REFUSAL, /* the refusal of one */
	TELL_DRAWN,   /* a row of a drawing: to be shown as it is */
};

/* Writes the sentence for a line to buf. The kind says what it is; TELL_NOTHING leaves buf empty.
 */
enum tell_kind tell_line(
    const struct model *m, const struct wire_line *w, char buf[static TELL_MAX]);
/* What someone is called: "you", "bot 2", "nobody", else the name. Returns buf. */
const char *tell_name(const struct model *m, const char *user, char buf[static TELL_NAME]);
/* A colour by the name that it has on the wire; other names stay as they are. */
const char *tell_side(const char *side);
const char *tell_stone(enum stone stone);
/* A rule, an opening and a clock by their names on the wire, "no clock" for none. */
const char *tell_rule(const char *rule);
const char *tell_opening(const char *opening);
const char *tell_time(const char *time);
/* Why a connection ends, by its name on the wire. */
const char *tell_farewell(const char *reason);
/* How the game ended, one sentence; with the points of the winning row if that is wanted. */
void tell_result(
    const struct model *m, const struct model_room *r, bool points, char buf[static TELL_MAX]);
/* The same in a few words, for where the players' names stand already: "You won: five in a row". */
void tell_outcome(const struct model *m, const struct model_room *r, char buf[static TELL_MAX]);
/* The room's terms: "freestyle, 15x15, no clock", and the opening if it is another than free. */
void tell_terms(const struct model_room *r, char buf[static TELL_MAX]);
/* What an offer asks for: "a draw". */
const char *tell_offer(const char *type);
/* What a choice of an opening means for the one who chooses. */
const char *tell_choice(enum choice choice);
/* What black may not do: "a double-three (two open threes at once)". */
const char *tell_foul(enum foul foul);
/* The terms of a challenge: "renju, 15x15, 300+5, rated". */
void tell_challenge_terms(const struct model_challenge *c, char buf[static TELL_MAX]);
/* What is waited for in an opening: "You are to place a white stone, 2 of 3.", "~bob is to choose a
 * colour."; else who is to move. */
void tell_due(const struct model *m, const struct model_room *r, char buf[static TELL_MAX]);
/* The same of another one whom we wait for: "Waiting for ~bob to choose a colour". */
void tell_awaited(const struct model *m, const struct model_room *r, char buf[static TELL_MAX]);
/* A clock's face: "4:05", below ten seconds "0:09.4", with periods to come "0:30 x3", in the last
 * of them "0:30 last"; "" without a clock. */
const char *tell_clock(const struct model_clock *c, char buf[static TELL_CLOCK]);
/*
 * What an engine holds a position to be worth, to the one it speaks of: "+35" (200 is about three
 * chances in four), or "wins in 3" and "loses in 3", moves of its own, once that is proven.
 */
const char *tell_value(int value, char buf[static TELL_CLOCK]);
/* A large number in few characters: "850", "12k", "3.4M". */
const char *tell_count(int64_t count, char buf[static TELL_CLOCK]);

#endif
