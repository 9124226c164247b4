/* The course of a room's game: start, turns, bots, end. */
#include <stdio.h>
#include <string.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/secret.h"
#include "daemon/wire/wire.h"
#include "room.h"

/* Whatever a bot was thinking about is no longer asked. */
static void stop_bot(struct room *r)
{
	pool_forget(r->world->pool, r);
	r->asking = r->taken = false;
	r->answer = POINT_NONE;
}

void room_position(const struct room *r, struct position *p)
{
	const struct game *g = &r->game;

	p->size = g->board.size;
	p->rule = g->rule;
	p->side = game_turn(g);
	p->plies = g->plies;
	for (int i = 0; i < g->plies; i++) {
		p->point[i] = (int16_t)g->ply[i].point;
		p->stone[i] = (uint8_t)g->ply[i].side;
	}
}

/*
 * What a bot may spend on a move: of base time a twentieth and most of the increment, of a period
 * that comes again with each move the half; never more than it would without a clock.
 */
static int64_t budget(const struct clock *c, enum stone side, int64_t left_ms)
{
	const struct clock_side *s = &c->side[side == STONE_WHITE];
	int64_t ms = LIMIT_THINK_MS;

	switch (c->tc.kind) {
	case CLOCK_NONE:
		break;
	case CLOCK_FISCHER:
		ms = left_ms / 20 + (c->tc.inc_ms < left_ms ? c->tc.inc_ms / 2 : 0);
		break;
	case CLOCK_BYOYOMI:
		ms = s->periods < c->tc.periods ? left_ms / 2 : left_ms / 20 + c->tc.period_ms / 2;
		break;
	case CLOCK_MOVE:
		ms = left_ms / 2;
		break;
	}
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
	int bot = r->seat[turn == STONE_WHITE].bot;
	const struct engine *engine = bot_engine(r->world->roster, bot);
	struct thinking t = {.level = bot <= LEVEL_MAX ? bot : LEVEL_MAX,
	    .style = bot_style(bot),
	    .stranger = engine,
	    .memory = engine ? engine->memory : 0,
	    .budget_ms = budget(&r->game.clock, turn, left),
	    .left_ms = left,
	    .seed = secret_number()};

	room_position(r, &position);
	if (pool_ask(r->world->pool, &room_pool_client, r, engine ? bot - BOT_ENGINE + 1 : 0,
		&position, &t) < 0) {
		give_up(r, now_ms);
		return;
	}
	r->asking = true;
	r->taken = false;
}

/* Asks the bot whose turn it is. Bots among themselves rest while nobody is there to watch. */
static void wake_bot(struct room *r, int64_t now_ms)
{
	enum stone actor = game_actor(&r->game);
	bool watched =
	    r->present > 0 || r->seat[0].kind == SEAT_PERSON || r->seat[1].kind == SEAT_PERSON;

	if (actor != STONE_NONE && watched && r->seat[actor == STONE_WHITE].kind == SEAT_AI)
		ask_bot(r, now_ms);
}

/* It is somebody's turn. */
static void begin_turn(struct room *r, int64_t now_ms)
{
	stop_bot(r);
	r->turn_since_ms = now_ms;
	r->claim_told = false;
	wake_bot(r, now_ms);
	room_plan(r);
}

void room_wake_bots(struct room *r, int64_t now_ms)
{
	if (!r->asking && r->answer == POINT_NONE) {
		clock_forgive(&r->game.clock, now_ms);
		wake_bot(r, now_ms);
	}
}

/* A choice, or its being taken back, has let the players change colours: so do the seats. */
static void follow_colours(struct room *r)
{
	struct seat black = r->seat[0];

	if (game_holder(&r->game, STONE_BLACK) == r->black_player)
		return;
	r->black_player = 1 - r->black_player;
	r->seat[0] = r->seat[1];
	r->seat[1] = black;
}

void room_start(struct room *r, int64_t now_ms)
{
	struct wire_out o;
	char buf[USER_NAME];

	room_offers_gone(r, OFFER_ALL, -1, "start");
	r->over = false;
	secret_id(r->game_id, sizeof r->game_id);
	r->black_player = 0;
	r->seat[0].absence_used_ms = r->seat[1].absence_used_ms = 0;
	game_start(&r->game, now_ms);
	room_event(r, &o, "start");
	wire_key(&o, "rev", "%d", r->game.rev);
	wire_key(&o, "black", "%s", room_seat_text(r, 0, buf));
	wire_key(&o, "white", "%s", room_seat_text(r, 1, buf));
	room_turn_keys(r, &o, now_ms);
	room_moves_key(&r->game, &o);
	room_emit(r, &o);
	log_debug("event=start room=%s game=%s", r->id, r->game_id);
	begin_turn(r, now_ms);
}

void room_moved(struct room *r, int seat, int point, int64_t now_ms)
{
	struct wire_out o;
	char name[POINT_TEXT];

	bool alone;

	room_offers_gone(r, 1 << OFFER_UNDO, -1, "move");
	room_offers_gone(r, 1 << OFFER_DRAW, 1 - seat, "move");
	alone = !r->dirty;
	room_event(r, &o, "move");
	wire_key(&o, "rev", "%d", r->game.rev);
	wire_key(&o, "ply", "%d", r->game.plies);
	wire_key(&o, "side", "%s", stone_name(r->game.ply[r->game.plies - 1].side));
	wire_key(&o, "at", "%s", point_format(point, name));
	room_turn_keys(r, &o, now_ms);
	room_emit(r, &o);
	room_draw(r);
	if (alone && room_playing(r)) {
		room_journal_move(r);
		r->dirty = false;
	}
	if (room_playing(r))
		begin_turn(r, now_ms);
	else
		room_ended(r, now_ms);
}

void room_chose(struct room *r, int seat, enum choice choice, int64_t now_ms)
{
	char chooser[USER_NAME], buf[USER_NAME];
	struct wire_out o;

	snprintf(chooser, sizeof chooser, "%s", room_seat_text(r, seat, buf));
	room_offers_gone(r, OFFER_ALL, -1, "move");
	follow_colours(r);
	room_event(r, &o, "choice");
	wire_key(&o, "rev", "%d", r->game.rev);
	wire_key(&o, "user", "%s", chooser);
	wire_key(&o, "choice", "%s", choice_name(choice));
	wire_key(&o, "black", "%s", room_seat_text(r, 0, buf));
	wire_key(&o, "white", "%s", room_seat_text(r, 1, buf));
	room_turn_keys(r, &o, now_ms);
	room_emit(r, &o);
	begin_turn(r, now_ms);
}

void room_undo(struct room *r, int to, int64_t now_ms)
{
	struct wire_out o;
	char buf[USER_NAME];

	stop_bot(r);
	room_offers_gone(r, OFFER_ALL, -1, "undo");
	game_undo(&r->game, to, now_ms);
	follow_colours(r);
	room_event(r, &o, "undo");
	wire_key(&o, "rev", "%d", r->game.rev);
	wire_key(&o, "ply", "%d", r->game.plies);
	wire_key(&o, "black", "%s", room_seat_text(r, 0, buf));
	wire_key(&o, "white", "%s", room_seat_text(r, 1, buf));
	room_turn_keys(r, &o, now_ms);
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
	if (g->why == WHY_FOUL)
		wire_key(o, "foul", "%s", foul_name(g->foul));
}

void room_ended(struct room *r, int64_t now_ms)
{
	struct wire_out o;

	r->ended_ms = now_ms;
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
	r->world->ended(r, r->world->arg);
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
	enum stone turn = game_actor(&r->game);
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
		/* The pool has checked that the point is empty; the rest of the rules is the
		 * engine's to know, and one that does not can't play on. */
		give_up(r, now_ms);
		break;
	}
}

void room_check_turn(struct room *r, int64_t now_ms)
{
	if (!room_playing(r))
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

static void on_progress(void *arg, const struct progress *progress, int64_t now_ms)
{
	room_thinking(arg, progress, now_ms);
}

const struct pool_client room_pool_client = {on_taken, on_progress, on_answered};
