#include "pvs.h"

#include <string.h>

#include "eval.h"

/* The search's own numbers. */
enum {
	HORIZON_PLIES = 40, /* of a VCF at the horizon, and its nodes */
	HORIZON_NODES = 30,
	INNER_NODES = 20, /* of a VCF before a node's moves are looked at */
	FUTILITY_DEPTH = 7,
	FUTILITY_MARGIN = 45,
	COUNT_DEPTH = 8,
	COUNT_BASE = 4,
	COUNT_SLOPE = 3,
	SINGULAR_DEPTH = 6,
	REDUCE_DEPTH = 3,
	TRIED = 64,
};

/* One node on its way through the steps. */
struct node {
	int alpha, beta, depth, ply;
	bool pv, cut;
	bool threatened; /* the opponent wins if nothing is done */
	bool forced;	 /* the opponent threatens five */
	bool improving;
	bool known; /* entry holds */
	struct table_entry entry;
	int evaluation;
	int best, move; /* the best value so far, and its move */
	int extension;	/* of the table's move */
	int tried_n;
	int16_t tried[TRIED];
	struct order_list *list;
};

/* At how many nodes the limits are looked at next. */
static int64_t next_check(const struct pvs *s)
{
	int64_t next = s->nodes + TIMING_CHECK_NODES, limit = s->timing->nodes;
	return limit > 0 && next > limit ? limit : next;
}

void pvs_begin(struct pvs *s, struct table *table, struct timing *timing)
{
	s->table = table;
	s->timing = timing;
	s->nodes = 0;
	s->check_at = next_check(s);
	s->depth_most = 0;
	s->stopped = false;
	for (int ply = 0; ply < ORDER_PLIES + 2; ply++)
		s->memory.killer[ply][0] = s->memory.killer[ply][1] = POINT_NONE;
	for (int ply = 0; ply < PVS_PLIES + 2; ply++)
		s->frame[ply] = (struct pvs_frame){.excluded = POINT_NONE};
}

/* Reads the clock every now and then, and heeds a limit of nodes exactly. */
static bool stopping(struct pvs *s)
{
	if (s->stopped || s->nodes < s->check_at)
		return s->stopped;
	s->stopped = s->leader ? timing_check(s->timing, s->nodes) : timing_stopped(s->timing);
	s->check_at = next_check(s);
	return s->stopped;
}

static int evaluate(const struct pvs *s)
{
	int value = eval_position(&s->position);
	if (s->noise > 0) {
		uint64_t z = (s->position.hash ^ s->noise_seed) * 0x9e3779b97f4a7c15u;
		value += (int)((z >> 40) % (2 * (uint64_t)s->noise + 1)) - s->noise;
	}
	return value;
}

static void keep(struct pvs *s, const struct node *n, int value, enum bound bound)
{
	table_keep(s->table, s->position.hash, n->ply,
	    (struct table_entry){
		.move = (int16_t)n->move,
		.value = (int16_t)value,
		.evaluation = (int16_t)n->evaluation,
		.depth = (int8_t)(n->depth < 0 ? 0 : n->depth),
		.bound = (uint8_t)bound,
	    });
}

/* A VCF of the side to move as a value; VALUE_NONE when none is found. */
static int try_vcf(struct pvs *s, struct node *n, int64_t nodes)
{
	const struct position *p = &s->position;
	int move, length;

	if (p->count[p->side][CLASS_FOUR] + p->count[p->side][CLASS_FOUR_PLUS] +
		p->count[p->side][CLASS_FOUR_THREE] + p->count[p->side][CLASS_FOUL] ==
	    0)
		return VALUE_NONE;
	int64_t before = s->threat.nodes;
	length = threat_vcf(&s->threat, HORIZON_PLIES, nodes, &move);
	s->nodes += (s->threat.nodes - before) / 2;
	if (length == 0)
		return VALUE_NONE;
	n->move = move;
	return VALUE_WIN - n->ply - length;
}

/* What can be told without a search: full boards, fives, open fours. VALUE_NONE otherwise. */
static int settled(struct pvs *s, struct node *n)
{
	const struct position *p = &s->position;
	int side = p->side;

	if (p->count[side][CLASS_FIVE] > 0)
		return VALUE_WIN - n->ply - 1;
	if (board_full(&p->board))
		return 0;
	n->forced = p->count[side ^ 1][CLASS_FIVE] > 0;
	n->threatened = n->forced || p->count[side ^ 1][CLASS_FOUR_OPEN] > 0;
	if (!n->forced && p->count[side][CLASS_FOUR_OPEN] > 0)
		return VALUE_WIN - n->ply - 3;
	return VALUE_NONE;
}

/* Whether what the table knows settles the node. */
static bool cutoff(const struct node *n)
{
	const struct table_entry *e = &n->entry;

	if (n->pv || !n->known || e->depth < n->depth || e->value == VALUE_NONE)
		return false;
	switch ((enum bound)e->bound) {
	case BOUND_EXACT:
		return true;
	case BOUND_LOWER:
		return e->value >= n->beta;
	case BOUND_UPPER:
		return e->value <= n->alpha;
	case BOUND_NONE:
		break;
	}
	return false;
}

/* The static value, bettered by what the table knows. */
static void look(struct pvs *s, struct node *n)
{
	const struct table_entry *e = &n->entry;
	struct pvs_frame *f = &s->frame[n->ply];

	n->evaluation = n->known && e->evaluation != VALUE_NONE ? e->evaluation : evaluate(s);
	f->evaluation = (int16_t)n->evaluation;
	n->improving = n->ply >= 2 && n->evaluation > f[-2].evaluation;
}

static int child(struct pvs *s, const struct node *n, int alpha, int beta, int depth, bool cut)
{
	return -pvs_value(s, -beta, -alpha, depth, n->ply + 1, cut);
}

/* How many plies the n-th move is looked at less deeply than the first. */
static int reduction(const struct pvs *s, const struct node *n, int count, int move)
{
	static const int8_t log2_sixth[] = {0, 0, 6, 10, 12, 14, 16, 17, 18, 19, 20, 21, 22, 22, 23,
	    23, 24, 25, 25, 25, 26, 26, 27, 27, 28, 28, 28, 29, 29, 29, 29, 30};
	const struct position *p = &s->position;
	int d = n->depth < 32 ? n->depth : 31, c = count < 32 ? count : 31;
	int r = log2_sixth[d] * log2_sixth[c] / 60;
	enum point_class own = position_class(p, p->side, move);

	r += n->cut;
	r -= n->pv;
	r += !n->improving;
	if (own >= CLASS_THREE)
		r -= 1;
	if (position_class(p, p->side ^ 1, move) >= CLASS_THREE_PLUS)
		r -= 1;
	r -= s->memory.history[p->side][move] / 4096;
	return r < 0 ? 0 : r;
}

/* Looks at one move. Returns its value. */
static int try_move(struct pvs *s, struct node *n, int count, int move)
{
	int depth = n->depth - 1 + (n->forced ? 1 : 0), value = VALUE_NONE;
	int reduced = 0;

	if (count == 0)
		depth += n->extension;
	else if (n->depth >= REDUCE_DEPTH && !n->threatened && count > 1)
		reduced = reduction(s, n, count, move);
	if (reduced > depth - 1)
		reduced = depth > 1 ? depth - 1 : 0;
	position_play(&s->position, move);
	table_prefetch(s->table, s->position.hash);
	if (count > 0 || !n->pv) {
		value = child(s, n, n->alpha, n->alpha + 1, depth - reduced, count > 0 || !n->cut);
		if (reduced > 0 && value > n->alpha)
			value = child(s, n, n->alpha, n->alpha + 1, depth, !n->cut);
	}
	if (n->pv && (count == 0 || (value > n->alpha && value < n->beta)))
		value = child(s, n, n->alpha, n->beta, depth, false);
	position_undo(&s->position);
	return value;
}

/* Whether the n-th move of a node need not be looked at any more. */
static bool enough(const struct pvs *s, const struct node *n, int count, int move)
{
	const struct position *p = &s->position;

	if (n->pv || n->threatened || n->depth > COUNT_DEPTH || n->best < -VALUE_SURE)
		return false;
	if (position_class(p, p->side, move) >= CLASS_THREE)
		return false;
	int most = COUNT_BASE + COUNT_SLOPE * n->depth;
	return count >= (n->improving ? most : most * 2 / 3);
}

/* Makes the line of the node its move and the child's line. */
static void take_line(struct pvs *s, int ply, int move)
{
	struct pvs_frame *f = &s->frame[ply];
	int length = f[1].pv_length < PVS_PLIES - 1 ? f[1].pv_length : PVS_PLIES - 1;

	f->pv[0] = (int16_t)move;
	memcpy(f->pv + 1, f[1].pv, (size_t)length * sizeof(f->pv[0]));
	f->pv_length = length + 1;
}

/*
 * Extends the table's move when every other is clearly worse. Returns a value at which the node may
 * end, because even without that move it is good enough; VALUE_NONE otherwise.
 */
static int single_out(struct pvs *s, struct node *n)
{
	const struct table_entry *e = &n->entry;
	struct pvs_frame *f = &s->frame[n->ply];

	if (n->depth < SINGULAR_DEPTH || !n->known || e->move < 0 || n->forced ||
	    f->excluded != POINT_NONE || e->bound == BOUND_UPPER || e->depth < n->depth - 3 ||
	    e->value >= VALUE_SURE || e->value <= -VALUE_SURE || n->ply >= 2 * PVS_PLIES / 3)
		return VALUE_NONE;
	int below = e->value - 2 * n->depth;
	f->excluded = e->move;
	int value = pvs_value(s, below - 1, below, n->depth / 2, n->ply, n->cut);
	f->excluded = POINT_NONE;
	if (s->stopped)
		return 0;
	if (value < below)
		n->extension = 1;
	else if (below >= n->beta && !n->pv)
		return below;
	return VALUE_NONE;
}

/* All moves, the best first. Returns the value of the node. */
static int try_moves(struct pvs *s, struct node *n)
{
	struct position *p = &s->position;
	int excluded = s->frame[n->ply].excluded, start = n->alpha, count = 0, move;

	n->list = &s->list[n->ply];
	order_list(n->list, p);
	if (n->list->n == 0)
		/* Only forbidden points stop the five, or are left at all. */
		return n->forced ? -(VALUE_WIN - n->ply - 2) : 0;
	order_score(n->list, p, &s->memory, n->ply, n->known ? n->entry.move : POINT_NONE);
	n->best = -VALUE_WIN;
	while ((move = order_pick(n->list)) != POINT_NONE) {
		if (move == excluded)
			continue;
		if (enough(s, n, count, move))
			break;
		int value = try_move(s, n, count, move);
		if (s->stopped)
			return 0;
		count++;
		if (value > n->best) {
			n->best = value;
			if (value > n->alpha) {
				n->move = move;
				n->alpha = value;
				if (n->pv)
					take_line(s, n->ply, move);
			}
		}
		if (n->alpha >= n->beta) {
			order_learn(&s->memory, p, n->ply, n->depth, move, n->tried, n->tried_n);
			break;
		}
		if (n->tried_n < TRIED)
			n->tried[n->tried_n++] = (int16_t)move;
	}
	if (count == 0)
		return n->alpha; /* the excluded move was the only one */
	if (excluded == POINT_NONE)
		keep(s, n, n->best,
		    n->best >= n->beta ? BOUND_LOWER
		    : n->best > start  ? BOUND_EXACT
				       : BOUND_UPPER);
	return n->best;
}

/*
 * The value at the horizon: a VCF, or the evaluation. What is good enough as it stands needs no
 * win; with the same order at inner nodes this halved the instructions to a depth (+100 at 60 ms,
 * 51 to 153). That VCFs are small makes no difference that was seen (+7, -38 to 52).
 */
static int horizon(struct pvs *s, struct node *n)
{
	n->depth = 0;
	look(s, n);
	if (n->evaluation >= n->beta) {
		keep(s, n, n->evaluation, BOUND_LOWER);
		return n->evaluation;
	}
	int value = try_vcf(s, n, HORIZON_NODES);
	if (value == VALUE_NONE)
		value = n->evaluation;
	keep(s, n, value, value > VALUE_SURE ? BOUND_LOWER : BOUND_EXACT);
	return value;
}

int pvs_value(struct pvs *s, int alpha, int beta, int depth, int ply, bool cut)
{
	struct node n = {.alpha = alpha,
	    .beta = beta,
	    .depth = depth,
	    .ply = ply,
	    .pv = beta - alpha > 1,
	    .cut = cut,
	    .evaluation = VALUE_NONE,
	    .move = POINT_NONE};
	int value;

	s->nodes++;
	s->frame[ply].pv_length = 0;
	if (ply > s->depth_most)
		s->depth_most = ply;
	if (stopping(s))
		return 0;

	/* 1. What needs no search. */
	value = settled(s, &n);
	if (value != VALUE_NONE)
		return value;
	if (ply >= PVS_PLIES)
		return evaluate(s);

	/* 2. No line from here is better than a win at once, or worse than a loss at once. */
	if (n.alpha < -(VALUE_WIN - ply - 2))
		n.alpha = -(VALUE_WIN - ply - 2);
	if (n.beta > VALUE_WIN - ply - 3)
		n.beta = VALUE_WIN - ply - 3;
	if (n.alpha >= n.beta)
		return n.alpha;

	/* 3. What the table knows. */
	bool whole = s->frame[ply].excluded == POINT_NONE;
	if (whole) {
		n.known = table_find(s->table, s->position.hash, ply, &n.entry);
		if (cutoff(&n))
			return n.entry.value;
	}

	/* 4. The horizon: threats of five and of an open four are answered beyond it, too (+80). */
	if (depth <= 0 && !n.threatened)
		return horizon(s, &n);
	if (depth <= 0)
		depth = n.depth = n.forced ? 0 : 1;
	if (!n.forced)
		look(s, &n);
	else
		s->frame[ply].evaluation = (int16_t)(ply >= 2 ? s->frame[ply - 2].evaluation : 0);

	/* 5. Reverse futility: so far above beta that a quiet position will stay there. */
	if (!n.pv && !n.threatened && whole && depth <= FUTILITY_DEPTH &&
	    n.evaluation - FUTILITY_MARGIN * (depth - n.improving) >= n.beta &&
	    n.evaluation < VALUE_SURE && n.beta > -VALUE_SURE)
		return n.evaluation;

	/* 6. A win by fours, unless the table knows the node: then it was asked for before. */
	if (whole && !n.forced && !n.known) {
		value = try_vcf(s, &n, INNER_NODES);
		if (value != VALUE_NONE) {
			keep(s, &n, value, BOUND_LOWER);
			return value;
		}
	}

	/* 7. Without a move to begin with, one ply less. */
	if (depth >= 5 && !n.forced && (!n.known || n.entry.move < 0))
		n.depth--;

	/* 8. Extension of a move without an equal. */
	value = single_out(s, &n);
	if (s->stopped || value != VALUE_NONE)
		return s->stopped ? 0 : value;

	/* 9. The moves. */
	return try_moves(s, &n);
}
