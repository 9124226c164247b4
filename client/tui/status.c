#include "status.h"

#include <stdio.h>
#include <string.h>

#include <ncurses.h>

#include "client/i18n.h"
#include "client/tell.h"
#include "thinking.h"

enum { STATUS_MAX = 600, ROWS_MAX = 8 };

static bool passed(const struct model_room *r)
{
	return r->plies > 0 && r->point[r->plies - 1] == POINT_PASS;
}

bool status_can_answer(const struct view *v)
{
	return v->model->challenge.id[0] != '\0' ||
	       (v->game != NULL && model_offer_to_me(v->model, v->game) != NULL);
}

bool status_can_rematch(const struct view *v)
{
	return v->game != NULL && v->game->state == MODEL_ENDED &&
	       model_my_side(v->model, v->game) != STONE_NONE;
}

/* After a game: what next. Against a bot, the level that suits how the game went. */
static void tell_next(const struct view *v, char text[static STATUS_MAX])
{
	const struct model_room *r = v->game;
	const char *dot = v->style.signs->dot;
	enum stone mine = model_my_side(v->model, r);
	const char *other = r->seat[!model_side(mine)];
	bool won = (r->result == MODEL_BLACK && mine == STONE_BLACK) ||
		   (r->result == MODEL_WHITE && mine == STONE_WHITE);
	int64_t level;

	if (mine == STONE_NONE)
		snprintf(text, STATUS_MAX, _(":rooms others %s :leave %s :quit"), dot, dot);
	else if (strncmp(other, "ai:", 3) != 0 || wire_int(other + 3, 1, 100, &level) < 0)
		snprintf(
		    text, STATUS_MAX, _("r rematch %s :stand %s :leave %s :quit"), dot, dot, dot);
	else if (won && level < v->model->levels)
		snprintf(text, STATUS_MAX, _("r rematch %s :play %d harder %s :quit"), dot,
		    (int)level + 1, dot);
	else if (!won && level > 1)
		snprintf(text, STATUS_MAX, _("r rematch %s :play %d easier %s :quit"), dot,
		    (int)level - 1, dot);
	else
		snprintf(text, STATUS_MAX, _("r rematch %s :quit"), dot);
}

/* The same behind how the game ended, where that stands nowhere else. */
static void tell_ended(const struct view *v, char text[static STATUS_MAX])
{
	char next[STATUS_MAX], outcome[TELL_MAX];

	tell_next(v, next);
	text[0] = '\0';
	if (!v->layout.wide && v->game->result != MODEL_NONE) {
		tell_outcome(v->model, v->game, outcome);
		snprintf(text, STATUS_MAX, "%.200s   ", outcome);
	}
	snprintf(text + strlen(text), STATUS_MAX - strlen(text), "%s", next);
}

/* Between games, and while someone else is to act. */
static void tell_waiting(const struct view *v, char text[static STATUS_MAX])
{
	const struct model_room *r = v->game;
	enum stone side = model_acting(r);
	char name[TELL_NAME], due[TELL_MAX];

	if (r->state == MODEL_OPEN)
		snprintf(text, STATUS_MAX, _("Waiting for someone to sit down: they type join %s"),
		    r->id);
	else if (r->state == MODEL_READY)
		snprintf(text, STATUS_MAX, "%s", _("Type :ready to start"));
	else if (side == STONE_NONE)
		text[0] = '\0';
	else if (model_is_ai(r, side))
		snprintf(text, STATUS_MAX,
		    side == STONE_BLACK ? _("Black, %s is thinking") : _("White, %s is thinking"),
		    tell_name(v->model, r->seat[model_side(side)], name));
	else {
		tell_awaited(v->model, r, due);
		model_copy(text, STATUS_MAX, due);
	}
}

/* What is asked of us. */
static void tell_asked(const struct view *v, char text[static STATUS_MAX])
{
	const struct model_room *r = v->game;
	const char *dot = v->style.signs->dot;
	int left = model_to_place(r), all = r->plies < 3 ? 3 : 2;

	if (model_my_choice(v->model, r) && (r->choices & 1U << CHOICE_MORE))
		snprintf(text, STATUS_MAX, _("Choose: 1 black %s 2 white %s 3 more"), dot, dot);
	else if (model_my_choice(v->model, r))
		snprintf(text, STATUS_MAX, _("Choose: 1 black %s 2 white"), dot);
	else if (left > 0)
		snprintf(text, STATUS_MAX, _("Place %s, %d of %d: Enter, or type h8"),
		    tell_stone(r->turn), all - left + 1, all);
	else if (passed(r))
		snprintf(text, STATUS_MAX, "%s", _("Your move, or :pass for a draw"));
	else
		snprintf(text, STATUS_MAX, "%s", _("Your move: arrows and Enter, or type h8"));
}

/* What waits for an answer of ours. Whether there is something. */
static bool tell_question(const struct view *v, char text[static STATUS_MAX])
{
	const struct model *m = v->model;
	const struct model_offer *o = v->game == NULL ? NULL : model_offer_to_me(m, v->game);
	const char *dot = v->style.signs->dot;
	char name[TELL_NAME], terms[TELL_MAX];

	if (o != NULL && o->to_ply >= 0)
		snprintf(text, STATUS_MAX,
		    _("%s asks to go back to move %d   y accept %s n decline"),
		    tell_name(m, o->from, name), o->to_ply, dot);
	else if (o != NULL)
		snprintf(text, STATUS_MAX, _("%s offers %s   y accept %s n decline"),
		    tell_name(m, o->from, name), tell_offer(o->type), dot);
	else if (m->challenge.id[0] != '\0') {
		tell_challenge_terms(&m->challenge, terms);
		snprintf(text, STATUS_MAX, _("%s challenges you, %.300s   y accept %s n decline"),
		    m->challenge.from, terms, dot);
	} else
		return false;
	return true;
}

/* What is going on where nothing more urgent is to be said. */
static void tell_state(const struct view *v, char text[static STATUS_MAX])
{
	const struct model_room *r = v->game;
	const struct model *m = v->model;
	const struct model_offer *mine = r == NULL ? NULL : model_offer_of_mine(m, r);
	const char *dot = v->style.signs->dot;

	if (r == NULL || view_in_lobby(v))
		snprintf(text, STATUS_MAX,
		    r == NULL ? _(":play 2 a bot %s :create %s Enter joins")
			      : _(":play 2 a bot %s :create %s Enter joins %s Tab goes back"),
		    dot, dot, dot);
	else if (v->room != r)
		snprintf(text, STATUS_MAX,
		    _("Looking back: move %d of %d %s < > step %s Esc returns"), v->room->plies,
		    r->plies, dot, dot);
	else if (mine != NULL)
		snprintf(text, STATUS_MAX, _("You offered %s %s :withdraw takes it back"),
		    tell_offer(mine->type), dot);
	else if (r->state == MODEL_ENDED)
		tell_ended(v, text);
	else if (model_my_turn(m, r) || model_my_choice(m, r))
		tell_asked(v, text);
	else
		tell_waiting(v, text);
}

/* As style_break, but what does not fit on one row is broken between its parts, if there are any:
 * a question above its answers. */
static size_t break_row(const struct view *v, const char *text, int width, const char **next)
{
	const char *parts = strstr(text, "   ");

	if (parts == NULL || style_width(&v->style, text) <= width ||
	    style_width(&v->style, text) - style_width(&v->style, parts) > width)
		return style_break(&v->style, text, width, next);
	*next = parts + strspn(parts, " ");
	return (size_t)(parts - text);
}

bool status_put(const struct view *v, enum style_role role, const char *text)
{
	const struct layout *l = &v->layout;
	int x = l->wide ? l->board_x : 0;
	bool idle = v->prompt.mode == PROMPT_IDLE;
	int rows = 0, last = idle ? l->prompt_y : l->status_y, width = l->cols - x, y;
	const char *line[ROWS_MAX + 1] = {text};

	while (rows < ROWS_MAX && *line[rows] != '\0') {
		break_row(v, line[rows], width, &line[rows + 1]);
		rows++;
	}
	y = rows <= 1 ? l->status_y : last - rows + 1;
	for (int i = 0; i < rows; i++, y++) {
		char part[STATUS_MAX];
		const char *next;
		size_t len = break_row(v, line[i], width, &next);

		snprintf(part, sizeof(part), "%.*s", (int)len, line[i]);
		move(y, 0);
		clrtoeol();
		style_put(&v->style, y, x, width, role, part);
		if (role != STYLE_ALERT) /* that is prose */
			zones_add_text(v->zones, &v->style, y, x, part);
	}
	return idle && rows > 1;
}

bool status_draw(const struct view *v)
{
	const char *dot = v->style.signs->dot;
	enum style_role role = STYLE_TEXT;
	char text[STATUS_MAX] = "";
	int x = v->layout.wide ? v->layout.board_x : 0, used;
	bool below;

	if (v->flash[0] != '\0') {
		model_copy(text, sizeof(text), v->flash);
		role = STYLE_ALERT;
	} else if (v->prompt.choices[0] != '\0')
		model_copy(text, sizeof(text), v->prompt.choices);
	else if (v->offline) {
		snprintf(
		    text, sizeof(text), _("Connection lost, trying again %s Ctrl-C leaves"), dot);
		role = STYLE_ALERT;
	} else if (tell_question(v, text))
		role = STYLE_ASK;
	else
		tell_state(v, text);
	below = status_put(v, role, text);
	used = style_width(&v->style, text) + 2;
	if (role == STYLE_TEXT && !below && !view_in_lobby(v))
		thinking_draw(v, v->layout.status_y, x + used, v->layout.cols - x - used);
	return below;
}
