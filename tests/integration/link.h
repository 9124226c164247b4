/*
 * The TLS connection under a client of the tests: bytes, deadlines, the pin. Knows no lines and
 * fails no test; what went wrong is returned for the client to tell.
 */
#ifndef GOMOKU_LINK_H
#define GOMOKU_LINK_H

#include "harness.h"

#include <openssl/ssl.h>

struct link {
	int fd;		   /* -1 before it is connected */
	SSL *ssl;	   /* NULL: none, the operator's socket */
	bool closed;	   /* the server has closed */
	bool closed_clean; /* with close_notify */
};

/*
 * Connects, shakes hands and checks that the key is the one pinned. NULL, or what went wrong.
 * small: with the smallest receive buffer.
 */
const char *link_open(struct link *l, struct server *s, bool small, int64_t end);
/* Connects to the socket of that path. NULL, or what went wrong. */
const char *link_open_local(struct link *l, const char *path);
/* Reads up to size bytes, waiting until `end`. 0 when all is over, -1 at the deadline. */
int link_read(struct link *l, char *buf, size_t size, int64_t end);
/* Writes all of it. NULL, or what went wrong. */
const char *link_write(struct link *l, const void *data, size_t len, int64_t end);
/* close_notify and FIN; reading goes on. */
void link_half_close(struct link *l);
/* Sends close_notify if it can, and lets go of everything. */
void link_close(struct link *l);
/* The same with a TCP reset. */
void link_reset(struct link *l);
/* Frees what all links share. */
void link_forget_context(void);

#endif
