/*
 * Which moves are looked at, and in which order. What must be answered decides: a five that the
 * opponent threatens is stopped; an open four that it threatens is met by the points that take part
 * in it or by own fours; otherwise every point near a stone may be played.
 */
#ifndef GOMOKU_ORDER_H
#define GOMOKU_ORDER_H

#include "position.h"

enum { ORDER_HISTORY_MOST = 8192, ORDER_PLIES = 128 };

/* What earlier nodes have found out about moves; one for each thread. */
struct order_memory {
	int16_t history[2][BOARD_CELLS];
	int16_t counter[2][BOARD_CELLS];    /* the answer that refuted this move of that side */
	int16_t killer[ORDER_PLIES + 2][2]; /* moves that refuted something at this ply */
};

/* Moves and what they promise; picked one by one. */
struct order_list {
	int n, picked;
	int16_t point[BOARD_POINTS];
	int32_t score[BOARD_POINTS];
};

void order_forget(struct order_memory *m);
/*
 * Lists the moves of the side to move, which has no five to make itself. A foul of renju's is left
 * out. An empty list means that the side has lost, or that the board has no point left to play.
 */
void order_list(struct order_list *list, struct position *p);
/* Lists every point that may be played, whatever is threatened. */
void order_list_all(struct order_list *list, const struct position *p);
/* Gives the listed moves their scores; `first` is the best move known before, or POINT_NONE. */
void order_score(struct order_list *list, const struct position *p, const struct order_memory *m,
    int ply, int first);
/* The next best move; POINT_NONE after the last one. */
int order_pick(struct order_list *list);
/* Writes down that the move refuted what led here, and that those tried before it did not. */
void order_learn(struct order_memory *m, const struct position *p, int ply, int depth, int move,
    const int16_t tried[], int n);

#endif
