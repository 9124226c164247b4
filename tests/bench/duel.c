#include "duel.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static int rule_code(enum rule rule)
{
	switch (rule) {
	case RULE_STANDARD:
		return 1;
	case RULE_RENJU:
		return 4;
	case RULE_CARO:
		return 8;
	case RULE_CARO_FIVE:
		return 9;
	case RULE_FREESTYLE:
	case RULE_COUNT:
		break;
	}
	return 0;
}

static bool begins(const char *line, const char *word)
{
	return strncasecmp(line, word, strlen(word)) == 0;
}

/* Starts a player and tells it the terms. Returns whether it is ready to play. */
static bool introduce(struct duel_side *side, const struct duel_terms *terms)
{
	struct player *p = &side->player;
	char line[PLAYER_LINE_MAX];
	double until = now_ms() + DUEL_START_MS;
	if (player_start(p) != 0)
		return false;
	player_send(p, "START %d", terms->size);
	do {
		if (player_line(p, line, until) != PLAYER_LINE || begins(line, "ERROR") ||
		    begins(line, "UNKNOWN"))
			return false;
	} while (!begins(line, "OK"));
	player_send(p, "INFO timeout_turn %d", terms->time_ms);
	player_send(p, "INFO timeout_match 0");
	player_send(p, "INFO time_left 2147483647");
	player_send(p, "INFO max_memory %lld", (long long)terms->memory);
	player_send(p, "INFO game_type 1");
	player_send(p, "INFO rule %d", rule_code(terms->rule));
	for (int i = 0; i < side->n_infos; i++)
		player_send(p, "INFO %s", side->infos[i]);
	return true;
}

/* The protocol counts rows from the top. */
static void send_stone(
    struct player *p, const char *command, int size, int point, const char *field)
{
	player_send(
	    p, "%s%d,%d%s", command, point_column(point), size - 1 - point_row(point), field);
}

/*
 * Asks the side to move: with the whole position when it has not moved in this game, else with the
 * opponent's last stone.
 */
static void ask(struct player *p, const struct duel_game *g, int size, bool moved)
{
	if (moved) {
		send_stone(p, "TURN ", size, g->point[g->plies - 1], "");
	} else if (g->plies == 0) {
		player_send(p, "BEGIN");
	} else {
		player_send(p, "BOARD");
		for (int i = 0; i < g->plies; i++)
			send_stone(p, "", size, g->point[i], (g->plies - i) % 2 == 0 ? ",1" : ",2");
		player_send(p, "DONE");
	}
}

/* Reads "x,y" with blanks around. Returns the point, which may be off the board, or POINT_NONE. */
static int read_point(const char *line, int size)
{
	char *end;
	long column = strtol(line, &end, 10);
	if (end == line || *end++ != ',')
		return POINT_NONE;
	const char *second = end;
	long row = strtol(second, &end, 10);
	if (end == second || end[strspn(end, " \t")] != '\0')
		return POINT_NONE;
	if (column < 0 || column >= size || row < 0 || row >= size)
		return BOARD_CELLS;
	return point_at((int)column, size - 1 - (int)row);
}

/* Waits for the answer to ask(). Returns DUEL_WHY_COUNT and the point when there is one. */
static enum duel_why hear(struct player *p, int size, double until, int *point)
{
	char line[PLAYER_LINE_MAX];
	for (;;) {
		switch (player_line(p, line, until)) {
		case PLAYER_TIMEOUT:
			return DUEL_SILENT;
		case PLAYER_GONE:
			return DUEL_GONE;
		case PLAYER_LINE:
			break;
		}
		const char *text = line + strspn(line, " \t");
		if (begins(text, "ERROR") || begins(text, "UNKNOWN"))
			return DUEL_ERROR;
		if (!isdigit((unsigned char)*text) &&
		    !(*text == '-' && isdigit((unsigned char)text[1])))
			continue;
		*point = read_point(text, size);
		return *point == POINT_NONE ? DUEL_RUBBISH : DUEL_WHY_COUNT;
	}
}

/* One move of a side; DUEL_WHY_COUNT when it may be put on the board. */
static enum duel_why answer(struct duel_side *side, const struct duel_terms *terms,
    const struct board *b, struct duel_game *g, bool moved, int *point)
{
	struct player *p = &side->player;
	player_mark_waits(p);
	double asked = now_ms(), allowed = terms->time_ms + side->grace_ms;
	ask(p, g, terms->size, moved);
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
static void play_on(const struct duel_terms *terms, struct duel_side *sides[2], struct board *b,
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

struct duel_side *duel_play(const struct duel_terms *terms, struct duel_side *black,
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
		if (!introduce(sides[i], terms))
			unfit = sides[i];
	}
	if (unfit == NULL)
		play_on(terms, sides, &b, game);
	player_stop(&black->player);
	player_stop(&white->player);
	return unfit;
}
