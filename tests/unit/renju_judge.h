/*
 * A slow judge of renju's forbidden points that takes the definitions of the Renju International
 * Federation word for word: it puts stones, looks at rows of five points, and compares sets of
 * stones. It shares nothing with the engine: neither board nor points nor a line of code.
 */
#ifndef GOMOKU_TEST_RENJU_JUDGE_H
#define GOMOKU_TEST_RENJU_JUDGE_H

#include <stdbool.h>
#include <string.h>

struct judge {
	int size;
	char at[25][25]; /* [y][x]: 'x' black, 'o' white, '.' empty */
};

enum verdict { ALLOWED, WINS, OVERLINE, FOUR_FOUR, THREE_THREE };

/* Stones of one four or three, as x * 25 + y in the order of the row. */
struct judge_set {
	int n;
	int stone[5];
};

static const int judge_dx[4] = {1, 0, 1, 1}, judge_dy[4] = {0, 1, 1, -1};

static inline char judge_cell(const struct judge *j, int x, int y)
{
	if (x < 0 || x >= j->size || y < 0 || y >= j->size)
		return '#';
	return j->at[y][x];
}

/* How many black stones stand in the unbroken row through a black stone. */
static inline int judge_row(const struct judge *j, int x, int y, int d)
{
	while (judge_cell(j, x - judge_dx[d], y - judge_dy[d]) == 'x') {
		x -= judge_dx[d];
		y -= judge_dy[d];
	}
	int n = 0;
	for (; judge_cell(j, x, y) == 'x'; x += judge_dx[d], y += judge_dy[d])
		n++;
	return n;
}

static inline bool judge_five(const struct judge *j, int x, int y)
{
	for (int d = 0; d < 4; d++)
		if (judge_row(j, x, y, d) == 5)
			return true;
	return false;
}

/* Whether black on the empty cell makes an exact five in this direction. */
static inline bool judge_completes(struct judge *j, int x, int y, int d)
{
	if (judge_cell(j, x, y) != '.')
		return false;
	j->at[y][x] = 'x';
	bool five = judge_row(j, x, y, d) == 5;
	j->at[y][x] = '.';
	return five;
}

static inline int judge_add(struct judge_set sets[], int n, const struct judge_set *set)
{
	for (int i = 0; i < n; i++)
		if (sets[i].n == set->n &&
		    memcmp(sets[i].stone, set->stone, sizeof(int) * (size_t)set->n) == 0)
			return n;
	sets[n] = *set;
	return n + 1;
}

/* The fours in one direction that the black stone at x, y is part of. */
static inline int judge_fours(struct judge *j, int x, int y, int d)
{
	struct judge_set sets[5];
	int n = 0;
	for (int first = -4; first <= 0; first++) {
		struct judge_set set = {0};
		int gaps = 0, gap_x = 0, gap_y = 0;
		for (int i = first; i < first + 5; i++) {
			int cx = x + i * judge_dx[d], cy = y + i * judge_dy[d];
			char c = judge_cell(j, cx, cy);
			if (c == 'x') {
				set.stone[set.n++] = cx * 25 + cy;
			} else if (c == '.') {
				gaps++;
				gap_x = cx;
				gap_y = cy;
			}
		}
		if (set.n == 4 && gaps == 1 && judge_completes(j, gap_x, gap_y, d))
			n = judge_add(sets, n, &set);
	}
	return n;
}

/* Whether the four black cells from x, y on are a straight four. */
static inline bool judge_straight(struct judge *j, int x, int y, int d)
{
	for (int i = 0; i < 4; i++)
		if (judge_cell(j, x + i * judge_dx[d], y + i * judge_dy[d]) != 'x')
			return false;
	return judge_completes(j, x - judge_dx[d], y - judge_dy[d], d) &&
	       judge_completes(j, x + 4 * judge_dx[d], y + 4 * judge_dy[d], d);
}

static inline enum verdict judge_move(struct judge *j, int x, int y);

/* The threes in one direction that the black stone at x, y is part of. */
static inline int judge_threes(struct judge *j, int x, int y, int d)
{
	struct judge_set sets[16];
	int n = 0;
	/* A row of four that holds the stone begins `first` steps away, and one of it is missing.
	 */
	for (int first = -3; first <= 0; first++) {
		struct judge_set set = {0};
		int gaps = 0, gap_x = 0, gap_y = 0;
		for (int i = first; i < first + 4; i++) {
			int cx = x + i * judge_dx[d], cy = y + i * judge_dy[d];
			char c = judge_cell(j, cx, cy);
			if (c == 'x') {
				set.stone[set.n++] = cx * 25 + cy;
			} else if (c == '.') {
				gaps++;
				gap_x = cx;
				gap_y = cy;
			}
		}
		if (set.n != 3 || gaps != 1)
			continue;
		j->at[gap_y][gap_x] = 'x';
		bool straight =
		    judge_straight(j, x + first * judge_dx[d], y + first * judge_dy[d], d) &&
		    !judge_five(j, gap_x, gap_y);
		j->at[gap_y][gap_x] = '.';
		if (straight && judge_move(j, gap_x, gap_y) == ALLOWED)
			n = judge_add(sets, n, &set);
	}
	return n;
}

/* What black does by playing on the empty cell x, y. */
static inline enum verdict judge_move(struct judge *j, int x, int y)
{
	enum verdict verdict = ALLOWED;
	int count = 0;
	j->at[y][x] = 'x';
	for (int d = 0; d < 4; d++)
		if (judge_row(j, x, y, d) >= 6)
			verdict = OVERLINE;
	if (judge_five(j, x, y))
		verdict = WINS;
	if (verdict == ALLOWED) {
		for (int d = 0; d < 4; d++)
			count += judge_fours(j, x, y, d);
		if (count >= 2)
			verdict = FOUR_FOUR;
	}
	if (verdict == ALLOWED) {
		count = 0;
		for (int d = 0; d < 4; d++)
			count += judge_threes(j, x, y, d);
		if (count >= 2)
			verdict = THREE_THREE;
	}
	j->at[y][x] = '.';
	return verdict;
}

#endif
