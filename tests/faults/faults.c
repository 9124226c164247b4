/*
 * A disk that fails and a time that flies, for the tests: a library that is loaded before the
 * others (LD_PRELOAD) and makes the calls fail that a full, read-only or broken disk would fail.
 * What fails, and with which error, stands in the file that FAULTS names, which a test may change
 * at any time; so do how far away peers seem, and how far the clock is ahead.
 */
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static const volatile struct faults *faults;

/* The function of that name which would have been called without this library. */
static void *real(const char *name)
{
	void *f = dlsym(RTLD_NEXT, name);

	if (!f)
		abort();
	return f;
}

static int (*real_open(void))(const char *path, int flags, ...)
{
	static int (*f)(const char *path, int flags, ...);

	if (!f)
		*(void **)&f = real("open");
	return f;
}

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("FAULTS");
	int fd = path ? real_open()(path, O_RDONLY | O_CLOEXEC) : -1;
	void *at;

	if (fd < 0)
		return;
	at = mmap(NULL, sizeof *faults, PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	if (at != MAP_FAILED)
		faults = at;
}

/* Whether that is to fail now; errno is set. */
static bool fails(unsigned what)
{
	if (!faults || !(faults->what & what))
		return false;
	errno = faults->error;
	return true;
}

/* What a descriptor's file is: FAULT_JOURNAL, FAULT_DATABASE or 0. */
static unsigned kind_of(int fd)
{
	char link[40], path[4096];
	ssize_t n;

	if (!faults || !faults->what)
		return 0;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof path - 1);
	path[n > 0 ? n : 0] = '\0';
	if (strstr(path, "/journal-"))
		return FAULT_JOURNAL;
	return strstr(path, "/gomokud.db") ? FAULT_DATABASE : 0;
}

ssize_t write(int fd, const void *data, size_t len)
{
	static ssize_t (*f)(int fd, const void *data, size_t len);
	unsigned kind = kind_of(fd);

	if (!f)
		*(void **)&f = real("write");
	/* Some of it goes through: as much as the disk still had. */
	if (kind == FAULT_JOURNAL && len > 1 && fails(FAULT_JOURNAL_PART))
		return f(fd, data, len / 2) < 0 ? -1 : (ssize_t)(len / 2);
	if (kind && fails(kind))
		return -1;
	return f(fd, data, len);
}

ssize_t pwrite64(int fd, const void *data, size_t len, off64_t at)
{
	static ssize_t (*f)(int fd, const void *data, size_t len, off64_t at);
	unsigned kind = kind_of(fd);

	if (!f)
		*(void **)&f = real("pwrite64");
	return kind && fails(kind) ? -1 : f(fd, data, len, at);
}

ssize_t pwrite(int fd, const void *data, size_t len, off_t at)
{
	return pwrite64(fd, data, len, at);
}

int fallocate(int fd, int mode, off_t at, off_t len)
{
	static int (*f)(int fd, int mode, off_t at, off_t len);

	if (!f)
		*(void **)&f = real("fallocate");
	return kind_of(fd) == FAULT_JOURNAL && fails(FAULT_RESERVE) ? -1 : f(fd, mode, at, len);
}

int fdatasync(int fd)
{
	static int (*f)(int fd);

	if (!f)
		*(void **)&f = real("fdatasync");
	return kind_of(fd) == FAULT_JOURNAL && fails(FAULT_SYNC) ? -1 : f(fd);
}

int getsockopt(int fd, int level, int option, void *value, socklen_t *len)
{
	static int (*f)(int fd, int level, int option, void *value, socklen_t *len);
	int result;

	if (!f)
		*(void **)&f = real("getsockopt");
	result = f(fd, level, option, value, len);
	if (result == 0 && level == IPPROTO_TCP && option == TCP_INFO && faults && faults->rtt_us &&
	    *len == sizeof(struct tcp_info))
		((struct tcp_info *)value)->tcpi_min_rtt = faults->rtt_us;
	return result;
}

int clock_gettime(clockid_t clock, struct timespec *ts)
{
	static int (*f)(clockid_t clock, struct timespec * ts);
	int result;

	if (!f)
		*(void **)&f = real("clock_gettime");
	result = f(clock, ts);
	if (result == 0 && faults && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE))
		ts->tv_sec += faults->ahead_s;
	if (result == 0 && faults && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		ts->tv_sec += faults->wall_s;
	return result;
}

time_t time(time_t *now)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	if (now)
		*now = ts.tv_sec;
	return ts.tv_sec;
}

int accept4(int fd, struct sockaddr *restrict from, socklen_t *restrict len, int flags)
{
	static int (*f)(int fd, struct sockaddr *from, socklen_t *len, int flags);

	if (!f)
		*(void **)&f = real("accept4");
	return fails(FAULT_ACCEPT) ? -1 : f(fd, from, len, flags);
}

pid_t fork(void)
{
	static pid_t (*f)(void);

	if (!f)
		*(void **)&f = real("fork");
	return fails(FAULT_FORK) ? -1 : f();
}

/* A file below the state folder that is opened to be written. */
static bool may_not_open(const char *path, int flags)
{
	return (flags & O_ACCMODE) != O_RDONLY && strstr(path, "/state/") && fails(FAULT_OPEN);
}

int open(const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode;

	va_start(ap, flags);
	mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
	va_end(ap);
	return may_not_open(path, flags) ? -1 : real_open()(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode;

	va_start(ap, flags);
	mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
	va_end(ap);
	return may_not_open(path, flags) ? -1 : real_open()(path, flags, mode);
}
