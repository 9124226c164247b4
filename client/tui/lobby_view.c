#include "lobby_view.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client/i18n.h"
#include "client/tell.h"
#include "talk.h"

enum { SIDE_BY_SIDE = 72, STACKED = 12, TEXT = 400, TOP = 2 };

static const char *const headings[LOBBY_KINDS] = {
    [LOBBY_ROOM] = N_("Rooms"),
    [LOBBY_SEEK] = N_("Looking for an opponent"),
    [LOBBY_USER] = N_("Here now"),
};

static const char *const nothing[LOBBY_KINDS] = {
    [LOBBY_ROOM] = N_("none: c opens one, p plays a bot"),
    [LOBBY_SEEK] = N_("nobody: s seeks one for you"),
    [LOBBY_USER] = "",
};

/* Adds to what stands in buf, of TEXT bytes. */
static void add(char *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void add(char *buf, const char *fmt, ...)
{
	size_t len = strlen(buf);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf + len, TEXT - len, fmt, ap);
	va_end(ap);
}

/* "renju, 300+5, swap2, rated"; the size of the board where it is not the usual one. */
static void tell_lobby_terms(const struct view *v, char *buf, const char *rule, int size,
    const char *time, const char *opening, bool rated)
{
	bool clock = time[0] != '\0' && strcmp(time, "none") != 0;
	bool opened = opening[0] != '\0' && strcmp(opening, "free") != 0;

	snprintf(buf, TEXT, "%s", tell_rule(rule));
	if (size != VIEW_SIZE)
		add(buf, " %d%s%d", size, v->style.signs->times, size);
	if (clock)
		add(buf, _(", %s"), time);
	if (opened)
		add(buf, _(", %s"), tell_opening(opening));
	if (rated)
		add(buf, "%s", _(", rated"));
}

static const char *seat_name(const struct view *v, const char *seat, char name[static TELL_NAME])
{
	return strcmp(seat, "open") == 0 ? _("free seat") : tell_name(v->model, seat, name);
}

/* How far a room is; "" for one that waits, which its free seat tells. */
static void tell_room_state(const struct lobby_room *r, char state[static 64])
{
	state[0] = '\0';
	switch (r->state) {
	case MODEL_OPEN:
		break;
	case MODEL_READY:
		snprintf(state, 64, "%s", _("waiting"));
		break;
	case MODEL_OPENING:
	case MODEL_PLAYING:
		snprintf(state, 64, _("move %d"), r->ply);
		break;
	case MODEL_ENDED:
		snprintf(state, 64, "%s", _("over"));
		break;
	}
}

static void tell_room(const struct view *v, const struct lobby_room *r, char *buf)
{
	char black[TELL_NAME], white[TELL_NAME], terms[TEXT], state[64];
	const char *dot = v->style.signs->dot;

	tell_lobby_terms(v, terms, r->rule, r->size, r->time, "", r->rated);
	tell_room_state(r, state);
	snprintf(buf, TEXT, "%-4s %s - %s %s %s%s%s%s%.150s%s%s", r->id,
	    seat_name(v, r->seat[0], black), seat_name(v, r->seat[1], white), dot, state,
	    state[0] != '\0' ? " " : "", state[0] != '\0' ? dot : "", state[0] != '\0' ? " " : "",
	    terms, r->title[0] != '\0' ? ": " : "", r->title);
}

static void tell_entry(const struct view *v, struct lobby_item item, char *buf)
{
	const struct lobby_seek *s = &v->lobby->seek[item.index];
	const struct lobby_user *u = &v->lobby->user[item.index];
	char name[TELL_NAME], terms[TEXT];

	switch (item.kind) {
	case LOBBY_ROOM:
		tell_room(v, &v->lobby->room[item.index], buf);
		break;
	case LOBBY_SEEK:
		tell_lobby_terms(v, terms, s->rule, s->size, s->time, s->opening, s->rated);
		snprintf(buf, TEXT, "%s %s %.200s", tell_name(v->model, s->user, name),
		    v->style.signs->dot, terms);
		break;
	case LOBBY_USER:
		snprintf(
		    buf, TEXT, u->bot ? _("%s (a bot)") : "%s", tell_name(v->model, u->name, name));
		if (u->rooms[0] != '\0')
			add(buf, _(" in %s"), u->rooms);
		break;
	case LOBBY_KINDS:
		buf[0] = '\0';
		break;
	}
}

static void draw_heading(const struct view *v, enum lobby_kind kind, int y, int x, int width)
{
	const struct lobby *l = v->lobby;
	int used = style_put(&v->style, y, x, width, STYLE_STRONG, _(headings[kind]));

	if (l->total[kind] > l->count[kind])
		style_printf(&v->style, y, x + used, width - used, STYLE_DIM,
		    _(" %d, the first %d"), l->total[kind], l->count[kind]);
	else if (l->count[kind] > 0)
		style_printf(
		    &v->style, y, x + used, width - used, STYLE_DIM, " %d", l->count[kind]);
	else
		style_put(&v->style, y + 1, x + 2, width - 2, STYLE_DIM,
		    nothing[kind][0] == '\0' ? "" : _(nothing[kind]));
}

static void draw_item(struct view *v, int i, int y, int x, int width)
{
	bool picked = i == v->pick;
	char text[TEXT];

	tell_entry(v, lobby_item(v->lobby, i), text);
	style_put(&v->style, y, x, 1, STYLE_STRONG, picked ? v->style.signs->turn : " ");
	zones_add(v->zones, y, x, width, ZONE_ENTRY, i);
	style_put(&v->style, y, x + 2, width - 2, picked ? STYLE_PICK : STYLE_TEXT, text);
	if (picked) {
		v->caret_y = y;
		v->caret_x = x;
	}
}

/* Where the list stands: its first row that is shown, and the place of that on the screen. */
struct list {
	int first, y, x, width, height;
};

/* Goes through the rows of the list: headings, entries, a free row behind each part. Draws those in
 * sight, unless there is no list. Returns the row of the entry that is picked. */
static int walk(struct view *v, const struct list *list)
{
	const struct lobby *l = v->lobby;
	int row = 0, item = 0, picked = 0;

	for (int kind = 0; kind < LOBBY_KINDS; kind++, row++) {
		if (list != NULL && row >= list->first && row + 1 < list->first + list->height)
			draw_heading(v, (enum lobby_kind)kind, list->y + row - list->first, list->x,
			    list->width);
		row++;
		row += l->count[kind] == 0;
		for (int i = 0; i < l->count[kind]; i++, item++, row++) {
			if (item == v->pick)
				picked = row;
			if (list != NULL && row >= list->first && row < list->first + list->height)
				draw_item(
				    v, item, list->y + row - list->first, list->x, list->width);
		}
	}
	return picked;
}

static void draw_list(struct view *v, int y, int x, int width, int height)
{
	int picked = walk(v, NULL);
	struct list list = {0, y, x, width, height};

	if (picked >= height - 1)
		list.first = picked - height + 2;
	walk(v, &list);
}

void lobby_view_tally(const struct view *v, char *buf, size_t size)
{
	const struct model_tally *t = &v->model->tally;
	char drawn[64] = "";

	buf[0] = '\0';
	if (t->drawn > 0)
		snprintf(drawn, sizeof(drawn), _(", %d drawn"), t->drawn);
	if (t->won + t->lost + t->drawn > 0)
		snprintf(buf, size, _("This evening: %d won, %d lost%s"), t->won, t->lost, drawn);
}

void lobby_view_draw(struct view *v)
{
	const struct layout *l = &v->layout;
	int top = l->title_y >= 0 ? l->title_y + TOP : 0, rows = l->status_y - 1 - top;
	int x = l->wide ? l->board_x : 0, all = l->cols - 2 * x, width = all, talk = 0;
	char tally[TEXT];

	if (all >= SIDE_BY_SIDE) {
		width = all * 2 / 3;
		lobby_view_tally(v, tally, sizeof(tally));
		style_put(&v->style, top, x + width + 2, all - width - 2, STYLE_STRONG,
		    tally[0] != '\0' ? tally : _("Talk"));
		talk_draw(v, top + 1, x + width + 2, all - width - 2, rows - 1);
	} else if (rows > STACKED) {
		talk = rows / 4;
		talk_draw(v, top + rows - talk, x, width, talk);
		talk++;
	}
	v->caret_y = l->status_y;
	v->caret_x = x;
	draw_list(v, top, x, width, rows - talk);
}
