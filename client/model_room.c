#include "model_room.h"

#include <string.h>

#include "i18n.h"
#include "model_read.h"

/* The side whose clock runs: that of the player who is to act. */
static enum stone running_side(const struct model_room *r, const struct wire_line *w)
{
	const char *running = wire_get(w, "running");

	return running != NULL ? read_stone(running) : model_acting(r);
}

/* The bot's thought has come to its end, whatever came of it. */
static void end_thought(struct model_room *r)
{
	struct model_thinking *t = &r->thinking;

	if (t->known && t->ms > t->longest_ms)
		t->longest_ms = t->ms;
	t->known = false;
}

/* What *start, *move, *choice, *undo and *sync say of who is to do what, and of the clocks. */
static int take_turn(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *clocks = wire_get(w, "clock");
	char part[MODEL_WORD];

	if (wire_get(w, "turn") != NULL)
		r->turn = read_stone(wire_get(w, "turn"));
	if (wire_get(w, "act") != NULL)
		read_copy(r->act, sizeof(r->act), w, "act");
	else
		model_copy(r->act, sizeof(r->act),
		    r->turn == STONE_NONE ? "" : r->seat[model_side(r->turn)]);
	r->phase = read_phase(read_value(w, "phase"));
	r->choices = read_choices(read_value(w, "choices"));
	if (model_on(r))
		r->state = r->phase == PHASE_PLAY ? MODEL_PLAYING : MODEL_OPENING;
	for (int i = 0; i < 2 && clocks != NULL; i++)
		if (!read_part(&clocks, part, sizeof(part)) || read_clock(&r->clock[i], part) < 0)
			return model_fault(m, _("clocks that cannot be read"));
	r->running = running_side(r, w);
	r->since_ms = now;
	end_thought(r);
	return 0;
}

/* Who sits where. The score goes with the players, who may have changed colours. */
static void take_seats(struct model_room *r, const struct wire_line *w)
{
	char black[MODEL_NAME];

	model_copy(black, sizeof(black), r->seat[0]);
	read_copy(r->seat[0], sizeof(r->seat[0]), w, "black");
	read_copy(r->seat[1], sizeof(r->seat[1]), w, "white");
	if (strcmp(r->seat[1], black) == 0 && strcmp(r->seat[0], black) != 0) {
		int score = r->score[0];
		bool absent = r->absent[0];

		r->score[0] = r->score[1];
		r->score[1] = score;
		r->absent[0] = r->absent[1];
		r->absent[1] = absent;
	}
}

static int put_ply(struct model *m, struct model_room *r, int point, enum stone side)
{
	if (r->plies >= MODEL_PLIES)
		return model_fault(m, _("more moves than a game can have"));
	if (point != POINT_PASS) {
		if (!board_has(&r->board, point))
			return model_fault(m, _("a move off the board"));
		if (board_at(&r->board, point) != STONE_NONE)
			return model_fault(m, _("a stone upon a stone"));
		board_place(&r->board, point, side);
	}
	r->point[r->plies] = point;
	r->side[r->plies] = (uint8_t)side;
	r->plies++;
	return 0;
}

/* Moves in order; black begins and the sides alternate, passes included. */
static int take_moves(struct model *m, struct model_room *r, const char *moves)
{
	char part[POINT_TEXT + 1];

	r->plies = 0;
	if (strcmp(moves, "-") == 0)
		return 0;
	while (read_part(&moves, part, sizeof(part))) {
		enum stone side = r->plies % 2 == 0 ? STONE_BLACK : STONE_WHITE;

		if (put_ply(m, r, read_point(part), side) < 0)
			return -1;
	}
	return 0;
}

static void take_line(struct model_room *r, const char *line)
{
	char part[POINT_TEXT + 1];

	r->line_len = 0;
	while (r->line_len < BOARD_MAX && read_part(&line, part, sizeof(part))) {
		int point = point_parse(part);

		if (board_has(&r->board, point))
			r->line[r->line_len++] = point;
	}
}

static void take_result(struct model_room *r, const struct wire_line *w)
{
	r->result = read_result(read_value(w, "result"));
	r->why[0] = r->foul[0] = '\0';
	read_copy(r->why, sizeof(r->why), w, "why");
	read_copy(r->foul, sizeof(r->foul), w, "foul");
	take_line(r, read_value(w, "line"));
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
	while (read_part(&list, part, sizeof(part))) {
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
	while (read_part(&list, part, sizeof(part)))
		mark_absent(r, part, true);
}

static void take_rev(struct model_room *r, const struct wire_line *w)
{
	int64_t rev;

	if (wire_get_int(w, "rev", 0, INT64_MAX, &rev) == 0)
		r->rev = rev;
}

int model_room_sync(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *moves;
	int64_t size, plies;

	if (wire_get_int(w, "size", BOARD_MIN, BOARD_MAX, &size) < 0 ||
	    wire_get_int(w, "ply", 0, MODEL_PLIES, &plies) < 0)
		return model_fault(m, _("a board without size or number of moves"));
	board_init(&r->board, (int)size);
	moves = wire_get(w, "moves");
	if (take_moves(m, r, moves == NULL ? "-" : moves) < 0)
		return -1;
	if (r->plies != plies)
		return model_fault(m, _("a board whose moves do not add up"));
	model_copy(r->title, sizeof(r->title), w->text);
	read_copy(r->rule, sizeof(r->rule), w, "rule");
	r->rules = rule_parse(r->rule);
	read_copy(r->time, sizeof(r->time), w, "time");
	read_copy(r->opening, sizeof(r->opening), w, "opening");
	r->foul_loses = read_value(w, "foul") != NULL && strcmp(read_value(w, "foul"), "lose") == 0;
	r->unsure = false;
	read_copy(r->owner, sizeof(r->owner), w, "owner");
	read_copy(r->seat[0], sizeof(r->seat[0]), w, "black");
	read_copy(r->seat[1], sizeof(r->seat[1]), w, "white");
	r->state = read_state(read_value(w, "state"));
	r->clock[0].ms = r->clock[1].ms = -1;
	take_rev(r, w);
	read_score(r->score, read_value(w, "score"));
	read_int(w, "watchers", &r->watchers);
	take_offers(r, read_value(w, "offers"));
	take_absent(r, read_value(w, "absent"));
	take_result(r, w);
	return take_turn(m, r, w, now);
}

/* The position with which a game begins: told by *start, or else unsure until the next *sync. */
static int take_start(struct model *m, struct model_room *r, const struct wire_line *w)
{
	const char *moves = wire_get(w, "moves");

	board_init(&r->board, r->board.size);
	r->plies = 0;
	r->unsure = moves == NULL;
	return moves == NULL ? 0 : take_moves(m, r, moves);
}

int model_room_start(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	if (r->plies > 0)
		m->last = *r;
	r->offers = r->line_len = 0;
	r->result = MODEL_NONE;
	r->why[0] = r->foul[0] = '\0';
	r->state = MODEL_PLAYING;
	take_seats(r, w);
	r->absent[0] = r->absent[1] = false;
	take_rev(r, w);
	read_score(r->score, read_value(w, "score"));
	return take_start(m, r, w) < 0 ? -1 : take_turn(m, r, w, now);
}

int model_room_move(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *at = wire_get(w, "at");
	enum stone side = read_stone(wire_get(w, "side"));
	int64_t ply;

	if (at == NULL || side == STONE_NONE || wire_get_int(w, "ply", 1, MODEL_PLIES, &ply) < 0)
		return model_fault(m, _("a move without side, point or number"));
	if (r->unsure && ply > r->plies + 1)
		return 0; /* the *sync that we wait for will have it */
	if (ply != r->plies + 1)
		return model_fault(
		    m, _("move %lld where move %d was due"), (long long)ply, r->plies + 1);
	if (put_ply(m, r, read_point(at), side) < 0)
		return -1;
	take_rev(r, w);
	return take_turn(m, r, w, now);
}

/* A choice: the players may have changed seats by it. */
int model_room_choice(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	take_seats(r, w);
	take_rev(r, w);
	return take_turn(m, r, w, now);
}

int model_room_undo(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	int64_t left;

	if (wire_get_int(w, "ply", 0, r->plies, &left) < 0)
		return model_fault(m, _("an undo of more than was played"));
	while (r->plies > left) {
		int point = r->point[--r->plies];

		if (point != POINT_PASS)
			board_remove(&r->board, point);
	}
	take_seats(r, w);
	take_rev(r, w);
	return take_turn(m, r, w, now);
}

/* A game of ours counts, unless we played both sides. */
static void count_result(struct model *m, const struct model_room *r)
{
	enum stone mine = model_my_side(m, r);

	if (mine == STONE_NONE || strcmp(r->seat[0], r->seat[1]) == 0)
		return;
	if (r->result == MODEL_DRAW)
		m->tally.drawn++;
	else if (r->result == MODEL_BLACK || r->result == MODEL_WHITE)
		*((r->result == MODEL_BLACK) == (mine == STONE_BLACK) ? &m->tally.won
								      : &m->tally.lost) += 1;
}

int model_room_end(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	/* The clocks stand at what the loser or winner had when the end came. */
	for (int i = 0; i < 2; i++)
		r->clock[i] = model_clock_at(r, i == 0 ? STONE_BLACK : STONE_WHITE, now);
	r->running = r->turn = STONE_NONE;
	end_thought(r);
	r->act[0] = '\0';
	r->phase = PHASE_PLAY;
	r->choices = 0;
	r->since_ms = now;
	r->state = MODEL_ENDED;
	r->offers = 0;
	take_result(r, w);
	count_result(m, r);
	read_score(r->score, read_value(w, "score"));
	return 0;
}

int model_room_offer(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *id = read_value(w, "id"), *type = read_value(w, "type"),
		   *from = read_value(w, "from");
	int to_ply = -1;

	(void)now;
	if (id == NULL || type == NULL || from == NULL || strlen(id) >= MODEL_ID)
		return model_fault(m, _("an offer that cannot be answered"));
	read_int(w, "to-ply", &to_ply);
	add_offer(r, id, type, from, to_ply);
	return 0;
}

int model_room_offer_gone(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	const char *id = read_value(w, "id");

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
	enum stone side = read_stone(wire_get(w, "side"));

	(void)m;
	(void)now;
	read_copy(r->owner, sizeof(r->owner), w, "owner");
	read_score(r->score, read_value(w, "score"));
	if (side == STONE_NONE)
		return 0;
	read_copy(r->seat[model_side(side)], sizeof(r->seat[0]), w, "user");
	r->absent[model_side(side)] = false;
	if (model_on(r))
		return 0;
	if (read_value(w, "state") != NULL)
		r->state = read_state(read_value(w, "state"));
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
	mark_absent(r, read_value(w, "user"), true);
	return 0;
}

int model_room_back(struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	(void)m;
	(void)now;
	mark_absent(r, read_value(w, "user"), false);
	return 0;
}

int model_room_watchers(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	(void)m;
	(void)now;
	read_int(w, "n", &r->watchers);
	return 0;
}

/* A bot's progress; of one that is not to move any more it is too late. */
int model_room_thinking(
    struct model *m, struct model_room *r, const struct wire_line *w, int64_t now)
{
	struct model_thinking *t = &r->thinking;
	int64_t value = 0;

	(void)m;
	(void)now;
	if (model_acting(r) == STONE_NONE || !model_is_ai(r, model_acting(r)))
		return 0;
	read_int(w, "depth", &t->depth);
	wire_get_int(w, "nodes", 0, INT64_MAX, &t->nodes);
	wire_get_int(w, "ms", 0, INT32_MAX, &t->ms);
	wire_get_int(w, "value", INT32_MIN, INT32_MAX, &value);
	t->value = (int)value;
	t->known = true;
	return 0;
}
