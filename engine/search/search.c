#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "engine/search/classic/negascout.h"
#include "engine/search/classic/priority.h"
#include "engine/search/classic/scoring.h"
#include "engine/search/classic/weights.h"
#include "level.h"
#include "overlook.h"
#include "table.h"
#include "think.h"

/* In the opening many moves are nearly equal, and games are to differ. */
enum { OPENING_STONES = 6, OPENING_NOISE = 10 };

struct search {
	struct chance chance;
	uint64_t noise_seed;	     /* of the game */
	struct think *think;	     /* made when it is first needed */
	struct negascout *negascout; /* as well */
	struct search_report last;
};

typedef int style_move(
    const struct board *b, enum rule rule, enum stone side, struct chance *chance);

static const struct {
	const char *name;
	style_move *move; /* of the one-ply players */
} styles[SEARCH_STYLE_COUNT] = {
    [SEARCH_PRIORITY] = {"priority", priority_move},
    [SEARCH_SCORING] = {"scoring", scoring_move},
    [SEARCH_WEIGHTS] = {"weights", weights_move},
    [SEARCH_NEGASCOUT] = {"negascout", NULL},
    [SEARCH_LEVEL] = {"level", NULL},
};

struct search *search_new(uint64_t seed)
{
	struct search *s = calloc(1, sizeof(*s));
	if (s != NULL)
		search_seed(s, seed);
	return s;
}

void search_free(struct search *s)
{
	if (s == NULL)
		return;
	think_free(s->think);
	negascout_free(s->negascout);
	free(s);
}

void search_seed(struct search *s, uint64_t seed)
{
	chance_init(&s->chance, seed);
	s->noise_seed = chance_next(&s->chance);
	if (s->think != NULL)
		think_forget(s->think);
	if (s->negascout != NULL)
		negascout_forget(s->negascout);
}

static int think(struct search *s, const struct board *b, enum stone side, enum rule rule,
    const struct level *level, const struct search_limits *limits)
{
	int opening = b->stones < OPENING_STONES ? OPENING_NOISE : 0;
	const struct think_terms terms = {level->noise + opening, s->noise_seed};
	struct search_limits bounded = *limits;

	if (s->think == NULL)
		s->think = think_new();
	if (s->think == NULL)
		return POINT_NONE;
	if (level->nodes > 0) {
		bounded.threads = 1;
		if (bounded.nodes == 0 || level->nodes < bounded.nodes)
			bounded.nodes = level->nodes;
	}
	return think_move(s->think, b, side, rule, &bounded, &terms, &s->last);
}

static int negascout(struct search *s, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits)
{
	if (s->negascout == NULL)
		s->negascout = negascout_new();
	if (s->negascout == NULL)
		return POINT_NONE;
	return negascout_move(s->negascout, b, side, rule, limits, &s->last);
}

static int level_move(struct search *s, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits)
{
	const struct level *level = level_get(limits->level);
	struct search_limits bounded = *limits;

	/* The classic ways to play may stop a five in place of making one; a level doesn't. */
	int win = overlook_win(b, rule, side);
	if (win != POINT_NONE) {
		s->last = (struct search_report){
		    .depth = 1, .value = VALUE_WIN - 1, .length = 1, .pv = {win}};
		return win;
	}
	if (b->stones > 1 && chance_below(&s->chance, 100) < level->blunders)
		return overlook_move(b, rule, side, &s->chance);
	if (level->style == SEARCH_LEVEL)
		return think(s, b, side, rule, level, limits);
	if (level->style != SEARCH_NEGASCOUT)
		return styles[level->style].move(b, rule, side, &s->chance);
	/* It has no chance of its own: that its games differ is left to one that has. */
	if (b->stones < OPENING_STONES)
		return priority_move(b, rule, side, &s->chance);
	if (bounded.depth == 0 || bounded.depth > level->depth)
		bounded.depth = level->depth;
	return negascout(s, b, side, rule, &bounded);
}

int search_move(struct search *s, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits)
{
	memset(&s->last, 0, sizeof(s->last));
	/* Another game, another one: equal moves are chosen otherwise. */
	if (b->stones < 2)
		s->noise_seed = chance_next(&s->chance);
	if (limits->style == SEARCH_LEVEL)
		return level_move(s, b, side, rule, limits);
	if (limits->style == SEARCH_NEGASCOUT)
		return negascout(s, b, side, rule, limits);
	return styles[limits->style].move(b, rule, side, &s->chance);
}

uint64_t search_number(struct search *s)
{
	return chance_next(&s->chance);
}

const struct search_report *search_last(const struct search *s)
{
	return &s->last;
}

enum search_style search_style_parse(const char *name)
{
	enum search_style style = 0;
	while (style < SEARCH_STYLE_COUNT && strcmp(name, styles[style].name) != 0)
		style++;
	return style;
}
