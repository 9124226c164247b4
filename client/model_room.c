#include "model_room.h"

#include <stdlib.h>
#include <string.h>

/* A key's value; NULL when it is absent or written as empty. */
static const char *value(const struct wire_line *w, const char *key)
{
	const char *v = wire_get(w, key);

	return v == NULL || strcmp(v, "-") == 0 ? NULL : v;
}

static void copy_key(char *to, size_t size, const struct wire_line *w, const char *key)
{
	const char *v = wire_get(w, key);

	if (v != NULL)
		model_copy(to, size, strcmp(v, "-") == 0 ? "" : v);
}

static enum stone stone_of(const char *name)
{
	if (name != NULL && strcmp(name, "black") == 0)
		return STONE_BLACK;
	return name != NULL && strcmp(name, "white") == 0 ? STONE_WHITE : STONE_NONE;
}

/* The part of a list up to the next comma, in part; *list moves behind it. False at the end. */
static bool next_part(const char **list, char *part, size_t size)
{
	size_t len;

	if (*list == NULL || **list == '\0')
		return false;
	len = strcspn(*list, ",");
	if (len >= size)
		part[0] = '\0';
	else {
		memcpy(part, *list, len);
		part[len] = '\0';
	}
	*list += len;
	if (**list == ',')
		(*list)++;
	return true;
}

/* One side's clock: "-", "ms" or "ms/periods". */
static int read_clock_side(struct model_clock *c, const char *text)
{
	char ms[MODEL_WORD];
	const char *slash = strchr(text, '/');
	size_t len = slash == NULL ? strlen(text) : (size_t)(slash - text);
	int64_t left, periods = 0;

	if (strcmp(text, "-") == 0) {
		*c = (struct model_clock){.ms = -1};
		return 0;
	}
	if (len >= sizeof(ms))
		return -1;
	memcpy(ms, text, len);
	ms[len] = '\0';
	if (wire_int(ms, 0, INT64_MAX / 2, &left) < 0)
		return -1;
	if (slash != NULL && wire_int(slash + 1, 0, 1000, &periods) < 0)
		return -1;
	*c = (struct model_clock){.ms = left, .periods = (int)periods};
	return 0;
}

/*
 * Takes turn= and clock= in. The clock that runs is told by running=, else it is that of the side
 * to move.
 */
static int take_turn(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *clocks = wire_get(w, "clock"), *running = wire_get(w, "running");
	char part[MODEL_WORD];

	if (wire_get(w, "turn") != NULL)
		r->turn = stone_of(wire_get(w, "turn"));
	for (int i = 0; i < 2 && clocks != NULL; i++)
		if (!next_part(&clocks, part, sizeof(part)) ||
		    read_clock_side(&r->clock[i], part) < 0)
			return model_fault(m, "clocks that cannot be read");
	r->running = running != NULL ? stone_of(running) : r->turn;
	r->since_ms = now;
	return 0;
}

static int put_ply(struct model *m, struct model_room *r, int point, enum stone side)
{
	if (r->plies >= MODEL_PLIES)
		return model_fault(m, "more moves than a game can have");
	if (point != POINT_PASS) {
		if (!board_has(&r->board, point))
			return model_fault(m, "a move off the board");
		if (board_at(&r->board, point) != STONE_NONE)
			return model_fault(m, "a stone upon a stone");
		board_place(&r->board, point, side);
	}
	r->point[r->plies] = point;
	r->side[r->plies] = (uint8_t)side;
	r->plies++;
	return 0;
}

static int read_point(const char *text)
{
	return strcmp(text, "-") == 0 ? POINT_PASS : point_parse(text);
}

/* The moves of a *sync; black begins and the sides alternate, passes included. */
static int take_moves(struct model *m, struct model_room *r, const char *moves, int64_t plies)
{
	char part[POINT_TEXT + 1];

	r->plies = 0;
	if (plies == 0 && moves != NULL && strcmp(moves, "-") == 0)
		return 0;
	while (next_part(&moves, part, sizeof(part))) {
		enum stone side = r->plies % 2 == 0 ? STONE_BLACK : STONE_WHITE;

		if (put_ply(m, r, read_point(part), side) < 0)
			return -1;
	}
	return r->plies == plies ? 0 : model_fault(m, "a board whose moves do not add up");
}

static void take_line(struct model_room *r, const char *line)
{
	char part[POINT_TEXT + 1];

	r->line_len = 0;
	while (r->line_len < BOARD_MAX && next_part(&line, part, sizeof(part))) {
		int point = point_parse(part);

		if (board_has(&r->board, point))
			r->line[r->line_len++] = point;
	}
}

static enum model_result result_of(const char *name)
{
	static const char *const names[] = {
	    [MODEL_BLACK] = "black",
	    [MODEL_WHITE] = "white",
	    [MODEL_DRAW] = "draw",
	    [MODEL_VOID] = "void",
	};

	for (int i = MODEL_BLACK; name != NULL && i <= MODEL_VOID; i++)
		if (strcmp(name, names[i]) == 0)
			return (enum model_result)i;
	return MODEL_NONE;
}

static void take_result(struct model_room *r, const struct wire_line *w)
{
	r->result = result_of(value(w, "result"));
	r->why[0] = '\0';
	copy_key(r->why, sizeof(r->why), w, "why");
	take_line(r, value(w, "line"));
}

static void take_score(struct model_room *r, const struct wire_line *w)
{
	const char *score = value(w, "score"), *dash;
	char black[MODEL_WORD];
	int64_t b, v;

	dash = score == NULL ? NULL : strchr(score, '-');
	if (dash == NULL || (size_t)(dash - score) >= sizeof(black))
		return;
	memcpy(black, score, (size_t)(dash - score));
	black[dash - score] = '\0';
	if (wire_int(black, 0, INT32_MAX, &b) == 0 && wire_int(dash + 1, 0, INT32_MAX, &v) == 0) {
		r->score[0] = (int)b;
		r->score[1] = (int)v;
	}
}

static enum model_state state_of(const char *name)
{
	static const char *const names[] = {
	    [MODEL_OPEN] = "open",
	    [MODEL_READY] = "ready",
	    [MODEL_OPENING] = "opening",
	    [MODEL_PLAYING] = "playing",
	    [MODEL_ENDED] = "ended",
	};

	for (int i = MODEL_OPEN; name != NULL && i <= MODEL_ENDED; i++)
		if (strcmp(name, names[i]) == 0)
			return (enum model_state)i;
	return MODEL_OPEN;
}

static void add_offer(
    struct model_room *r, const char *id, const char *type, const char *from, int to_ply)
{
	struct model_offer *o;

	if (r->offers == MODEL_OFFERS) {
		memmove(&r->offer[0], &r->offer[1], sizeof(r->offer[0]) * (MODEL_OFFERS - 1));
		r->offers--;
	}
	o = &r->offer[r->offers++];
	model_copy(o->id, sizeof(o->id), id);
	model_copy(o->type, sizeof(o->type), type);
	model_copy(o->from, sizeof(o->from), from);
	o->to_ply = to_ply;
}

/* offers=ID:type:from,... where from may hold a colon of its own (ai:2). */
static void take_offers(struct model_room *r, const char *list)
{
	char part[MODEL_ID + MODEL_WORD + MODEL_NAME];

	r->offers = 0;
	while (next_part(&list, part, sizeof(part))) {
		char *type = strchr(part, ':'), *from = type == NULL ? NULL : strchr(type + 1, ':');

		if (from == NULL)
			continue;
		*type++ = *from++ = '\0';
		add_offer(r, part, type, from, -1);
	}
}

static void mark_absent(struct model_room *r, const char *user, bool absent)
{
	for (int i = 0; i < 2 && user != NULL; i++)
		if (strcmp(r->seat[i], user) == 0)
			r->absent[i] = absent;
}

static void take_absent(struct model_room *r, const char *list)
{
	char part[MODEL_NAME];

	r->absent[0] = r->absent[1] = false;
	while (next_part(&list, part, sizeof(part)))
		mark_absent(r, part, true);
}

static void take_int(const struct wire_line *w, const char *key, int *out)
{
	int64_t v;

	if (wire_get_int(w, key, 0, INT32_MAX, &v) == 0)
		*out = (int)v;
}

static void take_rev(struct model_room *r, const struct wire_line *w)
{
	int64_t rev;

	if (wire_get_int(w, "rev", 0, INT64_MAX, &rev) == 0)
		r->rev = rev;
}

int model_room_sync(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	int64_t size, plies;

	if (wire_get_int(w, "size", BOARD_MIN, BOARD_MAX, &size) < 0 ||
	    wire_get_int(w, "ply", 0, MODEL_PLIES, &plies) < 0)
		return model_fault(m, "a board without size or number of moves");
	board_init(&r->board, (int)size);
	if (take_moves(m, r, wire_get(w, "moves"), plies) < 0)
		return -1;
	model_copy(r->title, sizeof(r->title), w->text);
	copy_key(r->rule, sizeof(r->rule), w, "rule");
	copy_key(r->time, sizeof(r->time), w, "time");
	copy_key(r->owner, sizeof(r->owner), w, "owner");
	copy_key(r->seat[0], sizeof(r->seat[0]), w, "black");
	copy_key(r->seat[1], sizeof(r->seat[1]), w, "white");
	r->state = state_of(value(w, "state"));
	r->clock[0].ms = r->clock[1].ms = -1;
	take_rev(r, w);
	take_score(r, w);
	take_int(w, "watchers", &r->watchers);
	take_offers(r, value(w, "offers"));
	take_absent(r, value(w, "absent"));
	take_result(r, w);
	return take_turn(m, r, w, now);
}

int model_room_start(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	char black[MODEL_NAME];

	model_copy(black, sizeof(black), r->seat[0]);
	board_init(&r->board, r->board.size);
	r->plies = r->offers = r->line_len = 0;
	r->result = MODEL_NONE;
	r->why[0] = '\0';
	r->state = MODEL_PLAYING;
	copy_key(r->seat[0], sizeof(r->seat[0]), w, "black");
	copy_key(r->seat[1], sizeof(r->seat[1]), w, "white");
	r->absent[0] = r->absent[1] = false;
	/* The score goes with the players, who may have changed colours. */
	if (strcmp(r->seat[1], black) == 0 && strcmp(r->seat[0], black) != 0) {
		int score = r->score[0];

		r->score[0] = r->score[1];
		r->score[1] = score;
	}
	take_rev(r, w);
	take_score(r, w);
	return take_turn(m, r, w, now);
}

int model_room_move(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *at = wire_get(w, "at");
	enum stone side = stone_of(wire_get(w, "side"));
	int64_t ply;

	if (at == NULL || side == STONE_NONE || wire_get_int(w, "ply", 1, MODEL_PLIES, &ply) < 0)
		return model_fault(m, "a move without side, point or number");
	if (ply != r->plies + 1)
		return model_fault(
		    m, "move %lld where move %d was due", (long long)ply, r->plies + 1);
	if (put_ply(m, r, read_point(at), side) < 0)
		return -1;
	take_rev(r, w);
	return take_turn(m, r, w, now);
}

int model_room_undo(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	int64_t left;

	if (wire_get_int(w, "ply", 0, r->plies, &left) < 0)
		return model_fault(m, "an undo of more than was played");
	while (r->plies > left) {
		int point = r->point[--r->plies];

		if (point != POINT_PASS)
			board_remove(&r->board, point);
	}
	take_rev(r, w);
	return take_turn(m, r, w, now);
}

int model_room_end(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	(void)m;
	/* The clocks stand at what the loser or winner had when the end came. */
	for (int i = 0; i < 2; i++)
		if (r->clock[i].ms >= 0)
			r->clock[i].ms =
			    model_clock_left(r, i == 0 ? STONE_BLACK : STONE_WHITE, now);
	r->running = r->turn = STONE_NONE;
	r->since_ms = now;
	r->state = MODEL_ENDED;
	r->offers = 0;
	take_result(r, w);
	take_score(r, w);
	return 0;
}

int model_room_offer(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *id = value(w, "id"), *type = value(w, "type"), *from = value(w, "from");
	int to_ply = -1;

	(void)now;
	if (id == NULL || type == NULL || from == NULL || strlen(id) >= MODEL_ID)
		return model_fault(m, "an offer that cannot be answered");
	take_int(w, "to-ply", &to_ply);
	add_offer(r, id, type, from, to_ply);
	return 0;
}

int model_room_offer_gone(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *id = value(w, "id");

	(void)m;
	(void)now;
	for (int i = 0; i < r->offers && id != NULL; i++) {
		if (strcmp(r->offer[i].id, id) != 0)
			continue;
		r->offers--;
		memmove(
		    &r->offer[i], &r->offer[i + 1], sizeof(r->offer[0]) * (size_t)(r->offers - i));
		break;
	}
	return 0;
}

/* A seat has changed hands; outside of a game that changes how far the room is, told or not. */
int model_room_seat(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	enum stone side = stone_of(wire_get(w, "side"));

	(void)m;
	(void)now;
	copy_key(r->owner, sizeof(r->owner), w, "owner");
	if (side == STONE_NONE)
		return 0;
	copy_key(r->seat[model_side(side)], sizeof(r->seat[0]), w, "user");
	r->absent[model_side(side)] = false;
	if (r->state == MODEL_PLAYING || r->state == MODEL_OPENING)
		return 0;
	if (value(w, "state") != NULL)
		r->state = state_of(value(w, "state"));
	else if (strcmp(r->seat[0], "open") == 0 || strcmp(r->seat[1], "open") == 0)
		r->state = MODEL_OPEN;
	else if (r->state == MODEL_OPEN)
		r->state = MODEL_READY;
	return 0;
}

int model_room_absent(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	(void)m;
	(void)now;
	mark_absent(r, value(w, "user"), true);
	return 0;
}

int model_room_back(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	(void)m;
	(void)now;
	mark_absent(r, value(w, "user"), false);
	return 0;
}

int model_room_watchers(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	(void)m;
	(void)now;
	take_int(w, "n", &r->watchers);
	return 0;
}
