#include "dialogue.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "sentinel.h"

static bool begins(const char *line, const char *word)
{
	return strncasecmp(line, word, strlen(word)) == 0;
}

static void pause_before(void)
{
	const struct timespec t = {0, DIALOGUE_PAUSE_MS * 1000000L};
	nanosleep(&t, NULL);
}

int dialogue_start(
    struct player *p, const struct dialogue_terms *terms, const char *const infos[], int n_infos)
{
	char line[PLAYER_LINE_MAX];
	double until = now_ms() + DIALOGUE_START_MS;
	pause_before();
	player_send(p, "START %d", terms->size);
	do {
		if (player_line(p, line, until) != PLAYER_LINE || begins(line, "ERROR") ||
		    begins(line, "UNKNOWN"))
			return -1;
	} while (!begins(line, "OK"));
	player_send(p, "INFO timeout_turn %d", terms->time_ms);
	player_send(p, "INFO timeout_match 0");
	player_send(p, "INFO time_left 2147483647");
	player_send(p, "INFO max_memory %lld", (long long)terms->memory);
	player_send(p, "INFO game_type 1");
	player_send(p, "INFO rule %d", rule_code(terms->rule));
	for (int i = 0; i < n_infos; i++)
		player_send(p, "INFO %s", infos[i]);
	player_send(p, "ABOUT");
	until = now_ms() + DIALOGUE_ABOUT_MS;
	do {
		if (player_line(p, line, until) != PLAYER_LINE)
			return 0;
	} while (strchr(line, '=') == NULL || begins(line, "MESSAGE") || begins(line, "DEBUG"));
	return 0;
}

static void send_stone(
    struct player *p, const char *command, int size, int point, const char *field)
{
	player_send(
	    p, "%s%d,%d%s", command, point_column(point), size - 1 - point_row(point), field);
}

void dialogue_ask_board(struct player *p, int size, const int16_t points[], int n)
{
	pause_before();
	if (n == 0) {
		player_send(p, "BEGIN");
		return;
	}
	player_send(p, "BOARD");
	for (int i = 0; i < n; i++)
		send_stone(p, "", size, points[i], (n - i) % 2 == 0 ? ",1" : ",2");
	player_send(p, "DONE");
}

void dialogue_ask_turn(struct player *p, int size, int point)
{
	pause_before();
	send_stone(p, "TURN ", size, point, "");
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

enum dialogue_heard dialogue_hear(struct player *p, int size, double until_ms, int *point)
{
	char line[PLAYER_LINE_MAX];
	for (;;) {
		switch (player_line(p, line, until_ms)) {
		case PLAYER_TIMEOUT:
			return DIALOGUE_SILENT;
		case PLAYER_GONE:
			return DIALOGUE_GONE;
		case PLAYER_LINE:
			break;
		}
		const char *text = line + strspn(line, " \t");
		if (begins(text, "ERROR") || begins(text, "UNKNOWN"))
			return DIALOGUE_ERROR;
		if (!isdigit((unsigned char)*text) &&
		    !(*text == '-' && isdigit((unsigned char)text[1])))
			continue;
		*point = read_point(text, size);
		return *point == POINT_NONE ? DIALOGUE_RUBBISH : DIALOGUE_POINT;
	}
}
