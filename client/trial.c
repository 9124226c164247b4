#include "trial.h"

void trial_begin(struct trial *t, const struct model_room *r)
{
	t->room = *r;
	t->room.turn = STONE_WHITE;
	t->room.phase = PHASE_PLAY;
	t->over = false;
	t->better = CHOICE_BLACK;
}

static void end(struct trial *t, enum stone winner)
{
	t->over = true;
	t->better = winner == STONE_WHITE ? CHOICE_WHITE : CHOICE_BLACK;
}

void trial_take(struct trial *t, int point)
{
	struct model_room *r = &t->room;
	enum stone other = stone_other(r->turn);

	if (t->over)
		return;
	if (!board_has(&r->board, point) || board_at(&r->board, point) != STONE_NONE ||
	    rules_foul(&r->board, r->rules, r->turn, point) != FOUL_NONE) {
		end(t, other);
		return;
	}
	board_place(&r->board, point, r->turn);
	r->point[r->plies] = point;
	r->side[r->plies++] = (uint8_t)r->turn;
	if (rules_win(&r->board, r->rules, point, NULL) > 0)
		end(t, r->turn);
	else if (board_full(&r->board))
		end(t, STONE_BLACK);
	r->turn = other;
}
