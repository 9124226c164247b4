#include "level.h"

static const struct level levels[SEARCH_LEVEL_MAX + 1] = {
    [1] = {SEARCH_PRIORITY, 60, 0, 0, 0, 0, "makes and stops fives, often overlooks threes"},
    [2] = {SEARCH_PRIORITY, 32, 0, 0, 0, 0, "sees fours and most open threes, now and then none"},
    [3] = {SEARCH_PRIORITY, 10, 0, 0, 0, 0, "sees fours and open threes, looks no move ahead"},
    [4] = {SEARCH_NEGASCOUT, 13, 3, 0, 0, 0, "looks three moves ahead, misses combinations"},
    [5] = {SEARCH_LEVEL, 30, 0, 150, 60, -1, "looks a few moves ahead, misses long combinations"},
    [6] = {SEARCH_LEVEL, 20, 0, 500, 30, -1, "sees short combinations of fours and threes"},
    [7] = {SEARCH_LEVEL, 12, 0, 2500, 15, 300, "sees most combinations, plans little"},
    [8] = {SEARCH_LEVEL, 5, 0, 12000, 8, 2000, "sees combinations early and prepares its own"},
    [9] = {SEARCH_LEVEL, 0, 0, 100000, 4, 10000, "sees combinations far ahead, leaves few chances"},
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
