#include "moves.h"

#include <stdio.h>

#include "client/i18n.h"
#include "client/tell.h"

enum {
	CELL = 11,  /* columns of " 12 ● h10  " */
	VALUE = 12, /* of "loses in 12 " */
};

/* How many moves stand in a row: pairs of them, so that the colours stand in columns. */
static int per_row(const struct view *v, int width)
{
	int pairs = (width + 2) / (2 * CELL);

	return v->analysis != NULL || pairs < 1 ? 1 : 2 * pairs;
}

/* The first row that is shown, of those that the list has: the board's last move in the middle. */
static int first_row(int current, int rows, int all)
{
	int first = current - rows / 2;

	if (first > all - rows)
		first = all - rows;
	return first < 0 ? 0 : first;
}

/* What a move was worth to its player, and what would have been worth more. */
static void draw_value(const struct view *v, int ply, int y, int x, int width)
{
	char value[TELL_CLOCK], better[TELL_CLOCK + 16], text[2 * TELL_CLOCK + 16];

	if (ply >= v->analysis->moves || !v->analysis->move[ply].known)
		return;
	style_put(
	    &v->style, y, x, width, STYLE_TEXT, tell_value(v->analysis->move[ply].value, value));
	x += VALUE;
	width -= VALUE;
	if (!analysis_better(v->analysis, v->game, ply, better, sizeof(better)))
		return;
	snprintf(text, sizeof(text), _("better %s"), better);
	style_put(&v->style, y, x, width, STYLE_ASK,
	    style_width(&v->style, text) <= width ? text : better);
}

static void draw_move(const struct view *v, int ply, int y, int x, int width)
{
	const struct model_room *g = v->game;
	const struct style_signs *signs = v->style.signs;
	bool last = ply == v->room->plies - 1, to_come = ply >= v->room->plies;
	enum style_role role = last ? STYLE_STRONG : to_come ? STYLE_DIM : STYLE_TEXT;
	char point[POINT_TEXT];

	style_printf(&v->style, y, x, width, role, "%s%3d %s %s", last ? signs->turn : " ", ply + 1,
	    g->side[ply] == STONE_BLACK ? signs->black : signs->white,
	    g->point[ply] == POINT_PASS ? _("pass") : point_format(g->point[ply], point));
	zones_add(v->zones, y, x, CELL, ZONE_PLY, ply + 1);
	if (v->analysis != NULL)
		draw_value(v, ply, y, x + CELL + 1, width - CELL - 1);
}

void moves_draw(const struct view *v, int y, int x, int width, int rows)
{
	int columns = per_row(v, width), all, first;

	if (v->game == NULL || rows < 1)
		return;
	if (v->game->plies == 0)
		style_put(&v->style, y, x, width, STYLE_DIM, _("No moves yet."));
	all = (v->game->plies + columns - 1) / columns;
	first = first_row((v->room->plies - 1) / columns, rows, all);
	for (int ply = first * columns; ply < v->game->plies; ply++) {
		int row = ply / columns - first, left = ply % columns * CELL;

		if (row >= rows)
			break;
		draw_move(v, ply, y + row, x + left, width - left);
	}
}
