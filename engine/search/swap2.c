#include "swap2.h"

#include <stdlib.h>

#include "chance.h"

enum {
	TRIALS = 12, /* openings that are looked at before the most even one is placed */
	TRIAL_NODES = 1500,
	CHOICE_NODES = 60000,
	CLEAR = 50, /* from here on a colour is clearly better */
};

/* One look at a position with white to move. Returns its value to white. */
static int look(struct search *s, const struct board *b, enum rule rule,
    const struct search_limits *limits, int64_t nodes, int *move)
{
	struct search_limits bounded = *limits;

	bounded.style = SEARCH_LEVEL;
	bounded.level = SEARCH_LEVEL_MAX;
	bounded.threads = 1;
	if (bounded.nodes == 0 || nodes < bounded.nodes)
		bounded.nodes = nodes;
	*move = search_move(s, b, STONE_WHITE, rule, &bounded);
	return search_last(s)->value;
}

/* A random empty point at most `reach` away from one of the middle points; POINT_NONE if taken. */
static int random_near(const struct board *b, struct chance *chance, int reach)
{
	int middle = (b->size - 1) / 2;
	int column = middle - reach + chance_below(chance, 2 * reach + 1);
	int row = middle - reach + chance_below(chance, 2 * reach + 1);
	int point = point_at(column, row);

	return board_has(b, point) && board_at(b, point) == STONE_NONE ? point : POINT_NONE;
}

/* Adds n stones in turn, black with an even number on the board. Returns whether all found room. */
static bool add_stones(
    struct board *b, enum rule rule, struct chance *chance, int n, int point[static SWAP2_STONES])
{
	for (int i = 0; i < n; i++) {
		enum stone stone = b->stones % 2 == 0 ? STONE_BLACK : STONE_WHITE;
		int reach = b->stones == 0 ? (rule == RULE_RENJU ? 0 : 1) : b->size < 9 ? 2 : 3;

		point[i] = random_near(b, chance, reach);
		if (point[i] == POINT_NONE || rules_foul(b, rule, stone, point[i]) != FOUL_NONE)
			return false;
		board_place(b, point[i], stone);
		if (rules_win(b, rule, point[i], NULL) > 0)
			return false;
	}
	return true;
}

/* The most even of some ways to place n more stones; *value is what it is worth to white. */
static struct swap2_answer place(struct search *s, const struct board *b, enum rule rule,
    const struct search_limits *limits, int n, int *value)
{
	struct swap2_answer best = {0};
	struct search_limits each = *limits;
	struct chance chance;
	int ignored;

	each.time_ms /= TRIALS;
	chance_init(&chance, search_number(s));
	for (int i = 0; i < TRIALS || best.stones == 0; i++) {
		struct swap2_answer trial = {.stones = n};
		struct board with = *b;
		if (!add_stones(&with, rule, &chance, n, trial.point))
			continue;
		int found = look(s, &with, rule, &each, TRIAL_NODES, &ignored);
		if (best.stones == 0 || abs(found) < abs(*value)) {
			best = trial;
			*value = found;
		}
	}
	return best;
}

struct swap2_answer swap2_answer(
    struct search *s, const struct board *b, enum rule rule, const struct search_limits *limits)
{
	struct swap2_answer answer = {.stones = 1};
	struct search_limits half = *limits;
	int value, even = 0;

	if (b->stones == 0)
		return place(s, b, rule, limits, SWAP2_STONES, &value);
	half.time_ms /= 2;
	value = look(s, b, rule, &half, CHOICE_NODES, &answer.point[0]);
	if (b->stones == SWAP2_STONES && abs(value) < CLEAR) {
		struct swap2_answer more = place(s, b, rule, &half, 2, &even);
		if (abs(even) < abs(value))
			return more;
	}
	if (value < 0 || answer.point[0] == POINT_NONE)
		answer.stones = 0;
	return answer;
}
