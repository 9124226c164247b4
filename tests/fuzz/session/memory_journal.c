/* The journal (daemon/store/journal.h) on a disk of memory, for fuzzing. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* So small that a long input begins a next file. */
enum { LARGE = 32 * 1024 };

struct record {
	char *text;
	size_t len;
};

struct file {
	struct record *record;
	size_t n, cap, bytes;
	bool whole; /* its snapshot is complete */
};

/* The file that counts until the one being begun has its snapshot, and that one. */
static struct {
	struct file last, now;
	bool failing, full;
} disk;

struct journal {
	struct file turn;
	bool mark; /* among what the turn will write */
	int failed;
	bool news;
};

static void file_add(struct file *f, const char *text, size_t len)
{
	if (f->n == f->cap) {
		f->cap = f->cap ? 2 * f->cap : 64;
		f->record = realloc(f->record, f->cap * sizeof *f->record);
	}
	f->record[f->n].text = malloc(len + 1);
	memcpy(f->record[f->n].text, text, len);
	f->record[f->n].text[len] = '\0';
	f->record[f->n++].len = len;
	f->bytes += len;
}

static void file_clear(struct file *f)
{
	for (size_t i = 0; i < f->n; i++)
		free(f->record[i].text);
	free(f->record);
	*f = (struct file){0};
}

void memory_disk_reset(void)
{
	file_clear(&disk.last);
	file_clear(&disk.now);
	disk.failing = disk.full = false;
}

void memory_disk_put(const char *lines, size_t n)
{
	for (const char *at = lines, *end = lines + n; at < end;) {
		const char *lf = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((lf ? lf : end) - at);

		file_add(&disk.now, at, len);
		at += len + 1;
	}
	disk.now.whole = true;
}

void memory_disk_fail(bool failing)
{
	disk.failing = failing;
}

void memory_disk_full(bool full)
{
	disk.full = full;
}

static int each_of(const struct file *f, journal_each *each, void *arg)
{
	int result = 0;

	for (size_t i = 0; i < f->n && result == 0; i++) {
		char *text = malloc(f->record[i].len + 1);

		memcpy(text, f->record[i].text, f->record[i].len + 1);
		if (getenv("FUZZ_TRACE"))
			fprintf(stderr, "record %s\n", text);
		result = each(arg, text, f->record[i].len);
		free(text);
	}
	return result;
}

int memory_disk_read(journal_each *each, void *arg)
{
	return each_of(disk.now.whole ? &disk.now : &disk.last, each, arg);
}

struct journal *memory_journal_new(void)
{
	return calloc(1, sizeof(struct journal));
}

bool memory_journal_waits(const struct journal *j)
{
	return j->turn.n > 0 || j->mark;
}

int memory_journal_added(const struct journal *j, journal_each *each, void *arg)
{
	return each_of(&j->turn, each, arg);
}

static void begin_next(void)
{
	if (disk.now.whole) {
		file_clear(&disk.last);
		disk.last = disk.now;
	} else {
		file_clear(&disk.now);
	}
	disk.now = (struct file){0};
}

struct journal *journal_open(
    const char *folder, bool sync_turns, journal_each *each, void *arg, char *error, size_t cap)
{
	struct journal *j = calloc(1, sizeof *j);

	(void)folder, (void)sync_turns;
	if (!j || memory_disk_read(each, arg) < 0) {
		snprintf(error, cap, "a record that makes no sense");
		free(j);
		return NULL;
	}
	begin_next();
	return j;
}

void journal_close(struct journal *j)
{
	file_clear(&j->turn);
	free(j);
}

void journal_add(struct journal *j, const char *text, size_t len)
{
	file_add(&j->turn, text, len);
	j->news = true;
}

void journal_snapshot_done(struct journal *j)
{
	j->mark = true;
}

bool journal_turn_end(struct journal *j)
{
	j->news = false;
	if (disk.failing && (j->turn.n || j->failed)) {
		j->failed = EIO;
		return false;
	}
	j->failed = 0;
	for (size_t i = 0; i < j->turn.n; i++)
		file_add(&disk.now, j->turn.record[i].text, j->turn.record[i].len);
	file_clear(&j->turn);
	if (j->mark)
		disk.now.whole = true;
	j->mark = false;
	return true;
}

void journal_set_sync(struct journal *j, bool sync_turns)
{
	(void)j, (void)sync_turns;
}

int journal_failing(const struct journal *j)
{
	return j->failed;
}

bool journal_has_news(const struct journal *j)
{
	return j->news;
}

bool journal_wants_next(const struct journal *j)
{
	return j->failed == 0 && disk.now.bytes > LARGE;
}

int journal_begin_next(struct journal *j)
{
	(void)j;
	if (disk.full)
		return -1;
	begin_next();
	return 0;
}

bool journal_has_space(const struct journal *j)
{
	(void)j;
	return !disk.full;
}
