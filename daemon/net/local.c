#include "local.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "plain.h"

struct local {
	int fd, folder_fd;
	char name[64];
	struct event *ev;
	struct loop_timer *rest;
	struct conn_hub *hub;
};

static bool may_enter(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof peer;

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) < 0)
		return false;
	if (peer.uid == 0 || peer.uid == geteuid())
		return true;
	log_warn("event=admin-refused uid=%u pid=%d", (unsigned)peer.uid, (int)peer.pid);
	return false;
}

static void welcome(struct local *l, int fd)
{
	const struct address nowhere = {0};

	if (!may_enter(fd) || conn_hub_admit(l->hub, &nowhere) != CONN_TAKEN)
		close(fd);
	else if (conn_new(l->hub, fd, &plain_transport, plain_state(fd), &nowhere) < 0)
		log_warn("event=admin-refused reason=\"no memory\"");
}

static void on_rested(void *arg)
{
	struct local *l = arg;

	event_add(l->ev, NULL);
}

static void on_accept(evutil_socket_t listen_fd, short what, void *arg)
{
	struct local *l = arg;
	int fd = accept4(listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

	(void)what;
	if (fd >= 0) {
		welcome(l, fd);
	} else if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
		/* No descriptor: who waits is taken when there is one. */
		event_del(l->ev);
		timer_set(l->rest, loop_now_ms() + 1000);
	}
}

/* The path by way of the folder's descriptor, which is short, however long the folder's is. */
static void set_address(const struct local *l, struct sockaddr_un *sa)
{
	*sa = (struct sockaddr_un){.sun_family = AF_UNIX};
	snprintf(
	    sa->sun_path, sizeof sa->sun_path, "/proc/self/fd/%d/%.40s", l->folder_fd, l->name);
}

static int open_socket(struct local *l)
{
	struct sockaddr_un sa;

	set_address(l, &sa);
	l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (l->fd < 0)
		return -1;
	unlinkat(l->folder_fd, l->name, 0);
	/* The mode of the socket is that of its file, from the first moment. */
	if (fchmod(l->fd, 0600) < 0 || bind(l->fd, (struct sockaddr *)&sa, sizeof sa) < 0)
		return -1;
	return listen(l->fd, LIMIT_ADMINS);
}

struct local *local_new(struct loop *loop, const char *folder, const char *name,
    struct conn_hub *hub, char *error, size_t cap)
{
	struct local *l = calloc(1, sizeof *l);

	if (!l) {
		snprintf(error, cap, "out of memory");
		return NULL;
	}
	l->hub = hub;
	l->fd = -1;
	snprintf(l->name, sizeof l->name, "%s", name);
	l->folder_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (l->folder_fd < 0 || open_socket(l) < 0) {
		snprintf(error, cap, "can't listen on %s/%s: %s", folder, name, strerror(errno));
		local_free(l);
		return NULL;
	}
	l->rest = timer_new(loop, on_rested, l);
	l->ev = event_new(loop_base(loop), l->fd, EV_READ | EV_PERSIST, on_accept, l);
	if (!l->ev || event_add(l->ev, NULL) < 0) {
		snprintf(error, cap, "out of memory");
		local_free(l);
		return NULL;
	}
	return l;
}

void local_free(struct local *l)
{
	if (!l)
		return;
	if (l->ev)
		event_free(l->ev);
	timer_free(l->rest);
	if (l->fd >= 0) {
		close(l->fd);
		unlinkat(l->folder_fd, l->name, 0);
	}
	if (l->folder_fd >= 0)
		close(l->folder_fd);
	free(l);
}
