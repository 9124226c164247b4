/*
 * The spawner: a small process, forked before the daemon has threads, sockets or a loop, that
 * starts and ends engine processes at the daemon's word. So the daemon itself never forks again.
 *
 * The two speak over a SOCK_SEQPACKET pair: (START|KILL, id) one way; (STARTED, id) with a socket
 * by SCM_RIGHTS, or (FAILED, id), the other. An engine's stdin and stdout are that socket's other
 * end. When the daemon is gone, however, the spawner reads end of file, kills its engines and ends.
 */
#ifndef GOMOKUD_SEATS_SPAWNER_H
#define GOMOKUD_SEATS_SPAWNER_H

#include <stdint.h>

struct spawner;

/* Forks it. argv (NULL-terminated, argv[0] the path) is what it will start. NULL: errno tells why.
 */
struct spawner *spawner_start(const char *const argv[]);
/* Ends it and all engines, and waits for it. */
void spawner_stop(struct spawner *s);
/* Readable when spawner_read has something. */
int spawner_fd(const struct spawner *s);
/* Asks for an engine under a number of the caller's, which must not be in use. 0 or -1. */
int spawner_ask(struct spawner *s, uint32_t id);
/* Kills the engine of that number, if it is still there. */
void spawner_kill(struct spawner *s, uint32_t id);

enum spawner_news { SPAWNER_NOTHING, SPAWNER_STARTED, SPAWNER_FAILED, SPAWNER_GONE };
/* The next piece of news; with STARTED *fd is the engine's socket (non-blocking), the caller's. */
enum spawner_news spawner_read(struct spawner *s, uint32_t *id, int *fd);

#endif
