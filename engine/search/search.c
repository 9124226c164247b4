#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "engine/search/classic/priority.h"
#include "engine/search/classic/scoring.h"
#include "engine/search/classic/weights.h"

struct search {
	struct chance chance;
};

typedef int style_move(
    const struct board *b, enum rule rule, enum stone side, struct chance *chance);

static const struct {
	const char *name;
	style_move *move;
} styles[SEARCH_STYLE_COUNT] = {
    [SEARCH_PRIORITY] = {"priority", priority_move},
    [SEARCH_SCORING] = {"scoring", scoring_move},
    [SEARCH_WEIGHTS] = {"weights", weights_move},
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
	free(s);
}

void search_seed(struct search *s, uint64_t seed)
{
	chance_init(&s->chance, seed);
}

int search_move(struct search *s, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits)
{
	return styles[limits->style].move(b, rule, side, &s->chance);
}

enum search_style search_style_parse(const char *name)
{
	enum search_style style = 0;
	while (style < SEARCH_STYLE_COUNT && strcmp(name, styles[style].name) != 0)
		style++;
	return style;
}
