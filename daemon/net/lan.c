#include "lan.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/limits.h"
#include "daemon/loop.h"
#include "daemon/sandbox.h"
#include "lan_publisher.h"

enum { NEWS_A_TURN = 16 };

struct lan {
	int fd;
	pid_t pid;
	struct event *ev;
	struct loop_timer *timer;
	void (*heard)(const struct lan_news *news, void *arg);
	void *arg;
	struct lan_offer offer; /* what is to be known there */
	bool waits;		/* it is not known there yet */
	bool gone;		/* the helper has ended */
	int64_t sent_ms;	/* when one was last sent */
};

bool lan_is_built(void)
{
	return lan_publisher_is_built();
}

/* Leaves the process its socket, stderr and what it needs to find the bus. */
static void confine(int fd, bool confined)
{
	static const struct sandbox_path paths[] = {
	    {"/etc", false},
	    {"/usr", false},
	    {"/lib", false},
	    {"/lib64", false},
	    {"/run", false},
	    {"/var/lib/dbus", false},
	    {"/proc/self", false},
	    {"/dev/null", true},
	};
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	/* The daemon's output is a pipe to somebody who waits for its end. */
	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
		_exit(1);
	if (fd > 3)
		close_range(3, (unsigned)fd - 1, 0);
	close_range((unsigned)fd + 1, ~0u, 0);
	sandbox_helper(paths, sizeof paths / sizeof *paths, confined);
}

static void helper_main(int fd, pid_t daemon, bool confined)
{
	prctl(PR_SET_NAME, "gomokud-lan");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != daemon)
		_exit(0); /* it had ended before that was set */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	confine(fd, confined);
	lan_publisher_run(fd);
	_exit(0);
}

struct lan *lan_start(bool confined)
{
	struct lan *l = calloc(1, sizeof *l);
	pid_t daemon = getpid();
	int pair[2];

	if (!l || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0) {
		free(l);
		return NULL;
	}
	l->pid = fork();
	if (l->pid < 0) {
		close(pair[0]);
		close(pair[1]);
		free(l);
		return NULL;
	}
	if (l->pid == 0) {
		close(pair[0]);
		helper_main(pair[1], daemon, confined);
	}
	close(pair[1]);
	l->fd = pair[0];
	return l;
}

static void helper_gone(struct lan *l)
{
	l->gone = true;
	event_del(l->ev);
	timer_set(l->timer, INT64_MAX);
	l->heard(NULL, l->arg);
}

static void on_news(evutil_socket_t fd, short what, void *arg)
{
	struct lan *l = arg;
	struct lan_news news;

	(void)what;
	for (int i = 0; i < NEWS_A_TURN; i++) {
		ssize_t n = recv(fd, &news, sizeof news, 0);

		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n != (ssize_t)sizeof news) {
			helper_gone(l);
			return;
		}
		news.text[sizeof news.text - 1] = '\0';
		l->heard(&news, l->arg);
	}
}

/* Sends what is to be known, or tries again later when the helper is busy. */
static void send_offer(struct lan *l)
{
	if (l->gone)
		return;
	l->sent_ms = loop_now_ms();
	if (send(l->fd, &l->offer, sizeof l->offer, MSG_NOSIGNAL) == (ssize_t)sizeof l->offer)
		l->waits = false;
	timer_set(l->timer, l->waits ? l->sent_ms + LIMIT_LAN_UPDATE_MS : INT64_MAX);
}

static void on_time(void *arg)
{
	send_offer(arg);
}

void lan_listen(struct lan *l, struct loop *loop,
    void (*heard)(const struct lan_news *news, void *arg), void *arg)
{
	l->heard = heard;
	l->arg = arg;
	l->timer = timer_new(loop, on_time, l);
	l->ev = event_new(loop_base(loop), l->fd, EV_READ | EV_PERSIST, on_news, l);
	l->sent_ms = loop_now_ms() - LIMIT_LAN_UPDATE_MS;
	if (!l->ev || event_add(l->ev, NULL) < 0)
		l->gone = true;
}

/* Whether they differ in more than figures. */
static bool is_other_service(const struct lan_offer *a, const struct lan_offer *b)
{
	return memcmp(&a->four, &b->four, sizeof a->four) != 0 ||
	       memcmp(&a->six, &b->six, sizeof a->six) != 0 ||
	       strcmp(a->advert.name, b->advert.name) != 0;
}

void lan_publish(struct lan *l, const struct lan_offer *offer)
{
	bool other = is_other_service(&l->offer, offer);

	if (memcmp(&l->offer, offer, sizeof *offer) == 0)
		return;
	l->offer = *offer;
	l->waits = true;
	if (other || loop_now_ms() >= l->sent_ms + LIMIT_LAN_UPDATE_MS)
		send_offer(l);
	else
		timer_set(l->timer, l->sent_ms + LIMIT_LAN_UPDATE_MS);
}

/* Waits for the other end to be closed. False when it takes too long. */
static bool has_ended(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	int64_t end = loop_now_ms() + LIMIT_LAN_STOP_MS, left;
	struct lan_news news;
	ssize_t n;

	while ((left = end - loop_now_ms()) > 0) {
		if (poll(&p, 1, (int)left) <= 0)
			continue;
		n = recv(fd, &news, sizeof news, 0);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			return true;
	}
	return false;
}

void lan_stop(struct lan *l)
{
	if (!l)
		return;
	/* One that hangs, since the bus does, ends with this process (PR_SET_PDEATHSIG). */
	shutdown(l->fd, SHUT_WR);
	if (has_ended(l->fd))
		while (waitpid(l->pid, NULL, 0) < 0 && errno == EINTR)
			;
	if (l->ev)
		event_free(l->ev);
	timer_free(l->timer);
	close(l->fd);
	free(l);
}
