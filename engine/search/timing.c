#include "timing.h"

enum {
	RESERVE_MS = 40,   /* for what happens after the search, and for a busy machine */
	RESERVE_SHARE = 5, /* of a short time, at most one part in so many is kept back */
	MOVES_TO_GO = 25,  /* that the time of a match is laid out for */
	STABLE_DEPTHS = 4,
};

/* The time of a move less what is kept in reserve. */
static int64_t usable(int64_t ms)
{
	int64_t reserve = ms / RESERVE_SHARE;
	return ms - (reserve > RESERVE_MS ? RESERVE_MS : reserve);
}

void timing_begin(struct timing *t, const struct search_limits *limits)
{
	int64_t hard = usable(limits->time_ms), soft = hard;

	*t = (struct timing){.host = limits->host, .nodes = limits->nodes, .depth = limits->depth};
	if (limits->left_ms > 0) {
		int64_t share = limits->left_ms / MOVES_TO_GO;
		if (share < soft)
			soft = share;
		/* A move that is in doubt may take some of the time of later ones. */
		if (hard > 3 * share)
			hard = 3 * share;
	}
	t->soft_ms = soft;
	t->hard_ms = hard;
	if (t->host != NULL) {
		t->begin_ms = t->host->now_ms(t->host->arg);
		return;
	}
	t->nodes = timing_nodes(t);
	if (t->nodes == 0)
		t->nodes = 1;
}

int64_t timing_nodes(const struct timing *t)
{
	int64_t most = INT64_MAX;

	if (t->hard_ms < INT64_MAX / TIMING_NODES_A_MS)
		most = t->hard_ms * TIMING_NODES_A_MS;
	return t->nodes > 0 && t->nodes < most ? t->nodes : most;
}

void timing_shorten(struct timing *t, int share)
{
	t->soft_ms /= share;
	t->hard_ms /= share;
	if (t->nodes > 0)
		t->nodes = t->nodes / share + 1;
}

void timing_stop(struct timing *t)
{
	__atomic_store_n(&t->stop, true, __ATOMIC_RELAXED);
}

bool timing_stopped(const struct timing *t)
{
	return __atomic_load_n(&t->stop, __ATOMIC_RELAXED);
}

int64_t timing_ms(const struct timing *t)
{
	return t->host == NULL ? 0 : t->host->now_ms(t->host->arg) - t->begin_ms;
}

bool timing_check(struct timing *t, int64_t nodes)
{
	if (t->nodes > 0 && nodes >= t->nodes)
		timing_stop(t);
	if (t->host != NULL && (timing_ms(t) >= t->hard_ms || t->host->stop(t->host->arg)))
		timing_stop(t);
	return timing_stopped(t);
}

bool timing_go_on(const struct timing *t, int64_t nodes, int stable)
{
	if (timing_stopped(t) || (t->nodes > 0 && nodes >= t->nodes))
		return false;
	if (t->host == NULL)
		return true;
	if (t->host->stop(t->host->arg))
		return false;
	/* A depth takes at least as long as all before it; one that cannot end is not begun unless
	 * time not used now is lost. */
	int64_t used = timing_ms(t);
	if (t->soft_ms < t->hard_ms)
		return stable >= STABLE_DEPTHS ? used * 4 < t->soft_ms : used * 2 < t->soft_ms;
	return used < t->hard_ms;
}
