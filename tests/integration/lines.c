#include "harness.h"

#include <stdio.h>
#include <string.h>

/* Whether one word of a pattern holds for the line. */
static bool word_matches(const struct wire_line *w, const char *word)
{
	const char *equals = strchr(word, '=');
	char key[64];
	const char *value;

	if (equals == NULL || (size_t)(equals - word) >= sizeof key)
		return false;
	memcpy(key, word, (size_t)(equals - word));
	key[equals - word] = '\0';
	value = wire_get(w, key);
	if (value == NULL)
		return false;
	return strcmp(equals + 1, "*") == 0 || strcmp(equals + 1, value) == 0;
}

static bool name_matches(const struct wire_line *w, const char *word)
{
	if (*word == '+')
		return w->kind == WIRE_OK && strcmp(w->name, word + 1) == 0;
	if (*word == '-')
		return w->kind == WIRE_ERROR && strcmp(w->name, word + 1) == 0;
	if (*word == '=')
		return w->kind == WIRE_ROW && strcmp(w->name, word + 1) == 0;
	return w->kind == WIRE_EVENT && strcmp(w->name, word) == 0;
}

bool line_matches(const struct wire_line *w, const char *pattern)
{
	char copy[1024], *rest = copy, *word;
	bool named = false;

	if (strlen(pattern) >= sizeof copy)
		return false;
	memcpy(copy, pattern, strlen(pattern) + 1);
	while ((word = strsep(&rest, " ")) != NULL) {
		if (*word == '#') {
			if (strcmp(w->tag, word + 1) != 0)
				return false;
		} else if (!named) {
			named = true;
			if (!name_matches(w, word))
				return false;
		} else if (!word_matches(w, word)) {
			return false;
		}
	}
	return named;
}

const char *line_value(const struct wire_line *w, const char *key)
{
	const char *value = wire_get(w, key);

	if (value == NULL)
		fail_msg("%s has no %s=", w->name, key);
	return value;
}

int64_t line_int(const struct wire_line *w, const char *key)
{
	int64_t value = 0;

	if (wire_get_int(w, key, INT64_MIN, INT64_MAX, &value) == -1)
		fail_msg("%s has no number %s=", w->name, key);
	return value;
}
