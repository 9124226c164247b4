/* What the files of the store share among themselves: store.c, store_calls.c. */
#ifndef GOMOKUD_STORE_PRIVATE_H
#define GOMOKUD_STORE_PRIVATE_H

#include <sys/queue.h>

#include "db.h"

/* What the kinds of requests have in common; it stands first in each of them. */
struct request {
	void (*run)(struct request *q, struct db *db);
	void (*tell)(struct request *q);
	enum store_result result;
	void *arg;
	bool insists; /* asked again until it is done */
	STAILQ_ENTRY(request) link;
};

STAILQ_HEAD(request_list, request);

/* A request of that size, which begins with struct request; the rest is zero. NULL: no memory. */
void *store_request(size_t size, void (*run)(struct request *q, struct db *db),
    void (*tell)(struct request *q), void *arg);
/* Puts it in the queue. -1: it was full, or q is NULL; then q is freed. */
int store_put(struct store *s, struct request *q);

#endif
