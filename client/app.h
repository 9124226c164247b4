/*
 * One visit to a server: logs in, carries out what the command line asked for, feeds the model,
 * sends the user's commands and knows which answer belongs to which. A front end (line mode or full
 * screen) sits on top of it and shows things; net lies below. A connection that is lost is made
 * again, with a growing pause, and the token of before gives rooms and seats back. Knows no
 * terminal, and of the event loop only what net is given.
 *
 * Every command gets a tag of ours. The server answers in order, so the commands that wait are a
 * queue, and a tag that is not at its head is a fault of the server's.
 */
#ifndef GOMOKU_APP_H
#define GOMOKU_APP_H

#include <stdbool.h>

#include "lobby.h"
#include "model.h"
#include "net.h"
#include "options.h"
#include "session.h"
#include "trust.h"

/* The exit codes of the program. */
enum app_exit {
	APP_OK,
	APP_ERROR,
	APP_USAGE,
	APP_UNREACHABLE,
	APP_UNTRUSTED,
	APP_LOGIN,
	APP_PROTOCOL,
	APP_LOST,
	/* with --exit-result, of the last game of ours that ended */
	APP_WON = 10,
	APP_BEATEN,
	APP_DRAWN,
	APP_VOID,
};

enum { APP_PENDING = 256, APP_TEXT = 600 };

struct event_base;

/* What a front end is told. welcome, settled and changed may be NULL. */
struct app_front {
	/* We are logged in. */
	void (*welcome)(void *arg);
	/* Something of our own that people should know. */
	void (*notice)(void *arg, const char *text);
	/* A line for people to see, taken in by the model already. */
	void (*line)(void *arg, const struct wire_line *w);
	/* The answer to app_settle has come: all that was sent before is answered and seen. */
	void (*settled)(void *arg);
	/* The visit has ended; app->code and app->farewell tell how. */
	void (*over)(void *arg);
	/* What app_look asked for has come, or a hint. */
	void (*changed)(void *arg);
};

/* What a command on its way was sent for. */
enum app_pending {
	PENDING_HELLO,
	PENDING_LOGIN,
	PENDING_RESUME,
	PENDING_LOOK,	/* after coming back: do we have a game there? */
	PENDING_ACTION, /* what the command line asked for */
	PENDING_USER,	/* what the user typed: its answer is shown */
	PENDING_SYNC,	/* to learn a room's position anew */
	PENDING_QUIET,	/* what we sent on our own account: its answer is not */
	PENDING_SETTLE,
	PENDING_LOBBY, /* to fill the lobby */
};

struct app {
	struct model model;
	struct lobby lobby;
	int looking;  /* commands of app_look on their way */
	bool hinting; /* a hint is on its way; its answer comes out of turn */
	const struct options *options;
	struct trust *trust;
	struct net *net;
	const struct app_front *front;
	void *front_arg;
	/* Asked to connect anew in so many milliseconds, by app_connect; NULL: a lost connection is
	 * the end. */
	void (*again)(void *arg, int ms);
	void *again_arg;
	struct session *session;	       /* where the token is kept, NULL: nowhere */
	char token[SESSION_TOKEN];	       /* gives our seat back, "" without one */
	bool entered;			       /* we have been in */
	bool offline;			       /* the connection is gone, and to be made again */
	int attempts;			       /* since it is gone */
	int64_t retry_ms;		       /* what the server asked us to wait, 0: nothing */
	enum app_pending pending[APP_PENDING]; /* a ring, by tag number */
	int64_t sent_ms[APP_PENDING];	       /* and when each was sent */
	int latency_ms;			       /* what a line takes there and back, -1: not known */
	unsigned head, tail;		       /* tags head..tail-1 wait for their answers */
	bool renamed;			       /* the wished name was taken, we asked for any */
	bool strict;			       /* a refused action ends the visit */
	bool leaving;			       /* quit was sent */
	bool done;
	enum app_exit result; /* of the last game of ours, APP_OK before one has ended */
	enum app_exit code;
	char farewell[APP_TEXT];  /* what is to be said at the end, "" for nothing */
	char complaint[APP_TEXT]; /* why app_command sent nothing */
};

void app_init(struct app *a, const struct options *options, struct trust *trust);
void app_set_front(struct app *a, const struct app_front *front, void *arg);
/*
 * Connects, for the first time or again. -1 with why when there is nothing to connect to; then, if
 * we have been in before, the next attempt has been asked for.
 */
int app_connect(struct app *a, struct event_base *base, const char **why);
/*
 * Carries out what the user typed: a verb with its words, or a bare point, is sent; "save FILE" and
 * "save! FILE" are ours. What is left out and follows
 * from what is on the screen is put in: the room, and the number of the offer that is to be
 * answered. 0, or -1 with a->complaint set when nothing was sent.
 */
int app_command(struct app *a, const char *text);
/* Plays a point in the room shown, safe against being sent twice. As app_command. */
int app_move(struct app *a, int point);
/* Asks for the rooms, the seeks and the people anew, unless they are on their way already. */
void app_look(struct app *a);
/* Asks for `settled`, once all that was sent is answered and its events have come. */
void app_settle(struct app *a);
/* Says goodbye and ends the visit with that code; waits two seconds for the server at most. */
void app_quit(struct app *a, enum app_exit code);
/* How the last game ended in which we had a seat, as an exit code; APP_OK when none did. */
enum app_exit app_result(const struct app *a);
/* Milliseconds of a clock that never goes back. */
int64_t app_now(void);

#endif
