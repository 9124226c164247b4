#include "choice.h"

#include <stdio.h>

#include "client/i18n.h"
#include "client/tell.h"

enum { WORD_COLUMNS = 9 }; /* of "1 black  " */

static const char *word_of(enum choice choice)
{
	/* TRANSLATORS: a choice: two more stones; at most six columns. */
	return choice == CHOICE_MORE ? _("more") : tell_side(choice_name(choice));
}

/* One choice with what it means, from row y on. Returns the rows it took. */
static int draw_one(const struct view *v, enum choice choice, int y)
{
	const struct layout *l = &v->layout;
	const char *p = tell_choice(choice), *next;
	int rows = 0, width = l->side_w - WORD_COLUMNS;

	style_printf(&v->style, y, l->side_x, WORD_COLUMNS, STYLE_ASK, "%d %s", (int)choice + 1,
	    word_of(choice));
	do {
		char part[4 * 80];
		size_t len = style_break(&v->style, p, width, &next);

		snprintf(part, sizeof(part), "%.*s", (int)len, p);
		zones_add_char(v->zones, y + rows, l->side_x, l->side_w, '1' + (uint32_t)choice);
		style_put(&v->style, y + rows, l->side_x + WORD_COLUMNS, width, STYLE_TEXT, part);
		rows++;
		p = next;
	} while (*p != '\0');
	return rows;
}

void choice_draw(struct view *v)
{
	struct layout *l = &v->layout;
	enum { ROWS = CHOICE_COUNT * 3 + 2 };
	int y = l->talk_y;

	if (v->room == NULL || !model_my_choice(v->model, v->room) || !l->wide || l->talk_h < ROWS)
		return;
	style_put(
	    &v->style, y++, l->side_x, l->side_w, STYLE_STRONG, _("Which colour do you want?"));
	for (int c = 0; c < CHOICE_COUNT; c++)
		if (v->room->choices & 1U << c)
			y += draw_one(v, (enum choice)c, y);
	y++;
	l->talk_h -= y - l->talk_y;
	l->talk_y = y;
}

enum choice choice_of_key(const struct view *v, uint32_t key)
{
	if (key < '1' || key >= '1' + CHOICE_COUNT || !(v->room->choices & 1U << (key - '1')))
		return CHOICE_COUNT;
	return (enum choice)(key - '1');
}
