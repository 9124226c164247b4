#include "games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/game/moves.h"

int games_outcome(const struct games_entry *e)
{
	if (e->game.winner == STONE_NONE)
		return 0;
	return (e->game.winner == STONE_BLACK) == e->a_black ? 1 : -1;
}

int games_format(const struct games_entry *e, char *line, size_t size)
{
	const struct duel_game *g = &e->game;
	char moves[MOVES_TEXT], times[BOARD_POINTS * 12];
	int points[BOARD_POINTS];
	size_t len = 0;
	times[0] = '\0';
	for (int i = 0; i < g->plies; i++) {
		points[i] = g->point[i];
		len += (size_t)snprintf(
		    times + len, sizeof(times) - len, "%s%d", i > 0 ? "," : "", g->ms[i]);
	}
	static const char *const winners[] = {"B", "-", "A"};
	int n = snprintf(line, size,
	    "game %d black=%s winner=%s why=%s late=%d opening=%d moves=%s ms=%s kb=%ld,%ld\n",
	    e->number, e->a_black ? "A" : "B", winners[games_outcome(e) + 1], duel_why_name(g->why),
	    g->late_ms, g->opening, moves_format(points, g->plies, moves), times, e->peak_kb[0],
	    e->peak_kb[1]);
	return n >= 0 && (size_t)n < size ? n : -1;
}

/* The text after " key=" up to the next blank; empty when there is none. Cut to the room there is.
 */
static const char *field(const char *line, const char *key, char *value, size_t size)
{
	char want[32];
	snprintf(want, sizeof(want), " %s=", key);
	const char *at = strstr(line, want);
	size_t len = 0;
	if (at != NULL) {
		at += strlen(want);
		len = strcspn(at, " \n");
		if (len >= size)
			len = size - 1;
		memcpy(value, at, len);
	}
	value[len] = '\0';
	return value;
}

/* Reads "1,2,3" into out[]. Returns how many there were, at most max. */
static int read_numbers(const char *text, long out[], int max)
{
	int n = 0;
	for (char *end; n < max; text = end + 1) {
		out[n] = strtol(text, &end, 10);
		if (end == text)
			break;
		n++;
		if (*end != ',')
			break;
	}
	return n;
}

static int parse_winner(const char *text, struct games_entry *e)
{
	enum stone a = e->a_black ? STONE_BLACK : STONE_WHITE;
	if (strcmp(text, "A") == 0)
		e->game.winner = a;
	else if (strcmp(text, "B") == 0)
		e->game.winner = stone_other(a);
	else if (strcmp(text, "-") == 0)
		e->game.winner = STONE_NONE;
	else
		return -1;
	return 0;
}

int games_parse(const char *line, struct games_entry *e)
{
	char text[GAMES_LINE_MAX];
	struct duel_game *g = &e->game;
	long numbers[BOARD_POINTS];
	int points[BOARD_POINTS];
	size_t at;
	memset(e, 0, sizeof(*e));
	if (sscanf(line, "game %d ", &e->number) != 1 || e->number < 0 || e->number >= GAMES_MAX)
		return -1;
	e->a_black = strcmp(field(line, "black", text, sizeof(text)), "A") == 0;
	if (parse_winner(field(line, "winner", text, sizeof(text)), e) != 0)
		return -1;
	g->why = duel_why_parse(field(line, "why", text, sizeof(text)));
	if (g->why == DUEL_WHY_COUNT)
		return -1;
	g->late_ms = (int32_t)strtol(field(line, "late", text, sizeof(text)), NULL, 10);
	g->plies = moves_parse(field(line, "moves", text, sizeof(text)), points, BOARD_POINTS, &at);
	g->opening = (int)strtol(field(line, "opening", text, sizeof(text)), NULL, 10);
	if (g->plies < 0 || g->opening < 0 || g->opening > g->plies)
		return -1;
	int timed = read_numbers(field(line, "ms", text, sizeof(text)), numbers, BOARD_POINTS);
	for (int i = 0; i < g->plies; i++) {
		g->point[i] = (int16_t)points[i];
		g->ms[i] = i < timed ? (int32_t)numbers[i] : 0;
	}
	if (read_numbers(field(line, "kb", text, sizeof(text)), e->peak_kb, 2) != 2)
		return -1;
	return 0;
}

/*
 * Reads all lines; sets *whole to where the last whole one ends. Returns -1 when the first is not
 * a match's.
 */
static int read_all(FILE *file, char head[static GAMES_HEAD_MAX],
    void (*each)(const struct games_entry *, void *), void *context, long *whole)
{
	static const char begins[] = "match ";
	char line[GAMES_LINE_MAX];
	struct games_entry entry;
	if (fgets(head, GAMES_HEAD_MAX, file) == NULL || strchr(head, '\n') == NULL ||
	    strncmp(head, begins, strlen(begins)) != 0)
		return -1;
	*whole = ftell(file);
	while (fgets(line, sizeof(line), file) != NULL && strchr(line, '\n') != NULL) {
		*whole = ftell(file);
		if (games_parse(line, &entry) == 0)
			each(&entry, context);
	}
	return 0;
}

FILE *games_open(const char *path, const char *head,
    void (*each)(const struct games_entry *, void *), void *context, char why[static 256])
{
	char found[GAMES_HEAD_MAX];
	long whole = 0;
	FILE *file = fopen(path, "a+e");
	if (file == NULL) {
		snprintf(why, 256, "%s", strerror(errno));
		return NULL;
	}
	if (fseek(file, 0, SEEK_END) == 0 && ftell(file) == 0) {
		fprintf(file, "%s\n", head);
		fflush(file);
		return file;
	}
	rewind(file);
	bool ours = read_all(file, found, each, context, &whole) == 0;
	found[strcspn(found, "\n")] = '\0';
	if (ours && strcmp(found, head) == 0 && ftruncate(fileno(file), whole) == 0 &&
	    fseek(file, 0, SEEK_END) == 0)
		return file;
	fclose(file);
	snprintf(why, 256,
	    ours ? "it holds a match with other settings or players" : "it holds something else");
	return NULL;
}

int games_read(const char *path, char head[static GAMES_HEAD_MAX],
    void (*each)(const struct games_entry *, void *), void *context)
{
	long whole;
	FILE *file = fopen(path, "re");
	if (file == NULL)
		return -1;
	int status = read_all(file, head, each, context, &whole);
	fclose(file);
	return status;
}
