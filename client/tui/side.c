#include "side.h"

#include <stdio.h>
#include <string.h>

#include "client/i18n.h"
#include "client/tell.h"
#include "lobby_view.h"

enum { PLAYER_COLUMNS = 32 };

/* Adds " · part" to the title, whole or not at all: what is cut may read as something else, swap2
 * as swap. Returns the column behind it. */
static int add_part(const struct view *v, int x, const char *part)
{
	int width = v->layout.cols - x;

	if (part[0] == '\0' || style_width(&v->style, part) + 3 > width)
		return x;
	return x + style_printf(&v->style, v->layout.title_y, x, width, STYLE_TEXT, " %s %s",
		       v->style.signs->dot, part);
}

/* The terms of the game, those that matter most first. */
static int draw_terms(const struct view *v, int x)
{
	const struct model_room *r = v->room;
	bool opened = r->opening[0] != '\0' && strcmp(r->opening, "free") != 0;
	char size[32];

	snprintf(size, sizeof(size), "%d%s%d", r->board.size, v->style.signs->times, r->board.size);
	x = add_part(v, x, tell_rule(r->rule));
	x = add_part(v, x, size);
	x = add_part(v, x, opened ? tell_opening(r->opening) : "");
	x = add_part(v, x, tell_time(r->time));
	if (r->title[0] != '\0') /* that may be cut */
		x += style_printf(&v->style, v->layout.title_y, x, v->layout.cols - x, STYLE_TEXT,
		    " %s %s", v->style.signs->dot, r->title);
	return x;
}

void side_draw_title(const struct view *v)
{
	const struct layout *l = &v->layout;
	const struct model_room *r = v->room;
	const char *dot = v->style.signs->dot, *where = v->where;
	const char *user = v->model->user;
	char far[32] = "", who[MODEL_NAME + 600];
	bool lobby = r == NULL || view_in_lobby(v);
	int x = l->wide ? l->board_x : 0, end = x, right;

	if (l->title_y < 0)
		return;
	end += style_put(
	    &v->style, l->title_y, end, l->cols - end, STYLE_STRONG, lobby ? "gomoku" : r->id);
	if (!lobby)
		end = draw_terms(v, end);
	if (v->latency_ms >= 0)
		snprintf(far, sizeof(far), _(" %s %d ms"), dot, v->latency_ms);
	snprintf(who, sizeof(who), "%s%s%s%s%s%s", user, user[0] != '\0' ? " " : "",
	    user[0] != '\0' ? dot : "", user[0] != '\0' ? " " : "", where, far);
	right = style_width(&v->style, who);
	if (end + 3 + right + x > l->cols && far[0] != '\0') { /* that is the first to go */
		who[strlen(who) - strlen(far)] = '\0';
		right = style_width(&v->style, who);
	}
	if (end + 3 + right + x <= l->cols)
		style_put(&v->style, l->title_y, l->cols - right - x, right, STYLE_DIM, who);
}

/* A player: whose turn it is, the stone, the name, and a clock or an absence. */
static void draw_player(const struct view *v, enum stone stone, int y, int x, int width)
{
	const struct model_room *r = v->room;
	const struct style_signs *signs = v->style.signs;
	int side = model_side(stone), columns, used;
	char name[TELL_NAME], note[TELL_CLOCK];
	bool turn = model_acting(r) == stone;
	struct model_clock clock = model_clock_at(r, stone, v->now_ms);
	enum style_role role = turn ? STYLE_STRONG : STYLE_TEXT;

	if (strcmp(r->seat[side], "open") == 0)
		snprintf(name, sizeof(name), "%s", _("free seat"));
	else
		tell_name(v->model, r->seat[side], name);
	tell_clock(&clock, note);
	if (r->absent[side])
		snprintf(note, sizeof(note), "%s", _("away"));
	columns = style_width(&v->style, note);
	style_put(&v->style, y, x, 1, STYLE_STRONG, turn ? signs->turn : " ");
	/* On the board's own colour, so that black is black on any terminal. */
	style_printf(&v->style, y, x + 1, 3, stone == STONE_BLACK ? STYLE_BLACK : STYLE_WHITE,
	    " %s ", stone == STONE_BLACK ? signs->black : signs->white);
	used = style_put(&v->style, y, x + 5, width - 6 - columns, role, name);
	if (r->score[0] + r->score[1] > 0)
		style_printf(&v->style, y, x + 5 + used, width - 6 - columns - used, STYLE_DIM,
		    _("  won %d"), r->score[side]);
	style_put(&v->style, y, x + width - columns, columns, role, note);
}

/* Whether the last one to play passed. */
static bool passed(const struct model_room *r)
{
	return r->plies > 0 && r->point[r->plies - 1] == POINT_PASS;
}

/* How far the game is, or how it ended; a finished one with the score of the evening above. */
static void draw_progress(const struct view *v, int y, int x, int width)
{
	const struct model_room *r = v->room;
	const char *dot = v->style.signs->dot;
	char text[TELL_MAX] = "", point[POINT_TEXT];

	if (r->state == MODEL_ENDED && r->result != MODEL_NONE) {
		lobby_view_tally(v, text, sizeof(text));
		style_put(&v->style, y - 1, x, width, STYLE_DIM, text);
		tell_outcome(v->model, r, text);
		style_put(&v->style, y, x, width, STYLE_STRONG, text);
		return;
	}
	if (r->plies > 0)
		snprintf(text, sizeof(text), _("move %d %s %s"), r->plies, dot,
		    passed(r) ? _("a pass") : point_format(r->point[r->plies - 1], point));
	if (r->watchers > 0) {
		size_t len = strlen(text);

		snprintf(text + len, sizeof(text) - len, "%s%s%s", len > 0 ? " " : "",
		    len > 0 ? dot : "", len > 0 ? " " : "");
		len = strlen(text);
		snprintf(text + len, sizeof(text) - len, _("%d watching"), r->watchers);
	}
	style_put(&v->style, y, x, width, STYLE_DIM, text);
}

void side_draw_players(const struct view *v)
{
	const struct layout *l = &v->layout;
	int width = l->side_w < PLAYER_COLUMNS ? l->side_w : PLAYER_COLUMNS;

	if (v->room == NULL)
		return;
	if (!l->wide && l->side_h > 1) {
		draw_player(v, STONE_BLACK, l->side_y, l->side_x, l->side_w);
		draw_player(v, STONE_WHITE, l->side_y + 1, l->side_x, l->side_w);
		return;
	}
	if (!l->wide) {
		int half = l->side_w / 2;

		draw_player(v, STONE_BLACK, l->side_y, l->side_x, half - 1);
		draw_player(v, STONE_WHITE, l->side_y, l->side_x + half, l->side_w - half);
		return;
	}
	draw_player(v, STONE_BLACK, l->side_y, l->side_x, width);
	draw_player(v, STONE_WHITE, l->side_y + 1, l->side_x, width);
	draw_progress(v, l->side_y + 3, l->side_x, l->side_w);
}
