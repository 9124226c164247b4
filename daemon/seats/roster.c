#include "roster.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const styles[] = {"priority", "scoring", "weights", "negascout"};

enum { STYLES = sizeof styles / sizeof *styles };

static const char *const about[STYLES] = {
    "the classic table of shapes: the longest open row counts, looks no move ahead",
    "the classic powers of ten: attack and defence by stones in line, looks no move ahead",
    "the classic string patterns: fours, threes and twos by weight, looks no move ahead",
    "the classic search: looks a few moves ahead by NegaScout",
};

/* As in engine/search/level.c, which the daemon does not link; a test holds them together. */
static const char *const level_about[LEVEL_MAX + 1] = {
    [1] = "makes and stops fives, often overlooks threes",
    [2] = "looks four moves ahead, every second time for fives alone",
    [3] = "looks four moves ahead, overlooks threes one time in three",
    [4] = "looks four moves ahead, overlooks threes one time in ten",
    [5] = "sees combinations, overlooks a three one time in six",
    [6] = "sees combinations early, seldom overlooks a three",
    [7] = "sees combinations far ahead, rarely overlooks a three",
    [8] = "prepares combinations of its own, hardly ever errs",
    [9] = "leaves few chances, takes those that it gets",
    [10] = "plays as well as it can in the time it has",
};

int bot_styles(void)
{
	return STYLES;
}

const char *bot_style_name(int style)
{
	return styles[style];
}

/* A level without signs, zeros in front or anything behind. */
static int read_level(const char *word)
{
	int n = 0;

	if (*word == '0')
		return BOT_NONE;
	for (; *word >= '0' && *word <= '9' && n <= LEVEL_MAX; word++)
		n = n * 10 + (*word - '0');
	return *word || n > LEVEL_MAX ? BOT_NONE : n;
}

int bot_read(const struct roster *roster, const char *word, bool bare)
{
	int level;

	if (strncasecmp(word, "ai:", 3) == 0)
		word += 3;
	else if (!bare)
		return BOT_NONE;
	if ((level = read_level(word)))
		return level;
	if (strcasecmp(word, "auto") == 0)
		return BOT_AUTO;
	for (int i = 0; i < STYLES; i++)
		if (strcasecmp(word, styles[i]) == 0)
			return BOT_STYLE + i;
	for (int i = 0; i < roster->engines; i++)
		if (strcasecmp(word, roster->engine[i].name) == 0)
			return BOT_ENGINE + i;
	return BOT_NONE;
}

static bool is_style(int bot)
{
	return bot >= BOT_STYLE && bot < BOT_STYLE + STYLES;
}

const char *bot_about(int bot)
{
	if (bot <= LEVEL_MAX)
		return level_about[bot];
	return is_style(bot) ? about[bot - BOT_STYLE] : "an engine of this server's own choice";
}

const struct engine *bot_engine(const struct roster *roster, int bot)
{
	return bot >= BOT_ENGINE ? &roster->engine[bot - BOT_ENGINE] : NULL;
}

const char *bot_text(const struct roster *roster, int bot, char buf[static BOT_TEXT])
{
	if (bot >= BOT_ENGINE)
		snprintf(buf, BOT_TEXT, "ai:%s", bot_engine(roster, bot)->name);
	else if (is_style(bot))
		snprintf(buf, BOT_TEXT, "ai:%s", styles[bot - BOT_STYLE]);
	else
		snprintf(buf, BOT_TEXT, "ai:%d", bot);
	return buf;
}

bool bot_plays(const struct roster *roster, int bot, enum rule rule)
{
	const struct engine *e = bot_engine(roster, bot);

	return !e || (e->rules & 1u << rule);
}

const char *bot_style(int bot)
{
	return is_style(bot) ? styles[bot - BOT_STYLE] : "level";
}

bool roster_has(const struct roster *roster, const char *name)
{
	for (int i = 0; i < roster->engines; i++)
		if (strcmp(name, roster->engine[i].name) == 0)
			return true;
	return false;
}
