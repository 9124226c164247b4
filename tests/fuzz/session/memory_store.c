/* The store's queue (daemon/store/store.h) without its thread, for fuzzing. */
#include <stdlib.h>

#include "daemon/limits.h"
#include "daemon/store/store_private.h"
#include "memory.h"

struct store {
	struct db *db;
	struct request_list waiting, failed;
	int ordinary, insisting;
};

struct store *store_open(struct loop *l, const char *path, struct store_error *error)
{
	struct store *s = calloc(1, sizeof *s);

	(void)l;
	if (!s)
		return NULL;
	STAILQ_INIT(&s->waiting);
	STAILQ_INIT(&s->failed);
	s->db = db_open(path, error);
	return s;
}

static void tell(struct store *s, struct request *q)
{
	if (q->insists)
		s->insisting--;
	else
		s->ordinary--;
	q->tell(q);
	free(q);
}

bool memory_store_work(struct store *s)
{
	struct request *q = STAILQ_FIRST(&s->waiting);

	if (!q)
		return false;
	STAILQ_REMOVE_HEAD(&s->waiting, link);
	q->run(q, s->db);
	if (q->insists && q->result == STORE_FAILED) {
		STAILQ_INSERT_TAIL(&s->failed, q, link);
		return true;
	}
	/* It works, so what has failed is asked again. */
	if (q->result != STORE_FAILED)
		STAILQ_CONCAT(&s->waiting, &s->failed);
	tell(s, q);
	return true;
}

void store_close(struct store *s)
{
	struct request *q;

	while (memory_store_work(s))
		;
	while ((q = STAILQ_FIRST(&s->failed))) {
		STAILQ_REMOVE_HEAD(&s->failed, link);
		tell(s, q);
	}
	db_close(s->db);
	free(s);
}

int store_put(struct store *s, struct request *q)
{
	bool taken;

	if (!q)
		return -1;
	taken = q->insists ? s->insisting < LIMIT_STORE_GAMES : s->ordinary < LIMIT_STORE_QUEUE;
	if (!taken) {
		free(q);
		return -1;
	}
	STAILQ_INSERT_TAIL(&s->waiting, q, link);
	if (q->insists)
		s->insisting++;
	else
		s->ordinary++;
	return 0;
}

void *store_request(size_t size, void (*run)(struct request *q, struct db *db),
    void (*tell_it)(struct request *q), void *arg)
{
	struct request *q = calloc(1, size);

	if (!q)
		return NULL;
	q->run = run;
	q->tell = tell_it;
	q->arg = arg;
	return q;
}

int store_waiting(struct store *s)
{
	return s->ordinary + s->insisting;
}
