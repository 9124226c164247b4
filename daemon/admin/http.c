#include "http.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/http.h>

#include "daemon/limits.h"
#include "daemon/net/address.h"
#include "daemon/text.h"
#include "metrics.h"

struct http {
	struct evhttp *http;
	struct evhttp_bound_socket *socket;
	struct server *server;
	http_ill *ill;
	void *arg;
};

/* Cuts "ADDR:PORT" in two. False when it is not of that form, or no loopback address. */
static bool split(const char *where, char host[static ADDRESS_TEXT], uint16_t *port)
{
	const char *colon = strrchr(where, ':');
	size_t len = colon ? (size_t)(colon - where) : 0;
	char address[ADDRESS_TEXT];
	struct network n;
	int64_t number;

	if (len == 0 || len >= sizeof address || wire_int(colon + 1, 0, 65535, &number) < 0)
		return false;
	memcpy(address, where, len);
	address[len] = '\0';
	if (strchr(address, '/') || !network_read(&n, address) || !address_is_loopback(&n.address))
		return false;
	/* An IPv6 address without brackets could end anywhere. */
	if ((n.address.bits == 128) != (address[0] == '['))
		return false;
	address_text(&n.address, host);
	*port = (uint16_t)number;
	return true;
}

bool http_check(const char *where)
{
	char host[ADDRESS_TEXT];
	uint16_t port;

	return split(where, host, &port);
}

static void reply(struct evhttp_request *r, int code, const char *reason, const char *text)
{
	struct evbuffer *body = evbuffer_new();

	evhttp_add_header(
	    evhttp_request_get_output_headers(r), "Content-Type", "text/plain; version=0.0.4");
	if (body)
		evbuffer_add(body, text, strlen(text));
	evhttp_send_reply(r, code, reason, body);
	if (body)
		evbuffer_free(body);
}

static void on_metrics(struct evhttp_request *r, void *arg)
{
	struct http *h = arg;
	struct text t = {0};

	metrics_prometheus(h->server, &t);
	reply(r, HTTP_OK, "OK", t.s);
	text_free(&t);
}

static void on_health(struct evhttp_request *r, void *arg)
{
	struct http *h = arg;
	const char *ill = h->ill(h->arg);
	char text[64];

	snprintf(text, sizeof text, "%s\n", ill ? ill : "ok");
	reply(r, ill ? HTTP_SERVUNAVAIL : HTTP_OK, ill ? "Service Unavailable" : "OK", text);
}

static void on_other(struct evhttp_request *r, void *arg)
{
	(void)arg;
	reply(r, HTTP_NOTFOUND, "Not Found", "There are /metrics and /healthz.\n");
}

struct http *http_new(
    struct server *server, const char *where, http_ill *ill, void *arg, char *error, size_t cap)
{
	struct http *h = calloc(1, sizeof *h);
	char host[ADDRESS_TEXT];
	uint16_t port = 0;

	snprintf(error, cap, "out of memory");
	if (!h || !(h->http = evhttp_new(loop_base(server->loop)))) {
		free(h);
		return NULL;
	}
	*h = (struct http){.http = h->http, .server = server, .ill = ill, .arg = arg};
	evhttp_set_allowed_methods(h->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD);
	evhttp_set_max_headers_size(h->http, LIMIT_READ);
	evhttp_set_max_body_size(h->http, 0);
	evhttp_set_timeout(h->http, LIMIT_HANDSHAKE_S);
	evhttp_set_gencb(h->http, on_other, h);
	evhttp_set_cb(h->http, "/metrics", on_metrics, h);
	evhttp_set_cb(h->http, "/healthz", on_health, h);
	if (!split(where, host, &port)) {
		snprintf(error, cap, "%s is no loopback address and port", where);
	} else if (!(h->socket = evhttp_bind_socket_with_handle(h->http, host, port))) {
		snprintf(error, cap, "can't listen on %s: %s (choose another port in metrics =)",
		    where, strerror(errno));
	} else {
		return h;
	}
	http_free(h);
	return NULL;
}

void http_free(struct http *h)
{
	if (!h)
		return;
	evhttp_free(h->http);
	free(h);
}

int http_port(const struct http *h)
{
	struct sockaddr_storage ss = {0};
	struct sockaddr *sa = (struct sockaddr *)&ss;
	socklen_t len = sizeof ss;

	if (getsockname(evhttp_bound_socket_get_fd(h->socket), sa, &len) < 0)
		return 0;
	if (sa->sa_family == AF_INET6)
		return ntohs(((struct sockaddr_in6 *)&ss)->sin6_port);
	return ntohs(((struct sockaddr_in *)&ss)->sin_port);
}
