#include "gomocup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

__attribute__((format(printf, 2, 3))) static void add(
    char text[static GOMOCUP_TEXT], const char *fmt, ...)
{
	size_t len = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + len, GOMOCUP_TEXT - len, fmt, ap);
	va_end(ap);
}

static void add_point(const struct model_room *r, int ply, char text[static GOMOCUP_TEXT])
{
	add(text, "%d,%d", point_column(r->point[ply]),
	    r->board.size - 1 - point_row(r->point[ply]));
}

/* What comes before each question: the board's size, the time, the rule. */
static void begin(
    const struct model_room *r, const struct gomocup_time *time, char text[static GOMOCUP_TEXT])
{
	text[0] = '\0';
	add(text,
	    "START %d\nINFO timeout_turn %lld\nINFO timeout_match %lld\nINFO time_left %lld\n"
	    "INFO rule %d\nINFO game_type 1\n",
	    r->board.size, (long long)time->turn,
	    time->left == INT32_MAX ? 0LL : (long long)time->left, (long long)time->left,
	    rule_code(r->rules));
}

size_t gomocup_question(
    const struct model_room *r, const struct gomocup_time *time, char text[static GOMOCUP_TEXT])
{
	begin(r, time, text);
	if (r->board.stones == 0) {
		add(text, "BEGIN\n");
		return strlen(text);
	}
	add(text, "BOARD\n");
	for (int i = 0; i < r->plies; i++)
		if (r->point[i] >= 0) {
			add_point(r, i, text);
			add(text, ",%d\n", r->side[i] == r->turn ? 1 : 2);
		}
	add(text, "DONE\n");
	return strlen(text);
}

size_t gomocup_opening_question(
    const struct model_room *r, const struct gomocup_time *time, char text[static GOMOCUP_TEXT])
{
	begin(r, time, text);
	add(text, "SWAP2BOARD\n");
	for (int i = 0; i < r->plies; i++) {
		add_point(r, i, text);
		add(text, "\n");
	}
	add(text, "DONE\n");
	return strlen(text);
}

/* Reads a number; one that is on no board becomes BOARD_MAX. Whether it is one. */
static bool read_number(const char **line, int *n)
{
	size_t len = strspn(*line, "0123456789");

	*n = 0;
	for (size_t i = 0; i < len && *n < BOARD_MAX; i++)
		*n = *n * 10 + ((*line)[i] - '0');
	if (*n > BOARD_MAX)
		*n = BOARD_MAX;
	*line += len;
	return len > 0;
}

/* Reads "7,7", blanks after it included, and leaves *line behind it. Whether it was that. */
static bool read_pair(const char **line, int *x, int *y)
{
	if (!read_number(line, x) || **line != ',')
		return false;
	++*line;
	if (!read_number(line, y) || (**line != ' ' && **line != '\0'))
		return false;
	*line += strspn(*line, " ");
	return true;
}

static bool begins(const char *line, const char *word)
{
	return strncasecmp(line, word, strlen(word)) == 0;
}

enum gomocup_answer gomocup_read(const struct model_room *r, const char *line, int *point)
{
	int x, y;

	if (begins(line, "ERROR"))
		return GOMOCUP_BAD;
	if (!read_pair(&line, &x, &y) || *line != '\0')
		return GOMOCUP_MORE;
	if (x >= r->board.size || y >= r->board.size)
		return GOMOCUP_BAD;
	*point = point_at(x, r->board.size - 1 - y);
	return GOMOCUP_MOVE;
}

/* How many stones an answer may have, by those that lie: all of them, or as many at most. */
static bool count_fits(int plies, int stones)
{
	switch (plies) {
	case 0:
		return stones == 3;
	case 3:
		return stones <= 2;
	default:
		return stones <= 1;
	}
}

enum gomocup_answer gomocup_read_opening(
    const struct model_room *r, const char *line, struct gomocup_stones *stones)
{
	struct board b = r->board;
	int x, y;

	*stones = (struct gomocup_stones){0};
	if (begins(line, "ERROR") || begins(line, "UNKNOWN"))
		return GOMOCUP_BAD;
	if (begins(line, "SWAP") && line[4 + strspn(line + 4, " ")] == '\0')
		return r->plies > 0 ? GOMOCUP_MOVE : GOMOCUP_BAD;
	if (*line < '0' || *line > '9')
		return GOMOCUP_MORE;
	while (*line != '\0') {
		if (stones->count == GOMOCUP_STONES || !read_pair(&line, &x, &y) || x >= b.size ||
		    y >= b.size)
			return GOMOCUP_BAD;
		x = point_at(x, b.size - 1 - y);
		if (board_at(&b, x) != STONE_NONE)
			return GOMOCUP_BAD;
		board_place(&b, x, STONE_BLACK); /* none comes twice */
		stones->point[stones->count++] = x;
	}
	return count_fits(r->plies, stones->count) ? GOMOCUP_MOVE : GOMOCUP_BAD;
}
