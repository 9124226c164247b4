/*
 * The load's side of a connection: TLS over loopback, lines in and out, thousands of them on one
 * thread (epoll). It measures programs that it has started itself and checks no certificate.
 *
 * What is sent during a callback is gathered and written when the turn ends. A peer may be closed
 * in any callback; its memory goes at the end of the turn.
 */
#ifndef GOMOKU_LOAD_PEER_H
#define GOMOKU_LOAD_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct peer;

struct peer_handler {
	/* A line without its LF, NUL-terminated, gone after the call. */
	void (*line)(void *arg, char *line, size_t len);
	/* The server has ended the connection, or it could not be made; why is for people. */
	void (*lost)(void *arg, const char *why);
};

/* Nanoseconds of CLOCK_MONOTONIC. */
int64_t now_ns(void);
/* Says why on stderr and ends the program: the programs that it has started end with it. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Connects to a port of 127.0.0.1. The first line or `lost` tells how that went. */
struct peer *peer_open(uint16_t port, const struct peer_handler *handler, void *arg);
/* Queues a line; LF is added. */
void peer_send(struct peer *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Ends in order. No callback comes any more. */
void peer_close(struct peer *p);
/* Ends with a TCP reset. */
void peer_reset(struct peer *p);
/* Serves all peers: waits up to wait_ns for something to happen, then handles what has. */
void peers_turn(int64_t wait_ns);
/* How many are not closed. */
int peers_count(void);

#endif
