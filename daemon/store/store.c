/* The store's thread and its queue. The requests in it are made in store_calls.c. */
#include "store.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/queue.h>
#include <sysexits.h>
#include <time.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "store_private.h"

enum { AGAIN_S = 2 }; /* after so long the database is asked again to save what it could not */

struct store {
	struct db *db;
	struct loop_bell *bell;
	pthread_t thread;
	bool started;
	/* Under the lock: */
	pthread_mutex_t lock;
	pthread_cond_t wanted;
	struct request_list waiting, failed, answered;
	int ordinary, insisting; /* how many are not done yet */
	bool closing;
	struct timespec again; /* when what has failed is tried again */
};

/* Waits for work, or for the time to try what has failed again. */
static void wait_for_work(struct store *s)
{
	if (STAILQ_EMPTY(&s->failed))
		pthread_cond_wait(&s->wanted, &s->lock);
	else
		pthread_cond_timedwait(&s->wanted, &s->lock, &s->again);
}

/* What has failed is put in the queue again when it is time, at the end a last time. */
static void try_again(struct store *s)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (s->closing || now.tv_sec > s->again.tv_sec ||
	    (now.tv_sec == s->again.tv_sec && now.tv_nsec >= s->again.tv_nsec))
		STAILQ_CONCAT(&s->waiting, &s->failed);
}

static void answered(struct store *s, struct request *q)
{
	if (q->insists && q->result == STORE_FAILED && !s->closing) {
		if (STAILQ_EMPTY(&s->failed)) {
			clock_gettime(CLOCK_MONOTONIC, &s->again);
			s->again.tv_sec += AGAIN_S;
		}
		STAILQ_INSERT_TAIL(&s->failed, q, link);
		return;
	}
	if (q->insists)
		s->insisting--;
	else
		s->ordinary--;
	STAILQ_INSERT_TAIL(&s->answered, q, link);
	bell_ring(s->bell);
}

static void *serve(void *arg)
{
	struct store *s = arg;
	struct request *q;

	pthread_mutex_lock(&s->lock);
	while ((q = STAILQ_FIRST(&s->waiting)) || !STAILQ_EMPTY(&s->failed) || !s->closing) {
		if (!q && !s->closing)
			wait_for_work(s);
		if (q) {
			STAILQ_REMOVE_HEAD(&s->waiting, link);
			pthread_mutex_unlock(&s->lock);
			q->run(q, s->db);
			pthread_mutex_lock(&s->lock);
			answered(s, q);
		}
		try_again(s);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

static void tell_all(struct store *s)
{
	struct request_list now = STAILQ_HEAD_INITIALIZER(now);
	struct request *q;

	pthread_mutex_lock(&s->lock);
	STAILQ_CONCAT(&now, &s->answered);
	pthread_mutex_unlock(&s->lock);
	while ((q = STAILQ_FIRST(&now))) {
		STAILQ_REMOVE_HEAD(&now, link);
		q->tell(q);
		free(q);
	}
}

static void on_bell(void *arg)
{
	tell_all(arg);
}

static int start_thread(struct store *s)
{
	sigset_t all, before;
	pthread_condattr_t monotonic;

	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->wanted, &monotonic);
	pthread_condattr_destroy(&monotonic);
	/* Signals are the loop's. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	s->started = pthread_create(&s->thread, NULL, serve, s) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return s->started ? 0 : -1;
}

struct store *store_open(struct loop *l, const char *path, struct store_error *error)
{
	struct store *s = calloc(1, sizeof *s);

	*error = (struct store_error){.code = EX_OSERR, .text = "out of memory"};
	if (!s)
		return NULL;
	STAILQ_INIT(&s->waiting);
	STAILQ_INIT(&s->failed);
	STAILQ_INIT(&s->answered);
	s->db = db_open(path, error);
	s->bell = s->db ? bell_new(l, on_bell, s) : NULL;
	if (s->bell && start_thread(s) == 0)
		return s;
	bell_free(s->bell);
	if (s->db)
		db_close(s->db);
	free(s);
	return NULL;
}

void store_close(struct store *s)
{
	pthread_mutex_lock(&s->lock);
	s->closing = true;
	pthread_cond_signal(&s->wanted);
	pthread_mutex_unlock(&s->lock);
	pthread_join(s->thread, NULL);
	tell_all(s);
	bell_free(s->bell);
	db_close(s->db);
	pthread_cond_destroy(&s->wanted);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int store_put(struct store *s, struct request *q)
{
	bool taken;

	if (!q)
		return -1;
	pthread_mutex_lock(&s->lock);
	taken = q->insists ? s->insisting < LIMIT_STORE_GAMES : s->ordinary < LIMIT_STORE_QUEUE;
	if (taken) {
		STAILQ_INSERT_TAIL(&s->waiting, q, link);
		s->insisting += q->insists;
		s->ordinary += !q->insists;
		pthread_cond_signal(&s->wanted);
	}
	pthread_mutex_unlock(&s->lock);
	if (!taken)
		free(q);
	return taken ? 0 : -1;
}

void *store_request(size_t size, void (*run)(struct request *q, struct db *db),
    void (*tell)(struct request *q), void *arg)
{
	struct request *q = calloc(1, size);

	if (!q)
		return NULL;
	q->run = run;
	q->tell = tell;
	q->arg = arg;
	return q;
}

int store_waiting(struct store *s)
{
	int n;

	pthread_mutex_lock(&s->lock);
	n = s->ordinary + s->insisting;
	pthread_mutex_unlock(&s->lock);
	return n;
}
