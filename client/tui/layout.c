#include "layout.h"

#include <string.h>

/* Takes up to want from what is left. */
static int take(int *left, int want)
{
	int got = *left < want ? *left : want;

	*left -= got;
	return got;
}

static int at_most(int n, int limit)
{
	return n < limit ? n : limit;
}

/* The board left, all else on its right. */
static void place_wide(struct layout *l, int size)
{
	int board = LAYOUT_NUMBER + layout_field(size, l->step) + LAYOUT_NUMBER;
	int spare_rows = l->rows - (size + 3), spare_cols = l->cols - board - 3;
	int top;

	l->numbers_right = true;
	l->title_y = take(&spare_rows, 1) ? 0 : -1;
	l->letters_y[1] = take(&spare_rows, 1) ? 0 : -1;
	top = l->title_y + 1 + take(&spare_rows, 1);
	take(&spare_rows, 1); /* one row free above the status line */
	top += spare_rows / 2;
	l->letters_y[0] = top;
	l->board_y = top + 1;
	if (l->letters_y[1] >= 0)
		l->letters_y[1] = l->board_y + size;
	if (spare_cols >= LAYOUT_SIDE_MAX + 2 + LAYOUT_LIST) {
		l->list_w = LAYOUT_LIST;
		spare_cols -= 2 + LAYOUT_LIST;
	}
	l->side_w = at_most(spare_cols, LAYOUT_SIDE_MAX);
	l->board_x = (spare_cols - l->side_w) / 2;
	if (l->board_x == 0 && l->side_w > LAYOUT_SIDE_MIN) {
		l->board_x = 1;
		l->side_w--;
	}
	l->side_x = l->board_x + board + 2;
	l->list_x = l->side_x + l->side_w + 2;
	l->side_y = top + 1;
	l->talk_y = l->side_y + 5;
	l->talk_h = l->status_y - 1 - l->talk_y;
}

/* One below the other. */
static void place_narrow(struct layout *l, int size)
{
	int board = LAYOUT_NUMBER + layout_field(size, l->step);
	int spare_rows = l->rows - l->need_rows;

	l->numbers_right = l->cols >= board + LAYOUT_NUMBER;
	if (l->numbers_right)
		board += LAYOUT_NUMBER;
	l->title_y = take(&spare_rows, 1) ? 0 : -1;
	l->letters_y[0] = l->title_y + 1;
	l->board_y = l->letters_y[0] + 1;
	l->letters_y[1] = take(&spare_rows, 1) ? l->board_y + size : -1;
	l->board_x = (l->cols - board) / 2;
	l->side_y = l->board_y + size + (l->letters_y[1] >= 0);
	l->side_x = 0;
	l->side_w = l->cols;
	l->talk_y = l->side_y + l->side_h;
	l->talk_h = l->status_y - l->talk_y;
}

/* Moves all of it down. */
static void shift(struct layout *l, int rows)
{
	if (l->title_y >= 0)
		l->title_y += rows;
	l->letters_y[0] += rows;
	if (l->letters_y[1] >= 0)
		l->letters_y[1] += rows;
	l->board_y += rows;
	l->side_y += rows;
	l->talk_y += rows;
	l->status_y += rows;
	l->prompt_y += rows;
}

void layout_compute(struct layout *l, int cols, int all_rows, int size)
{
	int most = size + LAYOUT_SPARE > LAYOUT_ROWS ? size + LAYOUT_SPARE : LAYOUT_ROWS;
	int rows = at_most(all_rows, most);
	int wide_cols = LAYOUT_NUMBER + layout_field(size, 2) + LAYOUT_NUMBER + 3 + LAYOUT_SIDE_MIN;

	memset(l, 0, sizeof(*l));
	l->cols = cols;
	l->rows = rows; /* of what is laid out */
	l->wide = cols >= wide_cols;
	l->step = cols < LAYOUT_NUMBER + layout_field(size, 2) ? 1 : 2;
	l->need_cols = LAYOUT_NUMBER + layout_field(size, 1);
	l->side_h = l->wide || cols < LAYOUT_BOTH ? 2 : 1;
	l->need_rows = size + 3 + (l->wide ? 0 : l->side_h);
	l->fits = cols >= l->need_cols && rows >= l->need_rows;
	l->status_y = rows - 2;
	l->prompt_y = rows - 1;
	if (!l->fits)
		return;
	if (l->wide)
		place_wide(l, size);
	else
		place_narrow(l, size);
	if (l->talk_h < 0)
		l->talk_h = 0;
	shift(l, (all_rows - rows) / 2);
}
