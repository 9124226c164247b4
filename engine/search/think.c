#include "think.h"

#include <stdlib.h>
#include <string.h>

#include "pvs.h"

enum {
	RULES = RULE_CARO_FIVE + 1,
	DEFAULT_MEMORY = 64 << 20,
	LEAST_MEMORY = 1 << 20,
	NODE_BYTES = 64,    /* of a table, for each node of a limited search */
	OVERHEAD = 6 << 20, /* of patterns and all that is not the table or a thread's */
	ASPIRATION = 30,
	ASPIRATION_DEPTH = 4,
	DEPTH_MOST = 99,
	ROOT_VCF_PLIES = 120,
	ROOT_VCF_SHARE = 10, /* of all nodes */
	ONLY_MOVE_SHARE = 10,
	ROOT_VCF_NODES = 60000,
};

struct root_move {
	int16_t point;
	int value; /* of the depth that looked at it last, exact or an upper bound */
};

/* One thread's search of one position. */
struct hand {
	struct pvs pvs;
	int moves;
	struct root_move move[BOARD_POINTS];
	struct search_report best; /* of the last depth, as far as it came */
};

struct think {
	struct pattern *pattern[RULES];
	struct table *table;
	size_t table_bytes; /* asked for */
	struct hand *hand[SEARCH_THREADS_MAX];
	struct timing timing;
	int hands;
};

struct think *think_new(void)
{
	return calloc(1, sizeof(struct think));
}

void think_free(struct think *t)
{
	if (t == NULL)
		return;
	for (int i = 0; i < RULES; i++)
		pattern_free(t->pattern[i]);
	for (int i = 0; i < SEARCH_THREADS_MAX; i++)
		free(t->hand[i]);
	table_free(t->table);
	free(t);
}

static void forget(struct hand *h)
{
	order_forget(&h->pvs.memory);
	threat_init(&h->pvs.threat, &h->pvs.position);
}

void think_forget(struct think *t)
{
	for (int i = 0; i < SEARCH_THREADS_MAX; i++)
		if (t->hand[i] != NULL)
			forget(t->hand[i]);
	/* A fresh one is taken where it is needed, which costs less than to clear a large one. */
	table_free(t->table);
	t->table = NULL;
}

/* Bytes that are enough for a table of so many nodes, a power of two. */
static size_t enough_for(int64_t nodes)
{
	size_t bytes = LEAST_MEMORY;
	while (bytes < DEFAULT_MEMORY && (int64_t)bytes < nodes * NODE_BYTES)
		bytes *= 2;
	return bytes;
}

/* Has a table of the size that the limits allow. Returns whether there is one. */
static bool have_table(struct think *t, const struct search_limits *limits)
{
	size_t memory = limits->memory > 0 ? limits->memory : DEFAULT_MEMORY;
	size_t other = OVERHEAD + (size_t)t->hands * sizeof(struct hand);
	size_t bytes = memory > other + LEAST_MEMORY ? memory - other : LEAST_MEMORY;

	if (limits->nodes > 0 && enough_for(limits->nodes) < bytes)
		bytes = enough_for(limits->nodes);
	if (t->table != NULL && t->table_bytes == bytes)
		return true;
	table_free(t->table);
	t->table = table_new(bytes);
	t->table_bytes = bytes;
	return t->table != NULL;
}

static bool have_hands(struct think *t, const struct search_limits *limits)
{
	bool spread = limits->host != NULL && limits->host->spread != NULL;
	int n = spread && limits->threads > 1 ? limits->threads : 1;

	for (int i = 0; i < n; i++) {
		if (t->hand[i] != NULL)
			continue;
		t->hand[i] = calloc(1, sizeof(struct hand));
		if (t->hand[i] == NULL)
			return false;
		forget(t->hand[i]);
	}
	t->hands = n;
	return true;
}

static struct pattern *pattern_for(struct think *t, enum rule rule)
{
	if (t->pattern[rule] == NULL)
		t->pattern[rule] = pattern_new(rule);
	return t->pattern[rule];
}

/* Lists the moves of the root, the best first by what their points promise. */
static void list_moves(struct hand *h)
{
	struct order_list list;
	int point;

	order_list(&list, &h->pvs.position);
	/* Where every move loses, one that stops something is still played. */
	if (list.n == 0)
		order_list_all(&list, &h->pvs.position);
	order_score(&list, &h->pvs.position, &h->pvs.memory, 0, POINT_NONE);
	h->moves = 0;
	while ((point = order_pick(&list)) != POINT_NONE)
		h->move[h->moves++] = (struct root_move){(int16_t)point, -VALUE_WIN};
}

static void note_line(struct hand *h, int depth, int value, int point)
{
	const struct pvs_frame *f = &h->pvs.frame[1];
	struct search_report *r = &h->best;

	r->depth = depth;
	r->value = value;
	r->pv[0] = point;
	r->length = 1;
	for (int i = 0; i < f->pv_length && r->length < SEARCH_PV_MAX; i++)
		r->pv[r->length++] = f->pv[i];
}

/* Brings a move to the front, the others keeping their order. */
static void bring_forward(struct hand *h, int i)
{
	struct root_move first = h->move[i];
	memmove(h->move + 1, h->move, (size_t)i * sizeof(h->move[0]));
	h->move[0] = first;
}

static int root_child(struct pvs *s, int alpha, int beta, int depth, bool cut)
{
	return -pvs_value(s, -beta, -alpha, depth, 1, cut);
}

/* Looks at one move of the root. */
static int root_try(struct hand *h, int i, int alpha, int beta, int depth)
{
	struct pvs *s = &h->pvs;
	int value = alpha, reduced = i >= 4 && depth >= 3 ? 1 + (i >= 12) : 0;

	position_play(&s->position, h->move[i].point);
	if (i > 0) {
		value = root_child(s, alpha, alpha + 1, depth - 1 - reduced, true);
		if (reduced > 0 && value > alpha)
			value = root_child(s, alpha, alpha + 1, depth - 1, true);
	}
	if (i == 0 || (value > alpha && value < beta))
		value = root_child(s, alpha, beta, depth - 1, false);
	position_undo(&s->position);
	return value;
}

/* All moves of the root to a depth, within a window. Returns the value of the best. */
static int root_value(struct hand *h, int alpha, int beta, int depth)
{
	struct pvs *s = &h->pvs;
	int best = -VALUE_WIN;

	for (int i = 0; i < h->moves && alpha < beta; i++) {
		int value = root_try(h, i, alpha, beta, depth);
		if (s->stopped)
			return best;
		h->move[i].value = value;
		if (value <= best)
			continue;
		best = value;
		if (value > alpha || i == 0) {
			note_line(h, depth, value, h->move[i].point);
			bring_forward(h, i);
		}
		if (value > alpha)
			alpha = value;
	}
	return best;
}

/* A depth in a window about the last value, widened until the value lies within. */
static int aspire(struct hand *h, int depth, int last)
{
	int by = ASPIRATION, alpha = -VALUE_WIN, beta = VALUE_WIN;

	if (depth >= ASPIRATION_DEPTH && last < VALUE_SURE && last > -VALUE_SURE) {
		alpha = last - by;
		beta = last + by;
	}
	for (;;) {
		int value = root_value(h, alpha, beta, depth);
		if (h->pvs.stopped)
			return value;
		by *= 3;
		if (value <= alpha && alpha > -VALUE_WIN)
			alpha = by > 1000 ? -VALUE_WIN : value - by;
		else if (value >= beta && beta < VALUE_WIN)
			beta = by > 1000 ? VALUE_WIN : value + by;
		else
			return value;
	}
}

static void tell(struct think *t, struct hand *h)
{
	const struct search_host *host = t->timing.host;
	h->best.nodes = h->pvs.nodes;
	h->best.ms = timing_ms(&t->timing);
	if (host != NULL && host->report != NULL)
		host->report(host->arg, &h->best);
}

/* Whether a deeper search cannot change what is known: a win or loss within the depth. */
static bool decided(int value, int depth)
{
	int size = value < 0 ? -value : value;
	return size > VALUE_SURE && VALUE_WIN - size <= depth;
}

/* One thread: depth after depth until the time is over. */
static void deepen(void *item, int i)
{
	struct think *t = item;
	struct hand *h = t->hand[i];
	int most =
	    t->timing.depth > 0 && t->timing.depth < DEPTH_MOST ? t->timing.depth : DEPTH_MOST;
	int value = 0, stable = 0;

	/* Helpers begin a ply apart, so that they are not all doing the same. */
	for (int depth = 1 + i % 2; depth <= most && !h->pvs.stopped; depth++) {
		int move = h->best.pv[0];
		value = aspire(h, depth, value);
		if (!h->pvs.leader)
			continue;
		stable = move == h->best.pv[0] ? stable + 1 : 0;
		tell(t, h);
		if (decided(h->best.value, depth) ||
		    !timing_go_on(&t->timing, h->pvs.nodes, stable))
			break;
	}
	if (h->pvs.leader)
		timing_stop(&t->timing);
}

/* Plays what wins at once or by fours. POINT_NONE when there is no such move. */
static int without_search(struct think *t)
{
	struct hand *h = t->hand[0];
	struct position *p = &h->pvs.position;
	int move = POINT_NONE, length = 1;

	if (p->count[p->side][CLASS_FIVE] > 0) {
		move = position_any(p, p->side, CLASS_FIVE);
	} else {
		int64_t nodes = timing_nodes(&t->timing) / ROOT_VCF_SHARE;
		if (nodes > ROOT_VCF_NODES)
			nodes = ROOT_VCF_NODES;
		length = threat_vcf(&h->pvs.threat, ROOT_VCF_PLIES, nodes, &move);
		if (length == 0)
			return POINT_NONE;
	}
	if (move != POINT_NONE) {
		h->best = (struct search_report){.depth = length, .length = 1, .pv = {move}};
		h->best.value = VALUE_WIN - length;
	}
	return move;
}

/* Makes the threads ready, each with a position of its own. */
static void set_up(struct think *t, const struct board *b, enum stone side,
    const struct pattern *pattern, const struct think_terms *terms)
{
	for (int i = 0; i < t->hands; i++) {
		struct hand *h = t->hand[i];
		position_init(&h->pvs.position, b, side, pattern);
		pvs_begin(&h->pvs, t->table, &t->timing);
		h->pvs.leader = i == 0;
		h->pvs.noise = terms->noise;
		h->pvs.noise_seed = terms->noise_seed;
		list_moves(h);
		h->best = (struct search_report){
		    .length = h->moves > 0, .pv = {h->moves > 0 ? h->move[0].point : POINT_NONE}};
	}
	/* A move without a choice is looked at only to know its value. */
	if (t->hand[0]->moves == 1)
		timing_shorten(&t->timing, ONLY_MOVE_SHARE);
}

/* Searches. Returns the best move. */
static int deepen_all(struct think *t, const struct search_limits *limits)
{
	if (!have_table(t, limits))
		return t->hand[0]->best.pv[0];
	for (int i = 0; i < t->hands; i++)
		t->hand[i]->pvs.table = t->table;
	table_age(t->table);
	if (t->hands > 1)
		limits->host->spread(limits->host->arg, t->hands, deepen, t);
	else
		deepen(t, 0);
	return t->hand[0]->best.pv[0];
}

int think_move(struct think *t, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits, const struct think_terms *terms,
    struct search_report *report)
{
	const struct pattern *pattern = pattern_for(t, rule);

	memset(report, 0, sizeof(*report));
	if (pattern == NULL || !have_hands(t, limits))
		return POINT_NONE;
	timing_begin(&t->timing, limits);
	set_up(t, b, side, pattern, terms);
	if (t->hand[0]->moves == 0)
		return POINT_NONE;
	int point = without_search(t);
	if (point == POINT_NONE)
		point = deepen_all(t, limits);
	tell(t, t->hand[0]);
	*report = t->hand[0]->best;
	return point;
}
