/* The course of a room's game: start, turns, end. */
#include <stdio.h>
#include <string.h>

#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/secret.h"
#include "daemon/stats.h"
#include "daemon/wire/wire.h"
#include "room.h"

/*
 * What of a turn is the way there and back to its player, as the kernel has measured it: nothing on
 * a LAN, and never more than the allowance.
 */
static int64_t lag_of_turn(const struct room *r)
{
	enum stone actor = game_actor(&r->game);
	const struct seat *s = &r->seat[actor == STONE_WHITE];
	int64_t us, most = r->world->lag_allowance_ms;

	if (most == 0 || r->game.clock.tc.kind == CLOCK_NONE || s->kind != SEAT_PERSON ||
	    !s->user->deliver)
		return 0;
	us = s->user->rtt_us(s->user->outlet);
	if (us < LIMIT_LAN_US)
		return 0;
	return us / 1000 < most ? us / 1000 : most;
}

/* When a move that is here now was made, for the clock. */
static int64_t made_ms(const struct room *r, int64_t now_ms)
{
	int64_t since = r->game.clock.since_ms;

	if (now_ms - r->lag_ms >= since)
		return now_ms - r->lag_ms;
	return now_ms < since ? now_ms : since;
}

enum move_verdict room_play(struct room *r, int seat, int point, int64_t now_ms)
{
	enum move_verdict v =
	    game_move(&r->game, seat ? STONE_WHITE : STONE_BLACK, point, made_ms(r, now_ms));

	/* Whoever is next is not charged for it either. */
	if (v == MOVE_OK)
		clock_forgive(&r->game.clock, now_ms);
	return v;
}

enum move_verdict room_choose(struct room *r, int seat, enum choice choice, int64_t now_ms)
{
	enum move_verdict v =
	    game_choose(&r->game, seat ? STONE_WHITE : STONE_BLACK, choice, made_ms(r, now_ms));

	if (v == MOVE_OK)
		clock_forgive(&r->game.clock, now_ms);
	return v;
}

/* It is somebody's turn. */
static void begin_turn(struct room *r, int64_t now_ms)
{
	room_bot_stop(r);
	r->turn_since_ms = now_ms;
	r->lag_ms = lag_of_turn(r);
	r->claim_told = false;
	room_bot_wake(r, now_ms);
	room_plan(r);
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
	stats_add(STAT_GAMES_BEGUN, 1);
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
	stats_add(STAT_MOVES, 1);
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

	room_bot_stop(r);
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
	stats_add(STAT_GAMES_ENDED, 1);
	room_bot_stop(r);
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

void room_check_turn(struct room *r, int64_t now_ms)
{
	if (!room_playing(r))
		return;
	if (r->answered && r->answer_at_ms <= now_ms)
		room_bot_act(r, now_ms);
	else if (!room_bot_waits(r) && game_check_flag(&r->game, made_ms(r, now_ms)))
		room_ended(r, now_ms);
}

/* A moment before now, moved by what has stood still since then. */
static int64_t moved(int64_t at, int64_t since_ms, int64_t now_ms)
{
	if (at >= now_ms)
		return at;
	return at + now_ms - (at > since_ms ? at : since_ms);
}

void room_thaw(struct room *r, int64_t since_ms, bool tell, int64_t now_ms)
{
	struct clock *c = &r->game.clock;
	struct member *m;

	if (c->running != STONE_NONE)
		c->since_ms = moved(c->since_ms, since_ms, now_ms);
	r->turn_since_ms = moved(r->turn_since_ms, since_ms, now_ms);
	r->ended_ms = moved(r->ended_ms, since_ms, now_ms);
	for (int i = 0; i < 2; i++)
		r->seat[i].away_since_ms = moved(r->seat[i].away_since_ms, since_ms, now_ms);
	if (r->fill_at_ms != INT64_MAX)
		r->fill_at_ms += now_ms - since_ms;
	room_plan(r);
	if (!tell || !room_playing(r) || c->tc.kind == CLOCK_NONE)
		return;
	TAILQ_FOREACH(m, &r->members, room_link)
	if (m->present)
		room_sync_to(r, m->user, now_ms);
}
