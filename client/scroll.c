#include "scroll.h"

#include <stdlib.h>
#include <string.h>

void scroll_add(struct scroll *s, enum tell_kind kind, const char *text)
{
	struct scroll_entry *e = &s->entry[s->added % SCROLL_ENTRIES];
	char *copy = strdup(text);

	if (copy == NULL)
		return;
	free(e->text);
	*e = (struct scroll_entry){kind, copy};
	s->added++;
}

int scroll_count(const struct scroll *s)
{
	return s->added < SCROLL_ENTRIES ? (int)s->added : SCROLL_ENTRIES;
}

const struct scroll_entry *scroll_get(const struct scroll *s, int back)
{
	return &s->entry[(s->added - 1 - (unsigned)back) % SCROLL_ENTRIES];
}

void scroll_free(struct scroll *s)
{
	for (int i = 0; i < SCROLL_ENTRIES; i++) {
		free(s->entry[i].text);
		s->entry[i].text = NULL;
	}
	s->added = 0;
}
