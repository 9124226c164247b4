#include "dialogue.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t *len, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text + *len, DIALOGUE_TEXT - *len, fmt, ap);
	va_end(ap);
	if (n > 0 && (size_t)n < DIALOGUE_TEXT - *len)
		*len += (size_t)n;
}

enum { UNLIMITED_MS = 2147483647 };

static int64_t within(int64_t ms)
{
	return ms > UNLIMITED_MS ? UNLIMITED_MS : ms;
}

static void add_point(const struct position *p, int point, char *text, size_t *len)
{
	add(text, len, "%d,%d", point_column(point), p->size - 1 - point_row(point));
}

static void add_opening(const struct position *p, char *text, size_t *len)
{
	add(text, len, "SWAP2BOARD\n");
	for (int i = 0; i < p->plies; i++) {
		add_point(p, p->point[i], text, len);
		add(text, len, "\n");
	}
	add(text, len, "DONE\n");
}

size_t dialogue_question(
    const struct position *p, const struct thinking *t, char text[static DIALOGUE_TEXT])
{
	size_t len = 0;

	add(text, &len, "START %d\n", p->size);
	add(text, &len, "INFO rule %d\n", rule_code(p->rule));
	add(text, &len, "INFO timeout_turn %lld\n", (long long)within(t->budget_ms));
	add(text, &len, "INFO time_left %lld\n", (long long)within(t->left_ms));
	if (t->stranger) {
		add(text, &len, "INFO timeout_match 0\n");
		add(text, &len, "INFO max_memory %lld\n", (long long)t->memory);
		add(text, &len, "INFO game_type 0\n");
	} else {
		add(text, &len, "INFO level %d\n", t->level);
		add(text, &len, "INFO style %s\n", t->style ? t->style : "level");
		add(text, &len, "INFO seed %u\n", (unsigned)t->seed);
	}
	if (p->opening) {
		add_opening(p, text, &len);
		return len;
	}
	if (p->plies == 0) {
		add(text, &len, "BEGIN\n");
		return len;
	}
	add(text, &len, "BOARD\n");
	for (int i = 0; i < p->plies; i++)
		if (p->point[i] != POINT_PASS) {
			add_point(p, p->point[i], text, &len);
			add(text, &len, ",%d\n", p->stone[i] == p->side ? 1 : 2);
		}
	add(text, &len, "DONE\n");
	return len;
}

static int read_number(const char **s)
{
	int n = 0, digits = 0;

	for (; **s >= '0' && **s <= '9' && digits < 3; (*s)++, digits++)
		n = n * 10 + (**s - '0');
	return digits ? n : -1;
}

static bool begins(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncasecmp(line, word, n) == 0 && (line[n] == ' ' || line[n] == '\0');
}

/* The number behind " key=", within 15 digits; 0 when it is not there. */
static int64_t info_number(const char *line, const char *key)
{
	const char *at = strstr(line, key);
	int64_t n = 0;
	int sign = 1, digits = 0;

	if (!at)
		return 0;
	at += strlen(key);
	if (*at == '-') {
		sign = -1;
		at++;
	}
	for (; *at >= '0' && *at <= '9' && digits < 15; at++, digits++)
		n = n * 10 + (*at - '0');
	return sign * n;
}

bool dialogue_progress(const char *line, struct progress *progress)
{
	static const char head[] = "MESSAGE info ";

	if (strncasecmp(line, head, sizeof head - 1) != 0)
		return false;
	*progress = (struct progress){.depth = info_number(line, " depth="),
	    .nodes = info_number(line, " nodes="),
	    .value = info_number(line, " value="),
	    .ms = info_number(line, " ms=")};
	return true;
}

/* Whether the position has an empty point there. */
static bool playable(const struct position *p, int point)
{
	for (int i = 0; i < p->plies; i++)
		if (p->point[i] == point)
			return false;
	return true;
}

/* Reads "x,y" at *s, an empty point. POINT_NONE when it is none. */
static int read_point(const struct position *p, const char **s)
{
	int x = read_number(s), y, point;

	if (x < 0 || **s != ',')
		return POINT_NONE;
	(*s)++;
	y = read_number(s);
	if (y < 0 || x >= p->size || y >= p->size)
		return POINT_NONE;
	point = point_at(x, p->size - 1 - y);
	return playable(p, point) ? point : POINT_NONE;
}

/* Reads up to `max` points, blanks between. False when they are not that, or one comes twice. */
static bool read_points(const struct position *p, const char *s, int max, struct reply *reply)
{
	for (reply->stones = 0; *s; s += strspn(s, " ")) {
		int point = reply->stones < max ? read_point(p, &s) : POINT_NONE;

		if (point == POINT_NONE || (*s && *s != ' '))
			return false;
		for (int i = 0; i < reply->stones; i++)
			if (reply->point[i] == point)
				return false;
		reply->point[reply->stones++] = point;
	}
	return reply->stones > 0;
}

static bool read_opening(const struct position *p, const char *line, struct reply *reply)
{
	if (begins(line, "SWAP")) {
		reply->stones = 0;
		return p->plies > 0 && !line[4 + strspn(line + 4, " ")];
	}
	switch (p->plies) {
	case 0:
		return read_points(p, line, 3, reply) && reply->stones == 3;
	case 3:
		return read_points(p, line, 2, reply);
	default:
		return read_points(p, line, 1, reply);
	}
}

enum dialogue_answer dialogue_answer(
    const struct position *p, const char *line, struct reply *reply)
{
	if (*line == '\0' || begins(line, "OK") || begins(line, "MESSAGE") ||
	    begins(line, "DEBUG") || begins(line, "SUGGEST"))
		return ANSWER_MORE;
	if (p->opening)
		return read_opening(p, line, reply) ? ANSWER_MOVE : ANSWER_BAD;
	if (p->rule == RULE_RENJU && begins(line, "ERROR no move:")) {
		/* Each empty point is forbidden, and passing is allowed. */
		*reply = (struct reply){.stones = 1, .point = {POINT_PASS}};
		return ANSWER_MOVE;
	}
	return read_points(p, line, 1, reply) ? ANSWER_MOVE : ANSWER_BAD;
}
