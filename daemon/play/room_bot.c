/* What the bots of a room do: their turns in games and openings. */
#include "daemon/limits.h"
#include "daemon/log.h"
#include "daemon/secret.h"
#include "room.h"

void room_bot_stop(struct room *r)
{
	pool_forget(r->world->pool, r);
	r->asking = r->answered = false;
}

void room_position(const struct room *r, struct position *p)
{
	const struct game *g = &r->game;

	p->opening = false;
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
	room_notice(r, "no-engine", NULL,
	    "The bot can't play on; the game does not count. The server's log says why");
	log_warn("event=no-engine room=%s", r->id);
	room_end(r, GAME_VOID, WHY_ENGINE, now_ms);
}

/* Engines are asked as in swap2 for a choice and for the first stones; others are moves to them. */
static bool asks_opening(const struct game *g)
{
	return game_phase(g) == PHASE_CHOOSE || (game_phase(g) == PHASE_PLACE && g->plies == 0);
}

static void ask(struct room *r, int64_t now_ms)
{
	static struct position position;
	enum stone actor = game_actor(&r->game);
	int64_t left = clock_left(&r->game.clock, actor, now_ms);
	int bot = r->seat[actor == STONE_WHITE].bot;
	const struct engine *engine = bot_engine(r->world->roster, bot);
	struct thinking t = {.level = bot <= LEVEL_MAX ? bot : LEVEL_MAX,
	    .style = bot_style(bot),
	    .stranger = engine,
	    .memory = engine ? engine->memory : 0,
	    .budget_ms = budget(&r->game.clock, actor, left),
	    .left_ms = left,
	    .seed = secret_number()};

	room_position(r, &position);
	position.opening = asks_opening(&r->game);
	if (pool_ask(r->world->pool, &room_pool_client, r, engine ? bot - BOT_ENGINE + 1 : 0,
		&position, &t) < 0) {
		give_up(r, now_ms);
		return;
	}
	r->asking = true;
}

/* Plans what the bot has decided. The pause is for the eye; one short of time does without. */
static void act_later(struct room *r, int64_t now_ms)
{
	int64_t left = clock_left(&r->game.clock, game_actor(&r->game), now_ms);
	int64_t pause = r->world->think_pause_ms;

	if (left != INT64_MAX && pause > left / 20)
		pause = left / 20;
	r->answered = true;
	r->answer_at_ms = r->turn_since_ms + pause;
}

/* Whether the stone that is due was decided together with the one before it. */
static bool has_placing(const struct room *r)
{
	int n = r->game.plies - r->placing.from;

	return r->placing.rev == r->game.rev && n >= 0 && n < r->placing.reply.stones &&
	       game_phase(&r->game) == PHASE_PLACE;
}

static bool is_bots_turn(const struct room *r)
{
	enum stone actor = game_actor(&r->game);

	return actor != STONE_NONE && r->seat[actor == STONE_WHITE].kind == SEAT_AI;
}

bool room_bot_waits(const struct room *r)
{
	return is_bots_turn(r) && !r->answered;
}

void room_bot_wake(struct room *r, int64_t now_ms)
{
	bool watched =
	    r->present > 0 || r->seat[0].kind == SEAT_PERSON || r->seat[1].kind == SEAT_PERSON;

	if (r->asking || r->answered || !watched || !is_bots_turn(r))
		return;
	clock_forgive(&r->game.clock, now_ms);
	if (has_placing(r)) {
		r->answer = (struct reply){.stones = 1,
		    .point = {r->placing.reply.point[r->game.plies - r->placing.from]}};
		act_later(r, now_ms);
	} else {
		ask(r, now_ms);
	}
}

/* The empty point nearest to one that the opening does not allow, of those that it does. */
static int allowed(const struct game *g, int wanted)
{
	int best = wanted, best_distance = INT32_MAX, size = g->board.size;

	if (wanted == POINT_PASS ||
	    opening_allows(g->course.opening, g->rule, size, g->plies, wanted))
		return wanted;
	for (int i = 0; i < size * size; i++) {
		int point = point_at(i % size, i / size);
		int columns = point_column(point) - point_column(wanted);
		int rows = point_row(point) - point_row(wanted);
		int distance = columns * columns + rows * rows;

		if (distance < best_distance && board_at(&g->board, point) == STONE_NONE &&
		    opening_allows(g->course.opening, g->rule, size, g->plies, point)) {
			best = point;
			best_distance = distance;
		}
	}
	return best;
}

/* What an engine's answer means where a colour is to be chosen (dialogue.h). */
static enum choice choice_of(const struct game *g, const struct reply *reply)
{
	if (reply->stones == 0)
		return CHOICE_BLACK;
	if (reply->stones == 2 && (game_offers(g) & 1U << CHOICE_MORE))
		return CHOICE_MORE;
	return CHOICE_WHITE;
}

static enum move_verdict choose(struct room *r, int64_t now_ms)
{
	enum stone actor = game_actor(&r->game);
	enum choice choice = choice_of(&r->game, &r->answer);
	enum move_verdict verdict = game_choose(&r->game, actor, choice, now_ms);

	if (choice == CHOICE_MORE) {
		r->placing.rev = r->game.rev;
		r->placing.from = r->game.plies;
		r->placing.reply = r->answer;
	}
	if (verdict == MOVE_OK)
		room_chose(r, actor == STONE_WHITE, choice, now_ms);
	return verdict;
}

static enum move_verdict play(struct room *r, int64_t now_ms)
{
	enum stone actor = game_actor(&r->game);
	int point = allowed(&r->game, r->answer.point[0]);
	enum move_verdict verdict = game_move(&r->game, actor, point, now_ms);

	if (verdict == MOVE_OK)
		room_moved(r, actor == STONE_WHITE, point, now_ms);
	return verdict;
}

void room_bot_act(struct room *r, int64_t now_ms)
{
	bool choosing = game_phase(&r->game) == PHASE_CHOOSE;

	r->answered = false;
	switch (choosing ? choose(r, now_ms) : play(r, now_ms)) {
	case MOVE_OK:
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

static void on_taken(void *arg, int64_t now_ms)
{
	struct room *r = arg;

	clock_forgive(&r->game.clock, now_ms);
	room_plan(r);
}

static void on_answered(void *arg, const struct reply *reply, int64_t now_ms)
{
	struct room *r = arg;

	r->asking = false;
	if (!reply) {
		give_up(r, now_ms);
		return;
	}
	r->answer = *reply;
	if (game_phase(&r->game) == PHASE_PLACE && asks_opening(&r->game)) {
		r->placing.rev = r->game.rev;
		r->placing.from = 0;
		r->placing.reply = *reply;
	}
	act_later(r, now_ms);
	if (r->answer_at_ms <= now_ms && !r->world->frozen)
		room_bot_act(r, now_ms);
	else
		room_plan(r);
}

static void on_progress(void *arg, const struct progress *progress, int64_t now_ms)
{
	room_thinking(arg, progress, now_ms);
}

const struct pool_client room_pool_client = {on_taken, on_progress, on_answered};
