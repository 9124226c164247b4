/*
 * The four lines through a point, as the classic players walk them. A player looks at a board for
 * one side: its stones are its own, and the other's stones and the edge are the same to it.
 */
#ifndef GOMOKU_LINE_H
#define GOMOKU_LINE_H

#include "engine/game/board.h"
#include "engine/game/rules.h"

enum { LINE_COUNT = 4 };

enum line_cell { LINE_EMPTY, LINE_OWN, LINE_OTHER };

/* From a point to the next one on each line: along the row, the column and the two diagonals. */
extern const int line_step[LINE_COUNT];

/* What lies on a point, which may be off the board, by at most BOARD_MIN points. */
enum line_cell line_look(const struct board *b, int point, enum stone side);
/* How many own stones stand next to the point in the direction of step, which may be negative. */
int line_joined(const struct board *b, int point, int step, enum stone side);
/* Whether the side may play there: the point is empty and not forbidden to it. */
bool line_may_play(const struct board *b, enum rule rule, int point, enum stone side);

/* The row that a stone on the point, which is empty, would make on one line. */
struct line_row {
	int stones; /* the new one included */
	int open;   /* how many of its two ends are empty, 0..2 */
	bool wins;
};

struct line_row line_row(
    const struct board *b, enum rule rule, int point, int step, enum stone side);

#endif
