/* daemon/jobs.h without threads, for fuzzing: what was added is worked on when the input's turn
 * comes to it. */
#include <stdlib.h>
#include <sys/queue.h>

#include "memory.h"

struct job {
	void (*work)(void *arg);
	void (*done)(void *arg, bool worked);
	void *arg;
	STAILQ_ENTRY(job) link;
};

struct jobs {
	int waiting, queue_max;
	STAILQ_HEAD(, job) queue;
};

struct jobs *jobs_new(struct loop *l, int threads, int queue_max)
{
	struct jobs *j = calloc(1, sizeof *j);

	(void)l, (void)threads;
	if (!j)
		return NULL;
	STAILQ_INIT(&j->queue);
	j->queue_max = queue_max;
	return j;
}

int jobs_waiting(struct jobs *j)
{
	return j->waiting;
}

static bool next(struct jobs *j, bool worked)
{
	struct job *job = STAILQ_FIRST(&j->queue);

	if (!job)
		return false;
	STAILQ_REMOVE_HEAD(&j->queue, link);
	j->waiting--;
	if (worked)
		job->work(job->arg);
	job->done(job->arg, worked);
	free(job);
	return true;
}

bool memory_jobs_work(struct jobs *j)
{
	return next(j, true);
}

void jobs_free(struct jobs *j)
{
	while (next(j, false))
		;
	free(j);
}

int jobs_add(
    struct jobs *j, void (*work)(void *arg), void (*done)(void *arg, bool worked), void *arg)
{
	struct job *job = j->waiting < j->queue_max ? calloc(1, sizeof *job) : NULL;

	if (!job)
		return -1;
	*job = (struct job){.work = work, .done = done, .arg = arg};
	STAILQ_INSERT_TAIL(&j->queue, job, link);
	j->waiting++;
	return 0;
}
