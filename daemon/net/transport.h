/*
 * What a conn moves its bytes with. The conn owns the socket and the events; a transport owns what
 * lies between the socket's bytes and the plain ones.
 */
#ifndef GOMOKUD_NET_TRANSPORT_H
#define GOMOKUD_NET_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>

enum transport_result {
	TRANSPORT_OK,
	TRANSPORT_WANT_READ,  /* again when the socket is readable */
	TRANSPORT_WANT_WRITE, /* again when it is writable */
	TRANSPORT_EOF,	      /* the peer has ended, in order or by just going */
	TRANSPORT_ERROR,
};

struct transport {
	/* Goes on with the handshake; OK once it is over. NULL: there is none. */
	enum transport_result (*handshake)(void *state);
	/* Reads up to cap bytes; *got > 0 with OK. */
	enum transport_result (*read)(void *state, char *buf, size_t cap, size_t *got);
	/* Writes up to len bytes; *put > 0 with OK. After WANT_x the same bytes must come again. */
	enum transport_result (*write)(void *state, const char *buf, size_t len, size_t *put);
	/* Whether plain bytes wait inside, which the socket will not tell of. */
	bool (*pending)(void *state);
	/* Says goodbye, once, as far as the socket takes it. */
	void (*shutdown)(void *state);
	void (*free)(void *state);
};

#endif
