#include "throttle.h"

#include <stdbool.h>
#include <stdlib.h>

#include "limits.h"
#include "secret.h"

/* A key lives in one of the WAYS places of its set; the set is its hash. */
enum { WAYS = 8, SETS = LIMIT_THROTTLED / WAYS };

struct bucket {
	uint64_t key;	    /* its hash, odd; 0: nobody's */
	int64_t full_at_ms; /* when all tokens are back; in the past: they are */
	int64_t used_ms;
};

struct throttle {
	int burst;
	int64_t every_ms;
	/* So that nobody can choose names that push a certain one out. */
	unsigned char secret[SECRET_KEY];
	struct bucket bucket[SETS][WAYS];
};

struct throttle *throttle_new(int burst, int64_t every_ms)
{
	struct throttle *t = calloc(1, sizeof *t);

	if (!t)
		return NULL;
	t->burst = burst;
	t->every_ms = every_ms;
	secret_key(t->secret);
	return t;
}

void throttle_free(struct throttle *t)
{
	free(t);
}

/* Whether a place is to be given away before another: nobody's first, then the quietest one's. */
static bool older(const struct bucket *b, const struct bucket *than)
{
	if (b->key == 0 || than->key == 0)
		return b->key == 0 && than->key != 0;
	return b->used_ms < than->used_ms;
}

/* The key's bucket; one that was forgotten is full. */
static struct bucket *find(struct throttle *t, const char *key, int64_t now_ms)
{
	uint64_t h = secret_place(t->secret, key) | 1;
	struct bucket *set = t->bucket[(h >> 1) % SETS], *oldest = set;

	for (int i = 0; i < WAYS; i++) {
		if (set[i].key == h)
			return &set[i];
		if (older(&set[i], oldest))
			oldest = &set[i];
	}
	*oldest = (struct bucket){.key = h, .full_at_ms = now_ms, .used_ms = now_ms};
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
