/* What line mode shows of a room: the board, whose turn it is, what may be done next. */
#include <string.h>

#include "drawing.h"
#include "forbid.h"
#include "i18n.h"
#include "line_private.h"
#include "tell.h"

/* What there is to choose, and what each means. */
static void print_choices(const struct line *l, const struct model_room *r)
{
	for (int c = 0; c < CHOICE_COUNT; c++)
		if (r->choices & 1U << c)
			fprintf(l->out, "  choose %s: %s\n", choice_name((enum choice)c),
			    tell_choice((enum choice)c));
}

/* The points that black may not play, in words too. */
static void print_forbidden(const struct line *l, const struct model_room *r)
{
	static struct forbid f;
	char name[POINT_TEXT], list[BOARD_POINTS * (POINT_TEXT + 2)] = "";

	forbid_update(&f, r);
	for (int point = 0; point < BOARD_CELLS && f.count > 0; point++)
		if (f.at[point]) {
			size_t len = strlen(list);

			snprintf(list + len, sizeof(list) - len, "%s%s", len == 0 ? "" : ", ",
			    point_format(point, name));
		}
	if (list[0] != '\0')
		fprintf(l->out, _("Forbidden to black (!): %s.\n"), list);
}

/* Says whose turn it is, under the board. */
void line_print_turn(const struct line *l, const struct model_room *r)
{
	char due[TELL_MAX], clock[2][TELL_CLOCK];
	const struct model *m = &l->app->model;
	enum stone side = model_acting(r);
	int64_t now = app_now();

	if (r->clock[0].ms >= 0) {
		for (int i = 0; i < 2; i++) {
			struct model_clock c =
			    model_clock_at(r, i == 0 ? STONE_BLACK : STONE_WHITE, now);

			tell_clock(&c, clock[i]);
		}
		fprintf(l->out, _("Clocks: black %s, white %s.\n"), clock[0], clock[1]);
	}
	if (side == STONE_NONE)
		return;
	tell_due(m, r, due);
	fprintf(l->out, "%s\n", due);
	if (model_my_choice(m, r))
		print_choices(l, r);
	print_forbidden(l, r);
}

void line_print_board(struct line *l, const struct model_room *r)
{
	if (l->list)
		drawing_list(r, l->out);
	else {
		fprintf(l->out, "\n");
		drawing_print(r, l->out);
	}
	line_print_turn(l, r);
	l->drawn = true;
}

/* What a person may do next, after lines that leave something to decide. */
void line_print_hint(const struct line *l, const struct wire_line *w)
{
	const struct model *m = &l->app->model;
	const struct model_room *r = model_focus(m);
	const struct model_offer *o = r == NULL ? NULL : model_offer_to_me(m, r);

	if (strcmp(w->name, "offer") == 0 && o != NULL)
		fprintf(l->out, _("Type accept %s or decline %s.\n"), o->id, o->id);
	else if (strcmp(w->name, "end") == 0 && r != NULL && model_my_side(m, r) != STONE_NONE &&
		 l->app->options->action != ACTION_DEMO)
		fprintf(
		    l->out, _("Type rematch for another game, play LEVEL for one against a bot, or "
			      "quit.\n"));
}
