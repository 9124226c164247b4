#include "level.h"

static const struct level levels[SEARCH_LEVEL_MAX + 1] = {
    [1] = {SEARCH_PRIORITY, 62, 0, 0, 0, 0, "makes and stops fives, often overlooks threes"},
    [2] = {SEARCH_PRIORITY, 27, 0, 0, 0, 0, "sees fours and most open threes, now and then none"},
    [3] = {SEARCH_PRIORITY, 2, 0, 0, 0, 0, "sees fours and open threes, looks no move ahead"},
    [4] = {SEARCH_NEGASCOUT, 10, 3, 0, 0, 0, "looks three moves ahead, misses combinations"},
    [5] = {SEARCH_LEVEL, 12, 0, 300, 50, -1, "looks a few moves ahead, misses long combinations"},
    [6] = {SEARCH_LEVEL, 10, 0, 1400, 25, -1, "sees short combinations of fours and threes"},
    [7] = {SEARCH_LEVEL, 6, 0, 5800, 12, 500, "sees most combinations, plans little"},
    [8] = {SEARCH_LEVEL, 3, 0, 26000, 6, 2500, "sees combinations early and prepares its own"},
    [9] = {SEARCH_LEVEL, 0, 0, 80000, 3, 0, "sees combinations far ahead, leaves few chances"},
    [10] = {SEARCH_LEVEL, 0, 0, 0, 2, 0, "plays as well as it can in the time it has"},
};

const struct level *level_get(int level)
{
	return &levels[level];
}

const char *level_text(int level)
{
	return levels[level].text;
}
