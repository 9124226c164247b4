/*
 * A command that can't be answered at once. Its connection is held (conn_hold), so that answers
 * stay in the order of their commands; nobody else waits. When the answer is there, on the loop,
 * the command is taken up again as it was said; by then its connection may be gone.
 */
#ifndef GOMOKUD_PLAY_LATER_H
#define GOMOKUD_PLAY_LATER_H

#include "command.h"

struct later;

/* Puts the command off; it must not be answered now. NULL, and answered: no memory. */
struct later *later_begin(struct command *c);
/* The command again, at this time. False: who said it is not here any more. */
bool later_again(const struct later *l, struct command *c);
/* It is answered: the connection goes on, and l is freed. */
void later_end(struct later *l);
/* Ends it with "-busy" of `what`: what should have worked it out could not. */
void later_fail(struct later *l, const char *what);

#endif
