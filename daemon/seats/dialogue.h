/*
 * What the daemon says to an engine, and how it reads the answer: the Gomocup protocol, version 2.
 * Pure text; x,y are zero-based from the top left. Nothing an engine answers is trusted.
 */
#ifndef GOMOKUD_SEATS_DIALOGUE_H
#define GOMOKUD_SEATS_DIALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game/board.h"
#include "engine/game/rules.h"

enum {
	/* The longest question: 625 lines "24,24,1" and what stands around them. */
	DIALOGUE_TEXT = BOARD_POINTS * 8 + 512,
	/* Stones of one answer: an opening begins with three. */
	DIALOGUE_STONES = 3,
};

/* A position to find a move for, or an opening of 0, 3 or 5 stones to go on with as in swap2. */
struct position {
	bool opening;
	int size;
	enum rule rule;
	enum stone side; /* to move */
	int plies;
	int16_t point[BOARD_POINTS]; /* in order of play; POINT_PASS among them */
	uint8_t stone[BOARD_POINTS]; /* enum stone */
};

/* How to think. Level, style and seed are the house's engine's; others are told their memory. */
struct thinking {
	int level;	   /* 1..10 */
	const char *style; /* NULL: by the level */
	bool stranger;	   /* a configured engine */
	int64_t memory;	   /* a stranger's, bytes; 0: no limit */
	int64_t budget_ms; /* for this move */
	int64_t left_ms;   /* on the clock; INT64_MAX without one */
	uint32_t seed;
};

/* The whole question, from START to DONE. Returns its bytes. */
size_t dialogue_question(
    const struct position *p, const struct thinking *t, char text[static DIALOGUE_TEXT]);

/* How far an engine has come, by its own word. */
struct progress {
	int64_t depth, nodes, value, ms;
};
/* Reads "MESSAGE info depth=D nodes=N value=V ms=T ..."; keys that are missing are 0. False: the
 * line is another. */
bool dialogue_progress(const char *line, struct progress *progress);

enum dialogue_answer {
	ANSWER_MORE, /* a line to be skipped: OK, MESSAGE, DEBUG, ... */
	ANSWER_MOVE, /* POINT_PASS in renju, when the engine has only forbidden points left */
	ANSWER_BAD,  /* a refusal, rubbish, or a move that the rules do not allow */
};
/*
 * What an engine wants. A move is one stone. In an opening: three stones where none lie; where
 * three lie none (it takes black), one (it takes white) or two (it places them, and the other
 * chooses); where five lie none or one.
 */
struct reply {
	int stones;
	int point[DIALOGUE_STONES];
};
/* Reads one line (NUL-terminated) of the answer; *reply with ANSWER_MOVE. */
enum dialogue_answer dialogue_answer(
    const struct position *p, const char *line, struct reply *reply);

#endif
