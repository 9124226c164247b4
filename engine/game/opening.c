#include "opening.h"

#include <stdlib.h>
#include <string.h>

enum {
	FIRST_STONES = 3,     /* what the first player of swap and swap2 places */
	MORE_STONES = 5,      /* what lies on the board when the second has placed two more */
	PRO_DISTANCE = 3,     /* of black's second stone from the centre */
	PRO_SECOND_BLACK = 2, /* its ply */
};

static const char *const opening_names[OPENING_COUNT] = {"free", "pro", "swap", "swap2"};
static const char *const choice_names[CHOICE_COUNT] = {"black", "white", "more"};

const char *opening_name(enum opening opening)
{
	return opening_names[opening];
}

enum opening opening_parse(const char *name)
{
	for (int o = 0; o < OPENING_COUNT; o++)
		if (strcmp(name, opening_names[o]) == 0)
			return (enum opening)o;
	return OPENING_COUNT;
}

const char *phase_name(enum phase phase)
{
	static const char *const names[PHASE_COUNT] = {"play", "place", "choose"};
	return names[phase];
}

const char *choice_name(enum choice choice)
{
	return choice_names[choice];
}

enum choice choice_parse(const char *name)
{
	for (int c = 0; c < CHOICE_COUNT; c++)
		if (strcmp(name, choice_names[c]) == 0)
			return (enum choice)c;
	return CHOICE_COUNT;
}

/* How far a column or row is from the middle one, or from the nearer of two middle ones. */
static int off_centre(int size, int line)
{
	int low = (size - 1) / 2, high = size / 2;
	return line < low ? low - line : line > high ? line - high : 0;
}

static int centre_distance(int size, int point)
{
	int column = off_centre(size, point_column(point)),
	    row = off_centre(size, point_row(point));
	return column > row ? column : row;
}

bool opening_fits(enum opening opening, int size)
{
	return opening != OPENING_PRO || centre_distance(size, point_at(0, 0)) >= PRO_DISTANCE;
}

bool opening_allows(enum opening opening, enum rule rule, int size, int ply, int point)
{
	int distance = centre_distance(size, point);
	if (ply == 0 && (opening == OPENING_PRO || rule == RULE_RENJU))
		return distance == 0;
	if (ply == PRO_SECOND_BLACK && opening == OPENING_PRO)
		return distance >= PRO_DISTANCE;
	return true;
}

static bool swaps(const struct opening_course *c)
{
	return c->opening == OPENING_SWAP || c->opening == OPENING_SWAP2;
}

static bool asked_for_more(const struct opening_course *c)
{
	return c->choices > 0 && c->choice[0] == CHOICE_MORE;
}

enum phase opening_phase(const struct opening_course *c, int plies)
{
	if (!swaps(c))
		return PHASE_PLAY;
	if (plies < FIRST_STONES)
		return PHASE_PLACE;
	if (c->choices == 0)
		return PHASE_CHOOSE;
	if (!asked_for_more(c) || c->choices == 2)
		return PHASE_PLAY;
	return plies < MORE_STONES ? PHASE_PLACE : PHASE_CHOOSE;
}

int opening_black(const struct opening_course *c)
{
	if (c->choices == 0)
		return 0;
	if (asked_for_more(c))
		return c->choices == 2 && c->choice[1] == CHOICE_WHITE ? 1 : 0;
	return c->choice[0] == CHOICE_BLACK ? 1 : 0;
}

int opening_actor(const struct opening_course *c, int plies)
{
	bool second = plies >= FIRST_STONES; /* the second player's time to choose or place */
	switch (opening_phase(c, plies)) {
	case PHASE_PLACE:
		return second ? 1 : 0;
	case PHASE_CHOOSE:
		return plies < MORE_STONES ? 1 : 0;
	case PHASE_PLAY:
	case PHASE_COUNT:
		break;
	}
	return plies % 2 == 0 ? opening_black(c) : 1 - opening_black(c);
}

unsigned opening_offers(const struct opening_course *c, int plies)
{
	if (opening_phase(c, plies) != PHASE_CHOOSE)
		return 0;
	unsigned colours = 1U << CHOICE_BLACK | 1U << CHOICE_WHITE;
	bool more = c->opening == OPENING_SWAP2 && c->choices == 0;
	return more ? colours | 1U << CHOICE_MORE : colours;
}

void opening_choose(struct opening_course *c, enum choice choice)
{
	c->choice[c->choices++] = choice;
}

void opening_undo(struct opening_course *c, int plies)
{
	if (plies < FIRST_STONES)
		c->choices = 0;
	else if (plies < MORE_STONES && c->choices > 1)
		c->choices = 1;
}
