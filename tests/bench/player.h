/*
 * A program that speaks the Gomocup protocol, run as a process of its own group and spoken to line
 * by line. Its standard error is dropped. It is ended with us, whatever ends us.
 *
 *   stopped --player_start--> running --player_stop--> stopped
 *
 * While it runs it may be gone already: then lines end with PLAYER_GONE, and sending does nothing
 * in a program that ignores SIGPIPE.
 */
#ifndef GOMOKU_BENCH_PLAYER_H
#define GOMOKU_BENCH_PLAYER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	PLAYER_LINE_MAX = 8192, /* bytes of a line; a longer one is cut */
	PLAYER_COMMAND_MAX = 2048,
	PLAYER_TASKS = 64, /* threads whose waiting is followed */
};

enum player_got { PLAYER_LINE, PLAYER_TIMEOUT, PLAYER_GONE };

/* What a thread has waited for a processor, in all. */
struct player_wait {
	pid_t task;
	int64_t ns;
};

struct player {
	const char *command; /* for sh -c */
	pid_t pid;	     /* 0: stopped */
	int to, from;	     /* our ends of its pipes */
	char held[PLAYER_LINE_MAX];
	size_t n_held; /* bytes read and not yet handed out */
	long peak_kb;  /* the most memory it was seen to hold, over all its runs */
	struct player_wait waits[PLAYER_TASKS];
	int n_waits;
	int64_t our_wait_ns; /* of the thread that asks */
};

/* The caller keeps the command. */
void player_init(struct player *p, const char *command);
/* Returns -1 when no process is to be had. A command that does not exist is seen later, as gone. */
int player_start(struct player *p);
/* Sends a line, formatted; the line end is added. */
void player_send(struct player *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Waits until `until_ms` (sentinel.h's clock) for a line that is not blank, without its line end.
 */
enum player_got player_line(struct player *p, char line[static PLAYER_LINE_MAX], double until_ms);
/*
 * Notes what its threads, and the one that calls, have waited for a processor so far; then what the
 * one of them that waited most and the caller have waited since.
 */
void player_mark_waits(struct player *p);
double player_waited_ms(const struct player *p);
/* Says END, gives it a moment to leave, ends it and all its group. */
void player_stop(struct player *p);

#endif
