/*
 * One connection: bytes in as lines, lines out as bytes, over a transport (TLS).
 *
 * States: HANDSHAKE -> OPEN -> CLOSING (what is queued still goes out) -> LINGER (our goodbye is
 * said, the peer's is awaited, so that the kernel does not throw our last line away) -> DEAD.
 *
 * Ownership
 * 1. A conn owns its socket, its transport and its events. Nobody else keeps them.
 * 2. Its handler's `closed` is called exactly once, at the end of the turn in which the conn left
 *    OPEN or HANDSHAKE, before the conn's memory goes. After it the handler is not called again.
 * 3. conn_close is the only way out. It may be called at any time, from any callback, twice.
 * 4. A handler may close any conn from within a callback; the conn looks at its own state again
 *    after each callback.
 * 5. conn_send never frees or closes at once: a conn whose output is over its limit is marked, and
 *    the end of the turn closes it: it is told why, in place of what it did not read. A broadcast
 *    can walk its list in peace.
 * 6. conn_hub_free frees every conn, so that a leak checker means something.
 *
 * Output is gathered in the conn and written at the end of the turn. Input is read until the socket
 * is dry or the conn's share of the turn is used up; what is left waits for the next turn (a hub's
 * ready list), since neither complete lines here nor bytes inside OpenSSL make a socket readable.
 */
#ifndef GOMOKUD_NET_CONN_H
#define GOMOKUD_NET_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "address.h"
#include "daemon/loop.h"
#include "transport.h"

struct conn;
struct conn_hub;
struct crowd;

enum { CONN_NETWORK = ADDRESS_TEXT };

enum conn_reason {
	CONN_GONE,     /* the peer ended or broke the connection */
	CONN_QUIT,     /* we were asked to */
	CONN_TIMEOUT,  /* a deadline passed */
	CONN_SLOW,     /* its output piled up */
	CONN_FLOOD,    /* too long lines */
	CONN_BAD_TLS,  /* the handshake failed */
	CONN_STOP,     /* the server ends */
	CONN_REPLACED, /* the same user has come in elsewhere */
	CONN_EJECTED,  /* its user was sent off the server */
	CONN_BANNED,   /* its user or its network may not be here */
	CONN_REASON_COUNT
};

/* What a conn tells the one above it. arg is the conn's own, set by conn_set_arg. */
struct conn_handler {
	/* The handshake is over. Returns the arg of all later calls, NULL to refuse (closes). */
	void *(*opened)(struct conn *c, void *server);
	/* A line without its LF; not NUL-terminated, gone after the call. */
	void (*line)(void *arg, const char *line, size_t len, int64_t now_ms);
	/* A line over the limit, with as much as is here of it; the rest is being thrown away. */
	void (*too_long)(void *arg, const char *line, size_t len);
	/* The conn is about to close for this reason: the last chance to send a line. */
	void (*closing)(void *arg, enum conn_reason reason);
	void (*closed)(void *arg, enum conn_reason reason);
	/* What conn_tell_drained asked for; NULL where nobody asks. */
	void (*drained)(void *arg);
};

struct conn_settings {
	int max_conns;
	int max_a_network;  /* of one customer's network, loopback exempt; 0: no limit */
	int max_handshakes; /* at once; 0: no limit */
	size_t line_max;    /* bytes of a line with its LF */
	size_t output_max;  /* over so much waiting output it is closed */
	int64_t handshake_ms, login_ms, line_ms;
};

/* Why a peer is not taken. */
enum conn_refusal {
	CONN_TAKEN,
	CONN_NO_ROOM,  /* there are as many as may be */
	CONN_NO_SHARE, /* its network has as many as it may have */
};

/* `server` is handed to handler->opened. NULL: no memory. */
struct conn_hub *conn_hub_new(struct loop *l, const struct conn_settings *settings,
    const struct conn_handler *handler, void *server);
/* Frees the conns too, without a word. */
void conn_hub_free(struct conn_hub *h);
/* Other settings from now on, for connections that are there too. */
void conn_hub_set(struct conn_hub *h, const struct conn_settings *settings);
/* Connections of any state; those of them that shake hands. */
int conn_hub_count(const struct conn_hub *h);
int conn_hub_handshakes(const struct conn_hub *h);
/* Whether there is a place for another handshake: a free one, or that of a peer which has had the
 * time that honest ones need. */
bool conn_hub_may_shake(const struct conn_hub *h);
/* Whether a connection may be taken from there. The slowest handshake makes way for it. */
enum conn_refusal conn_hub_admit(struct conn_hub *h, const struct address *from);
/* Closes those whose address the function picks. */
void conn_hub_close_from(struct conn_hub *h, enum conn_reason reason,
    bool (*picks)(const struct address *from, void *arg), void *arg);
/* Closes all of them in order. */
void conn_hub_close_all(struct conn_hub *h, enum conn_reason reason);
/* Whether what a turn has changed is kept. */
enum conn_commit {
	CONN_COMMITTED,
	CONN_UNCOMMITTED, /* it can't be kept now: nothing of this turn may be told yet */
	CONN_UNCHANGED,	  /* what came before is not kept yet, and this turn has changed nothing */
};

/* Where the connections come from. */
const struct crowd *conn_hub_crowd(const struct conn_hub *h);
/*
 * The end of a turn: tells of closed conns, writes what is queued, frees the dead. Before anything
 * is written commit(arg) is called. What an uncommitted turn has queued is withheld, and those for
 * whom it is are read no further, until a later turn is committed; what they had before goes out.
 */
void conn_hub_turn_end(struct conn_hub *h, enum conn_commit (*commit)(void *arg), void *arg);

/* Takes over a connected non-blocking socket and its transport's state, also when it fails (-1). */
int conn_new(struct conn_hub *h, int fd, const struct transport *transport, void *state,
    const struct address *from);
/* Queues bytes, in whole lines. Ignored unless OPEN (or inside `closing`). */
void conn_send(struct conn *c, const char *bytes, size_t len);
/* The same before whatever is withheld, for news that depend on no turn. */
void conn_send_ahead(struct conn *c, const char *bytes, size_t len);
/* Bytes of output that wait. */
size_t conn_waiting(const struct conn *c);
/* When all output is out, the handler is told so once, in a turn after. */
void conn_tell_drained(struct conn *c);
void conn_close(struct conn *c, enum conn_reason reason);
/* Its user has a name: the login deadline is off. */
void conn_logged_in(struct conn *c);
/*
 * From now on no line is taken until conn_release: an answer is being worked out elsewhere, and
 * answers come in the order of their commands. What has been sent meanwhile is kept.
 */
void conn_hold(struct conn *c);
void conn_release(struct conn *c);
/* The peer's address. */
const struct address *conn_address(const struct conn *c);
/* As text, of IPv6 the /64, which is one customer's: what is charged for abuse. */
void conn_network(const struct conn *c, char buf[static CONN_NETWORK]);
/* How far away the peer is, microseconds to it and back; 0 when that is not known. */
int64_t conn_rtt_us(const struct conn *c);
/* When bytes last came, in the time of loop_now_ms. */
int64_t conn_heard_ms(const struct conn *c);

const char *conn_reason_name(enum conn_reason r);

#endif
