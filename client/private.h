/*
 * A server of one's own: gomokud on a free port of this machine, with a folder of its own, for as
 * long as this program runs. However this one ends, the server ends too and leaves nothing behind.
 */
#ifndef GOMOKU_PRIVATE_H
#define GOMOKU_PRIVATE_H

#include "child.h"
#include "options.h"

enum { PRIVATE_WHY = 600 };

struct private
{
	struct child child;
};

/* Starts it and puts its address and pin into the options. 0, or -1 with a reason. */
int private_start(struct private *p, struct options *o, char why[static PRIVATE_WHY]);
/* Ends it, if there is one. */
void private_end(struct private *p);

#endif
