#include "board.h"

#include <string.h>

/* The screen column of a board's column. */
static int point_x(const struct view *v, int column)
{
	return v->layout.board_x + LAYOUT_NUMBER + 1 + v->layout.step * column;
}

static int point_y(const struct view *v, int row)
{
	return v->layout.board_y + view_size(v) - 1 - row;
}

/* 0, 1 or 2: at the lower border, inside, at the upper one. */
static int edge(int at, int size)
{
	return at == 0 ? 0 : at == size - 1 ? 2 : 1;
}

/* The points that boards mark to help the eye: the centre, and four others on large boards. */
static bool is_star(int size, int column, int row)
{
	int inset = size >= 13 ? 3 : 2, centre = size / 2;
	bool corner = (column == inset || column == size - 1 - inset) &&
		      (row == inset || row == size - 1 - inset);

	if (size % 2 == 1 && column == centre && row == centre)
		return true;
	return size >= 9 && corner;
}

/* Whether there are gaps between the points, for marks and figures. */
static bool has_gaps(const struct view *v)
{
	return v->layout.step > 1;
}

static bool in_line(const struct model_room *r, int point)
{
	for (int i = 0; r->state == MODEL_ENDED && i < r->line_len; i++)
		if (r->line[i] == point)
			return true;
	return false;
}

static void draw_point(const struct view *v, int column, int row)
{
	const struct style_signs *signs = v->style.signs;
	int size = view_size(v), point = point_at(column, row);
	enum stone stone = v->room == NULL ? STONE_NONE : board_at(&v->room->board, point);
	const char *sign = signs->point[edge(row, size)][edge(column, size)];
	int hint = v->room == NULL || v->room != v->game ? POINT_NONE
							 : model_hint_point(v->model, v->room);
	enum style_role role = STYLE_GRID;

	switch (stone) {
	case STONE_NONE:
		if (v->forbid.at[point]) {
			sign = signs->forbidden;
			role = STYLE_FORBIDDEN;
		} else if (is_star(size, column, row))
			sign = signs->star;
		break;
	case STONE_BLACK:
		sign = signs->black;
		role = STYLE_BLACK;
		break;
	case STONE_WHITE:
		sign = signs->white;
		role = STYLE_WHITE;
		break;
	}
	if (stone == STONE_NONE && point == hint) {
		sign = signs->hint;
		role = STYLE_HINT;
	}
	if (stone != STONE_NONE && !has_gaps(v) && point == model_last_point(v->room))
		role = STYLE_LAST;
	if (stone != STONE_NONE && in_line(v->room, point))
		role = stone == STONE_BLACK ? STYLE_WIN_BLACK : STYLE_WIN_WHITE;
	style_put(&v->style, point_y(v, row), point_x(v, column), 1, role, sign);
}

/* One row with the lines between its points. */
static void draw_row(const struct view *v, int row)
{
	const struct layout *l = &v->layout;
	int size = view_size(v), y = point_y(v, row);

	style_printf(&v->style, y, l->board_x, LAYOUT_NUMBER, STYLE_DIM, "%2d", row + 1);
	style_put(&v->style, y, point_x(v, 0) - 1, 1, STYLE_GRID, " ");
	for (int column = 0; column < size; column++) {
		draw_point(v, column, row);
		if (has_gaps(v) || column == size - 1)
			style_put(&v->style, y, point_x(v, column) + 1, 1, STYLE_GRID,
			    column < size - 1 ? v->style.signs->line : " ");
	}
	if (l->numbers_right)
		style_printf(&v->style, y, point_x(v, size - 1) + 3, LAYOUT_NUMBER, STYLE_DIM, "%d",
		    row + 1);
}

static void draw_letters(const struct view *v, int y)
{
	for (int column = 0; y >= 0 && column < view_size(v); column++)
		style_printf(&v->style, y, point_x(v, column), 1, STYLE_DIM, "%c", 'a' + column);
}

/* The numbers of the moves on their stones: two figures of each, in the gap and on the point; in
 * reverse what is black's, since a number has no shape of its own. */
static void draw_numbers(const struct view *v)
{
	const struct model_room *r = v->room;

	for (int i = 0; i < r->plies; i++) {
		int point = r->point[i], y, x;
		bool black = r->side[i] == STONE_BLACK;

		if (point < 0)
			continue;
		y = point_y(v, point_row(point));
		x = point_x(v, point_column(point));
		style_printf(&v->style, y, x - 1, 2,
		    black ? STYLE_NUMBER_BLACK : STYLE_NUMBER_WHITE, i + 1 < 100 ? "%2d" : "%02d",
		    (i + 1) % 100);
	}
}

/* Two signs round a point, in the gaps. */
static void draw_mark(
    const struct view *v, int point, const char *left, const char *right, enum style_role role)
{
	int y = point_y(v, point_row(point)), x = point_x(v, point_column(point));

	style_put(&v->style, y, x - 1, 1, role, left);
	style_put(&v->style, y, x + 1, 1, role, right);
}

/* What needs the gaps: the numbers, the marks of the cursor and of the last stone. Without, the
 * last stone is in reverse, and the cursor is the terminal's own. */
static void draw_in_gaps(const struct view *v, int last)
{
	const struct model_room *r = v->room;
	bool ours = r != NULL && r == v->game && !v->replay && model_my_turn(v->model, r);

	/* A number has the gap on its left: no mark round that. */
	if (ours && !(v->numbers && board_at(&r->board, v->cursor) != STONE_NONE))
		draw_mark(v, v->cursor, "[", "]", STYLE_CURSOR);
	/* Where both want the same gap, the last stone's mark has it. */
	if (last != POINT_NONE && !v->numbers)
		draw_mark(v, last, "(", ")", STYLE_MARK);
	if (v->numbers && r != NULL)
		draw_numbers(v);
}

void board_draw(struct view *v)
{
	int last = v->room == NULL ? POINT_NONE : model_last_point(v->room);

	draw_letters(v, v->layout.letters_y[0]);
	draw_letters(v, v->layout.letters_y[1]);
	for (int row = 0; row < view_size(v); row++)
		draw_row(v, row);
	if (has_gaps(v))
		draw_in_gaps(v, last);
	v->caret_y = point_y(v, point_row(v->cursor));
	v->caret_x = point_x(v, point_column(v->cursor));
}

int board_point(const struct view *v, int y, int x)
{
	int size = view_size(v), row = size - 1 - (y - v->layout.board_y);
	int column =
	    (x - point_x(v, 0)) / v->layout.step; /* the gap on its right counts as the point's */

	if (!v->layout.fits || row < 0 || row >= size || x < point_x(v, 0) || column >= size)
		return POINT_NONE;
	return point_at(column, row);
}
