#include "negascout.h"

#include <stdlib.h>
#include <string.h>

#include "engine/search/eval.h"
#include "engine/search/order.h"
#include "engine/search/table.h"
#include "engine/search/timing.h"

enum { RULES = RULE_CARO_FIVE + 1, MEMO_BYTES = 4 << 20 };

struct negascout {
	struct pattern *pattern[RULES];
	struct table *memo;
	struct order_memory memory;
	struct position position;
	struct timing timing;
	int64_t nodes;
	bool stopped;
	int best; /* the root's move */
};

struct negascout *negascout_new(void)
{
	struct negascout *n = calloc(1, sizeof(*n));
	if (n == NULL)
		return NULL;
	n->memo = table_new(MEMO_BYTES);
	if (n->memo == NULL) {
		free(n);
		return NULL;
	}
	order_forget(&n->memory);
	return n;
}

void negascout_free(struct negascout *n)
{
	if (n == NULL)
		return;
	for (int i = 0; i < RULES; i++)
		pattern_free(n->pattern[i]);
	table_free(n->memo);
	free(n);
}

void negascout_forget(struct negascout *n)
{
	order_forget(&n->memory);
	table_clear(n->memo);
}

/* The value of a node that needs no look at its moves; VALUE_NONE otherwise. */
static int without_moves(const struct negascout *n, int depth, int ply)
{
	const struct position *p = &n->position;

	if (p->count[p->side][CLASS_FIVE] > 0)
		return VALUE_WIN - ply - 1;
	if (board_full(&p->board))
		return 0;
	return depth == 0 ? eval_position(p) : VALUE_NONE;
}

/* Whether the memo settles the node; its move goes to *first. */
static bool remembered(
    const struct negascout *n, int alpha, int beta, int depth, int ply, int *first, int *value)
{
	struct table_entry e;

	if (!table_find(n->memo, n->position.hash, ply, &e))
		return false;
	*first = e.move;
	*value = e.value;
	return ply > 0 && e.depth == depth &&
	       (e.bound == BOUND_EXACT || (e.bound == BOUND_LOWER && e.value >= beta) ||
		   (e.bound == BOUND_UPPER && e.value <= alpha));
}

static int negascout(struct negascout *n, int alpha, int beta, int depth, int ply);

/* The value of one move: first, or looked at for being better, and again if it is. */
static int scout(struct negascout *n, int move, bool first, int alpha, int beta, int depth, int ply)
{
	int value;

	position_play(&n->position, move);
	if (first) {
		value = -negascout(n, -beta, -alpha, depth - 1, ply + 1);
	} else {
		value = -negascout(n, -alpha - 1, -alpha, depth - 1, ply + 1);
		if (value > alpha && value < beta && depth > 1)
			value = -negascout(n, -beta, -value, depth - 1, ply + 1);
	}
	position_undo(&n->position);
	return value;
}

static int negascout(struct negascout *n, int alpha, int beta, int depth, int ply)
{
	struct position *p = &n->position;
	struct order_list list;
	int first = POINT_NONE, best = -VALUE_WIN, best_move = POINT_NONE, start = alpha, move;
	int value = without_moves(n, depth, ply);

	n->nodes++;
	if (n->nodes % TIMING_CHECK_NODES == 0)
		n->stopped = n->stopped || timing_check(&n->timing, n->nodes);
	if (value != VALUE_NONE || n->stopped)
		return value;
	if (remembered(n, alpha, beta, depth, ply, &first, &value))
		return value;
	order_list(&list, p);
	if (list.n == 0)
		return p->count[p->side ^ 1][CLASS_FIVE] > 0 ? -(VALUE_WIN - ply - 2) : 0;
	order_score(&list, p, &n->memory, ply, first);
	while (alpha < beta && (move = order_pick(&list)) != POINT_NONE) {
		value = scout(n, move, best_move == POINT_NONE, alpha, beta, depth, ply);
		if (n->stopped)
			return best;
		if (value > best) {
			best = value;
			best_move = move;
			if (ply == 0)
				n->best = move;
		}
		if (best > alpha)
			alpha = best;
	}
	if (alpha >= beta)
		order_learn(&n->memory, p, ply, depth, best_move, NULL, 0);
	table_keep(n->memo, p->hash, ply,
	    (struct table_entry){(int16_t)best_move, (int16_t)best, VALUE_NONE, (int8_t)depth,
		best >= beta   ? BOUND_LOWER
		: best > start ? BOUND_EXACT
			       : BOUND_UPPER});
	return best;
}

/* The moves of the root when nothing is searched: a five, or the first in order. */
static int first_move(struct negascout *n)
{
	struct position *p = &n->position;
	struct order_list list;

	if (p->count[p->side][CLASS_FIVE] > 0)
		return position_any(p, p->side, CLASS_FIVE);
	order_list(&list, p);
	if (list.n == 0)
		order_list_all(&list, p);
	order_score(&list, p, &n->memory, 0, POINT_NONE);
	return order_pick(&list);
}

static void tell(struct negascout *n, struct search_report *r, int depth, int value)
{
	const struct search_host *host = n->timing.host;

	*r = (struct search_report){.depth = depth,
	    .nodes = n->nodes,
	    .ms = timing_ms(&n->timing),
	    .value = value,
	    .length = 1,
	    .pv = {n->best}};
	if (host != NULL && host->report != NULL)
		host->report(host->arg, r);
}

int negascout_move(struct negascout *n, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits, struct search_report *report)
{
	int depth = NEGASCOUT_DEPTH, value = 0;

	if (n->pattern[rule] == NULL)
		n->pattern[rule] = pattern_new(rule);
	if (n->pattern[rule] == NULL)
		return POINT_NONE;
	position_init(&n->position, b, side, n->pattern[rule]);
	timing_begin(&n->timing, limits);
	n->nodes = 0;
	n->stopped = false;
	if (limits->depth > 0 && limits->depth < depth)
		depth = limits->depth;
	n->best = first_move(n);
	if (n->best == POINT_NONE || n->position.count[n->position.side][CLASS_FIVE] > 0)
		depth = 0;
	table_age(n->memo);
	for (int d = 1; d <= depth && !n->stopped; d++) {
		int best = n->best, found = negascout(n, -VALUE_WIN, VALUE_WIN, d, 0);
		/* A depth that was cut short counts if it got to a move. */
		if (n->stopped && found == -VALUE_WIN)
			n->best = best;
		else
			value = found;
		tell(n, report, d, value);
	}
	if (depth == 0)
		tell(n, report, 0, value);
	return n->best;
}
