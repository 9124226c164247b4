/*
 * Boards for tests, drawn as text: '.' empty, 'X' black, 'O' white, '*' the empty point that a test
 * is about. The top row comes first, as on a printed board.
 */
#ifndef GOMOKU_TEST_PICTURE_H
#define GOMOKU_TEST_PICTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/board.h"

/* Puts what is drawn for one row of the board there. Returns the point of its '*', or POINT_NONE.
 */
static inline int picture_row(struct board *b, int row, const char *text)
{
	int star = POINT_NONE;
	assert_true((int)strlen(text) <= b->size);
	for (int column = 0; text[column] != '\0'; column++) {
		if (text[column] == 'X')
			board_place(b, point_at(column, row), STONE_BLACK);
		else if (text[column] == 'O')
			board_place(b, point_at(column, row), STONE_WHITE);
		else if (text[column] == '*')
			star = point_at(column, row);
		else
			assert_int_equal(text[column], '.');
	}
	return star;
}

/* Makes the board of `size` rows. Returns the point of its '*', or POINT_NONE. */
static inline int picture_board(struct board *b, int size, const char *const rows[])
{
	int star = POINT_NONE;
	board_init(b, size);
	for (int i = 0; i < size; i++) {
		int found = picture_row(b, size - 1 - i, rows[i]);
		if (found != POINT_NONE)
			star = found;
	}
	return star;
}

/* Plays points written one after another, "h8h7i7", black first, on an empty board. */
static inline void picture_moves(struct board *b, int size, const char *moves)
{
	enum stone side = STONE_BLACK;
	board_init(b, size);
	while (*moves != '\0') {
		char text[POINT_TEXT];
		size_t len = 1 + strspn(moves + 1, "0123456789");
		assert_true(len < sizeof(text));
		memcpy(text, moves, len);
		text[len] = '\0';
		int point = point_parse(text);
		assert_true(board_has(b, point) && board_at(b, point) == STONE_NONE);
		board_place(b, point, side);
		side = stone_other(side);
		moves += len;
	}
}

#endif
