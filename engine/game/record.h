/*
 * The record of one game, as files hold it: who played, by which rules, from which position, the
 * moves and the result. The one type behind every format (sgf.h, psq.h, moves.h).
 *
 * A record knows more than a game (names, dates) and less (no clocks that run). Its moves alternate
 * between the colours from `first` on; a position may be set up before the first. Text fields are
 * valid UTF-8 without control characters (but '\n' in the note), cut between characters where too
 * long, and so are safe to show.
 *
 * Readers are atomic: what they read is checked as a whole (record_check) before it is handed out.
 */
#ifndef GOMOKU_RECORD_H
#define GOMOKU_RECORD_H

#include "board.h"
#include "clock.h"
#include "game.h"
#include "opening.h"
#include "rules.h"

enum {
	RECORD_NAME = 128,	    /* bytes of a short text with its NUL */
	RECORD_NOTE = 1024,	    /* and of the note */
	RECORD_FILE_MAX = 1 << 20,  /* readers refuse more bytes than that */
	RECORD_WRITE_MAX = 1 << 16, /* no writer makes more than that, NUL included */
	RECORD_WARNINGS = 4,	    /* readers keep the first ones */
	RECORD_MESSAGE = 160,
};

struct record_ply {
	int16_t point; /* or POINT_PASS */
	int32_t ms;    /* time used; -1 when unknown */
};

/* What only .psq files hold, so that they can be written as they were read. */
struct record_psq {
	int level[2]; /* of the players named first and second; 0 for a person */
	int starter;  /* which of the two had the first move, 0 or 1 */
	bool coded;   /* the file ended with a code, this one */
	int code;
	bool crlf;
};

struct record {
	enum rule rule;
	enum opening opening;
	int size;
	struct time_control tc;			     /* CLOCK_NONE when not known */
	char black[RECORD_NAME], white[RECORD_NAME]; /* as they sat in the end */
	char title[RECORD_NAME], event[RECORD_NAME], place[RECORD_NAME];
	char round[RECORD_NAME], date[RECORD_NAME];
	char note[RECORD_NOTE];
	enum game_result result; /* GAME_NONE: unfinished, or not known */
	enum game_why why;	 /* WHY_NONE when not known */
	struct board setup;	 /* stones that lay there before the first move */
	enum stone first;	 /* who makes the first move */
	int plies;
	struct record_ply ply[BOARD_POINTS];
	struct record_psq psq;
};

/* What a reader has to say. */
struct record_report {
	int line, column;	    /* the place of the error, from 1; 0 without one */
	char error[RECORD_MESSAGE]; /* one sentence without the place; "" without an error */
	int warnings;
	char warning[RECORD_WARNINGS][RECORD_MESSAGE];
};

/* An empty record, black to begin. */
void record_init(struct record *r, enum rule rule, int size);
/* The record of a game, names and dates still to be filled in by record_text_set. */
void record_of_game(struct record *r, const struct game *g);
/* The side of ply number `ply` (the first is 0). */
enum stone record_side(const struct record *r, int ply);
/* The position after `plies` plies, as a viewer steps through them. The record has to be sound. */
void record_board(const struct record *r, int plies, struct board *b);
/*
 * Whether every move lies on an empty point of the board and none comes after the end of the game:
 * a winning row, by renju's rules a foul or two passes in a row, or a full board. 0, or -1 with
 * *ply the first bad one and why in message.
 *
 * If the last move ends the game and the record says nothing of how it ended, fills that in.
 */
int record_check(struct record *r, int *ply, char message[static RECORD_MESSAGE]);

/* Makes the report say an error at a place of the text; returns -1. The format as of printf. */
__attribute__((format(printf, 4, 5))) int record_error(
    struct record_report *report, const char *text, size_t at, const char *format, ...);
/* Adds a warning if there is room. */
__attribute__((format(printf, 2, 3))) void record_warn(
    struct record_report *report, const char *format, ...);

#endif
