#include "rules.h"

#include <string.h>

static const char *const rule_names[] = {
    [RULE_FREESTYLE] = "freestyle",
    [RULE_STANDARD] = "standard",
    [RULE_RENJU] = "renju",
    [RULE_CARO] = "caro",
    [RULE_COUNT] = "none",
    [RULE_CARO_FIVE] = "caro-five",
};

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

static const struct {
	enum rule rule;
	int code;
} rule_codes[] = {
    {RULE_FREESTYLE, 0}, {RULE_STANDARD, 1}, {RULE_RENJU, 4}, {RULE_CARO, 8}, {RULE_CARO_FIVE, 9}};

enum { RULE_CODES = sizeof(rule_codes) / sizeof(rule_codes[0]) };

int rule_code(enum rule rule)
{
	for (int i = 0; i < RULE_CODES; i++)
		if (rule_codes[i].rule == rule)
			return rule_codes[i].code;
	return 0;
}

enum rule rule_of_code(int64_t code)
{
	for (int i = 0; i < RULE_CODES; i++)
		if (rule_codes[i].code == code)
			return rule_codes[i].rule;
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

static bool holds(const struct board *b, int point, enum stone stone)
{
	return board_has(b, point) && board_at(b, point) == stone;
}

/* Whether a maximal row of `length` stones from `first` on wins. */
static bool row_wins(const struct board *b, enum rule rule, int first, int step, int length)
{
	enum stone mine = board_at(b, first), other = stone_other(mine);
	bool open = !holds(b, first - step, other) || !holds(b, first + length * step, other);
	switch (rule) {
	case RULE_STANDARD:
		return length == 5;
	case RULE_RENJU:
		return length == 5 || (length > 5 && mine == STONE_WHITE);
	case RULE_CARO:
		return length > 5 || (length == 5 && open);
	case RULE_CARO_FIVE:
		return length == 5 && open;
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
		int first = point - back * step;
		if (length < 5 || length <= best || !row_wins(b, rule, first, step, length))
			continue;
		best = length;
		for (int i = 0; line != NULL && i < length; i++)
			line[i] = first + i * step;
	}
	return best;
}

enum foul rules_foul(const struct board *b, enum rule rule, enum stone side, int point)
{
	if (rule != RULE_RENJU || side != STONE_BLACK)
		return FOUL_NONE;
	return renju_foul(b, point);
}
