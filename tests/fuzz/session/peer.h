/*
 * One who talks to the fuzzed server: sends what the input says, reads what comes as the client
 * does, and ends the program when that is not what the protocol promises.
 */
#ifndef GOMOKU_FUZZ_PEER_H
#define GOMOKU_FUZZ_PEER_H

#include "client/model.h"
#include "world.h"

enum { PEER_TOKEN = 64 };

struct peer {
	struct conn *conn; /* NULL: none */
	struct pipe_end pipe;
	char *in; /* what pipe.in points into */
	char command[WIRE_CLIENT_MAX + 1];
	size_t command_len; /* of the line being sent, as far as it fits */
	int commands;	    /* sent whole */
	int finals;	    /* received */
	char line[WIRE_SERVER_MAX];
	size_t line_len;
	struct model model;
	char token[PEER_TOKEN]; /* the last that came on any connection; "" none */
	bool deaf;		/* takes no more output */
};

/* Connects, unless it is connected, or the server is full. */
void peer_connect(struct peer *p, struct world *w, int number);
/* Sends bytes; "@@" in them stands for the last token. */
void peer_send(struct peer *p, const char *bytes, size_t len);
/* Ends its side, or drops the line altogether. */
void peer_end(struct peer *p);
void peer_drop(struct peer *p);
/* Takes so many bytes more, SIZE_MAX: all, again. */
void peer_listen(struct peer *p, size_t bytes);
/* Activates the events of its connection that a socket would. Whether there were any. */
bool peer_wake(struct peer *p);
/* When all is quiet: each command has its final, and the model sees what is. */
void peer_check(const struct peer *p, struct world *w);
/* Forgets everything but what it was given to keep. */
void peer_reset(struct peer *p);

#endif
