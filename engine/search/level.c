#include "level.h"

static const struct level levels[SEARCH_LEVEL_MAX + 1] = {
    [1] = {SEARCH_PRIORITY, 54, 0, 0, 0, "makes and stops fives, often overlooks threes"},
    [2] = {SEARCH_NEGASCOUT, 48, 4, 0, 0,
	"looks four moves ahead, every second time for fives alone"},
    [3] = {SEARCH_NEGASCOUT, 30, 4, 0, 0,
	"looks four moves ahead, overlooks threes one time in three"},
    [4] = {SEARCH_NEGASCOUT, 10, 4, 0, 0,
	"looks four moves ahead, overlooks threes one time in ten"},
    [5] = {SEARCH_LEVEL, 16, 0, 16000, 6, "sees combinations, overlooks a three one time in six"},
    [6] = {SEARCH_LEVEL, 8, 0, 45000, 6, "sees combinations early, seldom overlooks a three"},
    [7] = {SEARCH_LEVEL, 4, 0, 100000, 6, "sees combinations far ahead, rarely overlooks a three"},
    [8] = {SEARCH_LEVEL, 2, 0, 200000, 4, "prepares combinations of its own, hardly ever errs"},
    [9] = {SEARCH_LEVEL, 0, 0, 400000, 3, "leaves few chances, takes those that it gets"},
    [10] = {SEARCH_LEVEL, 0, 0, 0, 2, "plays as well as it can in the time it has"},
};

const struct level *level_get(int level)
{
	return &levels[level];
}

const char *level_text(int level)
{
	return levels[level].text;
}
