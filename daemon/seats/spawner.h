/*
 * The spawner: a small process, forked before the daemon has threads, sockets or a loop, that
 * starts and ends engine processes at the daemon's word. So the daemon itself never forks again.
 *
 * It knows several kinds of engine, by the order in which spawner_start was given them. Each
 * process leads a process group of its own, which is killed as a whole.
 *
 * The two speak over a SOCK_SEQPACKET pair: (START|KILL, id, kind) one way; (STARTED, id) with a
 * socket by SCM_RIGHTS, or (FAILED, id), the other. An engine's stdin and stdout are that socket's
 * other end. When the daemon is gone, however, the spawner reads end of file, kills its engines and
 * ends.
 */
#ifndef GOMOKUD_SEATS_SPAWNER_H
#define GOMOKUD_SEATS_SPAWNER_H

#include <stdbool.h>
#include <stdint.h>

struct spawner;

/* One kind of engine. */
struct spawner_kind {
	/* A path, or with `shell` a command for sh, which is run in the folder of its program when
	 * that is named by its whole path. */
	const char *command;
	bool shell;
	/* A stranger: no memory beyond this (0: no limit), no cores, no big files, no long list of
	 * descriptors, not many processes (root's are not counted by the kernel), no endless
	 * processor time, no network, no new rights, and what it writes to stderr is dropped. */
	bool limited;
	int64_t memory;
};

/* Forks it. The kinds are copied. NULL: errno tells why. */
struct spawner *spawner_start(const struct spawner_kind kinds[], int n);
/* Ends it and all engines, and waits for it. */
void spawner_stop(struct spawner *s);
/* Readable when spawner_read has something. */
int spawner_fd(const struct spawner *s);
/* Asks for an engine of that kind under a number of the caller's, which must not be in use. 0 or
 * -1. */
int spawner_ask(struct spawner *s, uint32_t id, int kind);
/* Kills the engine of that number, if it is still there. */
void spawner_kill(struct spawner *s, uint32_t id);

enum spawner_news { SPAWNER_NOTHING, SPAWNER_STARTED, SPAWNER_FAILED, SPAWNER_GONE };
/* The next piece of news; with STARTED *fd is the engine's socket (non-blocking), the caller's. */
enum spawner_news spawner_read(struct spawner *s, uint32_t *id, int *fd);

#endif
