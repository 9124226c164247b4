#include "forbid.h"

#include <string.h>

/* Whether black is to play by renju's rules. */
static bool has_any(const struct model_room *r)
{
	return r != NULL && r->rules == RULE_RENJU && model_on(r) && r->turn == STONE_BLACK &&
	       r->phase != PHASE_CHOOSE;
}

void forbid_update(struct forbid *f, const struct model_room *r)
{
	int point[BOARD_POINTS], last;

	if (!has_any(r)) {
		memset(f, 0, sizeof(*f));
		return;
	}
	last = model_last_point(r);
	if (strcmp(f->room, r->id) == 0 && f->rev == r->rev && f->plies == r->plies &&
	    f->last == last)
		return;
	memset(f, 0, sizeof(*f));
	model_copy(f->room, sizeof(f->room), r->id);
	f->rev = r->rev;
	f->plies = r->plies;
	f->last = last;
	f->count = renju_forbidden(&r->board, point, NULL);
	for (int i = 0; i < f->count; i++)
		f->at[point[i]] = true;
}
