/*
 * What the user asks for: the command line, and the few habits kept in gomoku.conf. Owns no memory:
 * the strings are copied in.
 */
#ifndef GOMOKU_OPTIONS_H
#define GOMOKU_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

enum {
	OPTIONS_WORD = 64,
	OPTIONS_HOST = 256,
	OPTIONS_PORT = 8,
	OPTIONS_ERROR = 512,
	OPTIONS_START = 600,
	OPTIONS_PASSWORD = 204
};

/* What is done once we are logged in. */
enum options_action {
	ACTION_NONE,   /* look around */
	ACTION_BOT,    /* play an AI */
	ACTION_DEMO,   /* watch two of them */
	ACTION_CREATE, /* open a room and wait for someone */
	ACTION_JOIN,   /* take a seat in a room */
	ACTION_WATCH,  /* watch a room */
};

struct options {
	char host[OPTIONS_HOST], port[OPTIONS_PORT];
	enum options_action action;
	char target[OPTIONS_WORD]; /* the level or room of the action */
	char rule[OPTIONS_WORD], size[OPTIONS_WORD], time[OPTIONS_WORD], side[OPTIONS_WORD];
	char opening[OPTIONS_WORD], foul[OPTIONS_WORD], start[OPTIONS_START];
	const char *engine;	  /* a program that plays for us; NULL: nobody does */
	const char *seek;	  /* the terms it seeks games by; NULL: it waits to be asked */
	int games;		  /* after so many it leaves; 0: never */
	const char *replay;	  /* a file to step through instead of a visit; NULL: none */
	char login[OPTIONS_WORD]; /* an account, "" to come as a guest */
	char password[OPTIONS_PASSWORD]; /* of the account */
	const char *password_file;	 /* where it is read from; NULL: asked for */
	char name[OPTIONS_WORD];	 /* "" : the server makes one up */
	char pin[OPTIONS_WORD + 16];
	const char *ca;	  /* a file of the authorities that may vouch for it; NULL: the system's */
	bool line;	  /* line mode even on a terminal */
	bool raw;	  /* the protocol's own lines */
	bool list;	  /* line mode tells the board in words instead of drawing it */
	bool exit_result; /* the exit code tells how the last game ended */
	bool ascii;	  /* no character beyond ASCII */
	bool vi;	  /* hjklyubn move the cursor */
	bool mouse;	  /* a click plays */
	bool kiosk;	  /* no files, no engines, no tokens kept: for people who come by ssh */
	bool lan;	  /* the server is chosen from those on the local network */
	bool alone;	  /* no server was named: a private one is started */
};

enum options_verdict { OPTIONS_RUN, OPTIONS_HELP, OPTIONS_VERSION, OPTIONS_WRONG };

/* All at rest: no host, the default port. */
void options_init(struct options *o);
/*
 * Reads the file of habits, lines of "key = value": keys = arrows|vi, ascii = yes|no,
 * board = on|list, mouse = yes|no, line = yes|no, name = NAME, login = NAME.
 * A file that is not there is none. 0, or -1 with what is wrong, and where, in error.
 */
int options_read_file(struct options *o, const char *path, char error[static OPTIONS_ERROR]);
/* Reads the command line, which overrules the file. OPTIONS_WRONG comes with error set. */
enum options_verdict options_parse(
    struct options *o, int argc, char *argv[], char error[static OPTIONS_ERROR]);
/* Reads HOST, HOST:PORT, V6, [V6] or [V6]:PORT; behind them perhaps /ROOM or /CODE, to be joined,
 * and #PIN. 0 or -1. */
int options_address(struct options *o, const char *text);
/* A name in any case, with or without a guest's ~, as the server writes it. 0 or -1. */
int options_take_name(struct options *o, const char *text);
/* "vi" or "arrows". 0 or -1. */
int options_take_keys(struct options *o, const char *text);
/* "on", a drawing, or "list". 0 or -1. */
int options_take_board(struct options *o, const char *text);
/* Whether the server takes this as the name of a guest. */
bool options_name_ok(const char *name);
/* "host:port", with brackets round a host that has colons. Returns buf. */
const char *options_format_address(const struct options *o, char *buf, size_t size);
void options_usage(FILE *out);

#endif
