#include "model_read.h"

#include <string.h>

#include "model_room.h"

const char *read_value(const struct wire_line *w, const char *key)
{
	const char *v = wire_get(w, key);

	return v == NULL || strcmp(v, "-") == 0 ? NULL : v;
}

void read_copy(char *to, size_t size, const struct wire_line *w, const char *key)
{
	const char *v = wire_get(w, key);

	if (v != NULL)
		model_copy(to, size, strcmp(v, "-") == 0 ? "" : v);
}

void read_int(const struct wire_line *w, const char *key, int *out)
{
	int64_t v;

	if (wire_get_int(w, key, 0, INT32_MAX, &v) == 0)
		*out = (int)v;
}

bool read_part(const char **list, char *part, size_t size)
{
	size_t len;

	if (*list == NULL || **list == '\0')
		return false;
	len = strcspn(*list, ",");
	if (len >= size)
		part[0] = '\0';
	else {
		memcpy(part, *list, len);
		part[len] = '\0';
	}
	*list += len;
	if (**list == ',')
		(*list)++;
	return true;
}

enum stone read_stone(const char *name)
{
	if (name != NULL && strcmp(name, "black") == 0)
		return STONE_BLACK;
	return name != NULL && strcmp(name, "white") == 0 ? STONE_WHITE : STONE_NONE;
}

int read_point(const char *text)
{
	return strcmp(text, "-") == 0 ? POINT_PASS : point_parse(text);
}

int read_clock(struct model_clock *c, const char *text)
{
	char ms[MODEL_WORD];
	const char *slash = strchr(text, '/');
	size_t len = slash == NULL ? strlen(text) : (size_t)(slash - text);
	int64_t left, periods = 0;

	if (strcmp(text, "-") == 0) {
		*c = (struct model_clock){.ms = -1};
		return 0;
	}
	if (len >= sizeof(ms))
		return -1;
	memcpy(ms, text, len);
	ms[len] = '\0';
	if (wire_int(ms, 0, INT64_MAX / 2, &left) < 0)
		return -1;
	if (slash != NULL && wire_int(slash + 1, 0, 1000, &periods) < 0)
		return -1;
	*c = (struct model_clock){.ms = left, .periods = (int)periods, .in_periods = slash != NULL};
	return 0;
}

/* The index of a name in a table whose first entry is for what is not known. */
static int find_name(const char *name, const char *const names[], int count)
{
	for (int i = 0; name != NULL && i < count; i++)
		if (names[i] != NULL && strcmp(name, names[i]) == 0)
			return i;
	return 0;
}

enum model_result read_result(const char *name)
{
	static const char *const names[] = {
	    [MODEL_BLACK] = "black",
	    [MODEL_WHITE] = "white",
	    [MODEL_DRAW] = "draw",
	    [MODEL_VOID] = "void",
	};

	return (enum model_result)find_name(name, names, sizeof(names) / sizeof(names[0]));
}

enum model_state read_state(const char *name)
{
	static const char *const names[] = {
	    [MODEL_OPEN] = "open",
	    [MODEL_READY] = "ready",
	    [MODEL_OPENING] = "opening",
	    [MODEL_PLAYING] = "playing",
	    [MODEL_ENDED] = "ended",
	};

	return (enum model_state)find_name(name, names, sizeof(names) / sizeof(names[0]));
}

enum phase read_phase(const char *name)
{
	for (int i = 0; name != NULL && i < PHASE_COUNT; i++)
		if (strcmp(name, phase_name((enum phase)i)) == 0)
			return (enum phase)i;
	return PHASE_PLAY;
}

unsigned read_choices(const char *list)
{
	char part[MODEL_WORD];
	unsigned bits = 0;

	while (read_part(&list, part, sizeof(part))) {
		enum choice c = choice_parse(part);

		if (c != CHOICE_COUNT)
			bits |= 1U << c;
	}
	return bits;
}

void read_score(int score[2], const char *text)
{
	const char *dash = text == NULL ? NULL : strchr(text, '-');
	char black[MODEL_WORD];
	int64_t b, v;

	if (dash == NULL || (size_t)(dash - text) >= sizeof(black))
		return;
	memcpy(black, text, (size_t)(dash - text));
	black[dash - text] = '\0';
	if (wire_int(black, 0, INT32_MAX, &b) == 0 && wire_int(dash + 1, 0, INT32_MAX, &v) == 0) {
		score[0] = (int)b;
		score[1] = (int)v;
	}
}
