/*
 * What stands in the place of threads, files and processes when a whole session is fuzzed: jobs
 * (memory_jobs.c), the store and its database (memory_store.c, memory_db.c), the journal
 * (memory_journal.c), the engines (memory_pool.c) and the socket (memory_pipe.c). Each keeps the
 * contract of the header that it implements; here is what the input does with it besides.
 */
#ifndef GOMOKU_FUZZ_MEMORY_H
#define GOMOKU_FUZZ_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "daemon/jobs.h"
#include "daemon/net/transport.h"
#include "daemon/seats/pool.h"
#include "daemon/store/db.h"
#include "daemon/store/journal.h"
#include "daemon/store/store.h"

/* Each does one piece of what waits, and tells whether there was any. */
bool memory_jobs_work(struct jobs *j);
bool memory_store_work(struct store *s);
bool memory_pool_work(struct pool *p);

/* The database outlives the store until this. */
void memory_db_reset(void);
/* Everything that is asked of it from now on fails, or works again. */
void memory_db_fail(bool failing);

/* The disk: what was written of the journal, which outlives the journal until this. */
void memory_disk_reset(void);
/* Writing fails from now on, or works again; there is no room for another game. */
void memory_disk_fail(bool failing);
void memory_disk_full(bool full);
/* Puts records there, a line each. */
void memory_disk_put(const char *lines, size_t n);
/* Calls each for every record that a journal would now be begun with. */
int memory_disk_read(journal_each *each, void *arg);
/* A journal that never gets to the disk, for journal_close, and what was added to it. */
struct journal *memory_journal_new(void);
/* Whether something of it has yet to get to the disk. */
bool memory_journal_waits(const struct journal *j);
int memory_journal_added(const struct journal *j, journal_each *each, void *arg);

/* What the engines say from now on: a line to each question ("" : a move that is allowed; "-":
 * nothing at all), and whether they have no time for another game. */
void memory_pool_say(const char *line, size_t len);
void memory_pool_busy(bool busy);
void memory_pool_reset(void);

/* A connection's socket: what the peer has sent and not been read, and where the output goes. */
struct pipe_end {
	const char *in;
	size_t in_len;
	bool in_end;	 /* the peer has ended its side */
	size_t out_room; /* bytes that the peer takes before it is full */
	bool broken;	 /* the peer is gone: writing fails */
	bool mute;	 /* the handshake is not going on */
	bool goodbye;	 /* we have said it */
	void (*out)(void *arg, const char *bytes, size_t len);
	void (*freed)(void *arg);
	void *arg;
};

/* Its state is a struct pipe_end of the caller's. */
extern const struct transport pipe_transport;

#endif
