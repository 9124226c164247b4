#include "analysis.h"

#include <stdio.h>
#include <string.h>

#include "tell.h"

enum {
	WORDS = 6,
	WORD_MAX = 24,
	BETTER_BY = 20, /* what is less is within what a shallow look errs by */
	PROVEN = 29000, /* beyond it a value is a win, and tells how soon */
};

/* Cuts a line into its words. False unless there are exactly as many as wanted. */
static bool split(const char *line, char word[WORDS][WORD_MAX])
{
	for (int i = 0; i < WORDS; i++) {
		size_t len = strcspn(line, " ");

		if (len == 0 || len >= WORD_MAX)
			return false;
		memcpy(word[i], line, len);
		word[i][len] = '\0';
		line += len;
		if (*line == ' ')
			line++;
	}
	return *line == '\0';
}

/* What stands behind "key=", or NULL. */
static const char *behind(const char *word, const char *key)
{
	size_t len = strlen(key);

	return strncmp(word, key, len) == 0 && word[len] == '=' ? word + len + 1 : NULL;
}

bool analysis_take(struct analysis *a, const char *line)
{
	char word[WORDS][WORD_MAX];
	const char *value, *best, *best_value;
	int64_t ply, v, b;
	int point;

	if (!split(line, word) || wire_int(word[0], 1, MODEL_PLIES, &ply) < 0)
		return false;
	value = behind(word[3], "value");
	best = behind(word[4], "best");
	best_value = behind(word[5], "value");
	if (value == NULL || best == NULL || best_value == NULL ||
	    wire_int(value, INT32_MIN, INT32_MAX, &v) < 0 ||
	    wire_int(best_value, INT32_MIN, INT32_MAX, &b) < 0)
		return false;
	point = point_parse(best);
	a->move[ply - 1] = (struct analysis_move){true, (int)v, point, (int)b};
	if (ply > a->moves)
		a->moves = (int)ply;
	return true;
}

bool analysis_better(
    const struct analysis *a, const struct model_room *game, int ply, char *buf, size_t size)
{
	const struct analysis_move *m = &a->move[ply];
	char point[POINT_TEXT], value[TELL_CLOCK];

	if (!m->known || m->best < 0 || m->best == game->point[ply] || m->best_value <= m->value)
		return false;
	if (m->best_value < PROVEN && m->best_value < m->value + BETTER_BY)
		return false;
	snprintf(
	    buf, size, "%s %s", point_format(m->best, point), tell_value(m->best_value, value));
	return true;
}
