#include "journal_sync.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/log.h"

enum {
	FILES = 64,			  /* that are looked at in a folder */
	SYNC_PAUSE_NS = 50 * 1000 * 1000, /* what a loss of power may cost, without sync_turns */
};

struct journal_sync {
	const char *folder;
	int folder_fd;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	/* All below under the lock. */
	bool stop;
	int fd; /* a duplicate, so that the file may change meanwhile; -1: nothing to do */
	unsigned obsolete; /* files up to this number go after the next sync; 0 none */
	bool failing;	   /* the last try did */
	int failures;	   /* that nobody has asked for */
};

void journal_path(const char *folder, unsigned number, char *path)
{
	snprintf(path, JOURNAL_PATH, "%s/journal-%u.log", folder, number);
}

int journal_numbers(const char *folder, unsigned numbers[], int max)
{
	DIR *dir = opendir(folder);
	struct dirent *e;
	int n = 0;

	while (dir && (e = readdir(dir))) {
		unsigned number;
		char end;

		if (sscanf(e->d_name, "journal-%u.lo%c", &number, &end) != 2 || end != 'g' ||
		    (n == max && number < numbers[n - 1]))
			continue;
		int i = n < max ? n++ : n - 1;

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
	unsigned numbers[FILES];
	int n = journal_numbers(folder, numbers, FILES);
	char path[JOURNAL_PATH];

	/* The oldest first: whatever ends this, those that are left follow each other. */
	while (n-- > 0) {
		if (numbers[n] > number)
			continue;
		journal_path(folder, numbers[n], path);
		unlink(path);
	}
}

/* Makes the file durable, and its name when others are to go for it. Returns 0 or errno. */
static int carry_out(const struct journal_sync *s, int fd, unsigned obsolete)
{
	if (fdatasync(fd) < 0 || (obsolete && fsync(s->folder_fd) < 0))
		return errno;
	if (obsolete)
		remove_upto(s->folder, obsolete);
	return 0;
}

/* Says that it fails, and that it works again. */
static void tell(bool failing, int failed)
{
	if (failed && !failing)
		log_warn("event=journal-not-durable reason=\"%s\" effect=\"a loss of power now "
			 "would lose games\"",
		    strerror(failed));
	else if (!failed && failing)
		log_info("event=journal-durable");
}

static void *sync_main(void *arg)
{
	struct journal_sync *s = arg;

	pthread_mutex_lock(&s->lock);
	for (;;) {
		int failed;

		while (s->fd < 0 && !s->stop)
			pthread_cond_wait(&s->wake, &s->lock);
		if (s->fd < 0)
			break;
		if (!s->stop) {
			/* The turns of a moment go to the disk together. */
			pthread_mutex_unlock(&s->lock);
			nanosleep(&(struct timespec){.tv_nsec = SYNC_PAUSE_NS}, NULL);
			pthread_mutex_lock(&s->lock);
		}
		int fd = s->fd;
		unsigned obsolete = s->obsolete;

		s->fd = -1;
		s->obsolete = 0;
		pthread_mutex_unlock(&s->lock);
		failed = carry_out(s, fd, obsolete);
		close(fd);
		tell(s->failing, failed);
		pthread_mutex_lock(&s->lock);
		s->failing = failed != 0;
		s->failures += failed != 0;
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

struct journal_sync *journal_sync_new(const char *folder, int folder_fd)
{
	struct journal_sync *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->folder = folder;
	s->folder_fd = folder_fd;
	s->fd = -1;
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->wake, NULL);
	if (pthread_create(&s->thread, NULL, sync_main, s) == 0)
		return s;
	pthread_mutex_destroy(&s->lock);
	pthread_cond_destroy(&s->wake);
	free(s);
	return NULL;
}

void journal_sync_free(struct journal_sync *s)
{
	pthread_mutex_lock(&s->lock);
	s->stop = true;
	pthread_cond_signal(&s->wake);
	pthread_mutex_unlock(&s->lock);
	pthread_join(s->thread, NULL);
	pthread_mutex_destroy(&s->lock);
	pthread_cond_destroy(&s->wake);
	free(s);
}

void journal_sync_ask(struct journal_sync *s, int fd, unsigned obsolete)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);

	if (copy < 0)
		return;
	pthread_mutex_lock(&s->lock);
	if (s->fd >= 0)
		close(s->fd);
	s->fd = copy;
	if (obsolete > s->obsolete)
		s->obsolete = obsolete;
	pthread_cond_signal(&s->wake);
	pthread_mutex_unlock(&s->lock);
}

int journal_sync_failures(struct journal_sync *s)
{
	int n;

	pthread_mutex_lock(&s->lock);
	n = s->failures;
	s->failures = 0;
	pthread_mutex_unlock(&s->lock);
	return n;
}

bool journal_sync_failing(struct journal_sync *s)
{
	bool failing;

	pthread_mutex_lock(&s->lock);
	failing = s->failing;
	pthread_mutex_unlock(&s->lock);
	return failing;
}
