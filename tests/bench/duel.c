#include "duel.h"

#include <string.h>

#include "sentinel.h"

static const char *const why_names[DUEL_WHY_COUNT] = {
    [DUEL_FIVE] = "five",
    [DUEL_FULL] = "full",
    [DUEL_FOUL] = "foul",
    [DUEL_OCCUPIED] = "occupied",
    [DUEL_OFF] = "off-board",
    [DUEL_LATE] = "late",
    [DUEL_SILENT] = "silent",
    [DUEL_GONE] = "gone",
    [DUEL_RUBBISH] = "rubbish",
    [DUEL_ERROR] = "error",
};

const char *duel_why_name(enum duel_why why)
{
	return why_names[why];
}

enum duel_why duel_why_parse(const char *name)
{
	for (int i = 0; i < DUEL_WHY_COUNT; i++) {
		if (strcmp(name, why_names[i]) == 0)
			return (enum duel_why)i;
	}
	return DUEL_WHY_COUNT;
}

/* Waits for the answer. Returns DUEL_WHY_COUNT and the point when there is one. */
static enum duel_why hear(struct player *p, int size, double until, int *point)
{
	switch (dialogue_hear(p, size, until, point)) {
	case DIALOGUE_SILENT:
		return DUEL_SILENT;
	case DIALOGUE_GONE:
		return DUEL_GONE;
	case DIALOGUE_RUBBISH:
		return DUEL_RUBBISH;
	case DIALOGUE_ERROR:
		return DUEL_ERROR;
	case DIALOGUE_POINT:
		break;
	}
	return DUEL_WHY_COUNT;
}

/* One move of a side; DUEL_WHY_COUNT when it may be put on the board. */
static enum duel_why answer(struct duel_side *side, const struct dialogue_terms *terms,
    const struct board *b, struct duel_game *g, bool moved, int *point)
{
	struct player *p = &side->player;
	player_mark_waits(p);
	if (moved)
		dialogue_ask_turn(p, terms->size, g->point[g->plies - 1]);
	else
		dialogue_ask_board(p, terms->size, g->point, g->plies);
	double asked = now_ms(), allowed = terms->time_ms + side->grace_ms;
	enum duel_why why = hear(p, terms->size, asked + allowed + DUEL_SILENCE_MS, point);
	double took = now_ms() - asked;
	if (why != DUEL_WHY_COUNT)
		return why;
	g->ms[g->plies] = (int32_t)took;
	if (took > allowed) {
		double worst = sentinel_worst_ms(asked), waited = player_waited_ms(p);
		allowed += worst > waited ? worst : waited;
		g->late_ms = (int32_t)(took - allowed);
		if (took > allowed)
			return DUEL_LATE;
	}
	if (!board_has(b, *point))
		return DUEL_OFF;
	if (board_at(b, *point) != STONE_NONE)
		return DUEL_OCCUPIED;
	enum stone turn = g->plies % 2 == 0 ? STONE_BLACK : STONE_WHITE;
	if (rules_foul(b, terms->rule, turn, *point) != FOUL_NONE)
		return DUEL_FOUL;
	return DUEL_WHY_COUNT;
}

/* Plays on from the opening to the end. */
static void play_on(const struct dialogue_terms *terms, struct duel_side *sides[2], struct board *b,
    struct duel_game *g)
{
	bool moved[2] = {false, false};
	for (;;) {
		int mover = g->plies % 2, point = POINT_NONE;
		enum stone turn = mover == 0 ? STONE_BLACK : STONE_WHITE;
		enum duel_why fault = answer(sides[mover], terms, b, g, moved[mover], &point);
		if (fault != DUEL_WHY_COUNT) {
			g->winner = stone_other(turn);
			g->why = fault;
			return;
		}
		moved[mover] = true;
		g->point[g->plies++] = (int16_t)point;
		board_place(b, point, turn);
		if (rules_win(b, terms->rule, point, NULL) > 0) {
			g->winner = turn;
			g->why = DUEL_FIVE;
			return;
		}
		if (board_full(b)) {
			g->winner = STONE_NONE;
			g->why = DUEL_FULL;
			return;
		}
	}
}

struct duel_side *duel_play(const struct dialogue_terms *terms, struct duel_side *black,
    struct duel_side *white, const int opening[], int n, struct duel_game *game)
{
	struct duel_side *sides[2] = {black, white}, *unfit = NULL;
	struct board b;
	board_init(&b, terms->size);
	memset(game, 0, sizeof(*game));
	for (int i = 0; i < n; i++) {
		board_place(&b, opening[i], i % 2 == 0 ? STONE_BLACK : STONE_WHITE);
		game->point[i] = (int16_t)opening[i];
	}
	game->plies = game->opening = n;
	for (int i = 0; i < 2 && unfit == NULL; i++) {
		struct duel_side *side = sides[i];
		if (player_start(&side->player) != 0 ||
		    dialogue_start(&side->player, terms, side->infos, side->n_infos) != 0)
			unfit = sides[i];
	}
	if (unfit == NULL)
		play_on(terms, sides, &b, game);
	player_stop(&black->player);
	player_stop(&white->player);
	return unfit;
}
