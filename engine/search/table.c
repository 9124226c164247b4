#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4, LINE = 64, LEAST = 1 << 16, AGES = 64 };

struct slot {
	uint64_t check; /* the hash, exclusive-or the data */
	uint64_t data;
};

struct cluster {
	struct slot slot[SLOTS];
};

struct table {
	size_t clusters;
	unsigned age;
	void *memory;		 /* zeroed when it is taken, page by page as it is used */
	struct cluster *cluster; /* the first within memory that begins a cache line */
};

/* Fields of a slot's data, from the lowest bit: move, value, evaluation, depth, bound, age. */
static uint64_t pack(const struct table_entry *e, unsigned age)
{
	return (uint64_t)(uint16_t)e->move | (uint64_t)(uint16_t)e->value << 16 |
	       (uint64_t)(uint16_t)e->evaluation << 32 | (uint64_t)(uint8_t)e->depth << 48 |
	       (uint64_t)(e->bound & 3) << 56 | (uint64_t)(age % AGES) << 58;
}

static struct table_entry unpack(uint64_t data)
{
	return (struct table_entry){
	    .move = (int16_t)(uint16_t)data,
	    .value = (int16_t)(uint16_t)(data >> 16),
	    .evaluation = (int16_t)(uint16_t)(data >> 32),
	    .depth = (int8_t)(uint8_t)(data >> 48),
	    .bound = (uint8_t)(data >> 56 & 3),
	};
}

struct table *table_new(size_t bytes)
{
	struct table *t = malloc(sizeof(*t));
	if (t == NULL)
		return NULL;
	if (bytes < LEAST)
		bytes = LEAST;
	t->clusters = bytes / sizeof(struct cluster) - 1;
	t->age = 0;
	t->memory = calloc(t->clusters + 1, sizeof(struct cluster));
	if (t->memory == NULL) {
		free(t);
		return NULL;
	}
	uintptr_t past = (uintptr_t)t->memory % LINE;
	t->cluster = (struct cluster *)((char *)t->memory + (past > 0 ? LINE - past : 0));
	return t;
}

void table_free(struct table *t)
{
	if (t != NULL)
		free(t->memory);
	free(t);
}

size_t table_bytes(const struct table *t)
{
	return t->clusters * sizeof(struct cluster);
}

void table_clear(struct table *t)
{
	memset(t->cluster, 0, table_bytes(t));
}

void table_age(struct table *t)
{
	t->age++;
}

static struct cluster *cluster_of(const struct table *t, uint64_t hash)
{
	/* The hash's high half, scaled to the number of clusters. */
	return &t->cluster[(hash >> 32) * t->clusters >> 32];
}

static uint64_t load(const uint64_t *from)
{
	return __atomic_load_n(from, __ATOMIC_RELAXED);
}

/* Wins and losses count from the root in the search, from the position in the table. */
static int16_t shifted(int16_t value, int by)
{
	if (value == VALUE_NONE)
		return value;
	if (value > VALUE_SURE)
		return (int16_t)(value + by);
	if (value < -VALUE_SURE)
		return (int16_t)(value - by);
	return value;
}

bool table_find(const struct table *t, uint64_t hash, int ply, struct table_entry *entry)
{
	const struct cluster *c = cluster_of(t, hash);
	for (int i = 0; i < SLOTS; i++) {
		uint64_t data = load(&c->slot[i].data);
		if (data == 0 || (load(&c->slot[i].check) ^ data) != hash)
			continue;
		*entry = unpack(data);
		entry->value = shifted(entry->value, -ply);
		return true;
	}
	return false;
}

/* How much a slot is worth keeping: deep, recent and exact ones are. */
static int worth(const struct table *t, uint64_t data)
{
	if (data == 0)
		return -1000;
	struct table_entry e = unpack(data);
	unsigned age = (t->age - (unsigned)(data >> 58)) % AGES;
	return e.depth + 2 * (e.bound == BOUND_EXACT) - 4 * (int)age;
}

void table_keep(struct table *t, uint64_t hash, int ply, struct table_entry entry)
{
	struct cluster *c = cluster_of(t, hash);
	struct slot *to = &c->slot[0];
	int least = 1000;

	for (int i = 0; i < SLOTS; i++) {
		uint64_t data = load(&c->slot[i].data);
		if (data != 0 && (load(&c->slot[i].check) ^ data) == hash) {
			to = &c->slot[i];
			struct table_entry old = unpack(data);
			/* A shallow bound does not drive out what was found deeper just now. */
			if (entry.bound != BOUND_EXACT && entry.depth + 3 < old.depth &&
			    (data >> 58) == t->age % AGES)
				return;
			if (entry.move < 0)
				entry.move = old.move;
			break;
		}
		if (worth(t, data) < least) {
			least = worth(t, data);
			to = &c->slot[i];
		}
	}
	entry.value = shifted(entry.value, ply);
	uint64_t data = pack(&entry, t->age);
	__atomic_store_n(&to->data, data, __ATOMIC_RELAXED);
	__atomic_store_n(&to->check, hash ^ data, __ATOMIC_RELAXED);
}

void table_prefetch(const struct table *t, uint64_t hash)
{
	__builtin_prefetch(cluster_of(t, hash));
}
