#include "drawing.h"

#include <string.h>

#include "i18n.h"
#include "tell.h"

static char stone_char(enum stone s)
{
	switch (s) {
	case STONE_NONE:
		return '.';
	case STONE_BLACK:
		return 'X';
	case STONE_WHITE:
		return 'O';
	}
	return '?';
}

/* Each point takes two columns: the gap on its left, where a mark may stand, and the point. */
void drawing_row(
    const struct model_room *r, const struct forbid *f, int row, char buf[static DRAWING_ROW])
{
	int last = model_last_point(r), size = r->board.size;
	char cells[2 * BOARD_MAX + 2];

	memset(cells, ' ', sizeof(cells));
	for (int column = 0; column < size; column++) {
		int point = point_at(column, row);

		cells[2 * column + 1] = f->at[point] ? '!' : stone_char(board_at(&r->board, point));
		if (point == last) {
			cells[2 * column] = '(';
			cells[2 * column + 2] = ')';
		}
	}
	cells[2 * size + 1] = '\0';
	snprintf(buf, DRAWING_ROW, "%2d %s %d", row + 1, cells, row + 1);
}

void drawing_letters(const struct model_room *r, char buf[static DRAWING_ROW])
{
	size_t n = 3;

	memset(buf, ' ', DRAWING_ROW);
	for (int column = 0; column < r->board.size; column++) {
		n += 2;
		buf[n - 1] = (char)('a' + column);
	}
	buf[n] = '\0';
}

void drawing_print(const struct model_room *r, FILE *out)
{
	static struct forbid f;
	char buf[DRAWING_ROW];

	forbid_update(&f, r);
	drawing_letters(r, buf);
	fprintf(out, "%s\n", buf);
	for (int row = r->board.size - 1; row >= 0; row--) {
		char line[DRAWING_ROW];

		drawing_row(r, &f, row, line);
		fprintf(out, "%s\n", line);
	}
	fprintf(out, "%s\n", buf);
}

/* The columns of a row in which such stones lie: "black h, i". Whether there are any. */
static bool list_stones(
    const struct model_room *r, int row, enum stone stone, bool first, FILE *out)
{
	bool any = false;

	for (int column = 0; column < r->board.size; column++) {
		if (board_at(&r->board, point_at(column, row)) != stone)
			continue;
		if (!any && first)
			fprintf(out, _("row %d: "), row + 1);
		if (!any)
			fprintf(out, "%s%s %c", first ? "" : "; ", tell_stone(stone), 'a' + column);
		else
			fprintf(out, ", %c", 'a' + column);
		any = true;
	}
	return any;
}

void drawing_list(const struct model_room *r, FILE *out)
{
	int last = model_last_point(r);
	char name[POINT_TEXT];

	for (int row = r->board.size - 1; row >= 0; row--) {
		bool black = list_stones(r, row, STONE_BLACK, true, out);

		if (list_stones(r, row, STONE_WHITE, !black, out) || black)
			fprintf(out, "\n");
	}
	if (last == POINT_NONE)
		fprintf(out, "%s\n", _("The board is empty."));
	else
		fprintf(out, _("Last: %s %s.\n"), tell_stone(board_at(&r->board, last)),
		    point_format(last, name));
}
