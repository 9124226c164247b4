#include "host.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "engine/search/search.h"

int64_t host_now_ms(void *arg)
{
	struct timespec now;

	(void)arg;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct share {
	pthread_t thread;
	bool running;
	int i;
	void (*work)(void *item, int i);
	void *item;
};

static void *run(void *arg)
{
	struct share *s = arg;
	s->work(s->item, s->i);
	return NULL;
}

void host_spread(void *arg, int n, void (*work)(void *item, int i), void *item)
{
	struct share share[SEARCH_THREADS_MAX];

	(void)arg;
	for (int i = 1; i < n; i++) {
		share[i] = (struct share){.i = i, .work = work, .item = item};
		share[i].running = pthread_create(&share[i].thread, NULL, run, &share[i]) == 0;
	}
	work(item, 0);
	for (int i = 1; i < n; i++)
		if (share[i].running)
			pthread_join(share[i].thread, NULL);
}
