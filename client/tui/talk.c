#include "talk.h"

#include <stdio.h>
#include <string.h>

static enum style_role talk_role(enum tell_kind kind)
{
	switch (kind) {
	case TELL_TALK:
	case TELL_DRAWN:
	case TELL_ANSWER:
		return STYLE_TEXT;
	case TELL_END:
		return STYLE_STRONG;
	case TELL_REFUSAL:
		return STYLE_ALERT;
	case TELL_NOTHING:
	case TELL_MOVE:
	case TELL_NEWS:
	case TELL_NOTICE:
		return STYLE_DIM;
	}
	return STYLE_TEXT;
}

static int rows_of(const struct view *v, const char *text, int width)
{
	const char *p = text;
	int rows = 0;

	do {
		style_break(&v->style, p, width, &p);
		rows++;
	} while (*p != '\0');
	return rows;
}

/* Writes an entry from row y on, leaving out its first `skip` rows. Returns the rows written. */
static int draw_entry(
    const struct view *v, const struct scroll_entry *e, int y, int x, int width, int skip)
{
	const char *p = e->text, *next;
	int written = 0;

	do {
		char part[WIRE_SERVER_MAX];
		size_t len = style_break(&v->style, p, width, &next);

		if (skip > 0)
			skip--;
		else {
			snprintf(part, sizeof(part), "%.*s", (int)len, p);
			style_put(&v->style, y + written, x, width, talk_role(e->kind), part);
			written++;
		}
		p = next;
	} while (*p != '\0');
	return written;
}

void talk_draw(const struct view *v, int y, int x, int width, int height)
{
	int count = scroll_count(&v->scroll), rows = 0, shown = 0;

	while (shown < count && rows < height)
		rows += rows_of(v, scroll_get(&v->scroll, shown++)->text, width);
	for (int i = shown - 1; i >= 0; i--) {
		bool first = i == shown - 1;

		y += draw_entry(v, scroll_get(&v->scroll, i), y, x, width,
		    first && rows > height ? rows - height : 0);
	}
}
