/*
 * The floor under the daemon's figures: a TLS line server that does next to nothing, with the same
 * libraries and settings, plain libevent events and OpenSSL called directly.
 *
 *   floor CERT KEY      prints "ready addr=127.0.0.1:PORT" and serves until it is killed
 *
 * It greets with a line "floor". Lines, and what they cause:
 *   i N        this connection is number N        "i N" back
 *   e TEXT     echo                               "e TEXT" back
 *   t N TEXT   to number N                        "t TEXT" there
 *   a TEXT     to all others that have a number   "t TEXT" there
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#include <event2/event.h>
#include <event2/event_struct.h>
#include <event2/listener.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

enum { NUMBERS = 65536, READ_MOST = 4096, LINE_MOST = 1024 };

struct line_conn {
	int fd;
	SSL *ssl;
	struct event readable, writable;
	bool open, writing, failed, dirty;
	long number; /* -1: none yet */
	char *out;
	size_t out_len, out_cap;
	char rest[LINE_MOST / 4]; /* the beginning of a line */
	size_t rest_len;
	LIST_ENTRY(line_conn) link;
	STAILQ_ENTRY(line_conn) dirty_link;
};

static struct event_base *base;
static SSL_CTX *context;
static LIST_HEAD(, line_conn) numbered = LIST_HEAD_INITIALIZER(numbered);
static STAILQ_HEAD(, line_conn) dirty = STAILQ_HEAD_INITIALIZER(dirty);
static struct line_conn *by_number[NUMBERS];

static void send_line(struct line_conn *c, const char *head, const char *text, size_t len)
{
	size_t head_len = strlen(head), need = c->out_len + head_len + len + 1;

	if (need > c->out_cap) {
		c->out_cap = need * 2;
		if (!(c->out = realloc(c->out, c->out_cap)))
			abort();
	}
	memcpy(c->out + c->out_len, head, head_len);
	memcpy(c->out + c->out_len + head_len, text, len);
	c->out[need - 1] = '\n';
	c->out_len = need;
	if (!c->dirty) {
		c->dirty = true;
		STAILQ_INSERT_TAIL(&dirty, c, dirty_link);
	}
}

/* Writes what is gathered; the whole of it goes in one record, or waits for the socket. */
static void write_out(struct line_conn *c)
{
	int n = SSL_write(c->ssl, c->out, (int)c->out_len);

	c->writing = false;
	if (n > 0) {
		free(c->out);
		c->out = NULL;
		c->out_len = c->out_cap = 0;
	} else if (SSL_get_error(c->ssl, n) == SSL_ERROR_WANT_WRITE) {
		c->writing = true;
		event_add(&c->writable, NULL);
	} else {
		/* The read that finds the same is the one that frees it. */
		c->failed = true;
		event_active(&c->readable, EV_READ, 0);
		ERR_clear_error();
	}
}

static void write_dirty(void)
{
	struct line_conn *c;

	while ((c = STAILQ_FIRST(&dirty))) {
		STAILQ_REMOVE_HEAD(&dirty, dirty_link);
		c->dirty = false;
		if (!c->writing && !c->failed)
			write_out(c);
	}
}

static void take_number(struct line_conn *c, long n)
{
	char text[24];

	if (c->number >= 0 || n < 0 || n >= NUMBERS || by_number[n])
		return;
	c->number = n;
	by_number[n] = c;
	LIST_INSERT_HEAD(&numbered, c, link);
	send_line(c, "i ", text, (size_t)snprintf(text, sizeof text, "%ld", n));
}

static void take_line(struct line_conn *c, const char *line, size_t len)
{
	struct line_conn *other;
	char *end;
	long n;

	if (len < 3 || line[1] != ' ')
		return;
	switch (line[0]) {
	case 'e':
		send_line(c, "e ", line + 2, len - 2);
		break;
	case 'i':
		take_number(c, strtol(line + 2, NULL, 10));
		break;
	case 't':
		n = strtol(line + 2, &end, 10);
		if (n >= 0 && n < NUMBERS && by_number[n] && *end == ' ')
			send_line(by_number[n], "t", end, (size_t)(line + len - end));
		break;
	case 'a':
		LIST_FOREACH(other, &numbered, link)
		if (other != c)
			send_line(other, "t ", line + 2, len - 2);
		break;
	}
}

static void drop(struct line_conn *c)
{
	if (c->number >= 0) {
		by_number[c->number] = NULL;
		LIST_REMOVE(c, link);
	}
	if (c->dirty)
		STAILQ_REMOVE(&dirty, c, line_conn, dirty_link);
	event_del(&c->readable);
	event_del(&c->writable);
	if (c->open && !c->failed)
		SSL_shutdown(c->ssl);
	SSL_free(c->ssl);
	ERR_clear_error();
	close(c->fd);
	free(c->out);
	free(c);
}

/* All that one read brought, with what was left over before. */
static void take_bytes(struct line_conn *c, char *bytes, size_t len)
{
	char *line = bytes, *lf;

	while ((lf = memchr(line, '\n', (size_t)(bytes + len - line)))) {
		*lf = '\0';
		take_line(c, line, (size_t)(lf - line));
		line = lf + 1;
	}
	c->rest_len = (size_t)(bytes + len - line);
	if (c->rest_len > sizeof c->rest)
		c->failed = true;
	else
		memcpy(c->rest, line, c->rest_len);
}

static void on_readable(evutil_socket_t fd, short what, void *arg)
{
	static char bytes[READ_MOST + LINE_MOST];
	struct line_conn *c = arg;
	int n = 0;

	(void)fd, (void)what;
	if (!c->open && !c->failed) {
		if ((n = SSL_do_handshake(c->ssl)) == 1) {
			c->open = true;
			send_line(c, "", "floor", 5);
		} else if (SSL_get_error(c->ssl, n) != SSL_ERROR_WANT_READ) {
			c->failed = true;
		}
	}
	while (c->open && !c->failed) {
		memcpy(bytes, c->rest, c->rest_len);
		n = SSL_read(c->ssl, bytes + c->rest_len, READ_MOST);
		if (n <= 0) {
			c->failed = SSL_get_error(c->ssl, n) != SSL_ERROR_WANT_READ;
			break;
		}
		take_bytes(c, bytes, c->rest_len + (size_t)n);
		if (!SSL_has_pending(c->ssl))
			break;
	}
	write_dirty();
	if (c->failed)
		drop(c);
}

static void on_writable(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	write_out(arg);
}

static void on_accept(
    struct evconnlistener *l, evutil_socket_t fd, struct sockaddr *sa, int len, void *arg)
{
	struct line_conn *c = calloc(1, sizeof *c);
	int one = 1;

	(void)l, (void)sa, (void)len, (void)arg;
	if (!c || !(c->ssl = SSL_new(context)))
		abort();
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	SSL_set_fd(c->ssl, fd);
	SSL_set_accept_state(c->ssl);
	c->fd = fd;
	c->number = -1;
	event_assign(&c->readable, base, fd, EV_READ | EV_PERSIST, on_readable, c);
	event_assign(&c->writable, base, fd, EV_WRITE, on_writable, c);
	event_add(&c->readable, NULL);
}

/* TLS as the daemon has it: 1.3 as the load asks for, no tickets, no cache, no idle buffers. */
static bool prepare_tls(const char *cert, const char *key)
{
	context = SSL_CTX_new(TLS_server_method());
	if (!context || SSL_CTX_use_certificate_chain_file(context, cert) != 1 ||
	    SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1 ||
	    SSL_CTX_set1_groups_list(context, "X25519:P-256") != 1)
		return false;
	SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
	SSL_CTX_set_num_tickets(context, 0);
	SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	return true;
}

int main(int argc, char **argv)
{
	struct sockaddr_in sa = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof sa;
	struct evconnlistener *listener;

	signal(SIGPIPE, SIG_IGN);
	if (argc != 3 || !prepare_tls(argv[1], argv[2])) {
		fprintf(stderr, "usage: floor CERT KEY\n");
		return 2;
	}
	base = event_base_new();
	listener = base ? evconnlistener_new_bind(base, on_accept, NULL,
			      LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, SOMAXCONN,
			      (struct sockaddr *)&sa, sizeof sa)
			: NULL;
	if (!listener ||
	    getsockname(evconnlistener_get_fd(listener), (struct sockaddr *)&sa, &len) < 0) {
		perror("floor");
		return 1;
	}
	printf("ready addr=127.0.0.1:%d\n", ntohs(sa.sin_port));
	fflush(stdout);
	return event_base_dispatch(base) < 0;
}
