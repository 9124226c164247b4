/*
 * What is said to an engine that plays for its owner, and how its answers are read: the Gomocup
 * protocol, version 2. Pure. Columns and rows count from 0 at the top left there. Each question
 * says all that there is, so that the engine may have been started just now.
 */
#ifndef GOMOKU_GOMOCUP_H
#define GOMOKU_GOMOCUP_H

#include "model.h"

enum {
	GOMOCUP_TEXT = BOARD_POINTS * 8 + 512,
	GOMOCUP_STONES = 3, /* of one answer: an opening begins with as many */
};

enum gomocup_answer {
	GOMOCUP_MORE, /* a line that says nothing of the move */
	GOMOCUP_MOVE,
	GOMOCUP_BAD, /* it cannot go on */
};

/* How long an engine may think, milliseconds. */
struct gomocup_time {
	int64_t turn;	  /* for this move */
	int64_t left;	  /* on its clock; INT32_MAX without one */
	int64_t deadline; /* after which the move would come too late */
};

/*
 * What an engine wants in an opening. Where no stone lies: three stones. Where three lie: none, it
 * takes black; one, it takes white and plays that; two, it places them and the other chooses. Where
 * five lie: none or one.
 */
struct gomocup_stones {
	int count, point[GOMOCUP_STONES];
};

/* Plans a move of a side by its clock; latency is what a line takes to the server and back. */
void gomocup_plan(const struct model_room *r, enum stone side, int64_t now_ms, int64_t latency,
    struct gomocup_time *time);
/* The question for the position in a room. Returns its bytes. */
size_t gomocup_question(
    const struct model_room *r, const struct gomocup_time *time, char text[static GOMOCUP_TEXT]);
/* Reads a line of the answer; *point with GOMOCUP_MOVE, not looked at any further. */
enum gomocup_answer gomocup_read(const struct model_room *r, const char *line, int *point);
/* The question for an opening in which 0, 3 or 5 stones lie: SWAP2BOARD, which not every engine
 * knows. Returns its bytes. */
size_t gomocup_opening_question(
    const struct model_room *r, const struct gomocup_time *time, char text[static GOMOCUP_TEXT]);
/* Reads a line of the answer to that; *stones with GOMOCUP_MOVE: on empty points. GOMOCUP_BAD where
 * the engine does not know the question, too. */
enum gomocup_answer gomocup_read_opening(
    const struct model_room *r, const char *line, struct gomocup_stones *stones);

#endif
