#include "thinking.h"

#include <stdio.h>
#include <string.h>

#include "client/i18n.h"
#include "client/tell.h"

enum { FIRST_MS = 2000, BAR_MAX = 12, BAR_MIN = 4 };

/* So many columns of the bar are full, of those that it has. */
static int filled(const struct model_thinking *t, int columns)
{
	int64_t all = t->longest_ms > 0 ? t->longest_ms : FIRST_MS;
	int64_t full = t->ms * columns / all;

	return full >= columns ? columns - 1 : (int)full; /* it is still at it */
}

static int draw_bar(const struct view *v, int y, int x, int columns)
{
	const struct style_signs *signs = v->style.signs;
	int full = filled(&v->game->thinking, columns);

	for (int i = 0; i < columns; i++)
		style_put(&v->style, y, x + i, 1, i < full ? STYLE_STRONG : STYLE_DIM,
		    i < full ? signs->full : signs->empty);
	return columns;
}

/* Text behind what stands there already, if all of it fits. Returns the columns it took. */
static int append(const struct view *v, int y, int x, int width, const char *text)
{
	if (style_width(&v->style, text) > width)
		return 0;
	return style_put(&v->style, y, x, width, STYLE_DIM, text);
}

void thinking_draw(const struct view *v, int y, int x, int width)
{
	const struct model_thinking *t = v->game == NULL ? NULL : &v->game->thinking;
	const char *dot = v->style.signs->dot;
	char part[4][96], number[TELL_CLOCK];
	int used;

	if (t == NULL || !t->known || width < BAR_MIN)
		return;
	used = draw_bar(v, y, x, width < BAR_MAX ? width : BAR_MAX);
	snprintf(part[0], sizeof(part[0]), _("  depth %d"), t->depth);
	snprintf(part[1], sizeof(part[1]), " %s %s", dot, tell_value(t->value, number));
	snprintf(part[2], sizeof(part[2]), _(" %s %d.%d s"), dot, (int)(t->ms / 1000),
	    (int)(t->ms / 100 % 10));
	snprintf(part[3], sizeof(part[3]), _(" %s %s nodes"), dot, tell_count(t->nodes, number));
	for (int i = 0; i < 4; i++)
		used += append(v, y, x + used, width - used, part[i]);
}
