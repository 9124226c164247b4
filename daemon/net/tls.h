/* TLS for the server's side of a connection: a context made once, a transport for each socket. */
#ifndef GOMOKUD_NET_TLS_H
#define GOMOKUD_NET_TLS_H

#include <stddef.h>

#include "transport.h"

struct tls_context;

/*
 * A context with the certificate chain and key in those PEM files. NULL on failure, with the reason
 * in error.
 */
struct tls_context *tls_context_new(
    const char *cert_file, const char *key_file, char *error, size_t cap);
void tls_context_free(struct tls_context *t);

/* The state of tls_transport for a non-blocking socket, which stays the caller's. NULL: no memory.
 */
void *tls_accept(struct tls_context *t, int fd);

extern const struct transport tls_transport;

#endif
