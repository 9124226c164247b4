#include "throttle.h"

#include <stdlib.h>

#include "limits.h"
#include "secret.h"

/* A key lives in one of the WAYS places of its set; the set is its hash. */
enum { WAYS = 8, SETS = LIMIT_THROTTLED / WAYS };

struct bucket {
	uint64_t key;	    /* its hash; 0: nobody's */
	int64_t full_at_ms; /* when all tokens are back; in the past: they are */
	int64_t used_ms;
};

struct throttle {
	int burst;
	int64_t every_ms;
	uint64_t salt; /* so that nobody can choose names that push a certain one out */
	struct bucket bucket[SETS][WAYS];
};

struct throttle *throttle_new(int burst, int64_t every_ms)
{
	struct throttle *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	t->burst = burst;
	t->every_ms = every_ms;
	t->salt = (uint64_t)secret_number() << 32 | secret_number();
	return t;
}

void throttle_free(struct throttle *t)
{
	free(t);
}

/* FNV-1a, 64 bits, from a secret start. */
static uint64_t hash(const struct throttle *t, const char *key)
{
	uint64_t h = t->salt;

	for (; *key; key++)
		h = (h ^ (unsigned char)*key) * UINT64_C(1099511628211);
	h ^= h >> 29;
	return h ? h : 1;
}

/* The key's bucket; one that was forgotten is full. */
static struct bucket *find(struct throttle *t, const char *key, int64_t now_ms)
{
	uint64_t h = hash(t, key);
	struct bucket *set = t->bucket[h % SETS], *oldest = set;

	for (int i = 0; i < WAYS; i++) {
		if (set[i].key == h)
			return &set[i];
		if (set[i].used_ms < oldest->used_ms)
			oldest = &set[i];
	}
	*oldest = (struct bucket){.key = h, .full_at_ms = now_ms};
	return oldest;
}

int64_t throttle_take(struct throttle *t, const char *key, int64_t now_ms)
{
	struct bucket *b = find(t, key, now_ms);
	/* With so much still to come back, the last token is gone. */
	int64_t latest = now_ms + (t->burst - 1) * t->every_ms;

	b->used_ms = now_ms;
	if (b->full_at_ms < now_ms)
		b->full_at_ms = now_ms;
	if (b->full_at_ms > latest)
		return b->full_at_ms - latest;
	b->full_at_ms += t->every_ms;
	return 0;
}

void throttle_return(struct throttle *t, const char *key, int64_t now_ms)
{
	find(t, key, now_ms)->full_at_ms -= t->every_ms;
}
