/*
 * The bots there are. Each is known by one number, its bot number: the levels 1 to 10 and the
 * classic styles, all played by the house's own engine, and the engines that the configuration
 * names. Seats show a bot by its text, "ai:2", "ai:scoring", "ai:NAME", which outlives a change of
 * the configuration; the numbers of engines do not.
 */
#ifndef GOMOKUD_SEATS_ROSTER_H
#define GOMOKUD_SEATS_ROSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game/rules.h"

enum { LEVEL_MIN = 1, LEVEL_MAX = 10, LEVEL_DEFAULT = 2 };

enum {
	BOT_NONE = 0,	  /* LEVEL_MIN..LEVEL_MAX are the levels */
	BOT_AUTO = 99,	  /* a level yet to be chosen; sits in no seat */
	BOT_STYLE = 100,  /* and more: the classic players */
	BOT_ENGINE = 200, /* and more: the configured engines */
	BOT_TEXT = 22,	  /* bytes of "ai:" and a name, with the NUL */
	ENGINE_NAME = 18,
	ENGINE_COMMAND = 1024,
	ROSTER_ENGINES = 8, /* enough to compare a few; each may hold processes and memory */
};

/* One engine of the configuration: any program that speaks the Gomocup protocol. */
struct engine {
	char name[ENGINE_NAME + 1];
	char command[ENGINE_COMMAND]; /* for sh */
	unsigned rules;		      /* that it plays, 1 << enum rule */
	int64_t memory;		      /* the most bytes of address space; 0: no limit of its own */
};

struct roster {
	int engines;
	struct engine engine[ROSTER_ENGINES];
};

/*
 * The bot that a word names: "ai:LEVEL", "ai:auto", "ai:STYLE" or "ai:ENGINE", in any case; with
 * bare also without the "ai:". BOT_NONE when there is none of that name.
 */
int bot_read(const struct roster *roster, const char *word, bool bare);
/* "ai:2" and so on. Returns buf. */
const char *bot_text(const struct roster *roster, int bot, char buf[static BOT_TEXT]);
/* Whether the bot plays by that rule. */
bool bot_plays(const struct roster *roster, int bot, enum rule rule);
/* The configured engine that is this bot, or NULL: the house's own. */
const struct engine *bot_engine(const struct roster *roster, int bot);
/* The name under which the house's engine knows how the bot plays: a style's, or "level". */
const char *bot_style(int bot);
/* How many styles there are, and their names. */
int bot_styles(void);
const char *bot_style_name(int style);
/* How a bot plays, in words for people: the engine's own for the levels. */
const char *bot_about(int bot);
/* Whether that word (lower case) is a bot's name, which no user can have. */
bool roster_has(const struct roster *roster, const char *name);

#endif
