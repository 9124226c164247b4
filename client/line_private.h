/*
 * What the files of line mode share among themselves.
 */
#ifndef GOMOKU_LINE_PRIVATE_H
#define GOMOKU_LINE_PRIVATE_H

#include <stdio.h>

#include "line.h"

struct editor;
struct event;

struct line {
	struct app *app;
	void (*stop)(void *arg);
	void *stop_arg;
	struct event *input;
	bool script;		   /* standard input is no terminal */
	bool ready;		   /* what the command line asked for is done */
	bool waiting;		   /* a line was sent, and app_settle's answer is due */
	bool discard;		   /* the rest of a line that was too long */
	bool ended;		   /* no more input */
	bool list;		   /* the board is told in words */
	bool drawn;		   /* the board was shown, as it is now */
	char buf[WIRE_CLIENT_MAX]; /* input that was not taken yet */
	size_t len;
	FILE *out;	       /* what is to be printed, gathered here, */
	char *text;	       /* in memory, */
	size_t text_len;       /* so that it is printed in one piece */
	struct editor *editor; /* of a terminal, NULL: input comes as it is */
	struct event *suspended, *resumed;
};

/* The board of a room, and whose turn it is. */
void line_print_board(struct line *l, const struct model_room *r);
/* Says whose turn it is, under the board. */
void line_print_turn(const struct line *l, const struct model_room *r);
/* What a person may do next, after lines that leave something to decide. */
void line_print_hint(const struct line *l, const struct wire_line *w);

#endif
