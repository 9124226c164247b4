#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/game/clock.h"
#include "i18n.h"
#include "model_room.h"

typedef int room_fn(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now_ms);

/* The events of a room. One of a room that we do not know is ignored: we have just left it. */
static const struct {
	const char *name;
	room_fn *take;
} room_events[] = {
    {"start", model_room_start},
    {"move", model_room_move},
    {"choice", model_room_choice},
    {"undo", model_room_undo},
    {"offer", model_room_offer},
    {"offer-gone", model_room_offer_gone},
    {"end", model_room_end},
    {"seat", model_room_seat},
    {"absent", model_room_absent},
    {"back", model_room_back},
    {"watchers", model_room_watchers},
    {"thinking", model_room_thinking},
};

int model_fault(struct model *m, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->fault, sizeof(m->fault), fmt, ap);
	va_end(ap);
	return -1;
}

void model_copy(char *to, size_t size, const char *text)
{
	size_t len = text == NULL ? 0 : strlen(text);

	if (len >= size) {
		len = size - 1;
		while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80)
			len--;
	}
	if (len > 0)
		memcpy(to, text, len);
	to[len] = '\0';
}

void model_init(struct model *m)
{
	memset(m, 0, sizeof(*m));
}

/* The slot of a room, -1 for a room that we do not know. */
static int room_index(const struct model *m, const char *id)
{
	if (id == NULL || id[0] == '\0')
		return -1;
	for (int i = 0; i < MODEL_ROOMS; i++)
		if (strcmp(m->room[i].id, id) == 0)
			return i;
	return -1;
}

static struct model_room *room_find(struct model *m, const char *id)
{
	int i = room_index(m, id);

	return i < 0 ? NULL : &m->room[i];
}

const struct model_room *model_room(const struct model *m, const char *id)
{
	int i = room_index(m, id);

	return i < 0 ? NULL : &m->room[i];
}

const struct model_room *model_focus(const struct model *m)
{
	return model_room(m, m->focus);
}

/* A slot for a room that is new to us: a free one, else that of the oldest room not shown. */
static struct model_room *room_add(struct model *m, const char *id)
{
	/* There are several slots, and one of them at most is shown. */
	struct model_room *best = &m->room[strcmp(m->room[0].id, m->focus) == 0];

	for (int i = 0; i < MODEL_ROOMS; i++) {
		struct model_room *r = &m->room[i];

		if (r->id[0] == '\0') {
			best = r;
			break;
		}
		if (strcmp(r->id, m->focus) != 0 && r->age < best->age)
			best = r;
	}
	memset(best, 0, sizeof(*best));
	model_copy(best->id, sizeof(best->id), id);
	best->age = ++m->ages;
	return best;
}

/* The room is not ours any more; the one entered last of the others is shown instead. */
static void room_drop(struct model *m, const char *id)
{
	struct model_room *r = room_find(m, id), *next = NULL;

	if (r != NULL) {
		if (r->plies > 0)
			m->last = *r;
		r->id[0] = '\0';
	}
	if (id == NULL || strcmp(m->focus, id) != 0)
		return;
	for (int i = 0; i < MODEL_ROOMS; i++)
		if (m->room[i].id[0] != '\0' && (next == NULL || m->room[i].age > next->age))
			next = &m->room[i];
	model_copy(m->focus, sizeof(m->focus), next == NULL ? "" : next->id);
}

static void take_seq(struct model_room *r, const struct wire_line *w)
{
	int64_t seq;

	if (wire_get_int(w, "seq", 0, INT64_MAX, &seq) == 0)
		r->seq = seq;
}

static int take_sync(struct model *m, const struct wire_line *w, int64_t now_ms)
{
	const char *id = wire_get(w, "room");
	struct model_room *r;

	if (id == NULL || strlen(id) >= MODEL_ID)
		return model_fault(m, _("a room without a usable name"));
	r = room_find(m, id);
	if (r == NULL)
		r = room_add(m, id);
	if (m->focus[0] == '\0')
		model_copy(m->focus, sizeof(m->focus), id);
	r->seq = -1;
	take_seq(r, w);
	return model_room_sync(m, r, w, now_ms);
}

static int take_hello(struct model *m, const struct wire_line *w)
{
	const char *range = wire_get(w, "levels");
	int64_t proto, levels;

	if (wire_get_int(w, "proto", 1, 1, &proto) < 0)
		return model_fault(m, _("it speaks another version of the protocol"));
	m->greeted = true;
	model_copy(m->server, sizeof(m->server), wire_get(w, "server"));
	if (range != NULL && (range = strchr(range, '-')) != NULL &&
	    wire_int(range + 1, 1, INT32_MAX, &levels) == 0)
		m->levels = (int)levels;
	model_copy(m->host_name, sizeof(m->host_name), wire_get(w, "name"));
	return 0;
}

/* A challenge to us; a newer one is shown instead of an older one. */
static void take_challenge(struct model *m, const struct wire_line *w)
{
	struct model_challenge *c = &m->challenge;
	const char *id = wire_get(w, "id"), *rated = wire_get(w, "rated");
	int64_t size = 0;

	if (id == NULL || strlen(id) >= sizeof(c->id))
		return;
	model_copy(c->id, sizeof(c->id), id);
	model_copy(c->from, sizeof(c->from), wire_get(w, "from"));
	model_copy(c->rule, sizeof(c->rule), wire_get(w, "rule"));
	model_copy(c->time, sizeof(c->time), wire_get(w, "time"));
	model_copy(c->opening, sizeof(c->opening), wire_get(w, "opening"));
	wire_get_int(w, "size", BOARD_MIN, BOARD_MAX, &size);
	c->size = (int)size;
	c->rated = rated != NULL && strcmp(rated, "yes") == 0;
}

/* The events that are about us, and not about a room that we know. Whether it was one. */
static bool take_own_event(struct model *m, const struct wire_line *w)
{
	const char *id = wire_get(w, "id"), *room = wire_get(w, "room");
	const struct model_room *shown = model_focus(m);

	if (strcmp(w->name, "challenge") == 0)
		take_challenge(m, w);
	else if (strcmp(w->name, "challenge-gone") == 0) {
		if (id != NULL && strcmp(id, m->challenge.id) == 0)
			m->challenge.id[0] = '\0';
	} else if (strcmp(w->name, "paired") == 0) {
		/* The new game is shown, unless another one of ours is going on. */
		if (shown == NULL || !model_on(shown) || model_my_side(m, shown) == STONE_NONE)
			model_copy(m->focus, sizeof(m->focus), room);
	} else if (strcmp(w->name, "ejected") == 0)
		room_drop(m, room);
	else
		return false;
	return true;
}

static int take_event(struct model *m, const struct wire_line *w, int64_t now_ms)
{
	struct model_room *r;

	if (strcmp(w->name, "hello") == 0)
		return take_hello(m, w);
	if (strcmp(w->name, "sync") == 0)
		return take_sync(m, w, now_ms);
	if (strcmp(w->name, "bye") == 0) {
		const char *reason = wire_get(w, "reason");

		model_copy(m->bye, sizeof(m->bye), reason == NULL ? "closed" : reason);
		return 0;
	}
	if (take_own_event(m, w))
		return 0;
	r = room_find(m, wire_get(w, "room"));
	if (r == NULL)
		return 0;
	take_seq(r, w);
	for (size_t i = 0; i < sizeof(room_events) / sizeof(room_events[0]); i++)
		if (strcmp(w->name, room_events[i].name) == 0)
			return room_events[i].take(m, r, w, now_ms);
	return 0;
}

static void take_hint(struct model *m, const struct wire_line *w)
{
	struct model_hint *h = &m->hint;
	const char *at = wire_get(w, "at");
	int64_t ply, value;

	h->room[0] = '\0';
	if (at == NULL || wire_get_int(w, "ply", 0, MODEL_PLIES, &ply) < 0 ||
	    wire_get_int(w, "rev", 0, INT64_MAX, &h->rev) < 0)
		return;
	h->ply = (int)ply;
	h->point = point_parse(at);
	h->value = wire_get_int(w, "value", INT32_MIN, INT32_MAX, &value) == 0 ? (int)value : 0;
	model_copy(h->room, sizeof(h->room), wire_get(w, "room"));
}

static void take_final(struct model *m, const struct wire_line *w)
{
	const char *room = wire_get(w, "room");

	if (strcmp(w->name, "welcome") == 0 || strcmp(w->name, "resumed") == 0)
		model_copy(m->user, sizeof(m->user), wire_get(w, "user"));
	else if (strcmp(w->name, "left") == 0)
		room_drop(m, room);
	else if (strcmp(w->name, "created") == 0 || strcmp(w->name, "joined") == 0 ||
		 strcmp(w->name, "watching") == 0)
		model_copy(m->focus, sizeof(m->focus), room);
	else if (strcmp(w->name, "hint") == 0)
		take_hint(m, w);
}

bool model_show(struct model *m, const char *id)
{
	if (room_index(m, id) < 0)
		return false;
	model_copy(m->focus, sizeof(m->focus), id);
	return true;
}

int model_hint_point(const struct model *m, const struct model_room *r)
{
	const struct model_hint *h = &m->hint;

	return model_on(r) && strcmp(h->room, r->id) == 0 && h->rev == r->rev &&
		       h->ply == r->plies + 1 && board_has(&r->board, h->point)
		   ? h->point
		   : POINT_NONE;
}

void model_reconnect(struct model *m)
{
	m->greeted = false;
	m->bye[0] = '\0';
}

static bool is_listed(const char *list, const char *id)
{
	size_t len = strlen(id);

	for (const char *p = list; *p != '\0'; p += strcspn(p, ","), p += *p == ',')
		if (strncmp(p, id, len) == 0 && (p[len] == ',' || p[len] == '\0'))
			return true;
	return false;
}

void model_keep_rooms(struct model *m, const char *list)
{
	for (int i = 0; i < MODEL_ROOMS; i++) {
		char id[MODEL_ID];

		model_copy(id, sizeof(id), m->room[i].id);
		if (id[0] != '\0' && !is_listed(list, id))
			room_drop(m, id);
	}
}

int model_feed(struct model *m, const struct wire_line *w, int64_t now_ms)
{
	switch (w->kind) {
	case WIRE_EVENT:
		return take_event(m, w, now_ms);
	case WIRE_ROW:
		return strcmp(w->name, "sync") == 0 ? take_sync(m, w, now_ms) : 0;
	case WIRE_OK:
		take_final(m, w);
		return 0;
	case WIRE_ERROR:
	case WIRE_COMMAND:
		return 0;
	}
	return 0;
}

static bool is_me(const struct model *m, const char *name)
{
	return m->user[0] != '\0' && strcmp(m->user, name) == 0;
}

bool model_on(const struct model_room *r)
{
	return r->state == MODEL_PLAYING || r->state == MODEL_OPENING;
}

enum stone model_my_side(const struct model *m, const struct model_room *r)
{
	if (r->turn != STONE_NONE && is_me(m, r->seat[model_side(r->turn)]))
		return r->turn;
	if (is_me(m, r->seat[0]))
		return STONE_BLACK;
	return is_me(m, r->seat[1]) ? STONE_WHITE : STONE_NONE;
}

enum stone model_acting(const struct model_room *r)
{
	if (!model_on(r) || r->act[0] == '\0')
		return STONE_NONE;
	/* Where one user has both seats, it is the colour of the stone that tells. */
	if (r->turn != STONE_NONE && strcmp(r->act, r->seat[model_side(r->turn)]) == 0)
		return r->turn;
	if (strcmp(r->act, r->seat[0]) == 0)
		return STONE_BLACK;
	return strcmp(r->act, r->seat[1]) == 0 ? STONE_WHITE : STONE_NONE;
}

bool model_my_turn(const struct model *m, const struct model_room *r)
{
	return model_on(r) && r->phase != PHASE_CHOOSE && is_me(m, r->act);
}

bool model_my_choice(const struct model *m, const struct model_room *r)
{
	return model_on(r) && r->phase == PHASE_CHOOSE && is_me(m, r->act);
}

int model_to_place(const struct model_room *r)
{
	/* The openings that we know place three stones, and two more when those were asked for. */
	enum { FIRST = 3, MORE = 5 };

	if (!model_on(r) || r->phase != PHASE_PLACE || r->plies >= MORE)
		return 0;
	return (r->plies < FIRST ? FIRST : MORE) - r->plies;
}

bool model_is_ai(const struct model_room *r, enum stone side)
{
	return strncmp(r->seat[model_side(side)], "ai:", 3) == 0;
}

int model_last_point(const struct model_room *r)
{
	for (int i = r->plies - 1; i >= 0; i--)
		if (r->point[i] != POINT_PASS)
			return r->point[i];
	return POINT_NONE;
}

const struct model_offer *model_offer_to_me(const struct model *m, const struct model_room *r)
{
	if (model_my_side(m, r) == STONE_NONE)
		return NULL;
	for (int i = r->offers - 1; i >= 0; i--)
		if (!is_me(m, r->offer[i].from))
			return &r->offer[i];
	return NULL;
}

const struct model_offer *model_offer_of_mine(const struct model *m, const struct model_room *r)
{
	for (int i = r->offers - 1; i >= 0; i--)
		if (is_me(m, r->offer[i].from))
			return &r->offer[i];
	return NULL;
}

struct model_clock model_clock_at(const struct model_room *r, enum stone side, int64_t now_ms)
{
	struct model_clock c = r->clock[model_side(side)];
	struct time_control tc;

	if (c.ms < 0 || r->running != side || now_ms <= r->since_ms)
		return c;
	c.ms -= now_ms - r->since_ms;
	if (c.ms <= 0 && c.periods > 0 && time_control_parse(&tc, r->time) == 0 &&
	    tc.kind == CLOCK_BYOYOMI)
		while (c.ms <= 0 && c.periods > 0) {
			c.ms += tc.period_ms;
			c.periods--;
		}
	if (c.ms < 0)
		c.ms = 0;
	return c;
}

void model_room_at(const struct model_room *r, int plies, struct model_room *then)
{
	*then = *r;
	if (plies >= r->plies)
		return;
	while (then->plies > plies) {
		int point = then->point[--then->plies];

		if (point != POINT_PASS)
			board_remove(&then->board, point);
	}
	then->turn = (enum stone)r->side[plies];
	then->line_len = 0;
	then->result = MODEL_NONE;
	then->why[0] = then->foul[0] = '\0';
}

const struct model_room *model_game(const struct model *m)
{
	const struct model_room *r = model_focus(m);

	if (r != NULL && r->plies > 0)
		return r;
	return m->last.plies > 0 ? &m->last : NULL;
}
