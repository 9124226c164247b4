#include "rules.h"

#include <string.h>

static const char *const rule_names[RULE_COUNT] = {"freestyle", "standard"};

const char *rule_name(enum rule rule)
{
	return rule_names[rule];
}

enum rule rule_parse(const char *name)
{
	for (int r = 0; r < RULE_COUNT; r++)
		if (strcmp(name, rule_names[r]) == 0)
			return (enum rule)r;
	return RULE_COUNT;
}

/* The four ways a row can lie, as steps between points: east, north, north-east, south-east. */
static const int row_steps[4] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, -BOARD_STRIDE + 1};

/* How many stones of `stone` stand one after another from `point` on, `point` itself left out. */
static int run_length(const struct board *b, int point, int step, enum stone stone)
{
	int n = 0;
	for (int p = point + step; board_has(b, p) && board_at(b, p) == stone; p += step)
		n++;
	return n;
}

static bool row_wins(enum rule rule, int length)
{
	switch (rule) {
	case RULE_STANDARD:
		return length == 5;
	case RULE_FREESTYLE:
	case RULE_COUNT:
		break;
	}
	return length >= 5;
}

int rules_win(const struct board *b, enum rule rule, int point, int line[])
{
	enum stone stone = board_at(b, point);
	int best = 0;
	for (int d = 0; d < 4; d++) {
		int step = row_steps[d];
		int back = run_length(b, point, -step, stone);
		int length = back + 1 + run_length(b, point, step, stone);
		if (length <= best || !row_wins(rule, length))
			continue;
		best = length;
		for (int i = 0; line != NULL && i < length; i++)
			line[i] = point + (i - back) * step;
	}
	return best;
}
