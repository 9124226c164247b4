#include "listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/stats.h"

struct listener {
	int fd, reserve_fd;
	struct event *ev;
	struct loop_timer *rest;
	bool resting;
	const struct listener_gate *gate;
	struct sockaddr_storage address;
};

/* Cuts "ADDR:PORT" in two; -1 when it is not of that form. */
static int split_address(const char *where, char *host, size_t cap, const char **port)
{
	const char *colon = strrchr(where, ':');
	size_t len;

	if (!colon || colon == where || !colon[1])
		return -1;
	*port = colon + 1;
	len = (size_t)(colon - where);
	if (where[0] == '[' && where[len - 1] == ']') {
		where++;
		len -= 2;
	} else if (memchr(where, ':', len)) {
		return -1; /* IPv6 goes in brackets */
	}
	if (len == 0 || len >= cap || strspn(*port, "0123456789") != strlen(*port) ||
	    strlen(*port) > 5 || strtol(*port, NULL, 10) > 65535)
		return -1;
	memcpy(host, where, len);
	host[len] = '\0';
	return 0;
}

static int bind_socket(const struct addrinfo *ai)
{
	int one = 1;
	int fd = socket(ai->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (ai->ai_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
	if (bind(fd, ai->ai_addr, ai->ai_addrlen) < 0 || listen(fd, SOMAXCONN) < 0) {
		int saved = errno;

		close(fd);
		errno = saved;
		return -1;
	}
	return fd;
}

int listener_check(const char *where, char *error, size_t cap)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV}, *ai;
	char host[256];
	const char *port;
	int why;

	if (split_address(where, host, sizeof host, &port) < 0) {
		snprintf(error, cap,
		    "%s: write it as ADDRESS:PORT, [IPV6]:PORT or *:PORT, PORT up to 65535", where);
		return -1;
	}
	if (strcmp(host, "*") == 0)
		return 0;
	why = getaddrinfo(host, port, &hints, &ai);
	if (why != 0) {
		snprintf(error, cap, "%s: not an address of numbers: %s", where, gai_strerror(why));
		return -1;
	}
	freeaddrinfo(ai);
	return 0;
}

static int open_socket(const char *where, bool *absent, char *error, size_t cap)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC,
	    .ai_socktype = SOCK_STREAM,
	    .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
	struct addrinfo *ai;
	char host[256];
	const char *port;
	int fd, why;

	*absent = false;
	if (listener_check(where, error, cap) < 0 ||
	    split_address(where, host, sizeof host, &port) < 0)
		return -1;
	if (strcmp(host, "*") == 0)
		hints.ai_family = AF_INET;
	why = getaddrinfo(strcmp(host, "*") == 0 ? NULL : host, port, &hints, &ai);
	if (why != 0) {
		snprintf(error, cap, "%s: not an address of numbers: %s", where, gai_strerror(why));
		return -1;
	}
	fd = bind_socket(ai);
	freeaddrinfo(ai);
	if (fd < 0) {
		*absent = errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL;
		snprintf(error, cap, "can't listen on %s: %s%s", where, strerror(errno),
		    errno == EADDRINUSE ? " (another gomokud? choose a port with -l ADDR:PORT)"
		    : errno == EACCES
			? " (below 1024 that takes root; choose a port with -l ADDR:PORT)"
			: "");
	}
	return fd;
}

static void on_rested(void *arg)
{
	listener_wake(arg);
}

void listener_wake(struct listener *l)
{
	if (!l->resting)
		return;
	l->resting = false;
	timer_set(l->rest, INT64_MAX);
	event_add(l->ev, NULL);
}

/* Shows a waiting peer the door, with the descriptor in reserve. False when nobody waits. */
static bool turn_away(struct listener *l)
{
	int fd;

	if (l->reserve_fd < 0)
		return false;
	close(l->reserve_fd);
	if ((fd = accept4(l->fd, NULL, NULL, SOCK_CLOEXEC)) >= 0)
		close(fd);
	l->reserve_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	return fd >= 0;
}

/* The listener takes nobody for a while. */
static void rest(struct listener *l, int64_t ms)
{
	event_del(l->ev);
	l->resting = true;
	timer_set(l->rest, loop_now_ms() + ms);
}

static void cannot_accept(struct listener *l)
{
	log_warn("event=accept-failed reason=\"%s\" rest-ms=1000", strerror(errno));
	stats_add(STAT_REFUSED_FILES, 1);
	rest(l, 1000);
}

/* No descriptor is left: those who wait are turned away, and the listener rests. */
static void out_of_descriptors(struct listener *l)
{
	int away = 0, error = errno;

	while (away < LIMIT_ACCEPTS && turn_away(l))
		away++;
	errno = error;
	cannot_accept(l);
}

/* Whether its network has not made too many connections of late. */
static bool is_slow_enough(const struct listener_gate *g, const struct address *from)
{
	struct network n = network_of(from);
	char text[ADDRESS_TEXT];

	return address_is_loopback(from) ||
	       throttle_take(g->pace, network_text(&n, text), loop_now_ms()) == 0;
}

/* Whether the peer may come in. */
static bool admits(const struct listener_gate *g, const struct address *from)
{
	if (g->banned(from, g->arg)) {
		stats_add(STAT_REFUSED_BANNED, 1);
		return false;
	}
	if (!is_slow_enough(g, from)) {
		stats_add(STAT_REFUSED_PACE, 1);
		return false;
	}
	switch (conn_hub_admit(g->hub, from)) {
	case CONN_TAKEN:
		return true;
	case CONN_NO_ROOM:
		stats_add(STAT_REFUSED_FULL, 1);
		break;
	case CONN_NO_SHARE:
		stats_add(STAT_REFUSED_SHARE, 1);
		break;
	}
	return false;
}

static void welcome(struct listener *l, int fd, const struct address *from)
{
	int one = 1;

	if (!admits(l->gate, from)) {
		close(fd);
		return;
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
	if (conn_new(l->gate->hub, fd, &tls_transport, tls_accept(l->gate->tls, fd), from) == 0) {
		stats_add(STAT_ACCEPTED, 1);
		return;
	}
	stats_add(STAT_REFUSED_MEMORY, 1);
	log_warn("event=accept-failed reason=\"no memory\"");
}

static void on_accept(evutil_socket_t listen_fd, short what, void *arg)
{
	struct listener *l = arg;
	int failed = 0;

	(void)what;
	for (int i = 0; i < LIMIT_ACCEPTS; i++) {
		struct sockaddr_storage ss = {0};
		struct sockaddr *sa = (struct sockaddr *)&ss;
		socklen_t len = sizeof ss;
		int fd;

		if (!conn_hub_may_shake(l->gate->hub)) {
			stats_add(STAT_HANDSHAKE_PAUSES, 1);
			rest(l, LIMIT_HANDSHAKE_PAUSE_MS);
			return;
		}
		fd = accept4(listen_fd, sa, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (fd >= 0) {
			struct address from = address_of(sa);

			welcome(l, fd, &from);
		} else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
			   errno == ENOMEM) {
			out_of_descriptors(l);
			return;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			return;
		} else {
			/* Most often one peer has left while it waited. */
			failed++;
		}
	}
	if (failed == LIMIT_ACCEPTS)
		cannot_accept(l);
}

struct listener *listener_new(struct loop *loop, const char *where,
    const struct listener_gate *gate, bool *absent, char *error, size_t cap)
{
	struct listener *l = calloc(1, sizeof *l);
	socklen_t len = sizeof l->address;

	if (!l)
		return NULL;
	l->gate = gate;
	l->fd = open_socket(where, absent, error, cap);
	if (l->fd < 0) {
		free(l);
		return NULL;
	}
	getsockname(l->fd, (struct sockaddr *)&l->address, &len);
	l->reserve_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	l->rest = timer_new(loop, on_rested, l);
	l->ev = event_new(loop_base(loop), l->fd, EV_READ | EV_PERSIST, on_accept, l);
	if (!l->ev || event_add(l->ev, NULL) < 0) {
		snprintf(error, cap, "out of memory");
		listener_free(l);
		return NULL;
	}
	return l;
}

void listener_free(struct listener *l)
{
	if (l->ev)
		event_free(l->ev);
	timer_free(l->rest);
	close(l->fd);
	if (l->reserve_fd >= 0)
		close(l->reserve_fd);
	free(l);
}

int listener_port(const struct listener *l)
{
	if (l->address.ss_family == AF_INET6)
		return ntohs(((const struct sockaddr_in6 *)&l->address)->sin6_port);
	return ntohs(((const struct sockaddr_in *)&l->address)->sin_port);
}

bool listener_address(const struct listener *l, struct sockaddr_storage *at)
{
	struct address a = address_of((const struct sockaddr *)&l->address);

	*at = l->address;
	return !address_is_loopback(&a);
}

bool listener_is_local(const char *where)
{
	char host[256];
	const char *port;
	struct network n;

	return split_address(where, host, sizeof host, &port) == 0 && network_read(&n, host) &&
	       address_is_loopback(&n.address);
}

/* The address alone, an IPv6 one in brackets. */
static void host_text(const struct sockaddr *sa, char *buf, size_t cap)
{
	char host[INET6_ADDRSTRLEN] = "";

	if (sa->sa_family == AF_INET6) {
		inet_ntop(
		    AF_INET6, &((const struct sockaddr_in6 *)sa)->sin6_addr, host, sizeof host);
		snprintf(buf, cap, "[%s]", host);
	} else {
		inet_ntop(AF_INET, &((const struct sockaddr_in *)sa)->sin_addr, host, sizeof host);
		snprintf(buf, cap, "%s", host);
	}
}

const char *listener_text(const struct listener *l, char buf[static LISTENER_TEXT])
{
	char host[INET6_ADDRSTRLEN + 2];

	host_text((const struct sockaddr *)&l->address, host, sizeof host);
	snprintf(buf, LISTENER_TEXT, "%s:%d", host, listener_port(l));
	return buf;
}

static bool listens_on_all(const struct listener *l)
{
	if (l->address.ss_family == AF_INET6)
		return IN6_IS_ADDR_UNSPECIFIED(
		    &((const struct sockaddr_in6 *)&l->address)->sin6_addr);
	return ((const struct sockaddr_in *)&l->address)->sin_addr.s_addr == htonl(INADDR_ANY);
}

/* Link-local IPv6 addresses need an interface's name that only this machine knows. */
static bool reachable(const struct ifaddrs *i, int family, bool loopback)
{
	if (!i->ifa_addr || i->ifa_addr->sa_family != family || !(i->ifa_flags & IFF_UP) ||
	    !(i->ifa_flags & IFF_LOOPBACK) == loopback)
		return false;
	return family != AF_INET6 ||
	       !IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)i->ifa_addr)->sin6_addr);
}

int listener_addresses(const struct listener *l, bool loopback,
    void (*each)(const char *address, void *arg), void *arg)
{
	char host[INET6_ADDRSTRLEN + 2];
	struct ifaddrs *all = NULL;
	struct sockaddr_storage own;
	int told = 0;

	if (!listens_on_all(l)) {
		if (listener_address(l, &own) == loopback)
			return 0;
		host_text((const struct sockaddr *)&l->address, host, sizeof host);
		each(host, arg);
		return 1;
	}
	if (getifaddrs(&all) < 0)
		return 0;
	for (struct ifaddrs *i = all; i; i = i->ifa_next)
		if (reachable(i, l->address.ss_family, loopback)) {
			host_text(i->ifa_addr, host, sizeof host);
			each(host, arg);
			told++;
		}
	freeifaddrs(all);
	return told;
}
