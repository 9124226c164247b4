/* The journal's files: what is read back, torn ends, damage, and the hand-over from file to file.
 */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/journal.h"

static char folder[] = "/tmp/gomokud-journal.XXXXXX";
static char seen[65536];
static int refuse_after;

/* Gathers records, "a|b|"; makes no sense of any after refuse_after. */
static int gather(void *arg, char *text, size_t len)
{
	(void)arg;
	assert_int_equal(strlen(text), len);
	if (refuse_after >= 0 && refuse_after-- == 0)
		return -1;
	if (strcmp(text, "snapshot-done") == 0)
		return 0;
	assert_true(strlen(seen) + len + 2 < sizeof seen);
	strncat(seen, text, sizeof seen - strlen(seen) - 1);
	strncat(seen, "|", sizeof seen - strlen(seen) - 1);
	return 0;
}

static struct journal *open_journal(char error[static 512])
{
	seen[0] = error[0] = '\0';
	return journal_open(folder, false, gather, NULL, error, 512);
}

static void add(struct journal *j, const char *text)
{
	journal_add(j, text, strlen(text));
}

/* Opens, checks what was read, and writes it as the snapshot of the next file. */
static struct journal *open_with(const char *expected)
{
	char error[512], copy[sizeof seen];
	struct journal *j = open_journal(error);

	if (!j)
		fail_msg("not opened: %s", error);
	assert_string_equal(seen, expected);
	snprintf(copy, sizeof copy, "%s", expected);
	for (char *save, *word = strtok_r(copy, "|", &save); word;
	     word = strtok_r(NULL, "|", &save))
		add(j, word);
	journal_snapshot_done(j);
	return j;
}

static int clean(void **state)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	char path[400];

	(void)state;
	refuse_after = -1;
	while (d && (e = readdir(d))) {
		snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
		if (e->d_name[0] != '.')
			unlink(path);
	}
	if (d)
		closedir(d);
	return 0;
}

static int make_folder(void **state)
{
	(void)state;
	refuse_after = -1;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	clean(state);
	return rmdir(folder);
}

/* The newest file. */
static void newest(char *path, size_t cap)
{
	unsigned best = 0, n;
	DIR *d = opendir(folder);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (sscanf(e->d_name, "journal-%u.log", &n) == 1 && n > best)
			best = n;
	if (d)
		closedir(d);
	snprintf(path, cap, "%s/journal-%u.log", folder, best);
}

static off_t size_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_size;
}

static void comes_back(void **state)
{
	struct journal *j = open_with("");

	(void)state;
	add(j, "one");
	add(j, "two words");
	assert_true(journal_turn_end(j));
	add(j, "three");
	assert_true(journal_turn_end(j));
	journal_close(j);
	j = open_with("one|two words|three|");
	add(j, "four");
	assert_true(journal_turn_end(j));
	journal_close(j);
	journal_close(open_with("one|two words|three|four|"));
}

static void what_no_turn_ended_is_not_there(void **state)
{
	struct journal *j = open_with("");

	(void)state;
	add(j, "one");
	assert_true(journal_turn_end(j));
	add(j, "never written");
	journal_close(j);
	journal_close(open_with("one|"));
}

/* Cut anywhere in its last record, a file gives all records before it. */
static void torn_ends_are_dropped(void **state)
{
	static const char last[] = "the last record of them all";
	size_t whole = 12 + sizeof last - 1;

	for (size_t cut = 1; cut <= whole; cut++) {
		struct journal *j = open_with("");
		char path[400];

		add(j, "one");
		assert_true(journal_turn_end(j));
		add(j, last);
		assert_true(journal_turn_end(j));
		journal_close(j);
		newest(path, sizeof path);
		assert_int_equal(truncate(path, size_of(path) - (off_t)cut), 0);
		journal_close(open_with("one|"));
		clean(state);
	}
}

static void flip(const char *path, off_t at)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	char byte;

	assert_true(fd >= 0);
	assert_int_equal(pread(fd, &byte, 1, at), 1);
	byte = (char)(byte ^ 0x20);
	assert_int_equal(pwrite(fd, &byte, 1, at), 1);
	close(fd);
}

/* A wrong bit in the last record, wherever it is: nothing follows it, so it is a torn end. */
static void a_hurt_end_is_dropped(void **state)
{
	char path[400];
	off_t begin, end;

	for (off_t at = 0;; at++) {
		struct journal *j = open_with("");

		newest(path, sizeof path);
		add(j, "kept");
		assert_true(journal_turn_end(j));
		begin = size_of(path);
		add(j, "lost");
		assert_true(journal_turn_end(j));
		end = size_of(path);
		journal_close(j);
		if (at == end - begin)
			break;
		flip(path, begin + at);
		journal_close(open_with("kept|"));
		clean(state);
	}
}

/* One wrong bit in the middle is named and refused, wherever it is. */
static void damage_is_refused(void **state)
{
	char error[512], path[400];
	off_t begin, end;
	struct journal *j = open_with("");

	newest(path, sizeof path);
	begin = size_of(path);
	add(j, "a record to be hurt");
	assert_true(journal_turn_end(j));
	end = size_of(path);
	add(j, "good again");
	assert_true(journal_turn_end(j));
	journal_close(j);
	for (off_t at = begin; at < end; at++) {
		flip(path, at);
		assert_null(open_journal(error));
		assert_non_null(strstr(error, path));
		assert_non_null(strstr(error, "damaged"));
		flip(path, at);
	}
	journal_close(open_with("a record to be hurt|good again|"));
	clean(state);
}

/* A file that was only being begun when the process ended does not count; the one before it does.
 */
static void unfinished_snapshots_do_not_count(void **state)
{
	struct journal *j = open_with("");
	char path[400], error[512];
	unsigned number;
	FILE *f;

	(void)state;
	add(j, "kept");
	assert_true(journal_turn_end(j));
	journal_close(j);
	newest(path, sizeof path);
	/* Begun and ended before the snapshot was done. */
	j = open_journal(error);
	assert_non_null(j);
	add(j, "half");
	assert_true(journal_turn_end(j));
	journal_close(j);
	/* And one that has not got a byte. */
	newest(path, sizeof path);
	assert_int_equal(sscanf(strrchr(path, '-'), "-%u", &number), 1);
	snprintf(path, sizeof path, "%s/journal-%u.log", folder, number + 1);
	f = fopen(path, "w");
	assert_non_null(f);
	fclose(f);
	journal_close(open_with("kept|"));
}

static void one_file_follows_another(void **state)
{
	struct journal *j = open_with("");
	char before[400], after[400];

	(void)state;
	add(j, "old");
	assert_true(journal_turn_end(j));
	newest(before, sizeof before);
	assert_int_equal(journal_begin_next(j), 0);
	add(j, "all there is");
	journal_snapshot_done(j);
	newest(after, sizeof after);
	assert_string_not_equal(before, after);
	add(j, "new");
	assert_true(journal_turn_end(j));
	/* The thread removes the old one when the new one is durable; closing waits for it. */
	journal_close(j);
	assert_int_not_equal(access(before, F_OK), 0);
	journal_close(open_with("all there is|new|"));
}

static void nonsense_is_refused(void **state)
{
	struct journal *j = open_with("");
	char error[512];

	(void)state;
	add(j, "one");
	add(j, "two");
	assert_true(journal_turn_end(j));
	journal_close(j);
	refuse_after = 1;
	assert_null(open_journal(error));
	assert_non_null(strstr(error, "no sense"));
	refuse_after = -1;
	journal_close(open_with("one|two|"));
}

/* A device that is always full: nothing is answered, nothing is forgotten. */
static void failing_writes_are_kept(void **state)
{
	struct journal *j = open_with("");
	char path[400];

	(void)state;
	journal_close(j);
	newest(path, sizeof path);
	assert_int_equal(size_of(path) > 0, 1);
	/* The next file's name leads to /dev/full. */
	unsigned number;

	assert_int_equal(sscanf(strrchr(path, '-'), "-%u", &number), 1);
	j = open_with("");
	snprintf(path, sizeof path, "%s/journal-%u.log", folder, number + 2);
	assert_int_equal(symlink("/dev/full", path), 0);
	assert_int_equal(journal_begin_next(j), -1);
	/* It goes on in the one it has. */
	add(j, "still here");
	assert_true(journal_turn_end(j));
	unlink(path);
	journal_close(j);
	journal_close(open_with("still here|"));
}

static void prints_what_it_holds(void **state)
{
	struct journal *j = open_with("");
	char path[400], error[512], text[200] = "";
	FILE *out = tmpfile();

	(void)state;
	add(j, "move id=1");
	assert_true(journal_turn_end(j));
	journal_close(j);
	newest(path, sizeof path);
	assert_non_null(out);
	assert_int_equal(journal_print(path, out, error, sizeof error), 0);
	rewind(out);
	text[fread(text, 1, sizeof text - 1, out)] = '\0';
	assert_string_equal(text, "snapshot-done\nmove id=1\n");
	fclose(out);
	assert_int_equal(journal_print("/nonexistent", stdout, error, sizeof error), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_teardown(comes_back, clean),
	    cmocka_unit_test_teardown(what_no_turn_ended_is_not_there, clean),
	    cmocka_unit_test_teardown(torn_ends_are_dropped, clean),
	    cmocka_unit_test_teardown(a_hurt_end_is_dropped, clean),
	    cmocka_unit_test_teardown(damage_is_refused, clean),
	    cmocka_unit_test_teardown(unfinished_snapshots_do_not_count, clean),
	    cmocka_unit_test_teardown(one_file_follows_another, clean),
	    cmocka_unit_test_teardown(nonsense_is_refused, clean),
	    cmocka_unit_test_teardown(failing_writes_are_kept, clean),
	    cmocka_unit_test_teardown(prints_what_it_holds, clean),
	};

	return cmocka_run_group_tests_name("journal", tests, make_folder, remove_folder);
}
