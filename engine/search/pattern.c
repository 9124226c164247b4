#include "pattern.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "evalue.h"

enum { EMPTY, OWN, ENEMY, WALL };
enum { UNKNOWN = 0xff, BROAD = 3 };

const int pattern_step[PATTERN_LINES] = {1, BOARD_STRIDE, BOARD_STRIDE + 1, BOARD_STRIDE - 1};

/* One colour's shapes by key, its own stones being 1, found as they are asked for. */
struct maker {
	enum rule rule;
	bool black;
	int reach;
	uint8_t *shape;
};

static int cell_of(const struct maker *m, uint32_t key, int offset)
{
	if (offset == 0)
		return OWN;
	return key >> pattern_shift(m->reach, offset) & 3;
}

static uint32_t with(const struct maker *m, uint32_t key, int offset, uint32_t cell)
{
	return key | cell << pattern_shift(m->reach, offset);
}

/* How many own stones follow the middle one in a direction, as far as the key reaches. */
static int joined(const struct maker *m, uint32_t key, int direction)
{
	int n = 0;
	while (n < m->reach && cell_of(m, key, (n + 1) * direction) == OWN)
		n++;
	return n;
}

/* What the row through the middle is by itself: a five, an overline or nothing. */
static enum shape row_shape(const struct maker *m, uint32_t key)
{
	int before = joined(m, key, -1), after = joined(m, key, 1);
	int length = before + 1 + after;

	if (length < 5)
		return SHAPE_NONE;
	switch (m->rule) {
	case RULE_FREESTYLE:
	case RULE_COUNT:
		break;
	case RULE_STANDARD:
		return length == 5 ? SHAPE_FIVE : SHAPE_NONE;
	case RULE_RENJU:
		return length == 5 || !m->black ? SHAPE_FIVE : SHAPE_OVERLINE;
	case RULE_CARO:
	case RULE_CARO_FIVE:
		if (length > 5)
			return m->rule == RULE_CARO ? SHAPE_FIVE : SHAPE_NONE;
		return cell_of(m, key, -before - 1) == ENEMY && cell_of(m, key, after + 1) == ENEMY
			   ? SHAPE_NONE
			   : SHAPE_FIVE;
	}
	return SHAPE_FIVE;
}

/* On how many points one more stone makes five. */
static int completions(const struct maker *m, uint32_t key)
{
	int n = 0;
	for (int i = -m->reach; i <= m->reach; i++)
		if (cell_of(m, key, i) == EMPTY)
			n += row_shape(m, with(m, key, i, OWN)) == SHAPE_FIVE;
	return n;
}

/* Whether the opponent can stop every completion with one stone, as caro's shut ends allow. */
static bool can_be_stopped(const struct maker *m, uint32_t key)
{
	for (int i = -m->reach; i <= m->reach; i++)
		if (cell_of(m, key, i) == EMPTY && completions(m, with(m, key, i, ENEMY)) == 0)
			return true;
	return false;
}

/* Which four it is, of a row that one more stone makes five on n points. */
static enum shape four_shape(const struct maker *m, uint32_t key, int n)
{
	if (n < 2 || can_be_stopped(m, key))
		return SHAPE_FOUR;
	bool straight = joined(m, key, -1) + 1 + joined(m, key, 1) == 4;
	return m->rule == RULE_RENJU && m->black && !straight ? SHAPE_FOUR_TWICE : SHAPE_FOUR_OPEN;
}

/* The shape that is one stone short of the best that one more can make. */
static enum shape before(enum shape best, int threes)
{
	switch (best) {
	case SHAPE_FOUR_OPEN:
		return SHAPE_THREE;
	case SHAPE_FOUR:
	case SHAPE_FOUR_TWICE:
		return SHAPE_THREE_SHUT;
	case SHAPE_THREE:
		return threes >= BROAD ? SHAPE_TWO_BROAD : SHAPE_TWO;
	case SHAPE_THREE_SHUT:
		return SHAPE_TWO_SHUT;
	case SHAPE_TWO_BROAD:
	case SHAPE_TWO:
		return SHAPE_ONE;
	case SHAPE_TWO_SHUT:
		return SHAPE_ONE_SHUT;
	case SHAPE_NONE:
	case SHAPE_ONE_SHUT:
	case SHAPE_ONE:
	case SHAPE_FIVE:
	case SHAPE_OVERLINE:
	case SHAPE_COUNT:
		break;
	}
	return SHAPE_NONE;
}

static enum shape shape_of(struct maker *m, uint32_t key);

static enum shape find_shape(struct maker *m, uint32_t key)
{
	enum shape row = row_shape(m, key), best = SHAPE_NONE;
	int threes = 0, fours;

	if (row != SHAPE_NONE || joined(m, key, -1) + 1 + joined(m, key, 1) >= 5)
		return row;
	fours = completions(m, key);
	if (fours > 0)
		return four_shape(m, key, fours);
	for (int i = -m->reach; i <= m->reach; i++) {
		if (cell_of(m, key, i) != EMPTY)
			continue;
		enum shape next = shape_of(m, with(m, key, i, OWN));
		threes += next == SHAPE_THREE;
		if (next > best && next < SHAPE_FIVE)
			best = next;
	}
	return before(best, threes);
}

static enum shape shape_of(struct maker *m, uint32_t key)
{
	if (m->shape[key] == UNKNOWN)
		m->shape[key] = (uint8_t)find_shape(m, key);
	return (enum shape)m->shape[key];
}

/* Whether a board can have such a neighbourhood: behind the edge there is nothing else. */
static bool possible(int reach, uint32_t key)
{
	for (int side = 0; side < 2; side++) {
		bool wall = false;
		for (int i = 1; i <= reach; i++) {
			int offset = side ? i : -i;
			bool here = (key >> pattern_shift(reach, offset) & 3) == WALL;
			if (wall && !here)
				return false;
			wall = here;
		}
	}
	return true;
}

/* The key with black's and white's stones exchanged. */
static uint32_t exchanged(uint32_t key)
{
	return (key & 0x55555) << 1 | (key >> 1 & 0x55555);
}

static void make_lines(struct pattern *p, struct maker *black, struct maker *white)
{
	uint32_t keys = 1u << (4 * p->reach);
	for (uint32_t key = 0; key < keys; key++) {
		if (!possible(p->reach, key))
			continue;
		unsigned b = shape_of(black, key), w = shape_of(white, exchanged(key));
		p->line[key] = (uint8_t)(b | w << 4);
	}
}

/* How many of the four shapes are of a kind. */
struct tally {
	int fives, open_fours, fours, threes, shut_threes, twos, fouls;
};

static struct tally count_shapes(uint32_t combo)
{
	struct tally t = {0};
	for (int i = 0; i < PATTERN_LINES; i++, combo >>= 4) {
		unsigned shape = combo & 15;
		t.fives += shape == SHAPE_FIVE;
		t.open_fours += shape == SHAPE_FOUR_OPEN;
		t.fours += shape >= SHAPE_FOUR && shape <= SHAPE_FOUR_OPEN;
		t.threes += shape == SHAPE_THREE;
		t.shut_threes += shape == SHAPE_THREE_SHUT;
		t.twos += shape == SHAPE_TWO || shape == SHAPE_TWO_BROAD;
		t.fouls += shape == SHAPE_OVERLINE || shape == SHAPE_FOUR_TWICE;
	}
	return t;
}

static enum point_class class_of(struct tally t, bool renju_black)
{
	int more = t.shut_threes + t.twos;

	if (t.fives > 0)
		return CLASS_FIVE;
	if (renju_black && (t.fouls > 0 || t.fours >= 2 || t.threes >= 2))
		return CLASS_FOUL;
	if (t.open_fours > 0 || t.fours >= 2)
		return CLASS_FOUR_OPEN;
	if (t.fours > 0)
		return t.threes > 0 ? CLASS_FOUR_THREE : more > 0 ? CLASS_FOUR_PLUS : CLASS_FOUR;
	if (t.threes >= 2)
		return CLASS_THREE_THREE;
	if (t.threes > 0)
		return more > 0 ? CLASS_THREE_PLUS : CLASS_THREE;
	if (more >= 2)
		return CLASS_TWO_TWO;
	return t.shut_threes > 0 ? CLASS_THREE_SHUT : t.twos > 0 ? CLASS_TWO : CLASS_NONE;
}

/* Fills the tables for one combo; of equal ones in another order the last stays, which is the same.
 */
static void make_combo(struct pattern *p, int table, bool renju_black, uint32_t shapes)
{
	enum point_class class = class_of(count_shapes(shapes), renju_black);
	int score = evalue_class_score[class], place = evalue_combo_place(shapes);
	unsigned at = pattern_combo(p, shapes);

	for (int line = 0; line < PATTERN_LINES; line++)
		score += evalue_shape_score[shapes >> (4 * line) & 15];
	p->classes[table][at] = (uint8_t) class;
	p->scores[table][at] = (int16_t)score;
	p->worth[at] = (struct pattern_worth){evalue_combo_own[place], evalue_combo_other[place]};
}

static void make_pairs(struct pattern *p)
{
	for (unsigned pair = 0; pair < 256; pair++) {
		unsigned a = pair & 15, b = pair >> 4;
		if (a > b) {
			a = pair >> 4;
			b = pair & 15;
		}
		if (b >= SHAPE_COUNT)
			continue;
		p->low[pair] = (uint16_t)(b * (b + 1) / 2 + a);
		p->high[pair] = (uint16_t)(p->low[pair] * PATTERN_PAIRS);
	}
}

static void make_combos(struct pattern *p, int table, bool renju_black)
{
	for (uint32_t high = 0; high < 256; high++)
		for (uint32_t low = 0; low < 256; low++)
			if ((high & 15) <= high >> 4 && high >> 4 < SHAPE_COUNT &&
			    (low & 15) <= low >> 4 && low >> 4 < SHAPE_COUNT)
				make_combo(p, table, renju_black, high << 8 | low);
}

static void make_all_combos(struct pattern *p)
{
	int black = 0;

	make_pairs(p);
	make_combos(p, 0, false);
	if (p->rule == RULE_RENJU) {
		make_combos(p, 1, true);
		black = 1;
	}
	p->class[0] = p->classes[black];
	p->score[0] = p->scores[black];
	p->class[1] = p->classes[0];
	p->score[1] = p->scores[0];
}

static int reach_of(enum rule rule)
{
	return rule == RULE_FREESTYLE || rule == RULE_COUNT ? 4 : PATTERN_REACH;
}

struct pattern *pattern_new(enum rule rule)
{
	struct pattern *p = calloc(1, sizeof(*p));
	struct maker black = {rule, true, reach_of(rule), malloc(PATTERN_KEYS)};
	struct maker white = {rule, false, reach_of(rule), malloc(PATTERN_KEYS)};

	if (p != NULL && black.shape != NULL && white.shape != NULL && evalue_lines(p->value)) {
		memset(black.shape, UNKNOWN, PATTERN_KEYS);
		memset(white.shape, UNKNOWN, PATTERN_KEYS);
		p->rule = rule;
		p->reach = black.reach;
		make_lines(p, &black, &white);
		make_all_combos(p);
	} else {
		free(p);
		p = NULL;
	}
	free(black.shape);
	free(white.shape);
	return p;
}

void pattern_free(struct pattern *p)
{
	free(p);
}
