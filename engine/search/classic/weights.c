#include "weights.h"

#include <string.h>

#include "firststone.h"
#include "line.h"

enum { REACH = 4, WINDOW = 2 * REACH + 1, WEIGHT_FIVE = 200 };

/* Below five, which the window's five points in a row about its middle tell by themselves. */
static const struct {
	char text[8];
	int weight;
} patterns[] = {
    {"011110", 90},
    {"01110", 40},
    {"11102", 14},
    {"20111", 14},
    {"211110", 12},
    {"011112", 12},
    {"10111", 12},
    {"11101", 12},
    {"0110", 8},
    {"21110", 5},
    {"01112", 5},
    {"01010", 4},
    {"2110", 2},
    {"0112", 2},
};

static void write_window(
    const struct board *b, int point, int step, enum stone side, char window[static WINDOW + 1])
{
	static const char letter[] = {[LINE_EMPTY] = '0', [LINE_OWN] = '1', [LINE_OTHER] = '2'};

	for (int i = 0; i < WINDOW; i++)
		window[i] = letter[line_look(b, point + (i - REACH) * step, side)];
	window[REACH] = letter[LINE_OWN];
	window[WINDOW] = '\0';
}

static int line_weight(const struct board *b, enum rule rule, int point, int step, enum stone side)
{
	char window[WINDOW + 1];
	struct line_row row = line_row(b, rule, point, step, side);
	if (row.stones >= 5)
		return row.wins ? WEIGHT_FIVE : 0;
	write_window(b, point, step, side, window);
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		if (strstr(window, patterns[i].text) != NULL)
			return patterns[i].weight;
	return 0;
}

int weights_value(const struct board *b, enum rule rule, int point, enum stone side)
{
	int sum = 0;
	if (rules_foul(b, rule, side, point) != FOUL_NONE)
		return 0;
	for (int i = 0; i < LINE_COUNT; i++)
		sum += line_weight(b, rule, point, line_step[i], side);
	return sum;
}

int weights_move(const struct board *b, enum rule rule, enum stone side, struct chance *chance)
{
	struct choice attack, defence;

	if (b->stones == 0)
		return firststone_centre(b);
	choice_init(&attack);
	choice_init(&defence);
	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row);
			if (!line_may_play(b, rule, point, side))
				continue;
			int own = weights_value(b, rule, point, side);
			int other = weights_value(b, rule, point, stone_other(side));
			choice_offer(&attack, point, own, 0, chance);
			choice_offer(&defence, point, other, 0, chance);
		}
	return attack.value >= defence.value ? attack.point : defence.point;
}
