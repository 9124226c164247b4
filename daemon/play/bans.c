#include "bans.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/limits.h"

struct entry {
	struct store_ban ban;
	bool is_network;
	struct network network;
};

struct bans {
	struct entry *entry;
	int count, cap;
};

struct bans *bans_new(void)
{
	return calloc(1, sizeof(struct bans));
}

void bans_free(struct bans *b)
{
	if (!b)
		return;
	free(b->entry);
	free(b);
}

static bool over(const struct store_ban *ban)
{
	return ban->until != 0 && ban->until <= (int64_t)time(NULL);
}

/* Those that have run out make place. */
static void sweep(struct bans *b)
{
	int kept = 0;

	for (int i = 0; i < b->count; i++)
		if (!over(&b->entry[i].ban))
			b->entry[kept++] = b->entry[i];
	b->count = kept;
}

bool bans_is_full(const struct bans *b)
{
	return b->count >= LIMIT_BANS;
}

int bans_count(const struct bans *b)
{
	return b->count;
}

static int make_place(struct bans *b)
{
	struct entry *longer;
	int cap = b->cap ? 2 * b->cap : 16;

	if (b->count < b->cap)
		return 0;
	if (!(longer = realloc(b->entry, (size_t)cap * sizeof *longer)))
		return -1;
	b->entry = longer;
	b->cap = cap;
	return 0;
}

static struct entry *find(struct bans *b, const char *who)
{
	for (int i = 0; i < b->count; i++)
		if (strcmp(b->entry[i].ban.who, who) == 0)
			return &b->entry[i];
	return NULL;
}

int bans_add(struct bans *b, const struct store_ban *ban)
{
	struct entry *e = find(b, ban->who);

	if (!e) {
		sweep(b);
		if (bans_is_full(b) || make_place(b) < 0)
			return -1;
		e = &b->entry[b->count++];
	}
	*e = (struct entry){.ban = *ban};
	e->is_network = network_read(&e->network, ban->who);
	return 0;
}

bool bans_remove(struct bans *b, const char *who)
{
	struct entry *e = find(b, who);

	if (!e)
		return false;
	*e = b->entry[--b->count];
	return true;
}

const struct store_ban *bans_of_name(struct bans *b, const char *name)
{
	const struct entry *e = find(b, name);

	return e && !e->is_network && !over(&e->ban) ? &e->ban : NULL;
}

const struct store_ban *bans_of_address(struct bans *b, const struct address *from)
{
	for (int i = 0; i < b->count; i++) {
		const struct entry *e = &b->entry[i];

		if (e->is_network && network_has(&e->network, from) && !over(&e->ban))
			return &e->ban;
	}
	return NULL;
}

int bans_each(const struct bans *b, void (*each)(const struct store_ban *ban, void *arg), void *arg)
{
	int n = 0;

	for (int i = 0; i < b->count; i++)
		if (!over(&b->entry[i].ban)) {
			each(&b->entry[i].ban, arg);
			n++;
		}
	return n;
}
