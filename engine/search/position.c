#include "position.h"

#include <string.h>

#include "evalue.h"

/* Numbers for the hash, made anew from the point rather than kept: SplitMix64's last step. */
static uint64_t scatter(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static uint64_t stone_hash(int side, int point)
{
	return scatter(((uint64_t)point * 2 + (uint64_t)side + 1) * 0x9e3779b97f4a7c15u);
}

/* What every stone is played through is made whole, in a copy for each case: calls cost a third of
 * it. */
#define WHOLE static inline __attribute__((always_inline))

static const uint64_t side_hash = 0x5bf03635f0a31e27u;

static int32_t spot_value(const struct pattern *pattern, const struct spot *s)
{
	int32_t sum = 0;
	for (int line = 0; line < PATTERN_LINES; line++)
		sum += pattern->value[pattern_value_key(pattern->reach, s->key[line])];
	return sum;
}

WHOLE struct pattern_worth worth_of(const struct pattern *pattern, unsigned shapes)
{
	return pattern->worth[pattern_combo(pattern, shapes)];
}

/* Adds what the point is worth by its shapes and classes, or takes it away. */
static void add_point(struct position *p, const struct spot *s, int by)
{
	for (int side = 0; side < 2; side++)
		p->points[side] += by * (worth_of(p->pattern, s->shapes[side]).own -
					    worth_of(p->pattern, s->shapes[side ^ 1]).other +
					    evalue_pair[s->class[side]][s->class[side ^ 1]]);
}

/* Whether it is also kept which points are of the class. */
WHOLE bool is_kept(unsigned class)
{
	return class - CLASS_FOUR < CLASS_COUNT - CLASS_FOUR;
}

/* Enters an empty spot into the sets and counts of its classes, or takes it out of them. */
static void enter(struct position *p, const struct spot *s, int point, int by)
{
	for (int side = 0; side < 2; side++) {
		unsigned class = s->class[side];
		p->count[side][class] = (uint16_t)(p->count[side][class] + by);
		if (!is_kept(class))
			continue;
		if (by > 0)
			point_set_add(&p->set[side][class], point);
		else
			point_set_remove(&p->set[side][class], point);
	}
}

/* Gives a spot another class for a side. */
WHOLE void reclass(struct position *p, struct spot *s, int side, int point, unsigned class)
{
	unsigned old = s->class[side];
	if (old == class)
		return;
	p->count[side][old]--;
	p->count[side][class]++;
	if (is_kept(old))
		point_set_remove(&p->set[side][old], point);
	if (is_kept(class))
		point_set_add(&p->set[side][class], point);
	s->class[side] = (uint8_t) class;
}

static void set_shapes(struct position *p, struct spot *s)
{
	s->shapes[0] = s->shapes[1] = 0;
	for (int line = 0; line < PATTERN_LINES; line++) {
		unsigned both = p->pattern->line[s->key[line]];
		s->shapes[0] |= (uint16_t)((both & 15) << (4 * line));
		s->shapes[1] |= (uint16_t)((both >> 4) << (4 * line));
	}
	for (int side = 0; side < 2; side++)
		s->class[side] =
		    p->pattern->class[side][pattern_combo(p->pattern, s->shapes[side])];
}

static uint32_t whole_key(const struct position *p, int at, int step)
{
	int reach = p->pattern->reach;
	uint32_t key = 0;
	for (int i = -reach; i <= reach; i++)
		if (i != 0)
			key |= (uint32_t)p->cell[at + i * step] << pattern_shift(reach, i);
	return key;
}

void position_init(
    struct position *p, const struct board *b, enum stone side, const struct pattern *pattern)
{
	memset(p, 0, offsetof(struct position, cell));
	p->pattern = pattern;
	p->side = side == STONE_WHITE;
	p->hash = p->side ? side_hash : 0;
	p->board = *b;
	p->plies = 0;
	memset(p->cell, POSITION_WALL, sizeof(p->cell));
	for (int row = 0; row < b->size; row++)
		memcpy(p->cell + POSITION_MARGIN + point_at(0, row), b->cell + point_at(0, row),
		    (size_t)b->size);
	memset(p->spot, 0, sizeof(p->spot));
	for (int row = 0; row < b->size; row++)
		for (int column = 0; column < b->size; column++) {
			int point = point_at(column, row), at = point + POSITION_MARGIN;
			struct spot *s = &p->spot[at];
			for (int line = 0; line < PATTERN_LINES; line++)
				s->key[line] = whole_key(p, at, pattern_step[line]);
			if (board_at(b, point) == STONE_NONE) {
				set_shapes(p, s);
				enter(p, s, point, 1);
				p->lines += spot_value(pattern, s);
				add_point(p, s, 1);
			} else {
				p->hash ^= stone_hash(board_at(b, point) == STONE_WHITE, point);
				point_set_add(&p->occupied, point);
			}
		}
}

/* What changes in the points' sums when a spot has another class for a side. */
WHOLE void count_class(struct position *p, const struct spot *s, const struct position_change *was)
{
	unsigned b = was->class[0], w = was->class[1];

	if (s->class[0] == b && s->class[1] == w)
		return;
	p->points[0] += evalue_pair[s->class[0]][s->class[1]] - evalue_pair[b][w];
	p->points[1] += evalue_pair[s->class[1]][s->class[0]] - evalue_pair[w][b];
}

/* Gives a spot other shapes for a side, of which it is told what differs. */
WHOLE void reshape(
    struct position *p, struct spot *s, int side, int point, unsigned differs, bool sums)
{
	const struct pattern *pattern = p->pattern;
	unsigned shapes = s->shapes[side] ^ differs, combo = pattern_combo(pattern, shapes);

	if (sums) {
		struct pattern_worth was = worth_of(pattern, s->shapes[side]);
		p->points[side] += pattern->worth[combo].own - was.own;
		p->points[side ^ 1] -= pattern->worth[combo].other - was.other;
	}
	s->shapes[side] = (uint16_t)shapes;
	reclass(p, s, side, point, pattern->class[side][combo]);
}

/* Writes down what a spot was, and makes it what its line's new key says. */
WHOLE void update(
    struct position *p, struct position_ply *ply, int at, int line, unsigned changed, bool sums)
{
	struct spot *s = &p->spot[at];
	struct position_change *was = &ply->change[ply->changes++];
	unsigned shift = 4 * (unsigned)line;

	was->at = (int16_t)at;
	memcpy(was->shapes, s->shapes, sizeof(was->shapes));
	memcpy(was->class, s->class, sizeof(was->class));
	if (changed & 15)
		reshape(p, s, 0, at - POSITION_MARGIN, (changed & 15) << shift, sums);
	if (changed >> 4)
		reshape(p, s, 1, at - POSITION_MARGIN, (changed >> 4) << shift, sums);
	if (sums)
		count_class(p, s, was);
}

/* Puts a stone into the key of one neighbour. */
WHOLE void touch(struct position *p, struct position_ply *ply, int at, int line, int reach,
    uint32_t stone, bool sums)
{
	const struct pattern *pattern = p->pattern;
	struct spot *s = &p->spot[at];
	uint32_t old = s->key[line], new = old ^ stone;

	s->key[line] = new;
	if (p->cell[at] != POSITION_EMPTY)
		return;
	if (sums)
		p->lines += pattern->value[pattern_value_key(reach, new)] -
			    pattern->value[pattern_value_key(reach, old)];
	unsigned changed = pattern->line[new] ^ pattern->line[old];
	if (changed != 0)
		update(p, ply, at, line, changed, sums);
}

/* Puts a stone into the keys of all neighbours; made once for each reach, with sums and without. */
WHOLE void touch_all(
    struct position *p, struct position_ply *ply, int at, int reach, uint32_t stone, bool sums)
{
	for (int line = 0; line < PATTERN_LINES; line++) {
		int step = pattern_step[line];
		for (int i = 1; i <= reach; i++) {
			touch(p, ply, at - i * step, line, reach, stone << pattern_shift(reach, i),
			    sums);
			touch(p, ply, at + i * step, line, reach, stone << pattern_shift(reach, -i),
			    sums);
		}
	}
}

/* The same without a look at what follows from it, to put a stone in or take it out. */
WHOLE void flip_keys(struct position *p, int at, int reach, uint32_t stone)
{
	for (int line = 0; line < PATTERN_LINES; line++) {
		int step = pattern_step[line];
		for (int i = 1; i <= reach; i++) {
			p->spot[at - i * step].key[line] ^= stone << pattern_shift(reach, i);
			p->spot[at + i * step].key[line] ^= stone << pattern_shift(reach, -i);
		}
	}
}

static void turn(struct position *p)
{
	p->side ^= 1;
	p->hash ^= side_hash;
}

WHOLE void place(struct position *p, int point, bool sums)
{
	struct position_ply *ply = &p->ply[p->plies++];
	int at = point + POSITION_MARGIN;
	uint32_t stone = p->side == 0 ? POSITION_BLACK : POSITION_WHITE;

	ply->point = (int16_t)point;
	ply->changes = 0;
	ply->lines = p->lines;
	ply->points[0] = p->points[0];
	ply->points[1] = p->points[1];
	enter(p, &p->spot[at], point, -1);
	if (sums) {
		p->lines -= spot_value(p->pattern, &p->spot[at]);
		add_point(p, &p->spot[at], -1);
	}
	p->cell[at] = (uint8_t)stone;
	board_place(&p->board, point, position_stone(p->side));
	point_set_add(&p->occupied, point);
	p->hash ^= stone_hash(p->side, point);
	if (p->pattern->reach == PATTERN_REACH)
		touch_all(p, ply, at, PATTERN_REACH, stone, sums);
	else
		touch_all(p, ply, at, PATTERN_VALUE_REACH, stone, sums);
	turn(p);
}

void position_play(struct position *p, int point)
{
	place(p, point, true);
}

void position_try(struct position *p, int point)
{
	place(p, point, false);
}

void position_pass(struct position *p)
{
	struct position_ply *ply = &p->ply[p->plies++];
	ply->point = POINT_PASS;
	turn(p);
}

WHOLE void restore(struct position *p, const struct position_change *c)
{
	struct spot *s = &p->spot[c->at];
	int point = c->at - POSITION_MARGIN;

	s->shapes[0] = c->shapes[0];
	s->shapes[1] = c->shapes[1];
	reclass(p, s, 0, point, c->class[0]);
	reclass(p, s, 1, point, c->class[1]);
}

void position_undo(struct position *p)
{
	const struct position_ply *ply = &p->ply[--p->plies];
	int point = ply->point, at = point + POSITION_MARGIN;

	turn(p);
	if (point == POINT_PASS)
		return;
	uint32_t stone = p->side == 0 ? POSITION_BLACK : POSITION_WHITE;
	for (int i = ply->changes - 1; i >= 0; i--)
		restore(p, &ply->change[i]);
	if (p->pattern->reach == PATTERN_REACH)
		flip_keys(p, at, PATTERN_REACH, stone);
	else
		flip_keys(p, at, PATTERN_VALUE_REACH, stone);
	p->hash ^= stone_hash(p->side, point);
	point_set_remove(&p->occupied, point);
	board_remove(&p->board, point);
	p->cell[at] = POSITION_EMPTY;
	enter(p, &p->spot[at], point, 1);
	p->lines = ply->lines;
	p->points[0] = ply->points[0];
	p->points[1] = ply->points[1];
}

/* The bits of a row within n columns of one that is set. */
static uint32_t spread(uint32_t row, int n)
{
	uint32_t all = row;
	for (int i = 1; i <= n; i++)
		all |= row << i | row >> i;
	return all;
}

void position_near(const struct position *p, struct point_set *near)
{
	int size = p->board.size;
	uint32_t columns = size == 32 ? ~0u : (1u << size) - 1;

	for (int row = 0; row < size; row++) {
		uint32_t near_row = spread(p->occupied.row[row], 3);
		for (int i = 1; i <= 3; i++)
			for (int other = row - i; other <= row + i; other += 2 * i) {
				if (other < 0 || other >= size)
					continue;
				uint32_t stones = p->occupied.row[other];
				near_row |=
				    i < 3 ? spread(stones, 2) : stones | stones << 3 | stones >> 3;
			}
		near->row[row] |= near_row & columns & ~p->occupied.row[row];
	}
}

bool position_foul(const struct position *p, int side, int point)
{
	return position_class(p, side, point) == CLASS_FOUL &&
	       renju_foul(&p->board, point) != FOUL_NONE;
}

bool position_makes_four(const struct position *p, int side, int point)
{
	unsigned shapes = position_spot(p, point)->shapes[side];
	for (int line = 0; line < PATTERN_LINES; line++, shapes >>= 4)
		if ((shapes & 15) >= SHAPE_FOUR && (shapes & 15) <= SHAPE_FOUR_OPEN)
			return true;
	return false;
}

int position_any(const struct position *p, int side, enum point_class class)
{
	const struct point_set *s = &p->set[side][class];
	for (int row = 0; row < p->board.size; row++)
		if (s->row[row] != 0)
			return point_at(__builtin_ctz(s->row[row]), row);
	return POINT_NONE;
}

int point_set_list(const struct point_set *s, int size, int16_t points[static BOARD_POINTS])
{
	int n = 0;
	for (int row = 0; row < size; row++)
		for (uint32_t bits = s->row[row]; bits != 0; bits &= bits - 1)
			points[n++] = (int16_t)point_at(__builtin_ctz(bits), row);
	return n;
}
