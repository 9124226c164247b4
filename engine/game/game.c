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

void game_start(struct game *g, int64_t now_ms)
{
	struct time_control tc = g->clock.tc;
	board_init(&g->board, g->board.size);
	clock_init(&g->clock, &tc);
	g->state = GAME_PLAYING;
	g->result = GAME_NONE;
	g->why = WHY_NONE;
	g->plies = 0;
	g->line_len = 0;
	g->rev++;
	clock_start(&g->clock, STONE_BLACK, now_ms);
}

enum stone game_turn(const struct game *g)
{
	if (g->state != GAME_PLAYING)
		return STONE_NONE;
	return g->plies % 2 == 0 ? STONE_BLACK : STONE_WHITE;
}

static enum game_result won_by(enum stone side)
{
	return side == STONE_BLACK ? GAME_BLACK : GAME_WHITE;
}

enum move_verdict game_move(struct game *g, enum stone side, int point, int64_t now_ms)
{
	if (g->state != GAME_PLAYING)
		return MOVE_OVER;
	if (game_check_flag(g, now_ms))
		return MOVE_LATE;
	if (side != game_turn(g))
		return MOVE_NOT_TURN;
	if (!board_has(&g->board, point))
		return MOVE_OFF_BOARD;
	if (board_at(&g->board, point) != STONE_NONE)
		return MOVE_OCCUPIED;

	struct game_ply *ply = &g->ply[g->plies++];
	ply->point = point;
	ply->side = side;
	memcpy(ply->before, g->clock.side, sizeof(ply->before));
	board_place(&g->board, point, side);
	clock_moved(&g->clock, now_ms);
	g->line_len = rules_win(&g->board, g->rule, point, g->line);
	if (g->line_len > 0)
		game_end(g, won_by(side), WHY_FIVE, now_ms);
	else if (board_full(&g->board))
		game_end(g, GAME_DRAW, WHY_FULL, now_ms);
	else
		clock_start(&g->clock, game_turn(g), now_ms);
	return MOVE_OK;
}

void game_undo(struct game *g, int to, int64_t now_ms)
{
	while (g->plies > to)
		board_remove(&g->board, g->ply[--g->plies].point);
	clock_stop(&g->clock, now_ms);
	memcpy(g->clock.side, g->ply[to].before, sizeof(g->clock.side));
	clock_start(&g->clock, game_turn(g), now_ms);
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
	    "full", "aborted", "abandoned", "closed", "engine"};
	return names[w];
}

const char *move_verdict_name(enum move_verdict v)
{
	static const char *const names[MOVE_VERDICT_COUNT] = {
	    "ok", "occupied", "off-board", "not-turn", "over", "late"};
	return names[v];
}
