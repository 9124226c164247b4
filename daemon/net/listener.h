/*
 * The listening sockets. Each wake-up takes a bounded number of connections. When descriptors run
 * out, the one kept in reserve is spent on turning waiting peers away, and the listeners rest
 * instead of spinning, for a second or until a connection has ended.
 */
#ifndef GOMOKUD_NET_LISTENER_H
#define GOMOKUD_NET_LISTENER_H

#include <stdbool.h>
#include <stddef.h>

#include "conn.h"
#include "daemon/throttle.h"
#include "tls.h"

struct listener;

/* What stands behind all listeners; may change while they listen. */
struct listener_gate {
	struct conn_hub *hub;
	struct tls_context *tls;
	struct throttle *pace; /* of new connections, by network; loopback is not held up */
	/* Whether an address may not come in. Asked before anything is done for the peer. */
	bool (*banned)(const struct address *from, void *arg);
	void *arg;
};

struct sockaddr_storage;

/* An address and port as text, "127.0.0.1:15515" or "[::1]:15515". */
enum { LISTENER_TEXT = 64 };

/* Whether that can be listened on at all. 0, or -1 with the reason in error. */
int listener_check(const char *where, char *error, size_t cap);
/*
 * Listens, for as long as gate is there, on ADDR:PORT, [ADDR6]:PORT or *:PORT (all IPv4 addresses);
 * port 0 picks one. NULL on failure with the reason in error; *absent tells that this machine lacks
 * the address family.
 */
struct listener *listener_new(struct loop *l, const char *where, const struct listener_gate *gate,
    bool *absent, char *error, size_t cap);
void listener_free(struct listener *l);
/* A descriptor has become free: a listener that rests for want of one goes on at once. */
void listener_wake(struct listener *l);
/* The address and port in fact, in buf. Returns buf. */
const char *listener_text(const struct listener *l, char buf[static LISTENER_TEXT]);
int listener_port(const struct listener *l);
/* The address and port in fact. Whether other machines can come there: it is no loopback one. */
bool listener_address(const struct listener *l, struct sockaddr_storage *at);
/* Whether that is an address of this machine's loopback, as far as it can be listened on. */
bool listener_is_local(const char *where);
/*
 * Calls each(text, arg) for every address under which it can be reached, by others or (loopback)
 * from this machine alone: its own, or each of the machine's when it listens on all. Returns how
 * many there were.
 */
int listener_addresses(const struct listener *l, bool loopback,
    void (*each)(const char *address, void *arg), void *arg);

#endif
