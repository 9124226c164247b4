/*
 * The figures over HTTP, for a scraper on this machine: /metrics, in Prometheus' text format, and
 * /healthz, which says whether the server can do its work. Off unless the configuration says where,
 * and on loopback addresses alone: whoever can connect may read.
 */
#ifndef GOMOKUD_ADMIN_HTTP_H
#define GOMOKUD_ADMIN_HTTP_H

#include "daemon/play/session.h"

struct http;

/* Why the server can't do its work at the moment, one word; NULL: it can. */
typedef const char *http_ill(void *arg);

/* Whether `where` is a loopback address and a port, "127.0.0.1:9515" or "[::1]:9515". */
bool http_check(const char *where);
/* Listens there; port 0 picks one. NULL with the reason in error. */
struct http *http_new(
    struct server *server, const char *where, http_ill *ill, void *arg, char *error, size_t cap);
/* NULL is fine. */
void http_free(struct http *h);
/* The port in fact. */
int http_port(const struct http *h);

#endif
