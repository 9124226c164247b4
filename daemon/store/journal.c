#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "daemon/crash.h"
#include "daemon/log.h"
#include "daemon/loop.h"
#include "daemon/stats.h"
#include "journal_file.h"
#include "journal_sync.h"

enum {
	LARGE = 8 << 20,	    /* bytes after which a file is followed by the next */
	RESERVE = 1 << 20,	    /* bytes that are kept free for the running games */
	RESERVE_STEP = RESERVE / 4, /* when less is left, more is reserved */
};

static const char mark[] = "snapshot-done";

struct journal {
	char folder[1024];
	int folder_fd;
	int fd;
	unsigned number; /* of the file being written */
	size_t size;	 /* bytes in it that count */
	size_t reserved; /* bytes up to which the file system has promised room */
	bool can_reserve, has_space;
	bool begun;   /* something has been written; before that, whoever opens it tells why not */
	bool uncut;   /* bytes beyond size are in the file, and have to go before any others come */
	bool unnamed; /* the file's name may not be durable yet */
	bool replaces; /* those before the file are to go once it is durable */
	int failing;   /* errno of the last try; 0: it worked */
	bool doubtful; /* what the file holds may not be on the disk, and another sync can't tell */
	bool sync_turns;
	char *out; /* the turn's records, headers and all */
	size_t len, cap;
	size_t failed_len; /* bytes of it that could not be written at the last try */
	struct journal_sync *sync;
};

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
	int n = journal_numbers(folder, numbers, 64);
	char path[JOURNAL_PATH];

	for (int i = 0; i < n; i++) {
		journal_path(folder, numbers[i], path);
		switch (read_file(path, each, arg, error, cap)) {
		case 1:
			return numbers[0];
		case -1:
			return -1;
		}
	}
	/* Only the very first can be without one before it that is whole. */
	if (n && numbers[0] > 1) {
		journal_path(folder, numbers[0], path);
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
	char path[JOURNAL_PATH];
	int fd;

	journal_path(j->folder, number, path);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return -1;
	if (j->fd >= 0)
		close(j->fd);
	j->fd = fd;
	j->number = number;
	j->size = j->reserved = 0;
	j->uncut = j->doubtful = false;
	j->unnamed = true;
	reserve(j);
	return 0;
}

static int open_folder(struct journal *j, char *error, size_t cap)
{
	j->folder_fd = open(j->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (j->folder_fd < 0)
		snprintf(error, cap, "%s: %s", j->folder, strerror(errno));
	return j->folder_fd < 0 ? -1 : 0;
}

struct journal *journal_open(
    const char *folder, bool sync_turns, journal_each *each, void *arg, char *error, size_t cap)
{
	struct journal *j = calloc(1, sizeof *j);
	int64_t newest;

	if (!j)
		return NULL;
	snprintf(j->folder, sizeof j->folder, "%s", folder);
	j->fd = j->folder_fd = -1;
	j->can_reserve = j->has_space = true;
	j->sync_turns = sync_turns;
	if (open_folder(j, error, cap) < 0)
		goto fail;
	if ((newest = read_newest(folder, each, arg, error, cap)) < 0)
		goto fail;
	if (open_file(j, (unsigned)newest + 1) < 0) {
		snprintf(error, cap, "can't write a journal in %s: %s", folder, strerror(errno));
		goto fail;
	}
	if ((j->sync = journal_sync_new(j->folder, j->folder_fd)))
		return j;
	snprintf(error, cap, "can't start a thread");
	close(j->fd);
fail:
	if (j->folder_fd >= 0)
		close(j->folder_fd);
	free(j);
	return NULL;
}

void journal_close(struct journal *j)
{
	journal_sync_free(j->sync);
	close(j->fd);
	close(j->folder_fd);
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
	j->replaces = true;
	journal_turn_end(j);
}

/* Takes off what a failed try has left in the file. Returns 0 or errno. */
static int cut(struct journal *j)
{
	if (j->uncut && ftruncate(j->fd, (off_t)j->size) < 0)
		return errno;
	/* What was reserved behind it is gone with it. */
	if (j->uncut)
		j->reserved = 0;
	j->uncut = false;
	return 0;
}

/* Writes what is gathered. Returns 0 or errno. */
static int write_out(struct journal *j)
{
	size_t put = 0;

	while (put < j->len) {
		ssize_t n = write(j->fd, j->out + put, j->len - put);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? errno : ENOSPC;
		j->uncut = true;
		put += (size_t)n;
	}
	return 0;
}

/*
 * Waits for the disk. After a failure the kernel takes what it could not write for written: what
 * the turn has put there is cut off, and written again at the next try, with the page it begins in.
 */
static int sync_now(struct journal *j)
{
	if (fdatasync(j->fd) < 0 || (j->unnamed && fsync(j->folder_fd) < 0)) {
		stats_add(STAT_SYNC_FAILURES, 1);
		return errno;
	}
	j->unnamed = false;
	return 0;
}

/* Brings the turn's records into the file, and with sync_turns to the disk. Returns 0 or errno,
 * and then none of them counts. */
static int keep(struct journal *j)
{
	const char *what = "write";
	int why = cut(j);

	if (!why)
		why = write_out(j);
	if (!why && j->sync_turns) {
		what = "sync";
		why = sync_now(j);
	}
	if (!why) {
		j->uncut = false;
		return 0;
	}
	cut(j); /* what can't be cut now is before the next try */
	if (!j->failing && j->begun)
		log_warn("event=journal-%s-failed reason=\"%s\" "
			 "effect=\"nothing is changed until it works\"",
		    what, strerror(why));
	return why;
}

/* What the thread has found: a file that may have lost something can only be replaced, when the
 * disk works again. */
static void look_at_thread(struct journal *j)
{
	int failures = journal_sync_failures(j->sync);

	if (failures == 0)
		return;
	stats_add(STAT_SYNC_FAILURES, (uint64_t)failures);
	j->doubtful = true;
}

bool journal_turn_end(struct journal *j)
{
	int64_t begin;

	look_at_thread(j);
	if (j->len == 0)
		return true;
	begin = loop_now_us();
	crash_point("before-journal");
	if ((j->failing = keep(j))) {
		stats_add(STAT_JOURNAL_FAILURES, 1);
		j->failed_len = j->len;
		return false;
	}
	crash_point("after-journal");
	if (j->failed_len && j->begun)
		log_info("event=journal-write-works");
	j->failed_len = 0;
	j->begun = true;
	stats_add(STAT_JOURNAL_BYTES, j->len);
	j->size += j->len;
	j->len = 0;
	if (!j->sync_turns || j->replaces || j->doubtful)
		journal_sync_ask(j->sync, j->fd, j->replaces ? j->number - 1 : 0);
	j->replaces = false;
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

bool journal_wants_next(const struct journal *j)
{
	return j->size > LARGE || (j->doubtful && !journal_sync_failing(j->sync));
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
