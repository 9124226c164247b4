/*
 * The brain's side of a Gomocup dialogue: takes one line of input at a time, keeps the game that it
 * tells, and writes the answer, each line of it flushed at once.
 *
 *   no game --START, RECTSTART--> game --BOARD, YXBOARD--> reading --DONE--> game
 *
 * A START that fails leaves no game. Any other line that is answered ERROR changes nothing: a BOARD
 * with a bad line is read to its DONE, answered by one ERROR, and the position is the one before.
 * While reading, INFO, YXSTOP and END keep their meaning; everything else must be a stone.
 *
 * A rule that the engine does not know is refused by the first command that needs it: START,
 * RESTART, BEGIN, TURN, BOARD (at once, not after its DONE). What the opponent's stones may not do
 * is the host's to judge; the engine itself plays nothing forbidden.
 *
 * Lines are taken one after another; what comes in while the engine thinks is the caller's to keep,
 * and to look at for a reason to stop (search_host).
 */
#ifndef GOMOKU_RESPONDER_H
#define GOMOKU_RESPONDER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "gomocup.h"

enum responder_reading {
	RESPONDER_COMMANDS,
	RESPONDER_BOARD,
	RESPONDER_YXBOARD,
	RESPONDER_SWAP2BOARD
};

/* A position while it is told: whose stones they are is known before their colour. */
struct responder_draft {
	enum responder_reading reading;
	const char *fault; /* what was wrong first; NULL: nothing */
	bool answered;	   /* the fault has been told already */
	int own, stones;
	bool own_first; /* whether the first stone told was an own one */
	bool mine[BOARD_POINTS];
	int point[BOARD_POINTS];
};

struct responder {
	FILE *out;
	struct search *search;
	struct gomocup_info info;
	bool started;
	struct board board; /* when started */
	enum stone side;    /* the engine's colour; black until the dialogue tells otherwise */
	const struct search_host *host; /* NULL: no clock */
	int64_t told_ms;		/* when the last progress was told, on the host's clock */
	struct responder_draft draft;
};

/* The caller keeps out and search, and frees them after the last call. */
void responder_init(struct responder *r, FILE *out, struct search *search);
/* What the search is lent; kept by the caller. */
void responder_lend(struct responder *r, const struct search_host *host);
/* Tells how far a search has come, at most four times a second. */
void responder_report(struct responder *r, const struct search_report *report);
/* Takes a line that is not blank. Returns false when it was END. */
bool responder_line(struct responder *r, const char *line);
/* Takes, in place of a line, that there was one longer than GOMOCUP_LINE_MAX. */
void responder_too_long(struct responder *r);

#endif
