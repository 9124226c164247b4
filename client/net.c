#include "net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include "daemon/wire/wire.h"
#include "i18n.h"
#include "trust.h"

enum {
	OPEN_SECONDS = 10,     /* for one address to connect and shake hands */
	OUT_MAX = 64 * 1024,   /* bytes that may wait to be sent: hundreds of commands */
	READS_PER_TURN = 32,   /* then other events of the loop have their turn */
	READ_SIZE = 16 * 1024, /* a TLS record */
};

enum net_state { NET_CONNECTING, NET_HANDSHAKE, NET_OPEN, NET_ENDED };

struct net {
	struct event_base *base;
	const struct net_calls *calls;
	void *arg;
	struct trust *trust;
	char host[256];
	struct addrinfo *addresses, *next; /* next: to be tried after this one */
	enum net_state state;
	int fd;
	SSL_CTX *ctx;
	SSL *ssl;
	struct event *reading, *writing, *timer;
	char out[OUT_MAX];
	size_t out_len;
	char in[WIRE_SERVER_MAX]; /* the beginning of a line */
	size_t in_len;
	char why[200];
};

static void on_ready(evutil_socket_t fd, short what, void *arg);
static void connect_next(struct net *n);

static void drop_socket(struct net *n)
{
	if (n->reading != NULL)
		event_free(n->reading);
	if (n->writing != NULL)
		event_free(n->writing);
	n->reading = n->writing = NULL;
	SSL_free(n->ssl);
	n->ssl = NULL;
	if (n->fd >= 0)
		close(n->fd);
	n->fd = -1;
	ERR_clear_error();
}

/* The only way out: the socket goes, and the owner is told once. */
static void end(struct net *n, enum net_end how, const char *why)
{
	if (n->state == NET_ENDED)
		return;
	n->state = NET_ENDED;
	if (why != n->why)
		snprintf(n->why, sizeof(n->why), "%s", why);
	event_del(n->timer);
	drop_socket(n);
	n->calls->down(n->arg, how, n->why);
}

/* This address came to nothing. The next one is tried, when there is one. */
static void address_failed(struct net *n, const char *why)
{
	snprintf(n->why, sizeof(n->why), "%s", why);
	drop_socket(n);
	connect_next(n);
}

/* What OpenSSL has to say about its last failure. */
static const char *tls_reason(void)
{
	unsigned long e = ERR_peek_last_error();
	const char *text = e == 0 ? NULL : ERR_reason_error_string(e);

	return text == NULL ? _("the server broke off") : text;
}

/*
 * What follows from an SSL call that returned rc. True: try again when the socket is ready (the
 * write event is there only while OpenSSL waits for it). False: the connection has ended.
 */
static bool tls_again(struct net *n, int rc)
{
	char why[200];
	int error = SSL_get_error(n->ssl, rc);

	if (error == SSL_ERROR_WANT_READ)
		return true;
	if (error == SSL_ERROR_WANT_WRITE) {
		event_add(n->writing, NULL);
		return true;
	}
	if (n->state == NET_HANDSHAKE) {
		if (n->trust->verdict == TRUST_DIFFERS || n->trust->verdict == TRUST_UNREADABLE)
			end(n, NET_UNTRUSTED, _("its key is not the one expected"));
		else {
			snprintf(why, sizeof(why), _("no TLS handshake: %s"), tls_reason());
			end(n, NET_UNREACHABLE, why);
		}
	} else if (error == SSL_ERROR_ZERO_RETURN)
		end(n, NET_CLOSED, _("the server closed the connection"));
	else
		end(n, NET_LOST, _("the connection broke off"));
	return false;
}

/* Sends what waits. The write event stays only while OpenSSL wants the socket writable. */
static void flush(struct net *n)
{
	size_t done = 0;

	event_del(n->writing);
	ERR_clear_error();
	while (done < n->out_len) {
		int rc = SSL_write(n->ssl, n->out + done, (int)(n->out_len - done));

		if (rc <= 0) {
			if (!tls_again(n, rc))
				return;
			break;
		}
		done += (size_t)rc;
	}
	memmove(n->out, n->out + done, n->out_len - done);
	n->out_len -= done;
}

/* Takes bytes in and hands out the lines that are whole. False when the connection has ended. */
static bool take_bytes(struct net *n, const char *bytes, size_t len)
{
	while (len > 0) {
		const char *lf = memchr(bytes, '\n', len);
		size_t part = lf == NULL ? len : (size_t)(lf - bytes);

		if (n->in_len + part >= sizeof(n->in)) {
			end(n, NET_BAD_LINE, _("a line longer than the protocol allows"));
			return false;
		}
		memcpy(n->in + n->in_len, bytes, part);
		n->in_len += part;
		if (lf == NULL)
			return true;
		bytes += part + 1;
		len -= part + 1;
		part = n->in_len;
		n->in_len = 0;
		n->calls->line(n->arg, n->in, part);
		if (n->state != NET_OPEN)
			return false;
	}
	return true;
}

static void read_lines(struct net *n)
{
	char bytes[READ_SIZE];

	for (int i = 0; i < READS_PER_TURN; i++) {
		int rc;

		ERR_clear_error();
		rc = SSL_read(n->ssl, bytes, sizeof(bytes));
		if (rc <= 0) {
			tls_again(n, rc);
			return;
		}
		if (!take_bytes(n, bytes, (size_t)rc))
			return;
	}
	/* OpenSSL may hold more although the socket has nothing to read any more. */
	event_active(n->reading, EV_READ, 0);
}

static void shake_hands(struct net *n)
{
	int rc;

	ERR_clear_error();
	rc = SSL_connect(n->ssl);
	if (rc != 1) {
		tls_again(n, rc);
		return;
	}
	n->state = NET_OPEN;
	event_del(n->writing);
	event_del(n->timer);
	n->calls->up(n->arg);
	if (n->state == NET_OPEN)
		read_lines(n);
}

static SSL *make_ssl(struct net *n)
{
	struct in_addr address;
	SSL *ssl = SSL_new(n->ctx);
	bool numeric = strchr(n->host, ':') != NULL || inet_pton(AF_INET, n->host, &address) == 1;

	if (ssl == NULL)
		return NULL;
	if (SSL_set_fd(ssl, n->fd) != 1 ||
	    (!numeric && SSL_set_tlsext_host_name(ssl, n->host) != 1)) {
		SSL_free(ssl);
		return NULL;
	}
	return ssl;
}

static void on_connected(struct net *n)
{
	int error = 0, one = 1;
	socklen_t len = sizeof(error);

	if (getsockopt(n->fd, SOL_SOCKET, SO_ERROR, &error, &len) < 0)
		error = errno;
	if (error != 0) {
		address_failed(n, strerror(error));
		return;
	}
	/* Small lines are to leave at once, and a server that vanished is to be noticed. */
	setsockopt(n->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	setsockopt(n->fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof(one));
	n->ssl = make_ssl(n);
	if (n->ssl == NULL) {
		end(n, NET_UNREACHABLE, tls_reason());
		return;
	}
	n->state = NET_HANDSHAKE;
	event_del(n->writing);
	event_add(n->reading, NULL);
	shake_hands(n);
}

static void on_ready(evutil_socket_t fd, short what, void *arg)
{
	struct net *n = arg;

	(void)fd;
	switch (n->state) {
	case NET_CONNECTING:
		on_connected(n);
		break;
	case NET_HANDSHAKE:
		if (what & EV_WRITE)
			event_del(n->writing);
		shake_hands(n);
		break;
	case NET_OPEN:
		/* OpenSSL may have waited for either to go on with the other: both are tried. */
		flush(n);
		if (n->state == NET_OPEN)
			read_lines(n);
		break;
	case NET_ENDED:
		break;
	}
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct net *n = arg;

	(void)fd;
	(void)what;
	switch (n->state) {
	case NET_CONNECTING:
		/* Without an address left, this comes from net_open: nothing was tried yet. */
		address_failed(n, n->fd < 0 ? _("no usable address") : _("no answer"));
		break;
	case NET_HANDSHAKE:
		end(n, NET_UNREACHABLE, _("it does not answer as a TLS server"));
		break;
	case NET_OPEN:
		end(n, NET_CLOSED, "left");
		break;
	case NET_ENDED:
		break;
	}
}

/* Starts to connect to one address. 0, or -1 with errno. */
static int connect_to(struct net *n, const struct addrinfo *a)
{
	n->fd = socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);
	if (n->fd < 0)
		return -1;
	if (connect(n->fd, a->ai_addr, a->ai_addrlen) < 0 && errno != EINPROGRESS)
		return -1;
	n->reading = event_new(n->base, n->fd, EV_READ | EV_PERSIST, on_ready, n);
	n->writing = event_new(n->base, n->fd, EV_WRITE | EV_PERSIST, on_ready, n);
	if (n->reading == NULL || n->writing == NULL || event_add(n->writing, NULL) < 0) {
		errno = ENOMEM;
		return -1;
	}
	return 0;
}

static void connect_next(struct net *n)
{
	const struct timeval limit = {OPEN_SECONDS, 0};

	n->state = NET_CONNECTING;
	while (n->next != NULL) {
		const struct addrinfo *a = n->next;

		n->next = a->ai_next;
		if (connect_to(n, a) == 0) {
			event_add(n->timer, &limit);
			return;
		}
		snprintf(n->why, sizeof(n->why), "%s", strerror(errno));
		drop_socket(n);
	}
	end(n, NET_UNREACHABLE, n->why);
}

/* The TLS context: 1.2 and 1.3, and trust alone judges the certificate. 0 or -1. */
static int make_context(struct net *n)
{
	n->ctx = SSL_CTX_new(TLS_client_method());
	if (n->ctx == NULL || SSL_CTX_set_min_proto_version(n->ctx, TLS1_2_VERSION) != 1)
		return -1;
	SSL_CTX_set_mode(
	    n->ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	SSL_CTX_set_options(n->ctx, SSL_OP_NO_RENEGOTIATION);
	return trust_attach(n->trust, n->ctx);
}

struct net *net_open(struct event_base *base, const char *host, const char *port,
    struct trust *trust, const struct net_calls *calls, void *arg, const char **why)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	const struct timeval at_once = {0, 0};
	struct net *n = calloc(1, sizeof(*n));
	int rc;

	*why = _("not enough memory");
	if (n == NULL)
		return NULL;
	n->base = base;
	n->calls = calls;
	n->arg = arg;
	n->trust = trust;
	n->fd = -1;
	snprintf(n->host, sizeof(n->host), "%s", host);
	n->timer = evtimer_new(base, on_timer, n);
	if (n->timer == NULL || make_context(n) < 0) {
		net_free(n);
		return NULL;
	}
	rc = getaddrinfo(host, port, &hints, &n->addresses);
	if (rc != 0) {
		*why = gai_strerror(rc);
		n->addresses = NULL;
		net_free(n);
		return NULL;
	}
	/* The first attempt is made from the loop, so that no callback comes before we return. */
	n->next = n->addresses;
	evtimer_add(n->timer, &at_once);
	return n;
}

int net_send(struct net *n, const char *line)
{
	size_t len = strlen(line);

	if (n->state != NET_OPEN || len + 1 > sizeof(n->out) - n->out_len)
		return -1;
	memcpy(n->out + n->out_len, line, len);
	n->out_len += len;
	n->out[n->out_len++] = '\n';
	event_add(n->writing, NULL);
	return 0;
}

void net_finish(struct net *n, int ms)
{
	const struct timeval limit = {ms / 1000, ms % 1000 * 1000};

	if (n->state == NET_ENDED)
		return;
	if (n->state != NET_OPEN) {
		n->next = NULL;
		event_active(n->timer, EV_TIMEOUT, 0);
		return;
	}
	evtimer_add(n->timer, &limit);
}

void net_free(struct net *n)
{
	if (n == NULL)
		return;
	if (n->state == NET_OPEN && n->ssl != NULL)
		SSL_shutdown(n->ssl);
	n->state = NET_ENDED;
	drop_socket(n);
	SSL_CTX_free(n->ctx);
	if (n->timer != NULL)
		event_free(n->timer);
	if (n->addresses != NULL)
		freeaddrinfo(n->addresses);
	free(n);
}
