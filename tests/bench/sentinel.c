#include "sentinel.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

enum {
	STEP_MS = 2,
	KEPT = 4096, /* delays remembered; a move with more of them has long lost its excuse */
};
static const double WORTH_MS = 0.5; /* smaller delays are not kept */

struct delay {
	double woke_ms, ms;
};

static struct {
	pthread_t thread;
	pthread_mutex_t lock;
	bool running;
	double due_ms;
	struct delay kept[KEPT];
	unsigned next;
} sentinel = {.lock = PTHREAD_MUTEX_INITIALIZER};

double now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void sleep_until(double ms)
{
	struct timespec t;
	t.tv_sec = (time_t)(ms / 1e3);
	t.tv_nsec = (long)((ms - (double)t.tv_sec * 1e3) * 1e6);
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

/* Each waking sets the next by the time it read itself, so that no delay falls between two. */
static void *watch(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&sentinel.lock);
	while (sentinel.running) {
		double due = sentinel.due_ms;
		pthread_mutex_unlock(&sentinel.lock);
		sleep_until(due);
		pthread_mutex_lock(&sentinel.lock);
		double now = now_ms(), late = now - due;
		if (late > WORTH_MS)
			sentinel.kept[sentinel.next++ % KEPT] = (struct delay){now, late};
		sentinel.due_ms = now + STEP_MS;
	}
	pthread_mutex_unlock(&sentinel.lock);
	return NULL;
}

int sentinel_start(void)
{
	sentinel.running = true;
	sentinel.due_ms = now_ms() + STEP_MS;
	if (pthread_create(&sentinel.thread, NULL, watch, NULL) == 0)
		return 0;
	sentinel.running = false;
	return -1;
}

void sentinel_stop(void)
{
	pthread_mutex_lock(&sentinel.lock);
	sentinel.running = false;
	pthread_mutex_unlock(&sentinel.lock);
	pthread_join(sentinel.thread, NULL);
}

double sentinel_worst_ms(double since_ms)
{
	pthread_mutex_lock(&sentinel.lock);
	double worst = now_ms() - sentinel.due_ms;
	if (worst < 0)
		worst = 0;
	for (int i = 0; i < KEPT; i++) {
		const struct delay *d = &sentinel.kept[i];
		if (d->woke_ms >= since_ms && d->ms > worst)
			worst = d->ms;
	}
	pthread_mutex_unlock(&sentinel.lock);
	return worst;
}
