#include "journal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "daemon/crash.h"
#include "daemon/log.h"
#include "daemon/loop.h"
#include "daemon/stats.h"
#include "journal_file.h"

enum {
	PATH_CAP = 1200,
	LARGE = 8 << 20,		  /* bytes after which a file is followed by the next */
	RESERVE = 1 << 20,		  /* bytes that are kept free for the running games */
	SYNC_PAUSE_NS = 50 * 1000 * 1000, /* what a loss of power may cost, without sync_turns */
	RESERVE_STEP = RESERVE / 4,	  /* when less is left, more is reserved */
};

static const char mark[] = "snapshot-done";

struct journal {
	char folder[1024];
	int lock_fd;
	int fd;
	unsigned number; /* of the file being written */
	size_t size;	 /* bytes in it */
	size_t reserved; /* bytes up to which the file system has promised room */
	bool can_reserve, has_space;
	bool begun;  /* something has been written; before that, whoever opens it tells why not */
	int failing; /* errno of the last write; 0: it worked */
	bool sync_turns;
	char *out; /* the turn's records, headers and all */
	size_t len, cap;
	size_t failed_len; /* bytes of it that could not be written at the last try */

	/* The thread that makes things durable; all below under the lock. */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool stop, unsynced;
	int sync_fd;	   /* a duplicate, so that the file may change meanwhile */
	unsigned obsolete; /* files up to this number go after the next sync; 0 none */
};

static void file_path(const char *folder, unsigned number, char *path)
{
	snprintf(path, PATH_CAP, "%s/journal-%u.log", folder, number);
}

/* The numbers of the files in the folder, the newest first. Returns how many, at most max. */
static int find_files(const char *folder, unsigned numbers[], int max)
{
	DIR *dir = opendir(folder);
	struct dirent *e;
	int n = 0;

	while (dir && (e = readdir(dir))) {
		unsigned number;
		char end;

		if (sscanf(e->d_name, "journal-%u.lo%c", &number, &end) != 2 || end != 'g' ||
		    n == max)
			continue;
		int i = n++;

		for (; i > 0 && numbers[i - 1] < number; i--)
			numbers[i] = numbers[i - 1];
		numbers[i] = number;
	}
	if (dir)
		closedir(dir);
	return n;
}

static void remove_upto(const char *folder, unsigned number)
{
	unsigned numbers[64];
	int n = find_files(folder, numbers, 64);
	char path[PATH_CAP];

	for (int i = 0; i < n; i++) {
		if (numbers[i] > number)
			continue;
		file_path(folder, numbers[i], path);
		unlink(path);
	}
}

static void *sync_main(void *arg)
{
	struct journal *j = arg;

	pthread_mutex_lock(&j->lock);
	for (;;) {
		while (!j->unsynced && !j->stop)
			pthread_cond_wait(&j->wake, &j->lock);
		if (!j->unsynced)
			break;
		if (!j->stop) {
			/* The turns of a moment go to the disk together. */
			pthread_mutex_unlock(&j->lock);
			nanosleep(&(struct timespec){.tv_nsec = SYNC_PAUSE_NS}, NULL);
			pthread_mutex_lock(&j->lock);
		}
		int fd = j->sync_fd;
		unsigned obsolete = j->obsolete;

		j->unsynced = false;
		j->sync_fd = -1;
		j->obsolete = 0;
		pthread_mutex_unlock(&j->lock);
		if (fdatasync(fd) < 0)
			log_warn("event=journal-sync-failed reason=\"%s\"", strerror(errno));
		else if (obsolete)
			remove_upto(j->folder, obsolete);
		close(fd);
		pthread_mutex_lock(&j->lock);
	}
	pthread_mutex_unlock(&j->lock);
	return NULL;
}

/* Asks the thread to make the file durable, and then to remove those up to obsolete. */
static void ask_sync(struct journal *j, unsigned obsolete)
{
	pthread_mutex_lock(&j->lock);
	if (j->sync_fd >= 0)
		close(j->sync_fd);
	j->sync_fd = fcntl(j->fd, F_DUPFD_CLOEXEC, 3);
	j->unsynced = j->sync_fd >= 0;
	if (obsolete > j->obsolete)
		j->obsolete = obsolete;
	pthread_cond_signal(&j->wake);
	pthread_mutex_unlock(&j->lock);
}

/* Reads one file. 1: complete; 0: it was only being begun; -1: it can't be used. */
static int read_file(const char *path, journal_each *each, void *arg, char *error, size_t cap)
{
	size_t size = 0, at = 0, len = 0;
	unsigned char *bytes = journal_load(path, &size);
	const char *text = NULL;
	enum journal_find found;
	int result = -1;
	bool marked = false;

	if (!bytes) {
		snprintf(error, cap, "%s: %s", path, strerror(errno));
		return -1;
	}
	/* First whether it is whole, then what it says: nothing of an incomplete one is taken. */
	while ((found = journal_next(bytes, size, &at, &text, &len)) == JOURNAL_RECORD)
		if (len == sizeof mark - 1 && memcmp(text, mark, len) == 0)
			marked = true;
	if (found == JOURNAL_DAMAGE) {
		snprintf(error, cap,
		    "%s: damaged at byte %zu, with good records after it. Restore it from a "
		    "backup, or "
		    "move it away to begin without the games in it",
		    path, at);
		goto out;
	}
	if (!marked) {
		result = 0;
		goto out;
	}
	if (found == JOURNAL_TORN)
		log_warn("event=journal-torn file=%s at=%zu lost-bytes=%zu", path, at, size - at);
	for (at = 0; journal_next(bytes, size, &at, &text, &len) == JOURNAL_RECORD;) {
		char *copy = strndup(text, len);
		int taken = copy ? each(arg, copy, len) : -1;

		free(copy);
		if (taken < 0) {
			snprintf(error, cap,
			    "%s: the record before byte %zu makes no sense to this version", path,
			    at);
			goto out;
		}
	}
	result = 1;
out:
	free(bytes);
	return result;
}

/* Takes the newest complete file. Returns the newest number there is, or -1 with error. */
static int64_t read_newest(
    const char *folder, journal_each *each, void *arg, char *error, size_t cap)
{
	unsigned numbers[64];
	int n = find_files(folder, numbers, 64);
	char path[PATH_CAP];

	for (int i = 0; i < n; i++) {
		file_path(folder, numbers[i], path);
		switch (read_file(path, each, arg, error, cap)) {
		case 1:
			return numbers[0];
		case -1:
			return -1;
		}
	}
	/* Only the very first can be without one before it that is whole. */
	if (n && numbers[0] > 1) {
		file_path(folder, numbers[0], path);
		snprintf(error, cap,
		    "%s: no journal here is whole. Restore them from a backup, or move them away "
		    "to "
		    "begin without the games in them",
		    path);
		return -1;
	}
	return n ? numbers[0] : 0;
}

/* Promises of room that the file system does not give are done without. */
static void reserve(struct journal *j)
{
	if (!j->can_reserve || j->size + j->len + RESERVE_STEP < j->reserved) {
		j->has_space = true;
		return;
	}
	j->reserved = j->size + j->len + RESERVE;
	if (fallocate(j->fd, FALLOC_FL_KEEP_SIZE, 0, (off_t)j->reserved) == 0) {
		j->has_space = true;
	} else if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) {
		if (j->has_space)
			log_warn("event=disk-full effect=\"no new games\"");
		j->has_space = false;
		j->reserved = j->size;
	} else {
		j->can_reserve = false;
		j->has_space = true;
	}
}

static int open_file(struct journal *j, unsigned number)
{
	char path[PATH_CAP];
	int fd;

	file_path(j->folder, number, path);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return -1;
	if (j->fd >= 0)
		close(j->fd);
	j->fd = fd;
	j->number = number;
	j->size = j->reserved = 0;
	reserve(j);
	return 0;
}

/* One daemon a folder: two would write over each other. */
static int lock_folder(struct journal *j, char *error, size_t cap)
{
	char path[PATH_CAP];

	snprintf(path, sizeof path, "%s/lock", j->folder);
	j->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (j->lock_fd >= 0 && flock(j->lock_fd, LOCK_EX | LOCK_NB) == 0)
		return 0;
	if (errno == EWOULDBLOCK)
		snprintf(error, cap, "%s is in use by another gomokud (choose another with -d)",
		    j->folder);
	else
		snprintf(error, cap, "%s: %s", path, strerror(errno));
	return -1;
}

struct journal *journal_open(
    const char *folder, bool sync_turns, journal_each *each, void *arg, char *error, size_t cap)
{
	struct journal *j = calloc(1, sizeof *j);
	int64_t newest;

	if (!j)
		return NULL;
	snprintf(j->folder, sizeof j->folder, "%s", folder);
	j->fd = j->sync_fd = -1;
	j->can_reserve = j->has_space = true;
	j->sync_turns = sync_turns;
	if (lock_folder(j, error, cap) < 0)
		goto fail;
	if ((newest = read_newest(folder, each, arg, error, cap)) < 0)
		goto fail;
	if (open_file(j, (unsigned)newest + 1) < 0) {
		snprintf(error, cap, "can't write a journal in %s: %s", folder, strerror(errno));
		goto fail;
	}
	pthread_mutex_init(&j->lock, NULL);
	pthread_cond_init(&j->wake, NULL);
	if (pthread_create(&j->thread, NULL, sync_main, j) == 0)
		return j;
	snprintf(error, cap, "can't start a thread");
	close(j->fd);
fail:
	if (j->lock_fd >= 0)
		close(j->lock_fd);
	free(j);
	return NULL;
}

void journal_close(struct journal *j)
{
	pthread_mutex_lock(&j->lock);
	j->stop = true;
	pthread_cond_signal(&j->wake);
	pthread_mutex_unlock(&j->lock);
	pthread_join(j->thread, NULL);
	pthread_mutex_destroy(&j->lock);
	pthread_cond_destroy(&j->wake);
	close(j->fd);
	close(j->lock_fd);
	free(j->out);
	free(j);
}

void journal_add(struct journal *j, const char *text, size_t len)
{
	size_t need = j->len + JOURNAL_HEADER + len;

	if (need > j->cap) {
		char *out = realloc(j->out, 2 * need);

		/* Without it nothing could be answered any more, now or later. */
		if (!out)
			fatal(EX_OSERR, "out of memory");
		j->out = out;
		j->cap = 2 * need;
	}
	journal_header(text, len, (unsigned char *)j->out + j->len);
	memcpy(j->out + j->len + JOURNAL_HEADER, text, len);
	j->len = need;
}

void journal_snapshot_done(struct journal *j)
{
	journal_add(j, mark, sizeof mark - 1);
	if (journal_turn_end(j))
		ask_sync(j, j->number - 1);
}

/* Writes what is gathered; on failure the file is cut back to where it was. */
static bool write_out(struct journal *j)
{
	size_t put = 0;

	while (put < j->len) {
		ssize_t n = write(j->fd, j->out + put, j->len - put);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			int why = n < 0 ? errno : ENOSPC;

			if (!j->failing && j->begun)
				log_warn("event=journal-write-failed reason=\"%s\" "
					 "effect=\"nothing is changed until it works\"",
				    strerror(why));
			j->failing = why;
			/* What cannot be cut off is a torn record, which the next write follows:
			 * the file would be damaged. Better to end here, with all that was answered
			 * kept. */
			if (put && ftruncate(j->fd, (off_t)j->size) < 0)
				fatal(
				    EX_IOERR, "the journal can't be written: %s", strerror(errno));
			return false;
		}
		put += (size_t)n;
	}
	return true;
}

bool journal_turn_end(struct journal *j)
{
	int64_t begin;

	if (j->len == 0)
		return true;
	begin = loop_now_us();
	crash_point("before-journal");
	if (!write_out(j)) {
		stats_add(STAT_JOURNAL_FAILURES, 1);
		j->failed_len = j->len;
		return false;
	}
	j->failed_len = 0;
	crash_point("after-journal");
	if (j->failing)
		log_info("event=journal-write-works");
	j->failing = 0;
	j->begun = true;
	stats_add(STAT_JOURNAL_BYTES, j->len);
	j->size += j->len;
	j->len = 0;
	if (j->sync_turns && fdatasync(j->fd) < 0)
		log_warn("event=journal-sync-failed reason=\"%s\"", strerror(errno));
	else if (!j->sync_turns)
		ask_sync(j, 0);
	reserve(j);
	stats_took(TIMING_JOURNAL, loop_now_us() - begin);
	return true;
}

void journal_set_sync(struct journal *j, bool sync_turns)
{
	j->sync_turns = sync_turns;
}

int journal_failing(const struct journal *j)
{
	return j->failing;
}

bool journal_has_news(const struct journal *j)
{
	return j->len > j->failed_len;
}

bool journal_is_large(const struct journal *j)
{
	return j->size > LARGE;
}

int journal_begin_next(struct journal *j)
{
	return open_file(j, j->number + 1);
}

bool journal_has_space(const struct journal *j)
{
	return j->has_space;
}

static int take_any(void *arg, char *text, size_t len)
{
	(void)arg, (void)text, (void)len;
	return 0;
}

int journal_check(const char *folder, char *error, size_t cap)
{
	return read_newest(folder, take_any, NULL, error, cap) < 0 ? -1 : 0;
}

int journal_print(const char *file, FILE *out, char *error, size_t cap)
{
	size_t size = 0, at = 0, len = 0;
	unsigned char *bytes = journal_load(file, &size);
	const char *text = NULL;
	enum journal_find found;

	if (!bytes) {
		snprintf(error, cap, "%s: %s", file, strerror(errno));
		return -1;
	}
	while ((found = journal_next(bytes, size, &at, &text, &len)) == JOURNAL_RECORD)
		fprintf(out, "%.*s\n", (int)len, text);
	if (found == JOURNAL_DAMAGE)
		snprintf(error, cap, "%s: damaged at byte %zu", file, at);
	if (found == JOURNAL_TORN)
		fprintf(out, "torn at byte %zu, %zu bytes\n", at, size - at);
	free(bytes);
	return found == JOURNAL_DAMAGE ? -1 : 0;
}
