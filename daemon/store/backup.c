#include "backup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "journal.h"

enum { PATH_CAP = 1300, CHUNK = 64 * 1024, JOURNAL_TRIES = 5, BUSY_MS = 10000 };

struct backup {
	const char *from, *to;
	char *error;
	size_t cap;
};

/* Says what went wrong. Returns -1. */
__attribute__((format(printf, 2, 3))) static int fail(struct backup *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(b->error, b->cap, fmt, ap);
	va_end(ap);
	return -1;
}

/* Makes the folder, or takes an empty one. */
static int make_folder(struct backup *b)
{
	DIR *dir;
	struct dirent *e;
	bool empty = true;

	if (mkdir(b->to, 0700) == 0)
		return 0;
	if (errno != EEXIST || !(dir = opendir(b->to)))
		return fail(b, "%s: %s", b->to, strerror(errno));
	while ((e = readdir(dir)))
		empty = empty && (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0);
	closedir(dir);
	return empty ? 0 : fail(b, "%s is not empty: a backup wants a folder of its own", b->to);
}

static int copy_bytes(int in, int out)
{
	static char buf[CHUNK];
	ssize_t n;

	while ((n = read(in, buf, sizeof buf)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		for (ssize_t put = 0, m; put < n; put += m)
			if ((m = write(out, buf + put, (size_t)(n - put))) <= 0)
				return -1;
	}
	return fsync(out);
}

/* Copies one file as it is now. 1: copied; 0: it is not there; -1. */
static int copy_file(struct backup *b, const char *name)
{
	char from[PATH_CAP], to[PATH_CAP];
	int in, out, result;

	snprintf(from, sizeof from, "%s/%s", b->from, name);
	snprintf(to, sizeof to, "%s/%s", b->to, name);
	if ((in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)) < 0)
		return errno == ENOENT ? 0 : fail(b, "%s: %s", from, strerror(errno));
	out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	result = out >= 0 ? copy_bytes(in, out) : -1;
	if (result < 0)
		fail(b, "%s: %s", to, strerror(errno));
	if (out >= 0)
		close(out);
	close(in);
	return result < 0 ? -1 : 1;
}

static int copy_all_journals(struct backup *b)
{
	DIR *dir = opendir(b->from);
	struct dirent *e;
	int result = 0;

	if (!dir)
		return fail(b, "%s: %s", b->from, strerror(errno));
	while (result >= 0 && (e = readdir(dir)))
		if (strncmp(e->d_name, "journal-", 8) == 0)
			result = copy_file(b, e->d_name);
	closedir(dir);
	return result < 0 ? -1 : 0;
}

/* Between two looks at the folder the daemon may have begun another file and removed this one. */
static int copy_journals(struct backup *b)
{
	for (int i = 0; i < JOURNAL_TRIES; i++) {
		if (copy_all_journals(b) < 0)
			return -1;
		if (journal_check(b->to, b->error, b->cap) == 0)
			return 0;
	}
	return -1;
}

static int copy_pages(struct backup *b, sqlite3 *from, sqlite3 *to, const char *name)
{
	sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
	int result;

	if (!copy)
		return fail(b, "%s: %s", name, sqlite3_errmsg(to));
	result = sqlite3_backup_step(copy, -1);
	sqlite3_backup_finish(copy);
	if (result != SQLITE_DONE)
		return fail(b, "%s: %s", name, sqlite3_errstr(result));
	return 0;
}

static int open_database(struct backup *b, const char *path, int flags, sqlite3 **db)
{
	int result = sqlite3_open_v2(path, db, flags | SQLITE_OPEN_NOMUTEX, NULL);

	if (result != SQLITE_OK)
		return fail(b, "%s: %s", path, sqlite3_errstr(result));
	sqlite3_busy_timeout(*db, BUSY_MS);
	return 0;
}

/* Copies the database as one moment had it; the daemon writes on meanwhile. */
static int copy_database(struct backup *b)
{
	char from[PATH_CAP], to[PATH_CAP];
	sqlite3 *in = NULL, *out = NULL;
	int result = -1, fd;

	snprintf(from, sizeof from, "%s/gomokud.db", b->from);
	snprintf(to, sizeof to, "%s/gomokud.db", b->to);
	/* With its secrets it is its owner's alone. */
	fd = open(to, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return fail(b, "%s: %s", to, strerror(errno));
	if (open_database(b, from, SQLITE_OPEN_READWRITE, &in) == 0 &&
	    open_database(b, to, SQLITE_OPEN_READWRITE, &out) == 0)
		result = copy_pages(b, in, out, to);
	sqlite3_close(in);
	sqlite3_close(out);
	if (result == 0 && fsync(fd) < 0)
		result = fail(b, "%s: %s", to, strerror(errno));
	close(fd);
	return result;
}

int backup_make(const char *state, const char *to, char *error, size_t cap)
{
	static const char *const files[] = {"cert.pem", "key.pem"};
	struct backup b = {state, to, error, cap};
	int dir;

	if (make_folder(&b) < 0 || copy_journals(&b) < 0 || copy_database(&b) < 0)
		return -1;
	for (int i = 0; i < 2; i++)
		if (copy_file(&b, files[i]) < 0)
			return -1;
	dir = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0 || fsync(dir) < 0)
		fail(&b, "%s: %s", to, strerror(errno));
	else
		error[0] = '\0';
	if (dir >= 0)
		close(dir);
	return error[0] ? -1 : 0;
}
