/*
 * One connection to a server: TCP, TLS and lines, on libevent's loop without ever blocking.
 *
 *   CONNECTING -> HANDSHAKE -> OPEN -> ENDED
 *
 * The callbacks come from the loop alone, never from inside of net_open, net_send or net_finish.
 * `up` comes once, when the handshake is done and the key is trusted; `line` once for each line,
 * without its LF; `down` once, last of all, after which only net_free may be called. No callback
 * may call net_free.
 */
#ifndef GOMOKU_NET_H
#define GOMOKU_NET_H

#include <stddef.h>

struct event_base;
struct net;
struct trust;

enum net_end {
	NET_CLOSED,	 /* the server ended the connection in order, or net_finish did */
	NET_LOST,	 /* it broke off, with no word of farewell */
	NET_UNREACHABLE, /* there was none: no such name, refused, no answer, no TLS */
	NET_UNTRUSTED,	 /* the key is not the one expected */
	NET_BAD_LINE,	 /* a line longer than the protocol has */
};

struct net_calls {
	void (*up)(void *arg);
	void (*line)(void *arg, const char *line, size_t len);
	void (*down)(void *arg, enum net_end end, const char *why);
};

/*
 * Looks the name up (this alone blocks) and begins to connect. Each address of the name gets 10
 * seconds to connect and to shake hands. Returns NULL with a reason in why when the name leads
 * nowhere or memory is short.
 */
struct net *net_open(struct event_base *base, const char *host, const char *port,
    struct trust *trust, const struct net_calls *calls, void *arg, const char **why);
/* Queues a line; net adds the LF. 0, or -1 when it is not open or too much waits already. */
int net_send(struct net *n, const char *line);
/* We are done: after what the server still says, and ms milliseconds at most, `down` comes. */
void net_finish(struct net *n, int ms);
void net_free(struct net *n);

#endif
