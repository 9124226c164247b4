#include "gomocup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/clock.h"

enum {
	UNTIMED_MS = 5000, /* for a move without a clock */
	TURN_MAX_MS = 30000,
	GRACE_MS = 10000, /* more than that over its time an engine gets from nobody */
	MARGIN_MS = 400,  /* for what is not the engine's: processes, the way to the server */
	TURN_MIN_MS = 20,
};

void gomocup_plan(const struct model_room *r, enum stone side, int64_t now_ms, int64_t latency,
    struct gomocup_time *time)
{
	struct model_clock c = model_clock_at(r, side, now_ms);
	struct time_control tc;

	*time = (struct gomocup_time){UNTIMED_MS, INT32_MAX, UNTIMED_MS + GRACE_MS};
	if (c.ms < 0 || time_control_parse(&tc, r->time) < 0)
		return;
	switch (tc.kind) {
	case CLOCK_NONE:
		return;
	case CLOCK_FISCHER:
		time->turn = c.ms / 20 + tc.inc_ms / 2;
		break;
	case CLOCK_BYOYOMI:
		time->turn = c.ms / 20 + tc.period_ms / 2;
		break;
	case CLOCK_MOVE:
		time->turn = c.ms / 2;
		break;
	}
	time->left = c.ms - latency - MARGIN_MS;
	if (time->left < TURN_MIN_MS)
		time->left = TURN_MIN_MS;
	if (time->turn > time->left / 2)
		time->turn = time->left / 2;
	if (time->turn > TURN_MAX_MS)
		time->turn = TURN_MAX_MS;
	if (time->turn < TURN_MIN_MS)
		time->turn = TURN_MIN_MS;
	time->deadline = time->turn + GRACE_MS < time->left ? time->turn + GRACE_MS : time->left;
}

static void add_board(const struct model_room *r, char text[static GOMOCUP_TEXT], size_t len)
{
	len += (size_t)snprintf(text + len, GOMOCUP_TEXT - len, "BOARD\n");
	for (int i = 0; i < r->plies; i++)
		if (r->point[i] >= 0)
			len += (size_t)snprintf(text + len, GOMOCUP_TEXT - len, "%d,%d,%d\n",
			    point_column(r->point[i]), r->board.size - 1 - point_row(r->point[i]),
			    r->side[i] == r->turn ? 1 : 2);
	snprintf(text + len, GOMOCUP_TEXT - len, "DONE\n");
}

size_t gomocup_question(
    const struct model_room *r, const struct gomocup_time *time, char text[static GOMOCUP_TEXT])
{
	int len = snprintf(text, GOMOCUP_TEXT,
	    "START %d\nINFO timeout_turn %lld\nINFO timeout_match %lld\nINFO time_left %lld\n"
	    "INFO rule %d\nINFO game_type 1\n",
	    r->board.size, (long long)time->turn,
	    time->left == INT32_MAX ? 0LL : (long long)time->left, (long long)time->left,
	    rule_code(r->rules));

	if (r->board.stones == 0)
		snprintf(text + len, (size_t)(GOMOCUP_TEXT - len), "BEGIN\n");
	else
		add_board(r, text, (size_t)len);
	return strlen(text);
}

/* Reads "7,7". Whether it was that. */
static bool read_pair(const char *line, int *x, int *y)
{
	char number[8];
	size_t len = strcspn(line, ",");
	int64_t a, b;

	if (line[len] != ',' || len >= sizeof(number))
		return false;
	memcpy(number, line, len);
	number[len] = '\0';
	if (wire_int(number, 0, BOARD_MAX, &a) < 0 ||
	    wire_int(line + len + 1, 0, BOARD_MAX, &b) < 0)
		return false;
	*x = (int)a;
	*y = (int)b;
	return true;
}

enum gomocup_answer gomocup_read(const struct model_room *r, const char *line, int *point)
{
	int x, y;

	if (strncmp(line, "ERROR", 5) == 0)
		return GOMOCUP_BAD;
	if (!read_pair(line, &x, &y))
		return GOMOCUP_MORE;
	if (x >= r->board.size || y >= r->board.size)
		return GOMOCUP_BAD;
	*point = point_at(x, r->board.size - 1 - y);
	return GOMOCUP_MOVE;
}

int gomocup_spare(const struct model_room *r)
{
	int size = r->board.size, best = POINT_NONE, best_distance = 0;

	for (int row = 0; row < size; row++)
		for (int column = 0; column < size; column++) {
			int point = point_at(column, row);
			int distance = abs(column - size / 2) + abs(row - size / 2);

			if (board_at(&r->board, point) != STONE_NONE ||
			    (best != POINT_NONE && distance >= best_distance) ||
			    rules_foul(&r->board, r->rules, r->turn, point) != FOUL_NONE)
				continue;
			best = point;
			best_distance = distance;
		}
	return best;
}
