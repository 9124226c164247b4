/*
 * How fast one connection may go: a bucket of commands and one of talk. What a game lives by -
 * moves, offers, their answers, clocks - is never held up, so nobody loses on time by having talked
 * much. What comes too fast is read and answered at once all the same: a connection that is not
 * read would keep the move behind the flood waiting. Only one whose output waits is not read
 * (conn.h), which is what slows down a flood that wants answers.
 */
#ifndef GOMOKUD_PLAY_PACE_H
#define GOMOKUD_PLAY_PACE_H

#include <stdbool.h>

#include "bucket.h"

struct command;

/* Of one session. */
struct pace {
	struct bucket commands, talk;
	int refused; /* lines, less those that were carried out since */
};

/* By the configuration; 0: no limit. */
struct pace_limits {
	int64_t command_us, talk_us; /* between two */
};

/*
 * Whether the command may be carried out now. Otherwise it has been answered -slow-down, and a
 * connection that goes on for all that is closed. c->verb is NULL for a line that is no command.
 */
bool pace_allows(struct command *c);
/* The same for a line of talk, which is charged as talk as well. */
bool pace_talks(struct command *c);

#endif
