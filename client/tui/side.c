#include "side.h"

#include <stdio.h>
#include <string.h>

#include "client/tell.h"

enum { PLAYER_COLUMNS = 32, STATUS_MAX = 400 };

void side_draw_title(const struct view *v)
{
	const struct layout *l = &v->layout;
	const struct model_room *r = v->room;
	const char *dot = v->style.signs->dot, *where = v->where;
	const char *user = v->model->user;
	int x = l->wide ? l->board_x : 0, end = x, right;

	if (l->title_y < 0)
		return;
	end += style_put(
	    &v->style, l->title_y, end, l->cols - end, STYLE_STRONG, r == NULL ? "gomoku" : r->id);
	if (r != NULL) {
		bool clock = r->time[0] != '\0' && strcmp(r->time, "none") != 0;

		end += style_printf(&v->style, l->title_y, end, l->cols - end, STYLE_TEXT,
		    " %s %s %s %d%s%d %s %s", dot, r->rule, dot, r->board.size,
		    v->style.signs->times, r->board.size, dot, clock ? r->time : "no clock");
		if (r->opening[0] != '\0' && strcmp(r->opening, "free") != 0)
			end += style_printf(&v->style, l->title_y, end, l->cols - end, STYLE_TEXT,
			    " %s %s", dot, r->opening);
		if (r->title[0] != '\0')
			end += style_printf(&v->style, l->title_y, end, l->cols - end, STYLE_TEXT,
			    " %s %s", dot, r->title);
	}
	right = style_width(&v->style, user) + 3 + style_width(&v->style, where);
	if (user[0] == '\0')
		right = style_width(&v->style, where);
	if (end + 3 + right + x <= l->cols)
		style_printf(&v->style, l->title_y, l->cols - right - x, right, STYLE_DIM,
		    user[0] == '\0' ? "%s%.0s%s" : "%s %s %s", user, dot, where);
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
		snprintf(name, sizeof(name), "free seat");
	else
		tell_name(v->model, r->seat[side], name);
	tell_clock(&clock, note);
	if (r->absent[side])
		snprintf(note, sizeof(note), "away");
	columns = style_width(&v->style, note);
	style_put(&v->style, y, x, 1, STYLE_STRONG, turn ? signs->turn : " ");
	/* On the board's own colour, so that black is black on any terminal. */
	style_printf(&v->style, y, x + 1, 3, stone == STONE_BLACK ? STYLE_BLACK : STYLE_WHITE,
	    " %s ", stone == STONE_BLACK ? signs->black : signs->white);
	used = style_put(&v->style, y, x + 5, width - 6 - columns, role, name);
	if (r->score[0] + r->score[1] > 0)
		style_printf(&v->style, y, x + 5 + used, width - 6 - columns - used, STYLE_DIM,
		    "  won %d", r->score[side]);
	style_put(&v->style, y, x + width - columns, columns, role, note);
}

/* Whether the last one to play passed. */
static bool passed(const struct model_room *r)
{
	return r->plies > 0 && r->point[r->plies - 1] == POINT_PASS;
}

/* How far the game is, or how it ended. */
static void draw_progress(const struct view *v, int y, int x, int width)
{
	const struct model_room *r = v->room;
	const char *dot = v->style.signs->dot;
	char text[TELL_MAX] = "", point[POINT_TEXT];

	if (r->state == MODEL_ENDED && r->result != MODEL_NONE) {
		tell_outcome(v->model, r, text);
		style_put(&v->style, y, x, width, STYLE_STRONG, text);
		return;
	}
	if (r->plies > 0)
		snprintf(text, sizeof(text), "move %d %s %s", r->plies, dot,
		    passed(r) ? "a pass" : point_format(r->point[r->plies - 1], point));
	if (r->watchers > 0) {
		size_t len = strlen(text);

		snprintf(text + len, sizeof(text) - len, "%s%s%s%d watching", len > 0 ? " " : "",
		    len > 0 ? dot : "", len > 0 ? " " : "", r->watchers);
	}
	style_put(&v->style, y, x, width, STYLE_DIM, text);
}

void side_draw_players(const struct view *v)
{
	const struct layout *l = &v->layout;
	int width = l->side_w < PLAYER_COLUMNS ? l->side_w : PLAYER_COLUMNS;

	if (v->room == NULL)
		return;
	if (!l->wide) {
		int half = l->side_w / 2;

		draw_player(v, STONE_BLACK, l->side_y, l->side_x, half - 1);
		draw_player(v, STONE_WHITE, l->side_y, l->side_x + half, l->side_w - half);
		return;
	}
	draw_player(v, STONE_BLACK, l->side_y, l->side_x, width);
	draw_player(v, STONE_WHITE, l->side_y + 1, l->side_x, width);
	draw_progress(v, l->side_y + 3, l->side_x, l->side_w);
	for (int x = 0; l->talk_h > 0 && x < width; x++)
		style_put(
		    &v->style, l->talk_y - 1, l->side_x + x, 1, STYLE_DIM, v->style.signs->rule);
}

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

static int rows_of(const struct view *v, const char *text)
{
	const char *p = text;
	int rows = 0;

	do {
		style_break(&v->style, p, v->layout.side_w, &p);
		rows++;
	} while (*p != '\0');
	return rows;
}

/* Writes an entry from row y on, leaving out its first `skip` rows. Returns the rows written. */
static int draw_entry(const struct view *v, const struct scroll_entry *e, int y, int skip)
{
	const char *p = e->text, *next;
	int written = 0;

	do {
		char part[WIRE_SERVER_MAX];
		size_t len = style_break(&v->style, p, v->layout.side_w, &next);

		if (skip > 0)
			skip--;
		else {
			snprintf(part, sizeof(part), "%.*s", (int)len, p);
			style_put(&v->style, y + written, v->layout.side_x, v->layout.side_w,
			    talk_role(e->kind), part);
			written++;
		}
		p = next;
	} while (*p != '\0');
	return written;
}

/* The newest entries that fit; the oldest of them may lose its first rows. */
void side_draw_talk(const struct view *v)
{
	const struct layout *l = &v->layout;
	int count = scroll_count(&v->scroll), rows = 0, shown = 0, y = l->talk_y;

	while (shown < count && rows < l->talk_h)
		rows += rows_of(v, scroll_get(&v->scroll, shown++)->text);
	for (int i = shown - 1; i >= 0; i--) {
		bool first = i == shown - 1;

		y += draw_entry(v, scroll_get(&v->scroll, i), y,
		    first && rows > l->talk_h ? rows - l->talk_h : 0);
	}
}

bool side_can_answer(const struct view *v)
{
	return v->model->challenge.id[0] != '\0' ||
	       (v->room != NULL && model_offer_to_me(v->model, v->room) != NULL);
}

bool side_can_rematch(const struct view *v)
{
	return v->room != NULL && v->room->state == MODEL_ENDED &&
	       model_my_side(v->model, v->room) != STONE_NONE;
}

/* After a game: what next. Against a bot, the level that suits how the game went. */
static void tell_next(const struct view *v, char text[static STATUS_MAX])
{
	const struct model_room *r = v->room;
	const char *dot = v->style.signs->dot;
	enum stone mine = model_my_side(v->model, r);
	const char *other = r->seat[!model_side(mine)];
	bool won = (r->result == MODEL_BLACK && mine == STONE_BLACK) ||
		   (r->result == MODEL_WHITE && mine == STONE_WHITE);
	int64_t level;

	if (mine == STONE_NONE)
		snprintf(text, STATUS_MAX, ":rooms others %s :leave %s :quit", dot, dot);
	else if (strncmp(other, "ai:", 3) != 0 || wire_int(other + 3, 1, 100, &level) < 0)
		snprintf(text, STATUS_MAX, "r rematch %s :stand %s :leave %s :quit", dot, dot, dot);
	else if (won && level < v->model->levels)
		snprintf(text, STATUS_MAX, "r rematch %s :play %d harder %s :quit", dot,
		    (int)level + 1, dot);
	else if (!won && level > 1)
		snprintf(text, STATUS_MAX, "r rematch %s :play %d easier %s :quit", dot,
		    (int)level - 1, dot);
	else
		snprintf(text, STATUS_MAX, "r rematch %s :quit", dot);
}

/* Between games, and while someone else is to act. */
static void tell_waiting(const struct view *v, char text[static STATUS_MAX])
{
	const struct model_room *r = v->room;
	enum stone side = model_acting(r);
	char name[TELL_NAME], due[TELL_MAX];

	if (r->state == MODEL_OPEN)
		snprintf(
		    text, STATUS_MAX, "Waiting for someone to sit down: they type join %s", r->id);
	else if (r->state == MODEL_READY)
		snprintf(text, STATUS_MAX, "Type :ready to start");
	else if (side == STONE_NONE)
		text[0] = '\0';
	else if (model_is_ai(r, side))
		snprintf(text, STATUS_MAX, "%s %s is thinking",
		    side == STONE_BLACK ? "Black," : "White,",
		    tell_name(v->model, r->seat[model_side(side)], name));
	else {
		tell_due(r, due);
		snprintf(text, STATUS_MAX, "Waiting for %s%s%.100s",
		    tell_name(v->model, r->seat[model_side(side)], name),
		    strcmp(due, "to move") == 0 ? "" : " ", strcmp(due, "to move") == 0 ? "" : due);
	}
}

/* What is asked of us. */
static void tell_asked(const struct view *v, char text[static STATUS_MAX])
{
	const struct model_room *r = v->room;
	const char *dot = v->style.signs->dot;
	int left = model_to_place(r), all = r->plies < 3 ? 3 : 2;

	if (model_my_choice(v->model, r))
		snprintf(text, STATUS_MAX, "Choose: 1 black %s 2 white%s%s%s", dot,
		    r->choices & 1U << CHOICE_MORE ? " " : "",
		    r->choices & 1U << CHOICE_MORE ? dot : "",
		    r->choices & 1U << CHOICE_MORE ? " 3 more" : "");
	else if (left > 0)
		snprintf(text, STATUS_MAX, "Place %s, %d of %d: Enter, or type h8",
		    stone_name(r->turn), all - left + 1, all);
	else if (passed(r))
		snprintf(text, STATUS_MAX, "Your move, or :pass for a draw");
	else
		snprintf(text, STATUS_MAX, "Your move: arrows and Enter, or type h8");
}

void side_draw_status(const struct view *v)
{
	const struct model_room *r = v->room;
	const struct model *m = v->model;
	const struct model_offer *to_me = r == NULL ? NULL : model_offer_to_me(m, r);
	const struct model_offer *mine = r == NULL ? NULL : model_offer_of_mine(m, r);
	const char *dot = v->style.signs->dot;
	enum style_role role = STYLE_TEXT;
	char text[STATUS_MAX] = "", name[TELL_NAME];
	int x = v->layout.wide ? v->layout.board_x : 0;

	if (v->flash[0] != '\0') {
		snprintf(text, sizeof(text), "%.*s", STATUS_MAX - 1, v->flash);
		role = STYLE_ALERT;
	} else if (v->offline) {
		snprintf(text, sizeof(text), "Connection lost, trying again %s Ctrl-C leaves", dot);
		role = STYLE_ALERT;
	} else if (to_me != NULL) {
		snprintf(text, sizeof(text), "%s offers %s   y accept %s n decline",
		    tell_name(m, to_me->from, name), tell_offer(to_me->type), dot);
		role = STYLE_ASK;
	} else if (m->challenge.id[0] != '\0') {
		snprintf(text, sizeof(text), "%s challenges you, %s   y accept %s n decline",
		    m->challenge.from, m->challenge.terms, dot);
		role = STYLE_ASK;
	} else if (r == NULL)
		snprintf(text, sizeof(text), ":play 2 a bot %s :rooms who plays %s :create a room",
		    dot, dot);
	else if (mine != NULL)
		snprintf(text, sizeof(text), "You offered %s %s :withdraw takes it back",
		    tell_offer(mine->type), dot);
	else if (r->state == MODEL_ENDED)
		tell_next(v, text);
	else if (model_my_turn(m, r) || model_my_choice(m, r))
		tell_asked(v, text);
	else
		tell_waiting(v, text);
	style_put(&v->style, v->layout.status_y, x, v->layout.cols - x, role, text);
}
