/* A transport that is the socket itself: for peers on this machine. */
#ifndef GOMOKUD_NET_PLAIN_H
#define GOMOKUD_NET_PLAIN_H

#include "transport.h"

/* The state of plain_transport for a non-blocking socket, which stays the caller's. NULL: no
 * memory. */
void *plain_state(int fd);

extern const struct transport plain_transport;

#endif
