/*
 * Renju's forbidden points: cases that programs got wrong, a file of positions on which several
 * checkers agree, and random positions against a slow judge, all turned and mirrored.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/renju.h"
#include "engine/game/rules.h"

#include "draw.h"
#include "renju_judge.h"

/* The point that (column, row) goes to under one of the eight symmetries of the board. */
static int turned(int size, int column, int row, int symmetry)
{
	if (symmetry & 1)
		column = size - 1 - column;
	if (symmetry & 2)
		row = size - 1 - row;
	return symmetry & 4 ? point_at(row, column) : point_at(column, row);
}

static struct board board_turned(const struct board *b, int symmetry)
{
	struct board to;
	board_init(&to, b->size);
	for (int row = 0; row < b->size; row++) {
		for (int column = 0; column < b->size; column++) {
			enum stone stone = board_at(b, point_at(column, row));
			if (stone != STONE_NONE)
				board_place(&to, turned(b->size, column, row, symmetry), stone);
		}
	}
	return to;
}

/* Puts the points named in text, "H7 H9" or "-" for none, on the board. */
static void put(struct board *b, const char *text, enum stone stone)
{
	char copy[512], *save = NULL;
	assert_true(strlen(text) < sizeof(copy));
	memcpy(copy, text, strlen(text) + 1);
	for (char *w = strtok_r(copy, " ", &save); w != NULL; w = strtok_r(NULL, " ", &save)) {
		if (strcmp(w, "-") == 0)
			continue;
		int point = point_parse(w);
		assert_true(board_has(b, point) && board_at(b, point) == STONE_NONE);
		board_place(b, point, stone);
	}
}

/* The fault of a point, which has to be the same under all symmetries. */
static enum foul foul_everywhere(const struct board *b, int point)
{
	enum foul foul = renju_foul(b, point);
	for (int s = 1; s < 8; s++) {
		struct board to = board_turned(b, s);
		int there = turned(b->size, point_column(point), point_row(point), s);
		assert_int_equal(renju_foul(&to, there), foul);
	}
	return foul;
}

static const struct single {
	const char *what, *black, *white, *at;
	enum foul foul;
	int win; /* length of black's winning row */
} singles[] = {
    {"two open threes crossing", "H7 H9 G8 I8", "G7 I9 F6 J10", "H8", FOUL_DOUBLE_THREE, 0},
    {"two fours in one row, X.X(X)X.X", "E8 G8 I8 K8", "E7 G6 I6 K7", "H8", FOUL_DOUBLE_FOUR, 0},
    {"two fours in one row, XX.X(X).XX", "D8 E8 G8 J8 K8", "D6 E5 J5 K6 C2", "H8", FOUL_DOUBLE_FOUR,
	0},
    {"a gap filled to make six", "D8 E8 F8 G8 I8", "D6 E6 F5 J5 K5", "H8", FOUL_OVERLINE, 0},
    {"five and six at once win", "H4 H5 H6 H7 E8 F8 G8 I8 J8", "A1 A3 A5 A7 C1 C3 C5 C12 E12", "H8",
	FOUL_NONE, 5},
    {"a four and a three are allowed", "E8 F8 G8 H9 H10", "D8 A1 A3 C5 C12", "H8", FOUL_NONE, 0},
    {"six cells are room for a three", "H7 H9 G8 I8", "H5 H12 A1 C12", "H8", FOUL_DOUBLE_THREE, 0},
    {"a three at the edge is none", "A8 C8 B7 B9", "H5 H12 A1 K12", "B8", FOUL_NONE, 0},
    {"closed fours count", "H4 H5 H6 G8 F8 E8", "H3 D8 A1 A3 C5 C12", "H8", FOUL_DOUBLE_FOUR, 0},
    {"a row that only six completes is no four", "H5 H6 H7 E8 F8 G8 J8", "H4 D8 A1 A3 C5 C12 O1",
	"H8", FOUL_NONE, 0},
    {"a row between white and a sixth stone is no four", "D8 G8 H8 I8 F5 F6 F7",
	"J8 F4 A1 A3 C1 C3 C12", "F8", FOUL_NONE, 0},
    {"a three whose only point is a double-four", "D5 D9 E6 F7 F9 G7 G10", "-", "G9", FOUL_NONE, 0},
    {"a three whose only point is a double-three", "E9 F11 F12 H10 H12 I10", "-", "G11", FOUL_NONE,
	0},
    {"deep nesting", "C8 E6 F7 F8 H8 I5 I7 J7 K4 K5 L5 L6 M6", "G9 J5 O6", "G8", FOUL_NONE, 0},
    {"a three whose only point makes a five as well", "D7 D10 E5 E9 F6 F7 F9 F10 H8", "-", "G7",
	FOUL_NONE, 0},
    {"a broken three with six cells", "H10 H11 F8 G8", "H13 H6 A1 C12", "H8", FOUL_DOUBLE_THREE, 0},
    {"three threes at once", "G8 I8 G7 I9 H7 H9", "A1 A3 C12 O1 O3 A5", "H8", FOUL_DOUBLE_THREE, 0},
    {"two diagonals", "H8 I7 H10 I11", "H9 I9 I6 I12", "G9", FOUL_DOUBLE_THREE, 0},
    {"the only stop of white's four", "H8 F6 F7 H7 G2", "G6 G5 G4 G3 A1", "G7", FOUL_DOUBLE_THREE,
	0},
};

static void cases_of_the_field(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(singles) / sizeof(singles[0]); i++) {
		const struct single *c = &singles[i];
		struct board b;
		board_init(&b, 15);
		put(&b, c->black, STONE_BLACK);
		put(&b, c->white, STONE_WHITE);
		int point = point_parse(c->at);
		enum foul foul = foul_everywhere(&b, point);
		struct board played = b;
		board_place(&played, point, STONE_BLACK);
		assert_int_equal(rules_win(&played, RULE_RENJU, point, NULL), c->win);
		if (foul != c->foul)
			fail_msg("%s: %s, not %s", c->what, foul_name(foul), foul_name(c->foul));
	}
}

static enum foul foul_named(const char *name)
{
	if (strcmp(name, "Overline") == 0)
		return FOUL_OVERLINE;
	if (strcmp(name, "DoubleFour") == 0)
		return FOUL_DOUBLE_FOUR;
	assert_string_equal(name, "DoubleThree");
	return FOUL_DOUBLE_THREE;
}

/* The forbidden points of a position, in all its symmetries, are those of the text "B1=Overline".
 */
static void expect_forbidden(const char *id, const struct board *b, char *text)
{
	enum foul want[BOARD_CELLS] = {FOUL_NONE};
	int count = 0;
	char *save = NULL;
	for (char *w = strtok_r(text, " ", &save); w != NULL; w = strtok_r(NULL, " ", &save)) {
		if (strcmp(w, "-") == 0)
			continue;
		char *name = strchr(w, '=');
		assert_non_null(name);
		*name++ = '\0';
		int point = point_parse(w);
		assert_true(board_has(b, point));
		want[point] = foul_named(name);
		count++;
	}
	for (int s = 0; s < 8; s++) {
		struct board to = board_turned(b, s);
		int points[BOARD_POINTS];
		enum foul fouls[BOARD_POINTS], got[BOARD_CELLS] = {FOUL_NONE};
		if (renju_forbidden(&to, points, fouls) != count)
			fail_msg("%s: not %d forbidden points in symmetry %d", id, count, s);
		for (int i = 0; i < count; i++)
			got[points[i]] = fouls[i];
		for (int n = 0; n < 15 * 15; n++) {
			int point = point_at(n % 15, n / 15);
			if (got[turned(15, n % 15, n / 15, s)] != want[point])
				fail_msg("%s: cell %d in symmetry %d", id, n, s);
		}
	}
}

static void positions_of_the_file(void **state)
{
	(void)state;
	FILE *f = fopen("tests/data/renju_forbidden.txt", "r");
	assert_non_null(f);
	char line[1024];
	int positions = 0, lookalikes = 0;
	while (fgets(line, sizeof(line), f) != NULL) {
		if (line[0] == '#')
			continue;
		line[strcspn(line, "\r\n")] = '\0';
		char *field[6] = {line};
		for (int i = 1; i < 6; i++) {
			field[i] = strstr(field[i - 1], " | ");
			assert_non_null(field[i]);
			*field[i] = '\0';
			field[i] += 3;
		}
		struct board b;
		board_init(&b, 15);
		put(&b, field[2], STONE_BLACK);
		put(&b, field[3], STONE_WHITE);
		expect_forbidden(field[0], &b, field[4]);
		char *save = NULL;
		for (char *w = strtok_r(field[5], " ", &save); w != NULL;
		     w = strtok_r(NULL, " ", &save)) {
			if (strcmp(w, "-") == 0)
				continue;
			assert_int_equal(foul_everywhere(&b, point_parse(w)), FOUL_NONE);
			lookalikes++;
		}
		positions++;
	}
	fclose(f);
	assert_int_equal(positions, 90);
	assert_true(lookalikes > 20);
}

static enum foul foul_of_verdict(enum verdict v)
{
	static const enum foul fouls[] = {
	    FOUL_NONE, FOUL_NONE, FOUL_OVERLINE, FOUL_DOUBLE_FOUR, FOUL_DOUBLE_THREE};
	return fouls[v];
}

/* Stones thrown into a corner of the board of a random width, so that they crowd. */
static void draw_position(struct draw *d, struct judge *j, struct board *b)
{
	j->size = draw_below(d, 4) == 0 ? 5 + draw_below(d, 21) : 15;
	memset(j->at, '.', sizeof(j->at));
	board_init(b, j->size);
	int width = 5 + draw_below(d, 7);
	if (width > j->size)
		width = j->size;
	int left = draw_below(d, j->size - width + 1), low = draw_below(d, j->size - width + 1);
	int black = 4 + draw_below(d, 1 + width * width / 3), white = draw_below(d, 1 + black);
	for (int n = 0; n < black + white; n++) {
		int x = left + draw_below(d, width), y = low + draw_below(d, width);
		if (j->at[y][x] != '.')
			continue;
		j->at[y][x] = n < black ? 'x' : 'o';
		board_place(b, point_at(x, y), n < black ? STONE_BLACK : STONE_WHITE);
	}
}

static void show(const struct judge *j)
{
	for (int y = j->size - 1; y >= 0; y--)
		print_message("%2d %.*s\n", y + 1, j->size, j->at[y]);
}

/* GOMOKU_LONG in the environment asks for 100,000 positions instead of 5,000. */
static void random_positions_against_the_judge(void **state)
{
	(void)state;
	int rounds = getenv("GOMOKU_LONG") != NULL ? 100000 : 5000;
	struct draw d = {1988};
	int seen[FOUL_COUNT] = {0};
	for (int round = 0; round < rounds; round++) {
		struct judge j;
		struct board b;
		draw_position(&d, &j, &b);
		int symmetry = draw_below(&d, 8);
		struct board to = board_turned(&b, symmetry);
		int points[BOARD_POINTS];
		enum foul fouls[BOARD_POINTS], got[BOARD_CELLS] = {FOUL_NONE};
		int n = renju_forbidden(&to, points, fouls);
		for (int i = 0; i < n; i++)
			got[points[i]] = fouls[i];
		for (int cell = 0; cell < j.size * j.size; cell++) {
			int x = cell % j.size, y = cell / j.size;
			int there = turned(j.size, x, y, symmetry);
			enum foul want = FOUL_NONE;
			if (j.at[y][x] == '.')
				want = foul_of_verdict(judge_move(&j, x, y));
			seen[want]++;
			if (got[there] != want) {
				show(&j);
				fail_msg("round %d: %c%d is %s, not %s", round, 'a' + x, y + 1,
				    foul_name(got[there]), foul_name(want));
			}
		}
	}
	for (int foul = 0; foul < FOUL_COUNT; foul++)
		assert_true(seen[foul] > 500);
}

/* One answer for one point and for the whole board, and the board is left as it was. */
static void one_point_and_all_points_agree(void **state)
{
	(void)state;
	struct draw d = {99};
	for (int round = 0; round < 200; round++) {
		struct judge j;
		struct board b;
		draw_position(&d, &j, &b);
		const struct board before = b;
		int points[BOARD_POINTS];
		int n = renju_forbidden(&b, points, NULL), next = 0;
		for (int cell = 0; cell < b.size * b.size; cell++) {
			int point = point_at(cell % b.size, cell / b.size);
			if (board_at(&b, point) != STONE_NONE)
				continue;
			bool listed = next < n && points[next] == point;
			next += listed;
			assert_int_equal(renju_foul(&b, point) != FOUL_NONE, listed);
		}
		assert_int_equal(next, n);
		assert_memory_equal(&b, &before, sizeof(b));
	}
}

static void fouls_have_names(void **state)
{
	(void)state;
	assert_string_equal(foul_name(FOUL_NONE), "none");
	assert_string_equal(foul_name(FOUL_OVERLINE), "overline");
	assert_string_equal(foul_name(FOUL_DOUBLE_FOUR), "double-four");
	assert_string_equal(foul_name(FOUL_DOUBLE_THREE), "double-three");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(cases_of_the_field),
	    cmocka_unit_test(positions_of_the_file),
	    cmocka_unit_test(random_positions_against_the_judge),
	    cmocka_unit_test(one_point_and_all_points_agree),
	    cmocka_unit_test(fouls_have_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
