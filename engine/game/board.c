#include "board.h"

#include <string.h>

void board_init(struct board *b, int size)
{
	memset(b, 0, sizeof(*b));
	b->size = size;
}

void board_place(struct board *b, int point, enum stone stone)
{
	b->cell[point] = (uint8_t)stone;
	b->stones++;
}

void board_remove(struct board *b, int point)
{
	b->cell[point] = STONE_NONE;
	b->stones--;
}

bool board_has(const struct board *b, int point)
{
	return point >= 0 && point_column(point) < b->size && point_row(point) < b->size;
}

bool board_full(const struct board *b)
{
	return b->stones == b->size * b->size;
}

const char *stone_name(enum stone s)
{
	switch (s) {
	case STONE_BLACK:
		return "black";
	case STONE_WHITE:
		return "white";
	case STONE_NONE:
		break;
	}
	return "none";
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

int point_parse(const char *text)
{
	int column;
	if (text[0] >= 'a' && text[0] < 'a' + BOARD_MAX)
		column = text[0] - 'a';
	else if (text[0] >= 'A' && text[0] < 'A' + BOARD_MAX)
		column = text[0] - 'A';
	else
		return POINT_NONE;
	if (!is_digit(text[1]) || text[1] == '0')
		return POINT_NONE;
	int row = text[1] - '0';
	const char *end = text + 2;
	if (is_digit(*end))
		row = row * 10 + (*end++ - '0');
	if (*end != '\0' || row > BOARD_MAX)
		return POINT_NONE;
	return point_at(column, row - 1);
}

const char *point_format(int point, char buf[static POINT_TEXT])
{
	if (point < 0 || point >= BOARD_CELLS || point_column(point) >= BOARD_MAX) {
		buf[0] = '-';
		buf[1] = '\0';
		return buf;
	}
	int row = point_row(point) + 1;
	char *out = buf;
	*out++ = (char)('a' + point_column(point));
	if (row >= 10)
		*out++ = (char)('0' + row / 10);
	*out++ = (char)('0' + row % 10);
	*out = '\0';
	return buf;
}
