#include "mute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/limits.h"

static int find(const struct mutes *m, const char *name)
{
	for (int i = 0; i < m->n; i++)
		if (strcmp(m->name[i], name) == 0)
			return i;
	return -1;
}

bool mutes_has(const struct mutes *m, const char *name)
{
	return find(m, name) >= 0;
}

int mutes_add(struct mutes *m, const char *name)
{
	if (m->n == LIMIT_MUTED)
		return -1;
	if (m->n == m->cap) {
		int cap = m->cap ? 2 * m->cap : 4;
		void *more = realloc(m->name, (size_t)cap * sizeof *m->name);

		if (!more)
			return -1;
		m->name = more;
		m->cap = cap;
	}
	snprintf(m->name[m->n++], MUTE_NAME, "%s", name);
	return 0;
}

bool mutes_remove(struct mutes *m, const char *name)
{
	int at = find(m, name);

	if (at < 0)
		return false;
	m->n--;
	memmove(m->name[at], m->name[at + 1], (size_t)(m->n - at) * sizeof *m->name);
	return true;
}

void mutes_free(struct mutes *m)
{
	free(m->name);
}
