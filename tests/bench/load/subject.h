/*
 * A server that is measured: a child process, kept on one core while the load keeps to another, and
 * what /proc tells of it. Children die with the load.
 */
#ifndef GOMOKU_LOAD_SUBJECT_H
#define GOMOKU_LOAD_SUBJECT_H

#include <stdint.h>
#include <sys/types.h>

enum { SUBJECT_PATH = 512 };

struct subject {
	const char *name;
	pid_t pid;
	uint16_t port;
	int out; /* its stdout, kept open */
};

/* Puts the load on its core; where the machine has one core, everything shares it. */
void subjects_prepare(const char *build);
/* From now on servers may use all cores, for what they start has work of its own. */
void subjects_spread(void);
/* Removes what the subjects left on disk. */
void subjects_clean_up(void);
/*
 * Starts gomokud with that configuration and an empty state folder, and waits until it is ready.
 * One at a time.
 */
void subject_start_daemon(struct subject *s, const char *config);
/* Starts the floor with the key of the daemon that has been started before. */
void subject_start_floor(struct subject *s);
/* Ends it; dies if the daemon does not end by itself with status 0. */
void subject_stop(struct subject *s);
/* Dies if the process has ended. */
void subject_check(const struct subject *s);

/* Processor time used so far, by all its threads, microseconds (in steps of 10 ms). */
int64_t subject_cpu_us(const struct subject *s);
/* Resident memory, bytes. */
int64_t subject_rss(const struct subject *s);
/* Open descriptors. */
int subject_descriptors(const struct subject *s);

#endif
