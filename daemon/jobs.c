#include "jobs.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/queue.h>

struct job {
	void (*work)(void *arg);
	void (*done)(void *arg, bool worked);
	void *arg;
	STAILQ_ENTRY(job) link;
};

STAILQ_HEAD(job_list, job);

struct jobs {
	struct loop_bell *bell;
	int threads, queue_max;
	pthread_t *thread;
	/* Under the lock: */
	pthread_mutex_t lock;
	pthread_cond_t wanted;
	struct job_list waiting, worked;
	int queued;
	bool ending;
};

static void *work(void *arg)
{
	struct jobs *j = arg;

	pthread_mutex_lock(&j->lock);
	while (!j->ending) {
		struct job *job = STAILQ_FIRST(&j->waiting);

		if (!job) {
			pthread_cond_wait(&j->wanted, &j->lock);
			continue;
		}
		STAILQ_REMOVE_HEAD(&j->waiting, link);
		j->queued--;
		pthread_mutex_unlock(&j->lock);
		job->work(job->arg);
		pthread_mutex_lock(&j->lock);
		STAILQ_INSERT_TAIL(&j->worked, job, link);
		bell_ring(j->bell);
	}
	pthread_mutex_unlock(&j->lock);
	return NULL;
}

static void tell(struct job_list *list, bool worked)
{
	struct job *job;

	while ((job = STAILQ_FIRST(list))) {
		STAILQ_REMOVE_HEAD(list, link);
		job->done(job->arg, worked);
		free(job);
	}
}

static void on_bell(void *arg)
{
	struct jobs *j = arg;
	struct job_list now = STAILQ_HEAD_INITIALIZER(now);

	pthread_mutex_lock(&j->lock);
	STAILQ_CONCAT(&now, &j->worked);
	pthread_mutex_unlock(&j->lock);
	tell(&now, true);
}

/* Signals are the loop's: the threads start with all of them blocked. */
static int start_threads(struct jobs *j, int wanted)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (j->threads < wanted && pthread_create(&j->thread[j->threads], NULL, work, j) == 0)
		j->threads++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return j->threads == wanted ? 0 : -1;
}

struct jobs *jobs_new(struct loop *l, int threads, int queue_max)
{
	struct jobs *j = calloc(1, sizeof *j);

	if (!j)
		return NULL;
	j->queue_max = queue_max;
	STAILQ_INIT(&j->waiting);
	STAILQ_INIT(&j->worked);
	pthread_mutex_init(&j->lock, NULL);
	pthread_cond_init(&j->wanted, NULL);
	j->bell = bell_new(l, on_bell, j);
	j->thread = calloc((size_t)threads, sizeof *j->thread);
	if (!j->bell || !j->thread || start_threads(j, threads) < 0) {
		jobs_free(j);
		return NULL;
	}
	return j;
}

void jobs_free(struct jobs *j)
{
	pthread_mutex_lock(&j->lock);
	j->ending = true;
	pthread_cond_broadcast(&j->wanted);
	pthread_mutex_unlock(&j->lock);
	for (int i = 0; i < j->threads; i++)
		pthread_join(j->thread[i], NULL);
	tell(&j->worked, true);
	tell(&j->waiting, false);
	bell_free(j->bell);
	pthread_cond_destroy(&j->wanted);
	pthread_mutex_destroy(&j->lock);
	free(j->thread);
	free(j);
}

int jobs_add(
    struct jobs *j, void (*work_fn)(void *arg), void (*done)(void *arg, bool worked), void *arg)
{
	struct job *job = malloc(sizeof *job);
	bool full;

	if (!job)
		return -1;
	*job = (struct job){.work = work_fn, .done = done, .arg = arg};
	pthread_mutex_lock(&j->lock);
	full = j->queued >= j->queue_max;
	if (!full) {
		STAILQ_INSERT_TAIL(&j->waiting, job, link);
		j->queued++;
		pthread_cond_signal(&j->wanted);
	}
	pthread_mutex_unlock(&j->lock);
	if (full)
		free(job);
	return full ? -1 : 0;
}

int jobs_waiting(struct jobs *j)
{
	int n;

	pthread_mutex_lock(&j->lock);
	n = j->queued;
	pthread_mutex_unlock(&j->lock);
	return n;
}
