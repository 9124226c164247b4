/* How many connections each network has at the moment: a table of those that have any. */
#ifndef GOMOKUD_NET_CROWD_H
#define GOMOKUD_NET_CROWD_H

#include "address.h"

struct crowd;

/* NULL: no memory. */
struct crowd *crowd_new(void);
void crowd_free(struct crowd *c);
/* How many the address's network has. */
int crowd_count(const struct crowd *c, const struct address *a);
/* Calls each for every network that has any. Returns how many there are. */
int crowd_each(
    const struct crowd *c, void (*each)(const struct network *n, int count, void *arg), void *arg);
/* One more; -1: no memory. */
int crowd_enter(struct crowd *c, const struct address *a);
/* One less of a network that has some. */
void crowd_leave(struct crowd *c, const struct address *a);

#endif
