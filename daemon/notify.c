#include "notify.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "log.h"

static int manager = -1;
static int64_t pulse_every_us; /* 0: no watchdog */
static int64_t next_pulse_us;

static int64_t now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

/* A path, or a name in the abstract space, written with @ in place of its first byte, 0. */
static int connect_to(const char *name)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	size_t len = strlen(name);
	int fd;

	if ((*name != '/' && *name != '@') || len >= sizeof a.sun_path) {
		errno = EINVAL;
		return -1;
	}
	memcpy(a.sun_path, name, len);
	if (*name == '@')
		a.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&a,
			   (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len)) < 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* The watchdog's patience, if it is for this process. */
static void read_watchdog(void)
{
	const char *us = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");

	if (us && (!pid || strtol(pid, NULL, 10) == (long)getpid()))
		pulse_every_us = strtoll(us, NULL, 10) / 2;
}

void notify_begin(void)
{
	const char *name = getenv("NOTIFY_SOCKET");

	if (!name)
		return;
	if ((manager = connect_to(name)) < 0)
		log_warn("event=no-service-manager socket=%s reason=\"%s\"", name, strerror(errno));
	read_watchdog();
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	unsetenv("WATCHDOG_PID");
}

static void tell(const char *text)
{
	if (manager >= 0 && send(manager, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		log_warn("event=service-manager-not-told reason=\"%s\"", strerror(errno));
}

void notify_ready(void)
{
	tell("READY=1");
}

void notify_reloading(void)
{
	char text[64];

	snprintf(text, sizeof text, "RELOADING=1\nMONOTONIC_USEC=%lld", (long long)now_us());
	tell(text);
}

void notify_stopping(void)
{
	tell("STOPPING=1");
}

void notify_pulse(void)
{
	if (!pulse_every_us || now_us() < next_pulse_us)
		return;
	next_pulse_us = now_us() + pulse_every_us;
	tell("WATCHDOG=1");
}
