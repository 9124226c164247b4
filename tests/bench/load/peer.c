#include "peer.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

enum { LINE_MOST = 4096, READ_MOST = 16384, EVENTS = 256 };

enum peer_state { SHAKING, OPEN, CLOSED };

struct peer {
	int fd;
	SSL *ssl;
	enum peer_state state;
	uint32_t watched; /* what epoll is asked for */
	const struct peer_handler *handler;
	void *arg;
	char *out, *rest; /* NULL when empty */
	size_t out_len, out_cap, rest_len;
	bool dirty;
	STAILQ_ENTRY(peer) dirty_link, closed_link;
};

STAILQ_HEAD(peer_list, peer);

static struct peer_list dirty = STAILQ_HEAD_INITIALIZER(dirty);
static struct peer_list closed = STAILQ_HEAD_INITIALIZER(closed);
static SSL_CTX *context;
static int epoll_fd = -1, count;

int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

void die(const char *fmt, ...)
{
	va_list ap;

	fputs("load: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

/* A Ctrl-C ends the program in order: what it has put on disk goes with it. */
static volatile sig_atomic_t stopped;

static void on_signal(int number)
{
	stopped = number;
}

/* The same cipher and group whatever a server would like best: the same work for each. */
static void prepare(void)
{
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	context = SSL_CTX_new(TLS_client_method());
	if (epoll_fd < 0 || !context || !SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) ||
	    !SSL_CTX_set_ciphersuites(context, "TLS_AES_256_GCM_SHA384") ||
	    !SSL_CTX_set1_groups_list(context, "X25519"))
		die("no TLS");
	SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
	SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

static void watch(struct peer *p, uint32_t events)
{
	struct epoll_event e = {.events = events, .data.ptr = p};

	if (p->watched == events)
		return;
	if (epoll_ctl(epoll_fd, p->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, p->fd, &e) < 0)
		die("epoll_ctl: %s", strerror(errno));
	p->watched = events;
}

struct peer *peer_open(uint16_t port, const struct peer_handler *handler, void *arg)
{
	struct sockaddr_in sa = {.sin_family = AF_INET,
	    .sin_port = htons(port),
	    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct peer *p = calloc(1, sizeof *p);
	int one = 1;

	if (epoll_fd < 0)
		prepare();
	if (!p || !(p->ssl = SSL_new(context)))
		die("out of memory");
	p->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (p->fd < 0)
		die("socket: %s", strerror(errno));
	setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	if (connect(p->fd, (struct sockaddr *)&sa, sizeof sa) < 0 && errno != EINPROGRESS)
		die("connect: %s", strerror(errno));
	SSL_set_fd(p->ssl, p->fd);
	SSL_set_connect_state(p->ssl);
	p->handler = handler;
	p->arg = arg;
	watch(p, EPOLLOUT);
	count++;
	return p;
}

static void mark_dirty(struct peer *p)
{
	if (p->dirty)
		return;
	p->dirty = true;
	STAILQ_INSERT_TAIL(&dirty, p, dirty_link);
}

void peer_send(struct peer *p, const char *fmt, ...)
{
	char line[LINE_MOST];
	va_list ap;
	size_t len;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof line)
		die("too long a line to send");
	line[n] = '\n';
	len = (size_t)n + 1;
	if (p->out_len + len > p->out_cap) {
		p->out_cap = (p->out_len + len) * 2;
		if (!(p->out = realloc(p->out, p->out_cap)))
			die("out of memory");
	}
	memcpy(p->out + p->out_len, line, len);
	p->out_len += len;
	mark_dirty(p);
}

/* Out of epoll at once; the memory waits, since an event of this turn may still name it. */
static void end(struct peer *p)
{
	close(p->fd);
	p->state = CLOSED;
	count--;
	STAILQ_INSERT_TAIL(&closed, p, closed_link);
}

void peer_close(struct peer *p)
{
	if (p->state == CLOSED)
		return;
	if (p->state == OPEN)
		SSL_shutdown(p->ssl);
	ERR_clear_error();
	end(p);
}

void peer_reset(struct peer *p)
{
	struct linger linger = {1, 0};

	if (p->state == CLOSED)
		return;
	setsockopt(p->fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
	end(p);
}

static void lose(struct peer *p, const char *why)
{
	if (p->state == CLOSED)
		return;
	end(p);
	p->handler->lost(p->arg, why);
}

/* After a call of OpenSSL that did not go through. */
static void consider(struct peer *p, int result)
{
	int error = SSL_get_error(p->ssl, result);

	ERR_clear_error();
	if (error == SSL_ERROR_WANT_READ)
		watch(p, EPOLLIN);
	else if (error == SSL_ERROR_WANT_WRITE)
		watch(p, EPOLLIN | EPOLLOUT);
	else
		lose(p, p->state == SHAKING		 ? "the handshake failed"
			: error == SSL_ERROR_ZERO_RETURN ? "closed by the server"
							 : "broken off by the server");
}

static void flush(struct peer *p)
{
	int n;

	if (p->state != OPEN || p->out_len == 0)
		return;
	if ((n = SSL_write(p->ssl, p->out, (int)p->out_len)) <= 0) {
		consider(p, n);
		return;
	}
	free(p->out);
	p->out = NULL;
	p->out_len = p->out_cap = 0;
	watch(p, EPOLLIN);
}

/* Hands over the lines of bytes (which have room for a NUL behind them) and keeps what is left. */
static void take_lines(struct peer *p, char *bytes, size_t len)
{
	char *line = bytes, *lf;

	while (p->state == OPEN && (lf = memchr(line, '\n', (size_t)(bytes + len - line)))) {
		*lf = '\0';
		p->handler->line(p->arg, line, (size_t)(lf - line));
		line = lf + 1;
	}
	free(p->rest);
	p->rest = NULL;
	p->rest_len = (size_t)(bytes + len - line);
	if (p->state != OPEN || p->rest_len == 0)
		return;
	if (p->rest_len > LINE_MOST)
		die("the server has sent a line of more than %d bytes", LINE_MOST);
	if (!(p->rest = malloc(p->rest_len)))
		die("out of memory");
	memcpy(p->rest, line, p->rest_len);
}

static void receive(struct peer *p)
{
	static char bytes[LINE_MOST + READ_MOST];

	while (p->state == OPEN) {
		int n;

		if (p->rest_len)
			memcpy(bytes, p->rest, p->rest_len);
		n = SSL_read(p->ssl, bytes + p->rest_len, READ_MOST);
		if (n <= 0) {
			consider(p, n);
			return;
		}
		take_lines(p, bytes, p->rest_len + (size_t)n);
		if (!SSL_has_pending(p->ssl))
			return;
	}
}

static void on_event(struct peer *p)
{
	int n;

	if (p->state == SHAKING) {
		if ((n = SSL_do_handshake(p->ssl)) != 1) {
			consider(p, n);
			return;
		}
		p->state = OPEN;
		watch(p, EPOLLIN);
		mark_dirty(p);
	}
	if (p->state == OPEN && (p->watched & EPOLLOUT))
		mark_dirty(p);
	receive(p);
}

static void turn_end(void)
{
	struct peer *p;

	while ((p = STAILQ_FIRST(&dirty))) {
		STAILQ_REMOVE_HEAD(&dirty, dirty_link);
		p->dirty = false;
		flush(p);
	}
	while ((p = STAILQ_FIRST(&closed))) {
		STAILQ_REMOVE_HEAD(&closed, closed_link);
		SSL_free(p->ssl);
		ERR_clear_error();
		free(p->out);
		free(p->rest);
		free(p);
	}
}

void peers_turn(int64_t wait_ns)
{
	struct timespec wait = {(time_t)(wait_ns / 1000000000), (long)(wait_ns % 1000000000)};
	struct epoll_event events[EVENTS];
	int n;

	turn_end();
	if (epoll_fd < 0)
		prepare();
	if (stopped)
		exit(128 + stopped);
	n = epoll_pwait2(epoll_fd, events, EVENTS, &wait, NULL);
	for (int i = 0; i < n; i++)
		on_event(events[i].data.ptr);
	turn_end();
}

int peers_count(void)
{
	return count;
}
