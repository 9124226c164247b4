/*
 * A whole server in memory for fuzzing: lobby, rooms, sessions and connections as they are, over
 * what memory.h puts in the place of sockets, threads, files and engines, at the time that still.h
 * sets. It can be stopped, or killed, and started again on what its journal has kept.
 */
#ifndef GOMOKU_FUZZ_WORLD_H
#define GOMOKU_FUZZ_WORLD_H

#include "daemon/daemon.h"
#include "memory.h"

/* The parts of the daemon that are there: loop, pool, journal, server, archive. */
struct world {
	struct daemon d;
};

/* Whether the disk's records make sense, and a server would start on them. */
bool world_would_start(struct world *w);
/* Starts it on what the disk has. `kind` chooses who may register and which limits there are. */
void world_start(struct world *w, unsigned kind);
/* The end in order: everyone is told. */
void world_stop(struct world *w);
/* The end by kill -9, when a turn has just been done; before that the journal is read back, and
 * what comes of it has to be what there is. */
void world_kill(struct world *w);
/* Another turn: due timers, waiting work, what sockets tell (the caller has activated the events),
 * the end of the turn. Returns whether there was anything to do. */
bool world_turn(struct world *w);
/* Ends the program unless the lobby's lists and counts agree. */
void world_check(struct world *w);

#endif
