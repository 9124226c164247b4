/*
 * Other programs, started and ended by this one: the engine, a private server, an engine that plays
 * for its owner.
 */
#ifndef GOMOKU_CHILD_H
#define GOMOKU_CHILD_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

struct child {
	pid_t pid; /* 0: none */
	int in;	   /* what we write to its standard input, -1: it has none */
	int out;   /* its standard output, and its errors where that was asked for; -1: closed */
};

enum child_errors {
	CHILD_ERRORS_SHOWN, /* go where ours go */
	CHILD_ERRORS_MIXED, /* come with its output */
};

/* Where a program of ours lies: beside this one, else in PATH. 0, or -1 when it is in neither. */
int child_find(const char *name, char path[static PATH_MAX]);
/*
 * Starts a program in a session of its own, so that the terminal's Ctrl-C is not its business, with
 * our signals and descriptors kept from it. argv[0] is its path. Both pipes do not block. 0, or -1
 * with errno.
 */
int child_start(struct child *c, char *const argv[], bool input, enum child_errors errors);
/* Ends it: closes the pipes, asks it to end, and after `ms` milliseconds makes it. Returns its
 * status as waitpid tells it, -1 when there is none. */
int child_end(struct child *c, int ms);

#endif
