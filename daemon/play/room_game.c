/* The course of a room's game: start, turns, bots, end. */
#include <string.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/secret.h"
#include "daemon/wire/wire.h"
#include "room.h"

static enum stone stone_of(int seat)
{
	return seat == 0 ? STONE_BLACK : STONE_WHITE;
}

/* Whatever a bot was thinking about is no longer asked. */
static void stop_bot(struct room *r)
{
	pool_forget(r->world->pool, r);
	r->asking = r->taken = false;
	r->answer = POINT_NONE;
}

static void fill_position(const struct game *g, struct position *p)
{
	p->size = g->board.size;
	p->rule = g->rule;
	p->side = game_turn(g);
	p->plies = g->plies;
	for (int i = 0; i < g->plies; i++) {
		p->point[i] = (int16_t)g->ply[i].point;
		p->stone[i] = (uint8_t)g->ply[i].side;
	}
}

/* A bot spends a twentieth of what its clock has left, and no more than it would without one. */
static int64_t budget(int64_t left_ms)
{
	int64_t ms = left_ms == INT64_MAX ? LIMIT_THINK_MS : left_ms / 20;

	return ms < LIMIT_THINK_MS ? ms : LIMIT_THINK_MS;
}

/* No engine could find a move: the game ends without a result rather than by a stone made up. */
static void give_up(struct room *r, int64_t now_ms)
{
	room_notice(r, "The bot can't play on; the game does not count. The server's log says why");
	log_warn("event=no-engine room=%s", r->id);
	room_end(r, GAME_VOID, WHY_ENGINE, now_ms);
}

static void ask_bot(struct room *r, int64_t now_ms)
{
	static struct position position;
	enum stone turn = game_turn(&r->game);
	int64_t left = clock_left(&r->game.clock, turn, now_ms);
	struct thinking t = {.level = r->seat[turn == STONE_WHITE].level,
	    .budget_ms = budget(left),
	    .left_ms = left,
	    .seed = secret_number()};

	fill_position(&r->game, &position);
	if (pool_ask(r->world->pool, r, &position, &t) < 0) {
		give_up(r, now_ms);
		return;
	}
	r->asking = true;
	r->taken = false;
}

/* It is somebody's turn. */
static void begin_turn(struct room *r, int64_t now_ms)
{
	enum stone turn = game_turn(&r->game);

	stop_bot(r);
	r->turn_since_ms = now_ms;
	if (turn != STONE_NONE && r->seat[turn == STONE_WHITE].kind == SEAT_AI)
		ask_bot(r, now_ms);
	room_plan(r);
}

void room_start(struct room *r, int64_t now_ms)
{
	struct wire_out o;
	char buf[USER_NAME];

	room_offers_gone(r, OFFER_ALL, -1, "start");
	r->over = false;
	secret_id(r->game_id, sizeof r->game_id);
	game_start(&r->game, now_ms);
	room_event(r, &o, "start");
	wire_key(&o, "rev", "%d", r->game.rev);
	wire_key(&o, "black", "%s", room_seat_text(r, 0, buf));
	wire_key(&o, "white", "%s", room_seat_text(r, 1, buf));
	wire_key(&o, "turn", "black");
	room_clock_key(r, &o, now_ms);
	room_emit(r, &o);
	log_debug("event=start room=%s game=%s", r->id, r->game_id);
	begin_turn(r, now_ms);
}

void room_moved(struct room *r, int seat, int point, int64_t now_ms)
{
	struct wire_out o;
	char name[POINT_TEXT];

	room_offers_gone(r, 1 << OFFER_UNDO, -1, "move");
	room_offers_gone(r, 1 << OFFER_DRAW, 1 - seat, "move");
	room_event(r, &o, "move");
	wire_key(&o, "rev", "%d", r->game.rev);
	wire_key(&o, "ply", "%d", r->game.plies);
	wire_key(&o, "side", "%s", stone_name(stone_of(seat)));
	wire_key(&o, "at", "%s", point_format(point, name));
	wire_key(&o, "turn", "%s",
	    r->game.state == GAME_PLAYING ? stone_name(game_turn(&r->game)) : "-");
	room_clock_key(r, &o, now_ms);
	room_emit(r, &o);
	room_draw(r);
	if (r->game.state == GAME_PLAYING)
		begin_turn(r, now_ms);
	else
		room_ended(r, now_ms);
}

void room_undo(struct room *r, int to, int64_t now_ms)
{
	struct wire_out o;

	stop_bot(r);
	room_offers_gone(r, OFFER_ALL, -1, "undo");
	game_undo(&r->game, to, now_ms);
	room_event(r, &o, "undo");
	wire_key(&o, "rev", "%d", r->game.rev);
	wire_key(&o, "ply", "%d", r->game.plies);
	wire_key(&o, "turn", "%s", stone_name(game_turn(&r->game)));
	room_clock_key(r, &o, now_ms);
	room_emit(r, &o);
	room_draw(r);
	begin_turn(r, now_ms);
}

static void line_key(const struct game *g, struct wire_out *o)
{
	char text[RULES_LINE_MAX * POINT_TEXT] = "", name[POINT_TEXT];
	size_t len = 0;

	for (int i = 0; i < g->line_len; i++) {
		point_format(g->line[i], name);
		if (i)
			text[len++] = ',';
		memcpy(text + len, name, strlen(name) + 1);
		len += strlen(name);
	}
	wire_key(o, "line", "%s", text);
}

void room_result_keys(const struct room *r, struct wire_out *o)
{
	const struct game *g = &r->game;
	char buf[USER_NAME];
	int winner = g->result == GAME_BLACK ? 0 : (g->result == GAME_WHITE ? 1 : -1);

	wire_key(o, "result", "%s", game_result_name(g->result));
	wire_key(o, "why", "%s", game_why_name(g->why));
	wire_key(o, "winner", "%s", winner < 0 ? "-" : room_seat_text(r, winner, buf));
	wire_key(o, "loser", "%s", winner < 0 ? "-" : room_seat_text(r, 1 - winner, buf));
	wire_key(o, "game", "%s", r->game_id);
	line_key(g, o);
}

void room_ended(struct room *r, int64_t now_ms)
{
	struct wire_out o;

	(void)now_ms;
	stop_bot(r);
	room_offers_gone(r, OFFER_ALL, -1, "end");
	if (r->game.result == GAME_BLACK)
		r->seat[0].score++;
	else if (r->game.result == GAME_WHITE)
		r->seat[1].score++;
	r->over = true;
	for (int i = 0; i < 2; i++)
		r->seat[i].ready = r->seat[i].kind == SEAT_AI;
	room_event(r, &o, "end");
	room_result_keys(r, &o);
	wire_key(&o, "score", "%d-%d", r->seat[0].score, r->seat[1].score);
	room_emit(r, &o);
	log_debug("event=end room=%s game=%s result=%s why=%s plies=%d", r->id, r->game_id,
	    game_result_name(r->game.result), game_why_name(r->game.why), r->game.plies);
	/* Two bots have nobody to wait for; an absent player's seat is dropped from the timer. */
	room_plan(r);
}

void room_end(struct room *r, enum game_result result, enum game_why why, int64_t now_ms)
{
	game_end(&r->game, result, why, now_ms);
	room_ended(r, now_ms);
}

void room_rematch(struct room *r, int64_t now_ms)
{
	struct seat black = r->seat[0];

	r->seat[0] = r->seat[1];
	r->seat[1] = black;
	r->seat[0].ready = r->seat[1].ready = true;
	room_start(r, now_ms);
}

/* Plays the move that a bot has found. */
static void play_answer(struct room *r, int64_t now_ms)
{
	enum stone turn = game_turn(&r->game);
	int point = r->answer;

	r->answer = POINT_NONE;
	switch (game_move(&r->game, turn, point, now_ms)) {
	case MOVE_OK:
		room_moved(r, turn == STONE_WHITE, point, now_ms);
		break;
	case MOVE_LATE:
		room_ended(r, now_ms);
		break;
	case MOVE_OCCUPIED:
	case MOVE_OFF_BOARD:
	case MOVE_NOT_TURN:
	case MOVE_OVER:
	case MOVE_OVERLINE:
	case MOVE_DOUBLE_FOUR:
	case MOVE_DOUBLE_THREE:
	case MOVE_OPENING:
	case MOVE_NO_PASS:
	case MOVE_CHOOSE:
	case MOVE_NO_CHOICE:
	case MOVE_VERDICT_COUNT:
		/* The pool has checked the point against the very position it asked about. */
		give_up(r, now_ms);
		break;
	}
}

void room_check_turn(struct room *r, int64_t now_ms)
{
	if (r->game.state != GAME_PLAYING)
		return;
	if (r->answer != POINT_NONE && r->answer_at_ms <= now_ms)
		play_answer(r, now_ms);
	else if ((!r->asking || r->taken) && game_check_flag(&r->game, now_ms))
		room_ended(r, now_ms);
}

static void on_taken(void *arg, int64_t now_ms)
{
	struct room *r = arg;

	r->taken = true;
	clock_forgive(&r->game.clock, now_ms);
	room_plan(r);
}

static void on_answered(void *arg, int point, int64_t now_ms)
{
	struct room *r = arg;
	int64_t left = clock_left(&r->game.clock, game_turn(&r->game), now_ms);
	int64_t pause = r->world->think_pause_ms;

	r->asking = r->taken = false;
	if (point == POINT_NONE) {
		give_up(r, now_ms);
		return;
	}
	/* The pause is for the eye; a bot that is short of time does without. */
	if (left != INT64_MAX && pause > left / 20)
		pause = left / 20;
	r->answer = point;
	r->answer_at_ms = r->turn_since_ms + pause;
	if (r->answer_at_ms <= now_ms)
		play_answer(r, now_ms);
	else
		room_plan(r);
}

const struct pool_client room_pool_client = {on_taken, on_answered};
