/* What the files of conn share among themselves: conn.c, conn_input.c, conn_hub.c. */
#ifndef GOMOKUD_NET_CONN_PRIVATE_H
#define GOMOKUD_NET_CONN_PRIVATE_H

#include <errno.h>
#include <sys/queue.h>

#include <event2/event.h>
#include <event2/event_struct.h>

#include "conn.h"
#include "crowd.h"
#include "daemon/limits.h"

enum conn_state { CONN_HANDSHAKE, CONN_OPEN, CONN_CLOSING, CONN_LINGER, CONN_DEAD };

struct conn {
	struct conn_hub *hub;
	int fd;
	const struct transport *transport;
	void *tls; /* the transport's state */
	void *arg; /* the handler's */
	enum conn_state state;
	enum conn_reason reason; /* once it has left OPEN */
	struct address from;
	struct event rd, wr;
	struct loop_timer *timer;
	int64_t armed_ms; /* what the timer is set to; INT64_MAX: not set */

	int64_t born_ms;
	int64_t stage_deadline_ms; /* of handshake, draining, lingering; 0 none */
	int64_t login_deadline_ms; /* 0 none */
	int64_t line_since_ms;	   /* when the unfinished line began; 0: there is none */
	int64_t heard_ms;

	char *in; /* bytes read and not yet taken as lines; NULL without */
	size_t in_len;
	int long_lines;
	bool discarding; /* inside a line that is too long */

	char *out; /* bytes out_off..out_len are to be written */
	size_t out_len, out_off, out_cap;
	size_t kept_len; /* of it up to there comes from turns that are committed: whole lines */
	int64_t out_since_ms; /* since when output has been waiting; 0: none waits */

	bool paused;   /* input is not read until output has drained */
	bool held;     /* nor until conn_release */
	bool overflow; /* output went over its limit */
	bool withheld; /* output waits for a turn to be committed */
	bool telling;  /* inside handler->closing */
	bool asked;    /* the handler is to be told when all output is out */
	bool told_due; /* it is out */
	bool dirty, ready;
	TAILQ_ENTRY(conn) hub_link, dirty_link, ready_link, closed_link, dead_link, shaking_link;
};

TAILQ_HEAD(conn_list, conn);

struct conn_hub {
	struct loop *loop;
	struct conn_settings settings;
	const struct conn_handler *handler;
	void *server;
	struct crowd *crowd;
	int count, handshakes;
	bool held; /* some output is withheld */
	struct loop_timer *ready_timer;
	struct conn_list conns, dirty, ready, closed, dead;
	struct conn_list shaking; /* hands, the oldest first */
	/* Where input is put together; one conn at a time reads. */
	char scratch[4 * LIMIT_READ];
};

void conn_arm(struct conn *c);
/* Ends it at once, with nothing more to be said. */
void conn_fail(struct conn *c, enum conn_reason reason);
void conn_mark_dirty(struct conn *c);
/* It has work left for the next turn that no event will tell of. */
void conn_mark_ready(struct conn *c);
/* Reads and handles lines, up to the conn's share of a turn. */
void conn_input(struct conn *c);
/* Its output is over the limit: takes its leave without what was not read. */
void conn_end_slow(struct conn *c);
/* Writes what is queued as far as the socket takes it. */
void conn_flush(struct conn *c);
void conn_free(struct conn *c);

#endif
