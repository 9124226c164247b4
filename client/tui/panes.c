#include "panes.h"

#include "client/i18n.h"
#include "moves.h"
#include "talk.h"

static const char *const names[] = {
    [PANE_TALK] = N_("talk"),
    [PANE_MOVES] = N_("moves"),
    [PANE_LOBBY] = N_("lobby"),
};

static bool has_list(const struct view *v)
{
	return v->layout.list_w > 0 && v->analysis == NULL; /* that takes more room */
}

/* Whether a pane is one of those that Tab goes through. */
static bool is_offered(const struct view *v, enum view_pane pane)
{
	switch (pane) {
	case PANE_TALK:
		return true;
	case PANE_MOVES:
		return !has_list(v);
	case PANE_LOBBY:
		return v->lobby != NULL;
	}
	return false;
}

enum view_pane panes_next(const struct view *v)
{
	enum view_pane pane = v->pane;

	do
		pane = pane == PANE_LOBBY ? PANE_TALK : (enum view_pane)(pane + 1);
	while (!is_offered(v, pane));
	return pane;
}

/* A line with the names of the panes on it, the one that is shown in brackets. */
static void draw_head(const struct view *v, int y, int x, int width)
{
	int used;

	for (int i = 0; i < width; i++)
		style_put(&v->style, y, x + i, 1, STYLE_DIM, v->style.signs->rule);
	x++;
	for (int pane = PANE_TALK; pane <= PANE_LOBBY; pane++) {
		bool here = pane == (int)v->pane ||
			    (has_list(v) && v->pane == PANE_MOVES && pane == PANE_TALK);

		if (!is_offered(v, (enum view_pane)pane))
			continue;
		used = style_printf(&v->style, y, x, width, here ? STYLE_STRONG : STYLE_DIM,
		    here ? "[%s]" : " %s ",
		    v->replay && pane == PANE_TALK ? _("notes") : _(names[pane]));
		zones_add(v->zones, y, x, used, ZONE_PANE, pane);
		x += used;
	}
}

/* The moves beside the talk, from the players' row on. */
static void draw_list(const struct view *v)
{
	const struct layout *l = &v->layout;

	for (int i = 0; i < l->list_w; i++)
		style_put(
		    &v->style, l->talk_y - 1, l->list_x + i, 1, STYLE_DIM, v->style.signs->rule);
	style_put(&v->style, l->talk_y - 1, l->list_x + 1, l->list_w, STYLE_DIM, _(" moves "));
	moves_draw(v, l->talk_y, l->list_x, l->list_w, l->status_y - 1 - l->talk_y);
}

void panes_draw(const struct view *v)
{
	const struct layout *l = &v->layout;

	if (l->talk_h <= 0)
		return;
	if (l->wide || v->covered)
		draw_head(v, l->talk_y - 1, l->side_x, l->side_w);
	if (has_list(v))
		draw_list(v);
	if (v->pane == PANE_MOVES && !has_list(v))
		moves_draw(v, l->talk_y, l->side_x, l->side_w, l->talk_h);
	else
		talk_draw(v, l->talk_y, l->side_x, l->side_w, l->talk_h);
}
