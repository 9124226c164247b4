/*
 * The file of a match: a first line that says what is played (settings and players), then one line
 * a game, written when it ends. A match that is started again with the same settings reads it and
 * goes on where it stopped. A line that was cut off is dropped.
 *
 *   match rule=freestyle size=15 ... a=[...] b=[...]
 *   game 12 black=A winner=B why=five opening=4 moves=h8i9... ms=310,290,... kb=12000,9000
 *
 * Games 2k and 2k+1 are a pair: one opening, A is black in the first.
 */
#ifndef GOMOKU_BENCH_GAMES_H
#define GOMOKU_BENCH_GAMES_H

#include <stdbool.h>
#include <stdio.h>

#include "duel.h"

enum { GAMES_HEAD_MAX = 4096, GAMES_LINE_MAX = 16384, GAMES_MAX = 100000 };

struct games_entry {
	int number; /* 0 .. GAMES_MAX - 1 */
	bool a_black;
	struct duel_game game;
	long peak_kb[2]; /* of A and B */
};

/* 1 when A won, -1 when B did, 0 for a draw. */
int games_outcome(const struct games_entry *e);
/* Writes a game's line, its line end included. Returns its length; -1 when it does not fit. */
int games_format(const struct games_entry *e, char *line, size_t size);
/* Reads a game's line. Returns -1 when it is none. */
int games_parse(const char *line, struct games_entry *e);

/*
 * Opens the file of a match to read and add to, makes it with this head if it is not there. Hands
 * each game in it to `each`. Returns NULL with a sentence in `why` when the file is another match's
 * or can't be had.
 */
FILE *games_open(const char *path, const char *head,
    void (*each)(const struct games_entry *, void *), void *context, char why[static 256]);
/* Only reads. `head` gets the first line. Returns -1 when it is no file of a match. */
int games_read(const char *path, char head[static GAMES_HEAD_MAX],
    void (*each)(const struct games_entry *, void *), void *context);

#endif
