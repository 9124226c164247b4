#include "crowd.h"

#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "daemon/secret.h"

enum { BUCKETS = 1024 };

struct group {
	struct network network;
	int count;
	LIST_ENTRY(group) link;
};

LIST_HEAD(groups, group);

struct crowd {
	unsigned char secret[SECRET_KEY]; /* nobody can choose networks that share a bucket */
	struct groups bucket[BUCKETS];
};

struct crowd *crowd_new(void)
{
	struct crowd *c = calloc(1, sizeof *c);

	if (c)
		secret_key(c->secret);
	return c;
}

void crowd_free(struct crowd *c)
{
	if (!c)
		return;
	for (int i = 0; i < BUCKETS; i++) {
		struct group *g;

		while ((g = LIST_FIRST(&c->bucket[i]))) {
			LIST_REMOVE(g, link);
			free(g);
		}
	}
	free(c);
}

static bool same(const struct network *a, const struct network *b)
{
	return a->address.bits == b->address.bits &&
	       memcmp(a->address.byte, b->address.byte, sizeof a->address.byte) == 0;
}

static unsigned bucket_of(const struct crowd *c, const struct network *n)
{
	char text[ADDRESS_TEXT];

	return (unsigned)(secret_place(c->secret, network_text(n, text)) % BUCKETS);
}

static struct group *find(const struct crowd *c, const struct network *n)
{
	struct group *g;

	LIST_FOREACH(g, &c->bucket[bucket_of(c, n)], link)
	if (same(&g->network, n))
		return g;
	return NULL;
}

int crowd_count(const struct crowd *c, const struct address *a)
{
	struct network n = network_of(a);
	const struct group *g = find(c, &n);

	return g ? g->count : 0;
}

int crowd_enter(struct crowd *c, const struct address *a)
{
	struct network n = network_of(a);
	struct group *g = find(c, &n);

	if (!g) {
		if (!(g = calloc(1, sizeof *g)))
			return -1;
		g->network = n;
		LIST_INSERT_HEAD(&c->bucket[bucket_of(c, &n)], g, link);
	}
	g->count++;
	return 0;
}

void crowd_leave(struct crowd *c, const struct address *a)
{
	struct network n = network_of(a);
	struct group *g = find(c, &n);

	if (g && --g->count == 0) {
		LIST_REMOVE(g, link);
		free(g);
	}
}

int crowd_each(
    const struct crowd *c, void (*each)(const struct network *n, int count, void *arg), void *arg)
{
	const struct group *g;
	int n = 0;

	for (int i = 0; i < BUCKETS; i++)
		LIST_FOREACH(g, &c->bucket[i], link)
		{
			each(&g->network, g->count, arg);
			n++;
		}
	return n;
}
