#include "order.h"

#include <string.h>

#include "threat.h"

/* Among ordinary moves, whose scores are those of their points. */
enum {
	FIRST = 1 << 24,
	KILLER = 60,
	COUNTER = 60,
	HISTORY_SHARE = 128,
};

void order_forget(struct order_memory *m)
{
	memset(m, 0, sizeof(*m));
	for (int ply = 0; ply < ORDER_PLIES + 2; ply++)
		m->killer[ply][0] = m->killer[ply][1] = POINT_NONE;
	for (int side = 0; side < 2; side++)
		for (int point = 0; point < BOARD_CELLS; point++)
			m->counter[side][point] = POINT_NONE;
}

/* Adds the points where the side makes a four or more, or might with a foul. */
static void join_fours(const struct position *p, int side, struct point_set *set)
{
	for (int class = CLASS_FOUR; class < CLASS_COUNT; class ++)
		if (p->count[side][class] > 0)
			point_set_join(set, &p->set[side][class], p->board.size);
}

static void join_all(const struct position *p, struct point_set *set)
{
	if (p->board.stones == 0) {
		int middle = (p->board.size - 1) / 2;
		point_set_add(set, point_at(middle, middle));
		return;
	}
	position_near(p, set);
}

static void take_set(struct order_list *list, const struct position *p, const struct point_set *set)
{
	list->n = 0;
	for (int row = 0; row < p->board.size; row++)
		for (uint32_t bits = set->row[row]; bits != 0; bits &= bits - 1) {
			int point = point_at(__builtin_ctz(bits), row);
			if (!position_foul(p, p->side, point))
				list->point[list->n++] = (int16_t)point;
		}
}

/* Every empty point, when there is none near a stone that may be played. */
static void join_empty(const struct position *p, struct point_set *set)
{
	for (int row = 0; row < p->board.size; row++)
		set->row[row] = ((1u << p->board.size) - 1) & ~p->occupied.row[row];
}

/* Whether a stone on the point changes a line on which the side's stone at `four` makes a four. */
static bool on_its_line(const struct position *p, int side, int four, int point)
{
	int across = point_column(point) - point_column(four);
	int up = point_row(point) - point_row(four);
	unsigned shapes = position_spot(p, four)->shapes[side];

	if (across == 0 && up == 0)
		return true;
	for (int line = 0; line < PATTERN_LINES; line++, shapes >>= 4) {
		if ((shapes & 15) < SHAPE_FOUR || (shapes & 15) > SHAPE_FOUR_OPEN)
			continue;
		int step = pattern_step[line], by = line == 0 ? across : up;
		if (step * by == point - four)
			return true;
	}
	return false;
}

/*
 * The answers to the other's open three: own fours, and what stands on the lines of every point at
 * which it would win. All else leaves one of them as it was.
 */
static void join_answers(const struct position *p, struct point_set *set)
{
	int side = p->side, other = side ^ 1, n = 0;
	int16_t wins[BOARD_POINTS], point[BOARD_POINTS];
	struct point_set fours = {0};
	int most = point_set_list(&p->set[other][CLASS_FOUR_OPEN], p->board.size, wins);

	join_fours(p, other, &fours);
	n = point_set_list(&fours, p->board.size, point);
	for (int i = 0; i < n; i++) {
		int touched = 0;
		while (touched < most && on_its_line(p, other, wins[touched], point[i]))
			touched++;
		if (touched == most)
			point_set_add(set, point[i]);
	}
	join_fours(p, side, set);
}

void order_list(struct order_list *list, struct position *p)
{
	struct point_set set = {0};
	int side = p->side, other = side ^ 1;
	bool shut_ends = p->pattern->rule == RULE_CARO || p->pattern->rule == RULE_CARO_FIVE;

	list->n = list->picked = 0;
	if (p->count[other][CLASS_FIVE] > 0) {
		int16_t stops[THREAT_REPLIES];
		int n = threat_stops(p, side, stops);
		for (int i = 0; i < n; i++)
			if (!position_foul(p, side, stops[i]))
				list->point[list->n++] = stops[i];
		return;
	}
	/* By caro's rule an open four can be stopped from further away, too. */
	if (p->count[other][CLASS_FOUR_OPEN] > 0 && !shut_ends) {
		join_answers(p, &set);
		take_set(list, p, &set);
		if (list->n > 0)
			return;
		join_fours(p, other, &set);
	} else {
		join_all(p, &set);
	}
	take_set(list, p, &set);
	if (list->n == 0)
		order_list_all(list, p);
}

void order_list_all(struct order_list *list, const struct position *p)
{
	struct point_set set = {0};

	join_empty(p, &set);
	take_set(list, p, &set);
	list->picked = 0;
}

void order_score(struct order_list *list, const struct position *p, const struct order_memory *m,
    int ply, int first)
{
	int side = p->side, last = p->plies > 0 ? p->ply[p->plies - 1].point : POINT_NONE;
	int counter = last >= 0 ? m->counter[side][last] : POINT_NONE;

	for (int i = 0; i < list->n; i++) {
		int point = list->point[i];
		int score = 2 * position_score(p, side, point) + position_score(p, side ^ 1, point);
		score += m->history[side][point] / HISTORY_SHARE;
		score += KILLER * (point == m->killer[ply][0] || point == m->killer[ply][1]);
		score += COUNTER * (point == counter);
		list->score[i] = point == first ? FIRST : score;
	}
}

int order_pick(struct order_list *list)
{
	if (list->picked == list->n)
		return POINT_NONE;
	int best = list->picked;
	for (int i = best + 1; i < list->n; i++)
		if (list->score[i] > list->score[best])
			best = i;
	int16_t point = list->point[best];
	int32_t score = list->score[best];
	list->point[best] = list->point[list->picked];
	list->score[best] = list->score[list->picked];
	list->point[list->picked] = point;
	list->score[list->picked++] = score;
	return point;
}

/* Moves a history towards its greatest or least by a share of what is missing. */
static void learn(int16_t *history, int by)
{
	int size = by < 0 ? -by : by;
	*history = (int16_t)(*history + by - *history * size / ORDER_HISTORY_MOST);
}

void order_learn(struct order_memory *m, const struct position *p, int ply, int depth, int move,
    const int16_t tried[], int n)
{
	int last = p->plies > 0 ? p->ply[p->plies - 1].point : POINT_NONE;
	int by = depth * depth * 16;

	if (by > ORDER_HISTORY_MOST / 4)
		by = ORDER_HISTORY_MOST / 4;
	learn(&m->history[p->side][move], by);
	for (int i = 0; i < n; i++)
		learn(&m->history[p->side][tried[i]], -by);
	if (m->killer[ply][0] != move) {
		m->killer[ply][1] = m->killer[ply][0];
		m->killer[ply][0] = (int16_t)move;
	}
	if (last >= 0)
		m->counter[p->side][last] = (int16_t)move;
}
