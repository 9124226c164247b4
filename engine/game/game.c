#include "game.h"

#include <string.h>

void game_init(struct game *g, enum rule rule, int size, const struct time_control *tc)
{
	memset(g, 0, sizeof(*g));
	g->rule = rule;
	g->state = GAME_SETUP;
	board_init(&g->board, size);
	clock_init(&g->clock, tc);
}

int game_set_opening(struct game *g, enum opening opening)
{
	if (!opening_fits(opening, g->board.size))
		return -1;
	if (opening != OPENING_FREE && g->start_plies > 0)
		return -1;
	g->course.opening = opening;
	return 0;
}

enum stone game_turn(const struct game *g)
{
	if (g->state != GAME_PLAYING)
		return STONE_NONE;
	return g->plies % 2 == 0 ? STONE_BLACK : STONE_WHITE;
}

enum stone game_actor(const struct game *g)
{
	if (g->state != GAME_PLAYING)
		return STONE_NONE;
	bool black = opening_actor(&g->course, g->plies) == opening_black(&g->course);
	return black ? STONE_BLACK : STONE_WHITE;
}

enum phase game_phase(const struct game *g)
{
	return opening_phase(&g->course, g->plies);
}

unsigned game_offers(const struct game *g)
{
	return g->state == GAME_PLAYING ? opening_offers(&g->course, g->plies) : 0;
}

int game_holder(const struct game *g, enum stone side)
{
	int black = opening_black(&g->course);
	return side == STONE_BLACK ? black : 1 - black;
}

int game_winner(const struct game *g)
{
	switch (g->result) {
	case GAME_BLACK:
		return game_holder(g, STONE_BLACK);
	case GAME_WHITE:
		return game_holder(g, STONE_WHITE);
	case GAME_NONE:
	case GAME_DRAW:
	case GAME_VOID:
		break;
	}
	return -1;
}

static enum game_result won_by(enum stone side)
{
	return side == STONE_BLACK ? GAME_BLACK : GAME_WHITE;
}

static enum move_verdict verdict_of(enum foul foul)
{
	static const enum move_verdict verdicts[FOUL_COUNT] = {
	    MOVE_OK, MOVE_OVERLINE, MOVE_DOUBLE_FOUR, MOVE_DOUBLE_THREE};
	return verdicts[foul];
}

/* Whether the next ply may be this one; what a foul leads to is the caller's. */
static enum move_verdict check_ply(const struct game *g, int point, enum foul *foul)
{
	*foul = FOUL_NONE;
	if (game_phase(g) == PHASE_CHOOSE)
		return MOVE_CHOOSE;
	if (point == POINT_PASS) {
		bool may =
		    g->rule == RULE_RENJU && g->board.stones > 0 && game_phase(g) == PHASE_PLAY;
		return may ? MOVE_OK : MOVE_NO_PASS;
	}
	if (!board_has(&g->board, point))
		return MOVE_OFF_BOARD;
	if (board_at(&g->board, point) != STONE_NONE)
		return MOVE_OCCUPIED;
	*foul = rules_foul(&g->board, g->rule, game_turn(g), point);
	return MOVE_OK;
}

/* Puts down a ply that check_ply allowed, and ends the game if it does. The clocks stand. */
static void put_ply(struct game *g, int point, enum foul foul, int64_t now_ms)
{
	enum stone stone = game_turn(g);
	struct game_ply *ply = &g->ply[g->plies];
	ply->point = point;
	ply->side = stone;
	ply->player = opening_actor(&g->course, g->plies);
	g->plies++;
	if (point != POINT_PASS) {
		board_place(&g->board, point, stone);
		g->line_len = rules_win(&g->board, g->rule, point, g->line);
	}
	bool passes = g->plies >= 2 && point == POINT_PASS && ply[-1].point == POINT_PASS;
	if (foul != FOUL_NONE) {
		g->foul = foul;
		game_end(g, GAME_WHITE, WHY_FOUL, now_ms);
	} else if (g->line_len > 0) {
		game_end(g, won_by(stone), WHY_FIVE, now_ms);
	} else if (passes) {
		game_end(g, GAME_DRAW, WHY_PASSES, now_ms);
	} else if (board_full(&g->board) || g->plies == g->board.size * g->board.size) {
		game_end(g, GAME_DRAW, WHY_FULL, now_ms);
	}
}

/* Sets the board up as the game starts, with no clock running. */
static void set_up(struct game *g)
{
	struct time_control tc = g->clock.tc;
	board_init(&g->board, g->board.size);
	clock_init(&g->clock, &tc);
	g->course.choices = 0;
	g->state = GAME_PLAYING;
	g->result = GAME_NONE;
	g->why = WHY_NONE;
	g->foul = FOUL_NONE;
	g->plies = 0;
	g->line_len = 0;
}

int game_set_start(struct game *g, const int points[], int n)
{
	if (n > 0 && g->course.opening != OPENING_FREE)
		return 0;
	struct game trial = *g;
	set_up(&trial);
	for (int i = 0; i < n; i++) {
		enum foul foul;
		if (check_ply(&trial, points[i], &foul) != MOVE_OK || foul != FOUL_NONE)
			return i;
		put_ply(&trial, points[i], foul, 0);
		if (trial.state != GAME_PLAYING)
			return i;
	}
	for (int i = 0; i < n; i++)
		g->start[i] = (int16_t)points[i];
	g->start_plies = n;
	return -1;
}

void game_start(struct game *g, int64_t now_ms)
{
	set_up(g);
	for (int i = 0; i < g->start_plies; i++)
		put_ply(g, g->start[i], FOUL_NONE, now_ms);
	g->rev++;
	clock_start(&g->clock, game_actor(g), now_ms);
}

/* What keeps this side from acting now, whatever it wants to do. */
static enum move_verdict check_turn(struct game *g, enum stone side, int64_t now_ms)
{
	if (g->state != GAME_PLAYING)
		return MOVE_OVER;
	if (game_check_flag(g, now_ms))
		return MOVE_LATE;
	return side == game_actor(g) ? MOVE_OK : MOVE_NOT_TURN;
}

enum move_verdict game_move(struct game *g, enum stone side, int point, int64_t now_ms)
{
	enum foul foul;
	enum move_verdict verdict = check_turn(g, side, now_ms);
	if (verdict == MOVE_OK)
		verdict = check_ply(g, point, &foul);
	if (verdict != MOVE_OK)
		return verdict;
	bool allowed = point == POINT_PASS ||
		       opening_allows(g->course.opening, g->rule, g->board.size, g->plies, point);
	if (!allowed)
		return MOVE_OPENING;
	if (foul != FOUL_NONE && !g->foul_loses)
		return verdict_of(foul);

	memcpy(g->ply[g->plies].before, g->clock.side, sizeof(g->clock.side));
	clock_moved(&g->clock, now_ms);
	put_ply(g, point, foul, now_ms);
	if (g->state == GAME_PLAYING)
		clock_start(&g->clock, game_actor(g), now_ms);
	return MOVE_OK;
}

enum move_verdict game_choose(struct game *g, enum stone side, enum choice choice, int64_t now_ms)
{
	enum move_verdict verdict = check_turn(g, side, now_ms);
	if (verdict != MOVE_OK)
		return verdict;
	if ((game_offers(g) & 1U << choice) == 0)
		return MOVE_NO_CHOICE;
	int black = opening_black(&g->course);
	clock_moved(&g->clock, now_ms);
	opening_choose(&g->course, choice);
	if (opening_black(&g->course) != black)
		clock_swap(&g->clock);
	clock_start(&g->clock, game_actor(g), now_ms);
	return MOVE_OK;
}

int game_undo_ply(const struct game *g, enum stone side)
{
	int player = game_holder(g, side);
	for (int i = g->plies - 1; i >= g->start_plies; i--)
		if (g->ply[i].player == player)
			return i;
	return -1;
}

void game_undo(struct game *g, int to, int64_t now_ms)
{
	while (g->plies > to) {
		int point = g->ply[--g->plies].point;
		if (point != POINT_PASS)
			board_remove(&g->board, point);
	}
	opening_undo(&g->course, to);
	clock_stop(&g->clock, now_ms);
	memcpy(g->clock.side, g->ply[to].before, sizeof(g->clock.side));
	clock_start(&g->clock, game_actor(g), now_ms);
	g->rev++;
}

void game_end(struct game *g, enum game_result result, enum game_why why, int64_t now_ms)
{
	clock_stop(&g->clock, now_ms);
	g->state = GAME_ENDED;
	g->result = result;
	g->why = why;
}

bool game_check_flag(struct game *g, int64_t now_ms)
{
	if (g->state != GAME_PLAYING || !clock_fallen(&g->clock, now_ms))
		return false;
	game_end(g, won_by(stone_other(g->clock.running)), WHY_TIME, now_ms);
	return true;
}

const char *game_result_name(enum game_result r)
{
	static const char *const names[] = {"none", "black", "white", "draw", "void"};
	return names[r];
}

const char *game_why_name(enum game_why w)
{
	static const char *const names[WHY_COUNT] = {"none", "five", "resign", "time", "agreed",
	    "full", "aborted", "abandoned", "closed", "engine", "foul", "passes", "claimed"};
	return names[w];
}

const char *move_verdict_name(enum move_verdict v)
{
	static const char *const names[MOVE_VERDICT_COUNT] = {"ok", "occupied", "off-board",
	    "not-turn", "over", "late", "overline", "double-four", "double-three", "opening",
	    "no-pass", "choose", "no-choice"};
	return names[v];
}
