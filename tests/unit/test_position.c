/*
 * The position that the search plays in, and the patterns it is read by, against the rules of
 * engine/game: random games by each rule, on boards of all kinds of sizes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/search/chance.h"
#include "engine/search/position.h"

static const enum rule rules[] = {
    RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO, RULE_CARO_FIVE};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

static struct pattern *patterns[RULES];

static int make_patterns(void **state)
{
	(void)state;
	for (int i = 0; i < RULES; i++) {
		patterns[i] = pattern_new(rules[i]);
		assert_non_null(patterns[i]);
	}
	return 0;
}

static int free_patterns(void **state)
{
	(void)state;
	for (int i = 0; i < RULES; i++)
		pattern_free(patterns[i]);
	return 0;
}

/* A point to play: most often near the last, so that rows come about. */
static int random_point(const struct position *p, int last, struct chance *chance)
{
	for (;;) {
		int size = p->board.size, column = chance_below(chance, size);
		int row = chance_below(chance, size);
		if (last >= 0 && chance_below(chance, 8) > 0) {
			column = point_column(last) + chance_below(chance, 5) - 2;
			row = point_row(last) + chance_below(chance, 5) - 2;
		}
		if (column < 0 || row < 0 || column >= size || row >= size) {
			last = POINT_NONE;
			continue;
		}
		if (board_at(&p->board, point_at(column, row)) == STONE_NONE)
			return point_at(column, row);
		last = POINT_NONE;
	}
}

/* That everything kept up stone by stone is what a fresh position of the same board has. */
static void assert_same(const struct position *a, const struct position *fresh)
{
	assert_int_equal(a->side, fresh->side);
	assert_int_equal(a->lines, fresh->lines);
	assert_int_equal(a->points[0], fresh->points[0]);
	assert_int_equal(a->points[1], fresh->points[1]);
	assert_true(a->hash == fresh->hash);
	assert_memory_equal(a->count, fresh->count, sizeof(a->count));
	assert_memory_equal(a->set, fresh->set, sizeof(a->set));
	assert_memory_equal(&a->occupied, &fresh->occupied, sizeof(a->occupied));
	assert_memory_equal(a->cell, fresh->cell, sizeof(a->cell));
	for (int row = 0; row < a->board.size; row++)
		for (int column = 0; column < a->board.size; column++) {
			int point = point_at(column, row);
			if (board_at(&a->board, point) == STONE_NONE)
				assert_memory_equal(position_spot(a, point),
				    position_spot(fresh, point), sizeof(struct spot));
		}
}

static void test_play_and_undo(void **state)
{
	static const int sizes[] = {5, 6, 15, 20, 25};
	struct position *p = malloc(sizeof(*p)), *fresh = malloc(sizeof(*fresh));
	struct chance chance;
	struct board empty;
	(void)state;
	chance_init(&chance, 5);
	for (int i = 0; i < RULES; i++)
		for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
			int last = POINT_NONE;
			board_init(&empty, sizes[s]);
			position_init(p, &empty, STONE_BLACK, patterns[i]);
			while (!board_full(&p->board) && p->plies < 80) {
				if (p->plies > 2 && chance_below(&chance, 3) == 0) {
					position_undo(p);
				} else if (chance_below(&chance, 20) == 0) {
					position_pass(p);
				} else {
					last = random_point(p, last, &chance);
					position_play(p, last);
				}
				position_init(
				    fresh, &p->board, position_stone(p->side), patterns[i]);
				assert_same(p, fresh);
			}
			while (p->plies > 0)
				position_undo(p);
			position_init(fresh, &empty, STONE_BLACK, patterns[i]);
			assert_same(p, fresh);
		}
	free(p);
	free(fresh);
}

/* Whether a stone there wins by the rules. */
static bool wins(struct board *b, enum rule rule, int point, enum stone stone)
{
	board_place(b, point, stone);
	bool won = rules_win(b, rule, point, NULL) > 0;
	board_remove(b, point);
	return won;
}

/* How many points of one line make a five with the stone of `point`, which is there, among others.
 */
static int fives_on_line(const struct board *b, enum rule rule, int point, int step)
{
	struct board only;
	int n = 0;
	board_init(&only, b->size);
	for (int i = -6; i <= 6; i++)
		if (board_has(b, point + i * step) && board_at(b, point + i * step) != STONE_NONE)
			board_place(&only, point + i * step, board_at(b, point + i * step));
	for (int i = -4; i <= 4; i++) {
		int at = point + i * step, row[RULES_LINE_MAX], length;
		if (i == 0 || !board_has(b, at) || board_at(b, at) != STONE_NONE)
			continue;
		board_place(&only, at, board_at(b, point));
		length = rules_win(&only, rule, at, row);
		board_remove(&only, at);
		for (int j = 0; j < length; j++)
			n += row[j] == point;
	}
	return n;
}

static int fives_through(const struct board *b, enum rule rule, int point)
{
	int n = 0;
	for (int line = 0; line < PATTERN_LINES; line++)
		n += fives_on_line(b, rule, point, pattern_step[line]);
	return n;
}

static void check_point(struct board *b, const struct position *p, enum rule rule, int point)
{
	for (int side = 0; side < 2; side++) {
		enum stone stone = position_stone(side);
		enum point_class class = position_class(p, side, point);
		bool five = wins(b, rule, point, stone);
		assert_int_equal(class == CLASS_FIVE, five);
		if (five)
			continue;
		/* What black may not play is among the points marked for a closer look. */
		enum foul foul = rules_foul(b, rule, stone, point);
		if (foul != FOUL_NONE)
			assert_int_equal(class, CLASS_FOUL);
		assert_int_equal(position_foul(p, side, point), foul != FOUL_NONE);
		board_place(b, point, stone);
		int fives = fives_through(b, rule, point);
		board_remove(b, point);
		if (class != CLASS_FOUL)
			assert_int_equal(class >= CLASS_FOUR, fives > 0);
		assert_int_equal(position_makes_four(p, side, point), fives > 0);
		if (class == CLASS_FOUR || class == CLASS_FOUR_PLUS || class == CLASS_FOUR_THREE)
			assert_true(fives == 1 || rule == RULE_CARO || rule == RULE_CARO_FIVE);
		if (class == CLASS_FOUR_OPEN)
			assert_true(fives >= 2);
	}
}

/* Fives, fours and forbidden points of random positions are those of the rules. */
static void test_patterns_against_rules(void **state)
{
	struct position *p = malloc(sizeof(*p));
	struct chance chance;
	int opens = 0, fouls = 0;
	(void)state;
	chance_init(&chance, 11);
	for (int i = 0; i < RULES; i++)
		for (int game = 0; game < 60; game++) {
			struct board b;
			int last = POINT_NONE;
			board_init(&b, game % 3 == 0 ? 9 : 15);
			position_init(p, &b, STONE_BLACK, patterns[i]);
			for (int ply = 0; ply < 50; ply++) {
				last = random_point(p, last, &chance);
				position_play(p, last);
			}
			b = p->board;
			for (int row = 0; row < b.size; row++)
				for (int column = 0; column < b.size; column++) {
					int point = point_at(column, row);
					if (board_at(&b, point) == STONE_NONE)
						check_point(&b, p, rules[i], point);
				}
			opens += p->count[0][CLASS_FOUR_OPEN] + p->count[1][CLASS_FOUR_OPEN];
			fouls += p->count[0][CLASS_FOUL];
		}
	/* The positions had something to say. */
	assert_true(opens > 50 && fouls > 10);
	free(p);
}

/* Rows of one colour, their middle point empty: '*' is where the stone goes. */
static const struct row {
	const char *text;
	enum shape shape[RULES]; /* freestyle, standard, renju's black, caro, caro-five */
} rows[] = {
    {"..XXX*...",
	{SHAPE_FOUR_OPEN, SHAPE_FOUR_OPEN, SHAPE_FOUR_OPEN, SHAPE_FOUR_OPEN, SHAPE_FOUR_OPEN}},
    {".OXXX*...", {SHAPE_FOUR, SHAPE_FOUR, SHAPE_FOUR, SHAPE_FOUR, SHAPE_FOUR}},
    {"...XX*...", {SHAPE_THREE, SHAPE_THREE, SHAPE_THREE, SHAPE_THREE, SHAPE_THREE}},
    {"..OXX*...",
	{SHAPE_THREE_SHUT, SHAPE_THREE_SHUT, SHAPE_THREE_SHUT, SHAPE_THREE_SHUT, SHAPE_THREE_SHUT}},
    {"..X.X*...", {SHAPE_THREE, SHAPE_THREE, SHAPE_THREE, SHAPE_THREE, SHAPE_THREE}},
    {"X.XX*.XX.", {SHAPE_FOUR_OPEN, SHAPE_FOUR, SHAPE_FOUR, SHAPE_FOUR_OPEN, SHAPE_FOUR}},
    {"XXX.*XX..", {SHAPE_FOUR, SHAPE_THREE_SHUT, SHAPE_THREE_SHUT, SHAPE_FOUR, SHAPE_THREE_SHUT}},
    {"X.X*X.X..",
	{SHAPE_FOUR_OPEN, SHAPE_FOUR_OPEN, SHAPE_FOUR_TWICE, SHAPE_FOUR_OPEN, SHAPE_FOUR_OPEN}},
    {"XXX*XX...", {SHAPE_FIVE, SHAPE_NONE, SHAPE_OVERLINE, SHAPE_FIVE, SHAPE_NONE}},
    {"OXXX*XO..", {SHAPE_FIVE, SHAPE_FIVE, SHAPE_FIVE, SHAPE_NONE, SHAPE_NONE}},
    {"O.XX*.O..", {SHAPE_THREE_SHUT, SHAPE_THREE_SHUT, SHAPE_THREE_SHUT, SHAPE_NONE, SHAPE_NONE}},
    {"...X*....",
	{SHAPE_TWO_BROAD, SHAPE_TWO_BROAD, SHAPE_TWO_BROAD, SHAPE_TWO_BROAD, SHAPE_TWO_BROAD}},
    {"OXX*O....", {SHAPE_NONE, SHAPE_NONE, SHAPE_NONE, SHAPE_NONE, SHAPE_NONE}},
    {"....*....", {SHAPE_ONE, SHAPE_ONE, SHAPE_ONE, SHAPE_ONE, SHAPE_ONE}},
    {"XXX*.....", {SHAPE_FOUR, SHAPE_FOUR, SHAPE_FOUR, SHAPE_FOUR, SHAPE_FOUR}},
};

static void test_shapes(void **state)
{
	struct position *p = malloc(sizeof(*p));
	(void)state;
	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++)
		for (int i = 0; i < RULES; i++) {
			struct board b;
			int star = POINT_NONE;
			board_init(&b, 9);
			for (int column = 0; column < 9; column++) {
				char c = rows[r].text[column];
				if (c == '*')
					star = point_at(column, 4);
				else if (c != '.')
					board_place(&b, point_at(column, 4),
					    c == 'X' ? STONE_BLACK : STONE_WHITE);
			}
			position_init(p, &b, STONE_BLACK, patterns[i]);
			enum shape shape = (enum shape)(position_spot(p, star)->shapes[0] & 15);
			if (shape != rows[r].shape[i])
				fail_msg("%s by %s: shape %d, not %d", rows[r].text,
				    rule_name(rules[i]), (int)shape, (int)rows[r].shape[i]);
		}
	free(p);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_shapes),
	    cmocka_unit_test(test_play_and_undo),
	    cmocka_unit_test(test_patterns_against_rules),
	};
	return cmocka_run_group_tests(tests, make_patterns, free_patterns);
}
