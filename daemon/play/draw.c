#include "draw.h"

#include <stdio.h>
#include <string.h>

static int last_point(const struct game *g)
{
	return g->plies ? g->ply[g->plies - 1].point : POINT_NONE;
}

static const char *letters(const struct game *g, char *buf)
{
	int n = snprintf(buf, DRAW_TEXT, "   ");

	for (int x = 0; x < g->board.size; x++)
		n += snprintf(buf + n, DRAW_TEXT - (size_t)n, " %c", 'a' + x);
	return buf;
}

/* What stands for a point: a stone, a dot, or "!" where black may not play. */
static char point_mark(const struct game *g, int point)
{
	enum stone s = board_at(&g->board, point);

	if (s == STONE_NONE && game_turn(g) == STONE_BLACK &&
	    rules_foul(&g->board, g->rule, STONE_BLACK, point) != FOUL_NONE)
		return '!';
	return ".XO"[s];
}

/* "15  . . X . ." with the last stone in brackets: "[X]". */
static const char *picture_row(const struct game *g, int row, char *buf)
{
	int last = last_point(g);
	int n = snprintf(buf, DRAW_TEXT, "%2d ", row + 1);

	for (int x = 0; x <= g->board.size; x++) {
		int point = point_at(x, row);
		bool here = x < g->board.size && point == last;
		bool before = x > 0 && point_at(x - 1, row) == last;

		n += snprintf(
		    buf + n, DRAW_TEXT - (size_t)n, "%s", here ? "[" : (before ? "]" : " "));
		if (x < g->board.size)
			n += snprintf(buf + n, DRAW_TEXT - (size_t)n, "%c", point_mark(g, point));
	}
	snprintf(buf + n, DRAW_TEXT - (size_t)n, " %d", row + 1);
	return buf;
}

/* Adds "; black h, i" for one colour's stones of a row. */
static int list_colour(const struct game *g, int row, enum stone s, char *buf, int n, bool *first)
{
	bool none = true;

	for (int x = 0; x < g->board.size; x++) {
		if (board_at(&g->board, point_at(x, row)) != s)
			continue;
		if (none)
			n += snprintf(buf + n, DRAW_TEXT - (size_t)n, "%s%s ", *first ? " " : "; ",
			    stone_name(s));
		n += snprintf(buf + n, DRAW_TEXT - (size_t)n, "%s%c", none ? "" : ", ", 'a' + x);
		none = *first = false;
	}
	return n;
}

static const char *list_row(const struct game *g, int row, char *buf)
{
	bool first = true;
	int n = snprintf(buf, DRAW_TEXT, "row %d:", row + 1);

	n = list_colour(g, row, STONE_BLACK, buf, n, &first);
	n = list_colour(g, row, STONE_WHITE, buf, n, &first);
	if (first)
		snprintf(buf + n, DRAW_TEXT - (size_t)n, " empty");
	return buf;
}

/* What the list begins with. */
static const char *list_head(const struct game *g, char *buf)
{
	char name[POINT_TEXT];

	if (g->plies == 0)
		snprintf(buf, DRAW_TEXT, "the board is empty");
	else
		snprintf(buf, DRAW_TEXT, "%d stone%s, the last %s at %s", g->board.stones,
		    g->board.stones == 1 ? "" : "s", stone_name(g->ply[g->plies - 1].side),
		    point_format(last_point(g), name));
	return buf;
}

static bool row_empty(const struct game *g, int row)
{
	for (int x = 0; x < g->board.size; x++)
		if (board_at(&g->board, point_at(x, row)) != STONE_NONE)
			return false;
	return true;
}

int draw_lines(const struct game *g, enum draw_mode mode)
{
	int n = 1;

	if (mode == DRAW_PICTURE)
		return g->board.size + 2;
	for (int row = 0; row < g->board.size; row++)
		n += !row_empty(g, row);
	return n;
}

const char *draw_line(const struct game *g, enum draw_mode mode, int n, char buf[static DRAW_TEXT])
{
	int row = g->board.size;

	if (mode == DRAW_PICTURE) {
		if (n == 0 || n == g->board.size + 1)
			return letters(g, buf);
		return picture_row(g, g->board.size - n, buf);
	}
	if (n == 0)
		return list_head(g, buf);
	/* The nth row that is not empty, from the top. */
	while (n > 0 && row > 0)
		n -= !row_empty(g, --row);
	return list_row(g, row, buf);
}
