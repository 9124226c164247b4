/*
 * One game: a rule, a board, the plies played and their clocks, and how it ended. Knows sides
 * (black and white), never who sits there. Pure like the rest of engine/game: time is an argument.
 *
 * A game is made, started, moved in, undone, and ended; after game_end nothing changes any more
 * until game_start begins afresh with the same settings.
 */
#ifndef GOMOKU_GAME_H
#define GOMOKU_GAME_H

#include "board.h"
#include "clock.h"
#include "rules.h"

enum game_state { GAME_SETUP, GAME_PLAYING, GAME_ENDED };
enum game_result { GAME_NONE, GAME_BLACK, GAME_WHITE, GAME_DRAW, GAME_VOID };
enum game_why {
	WHY_NONE,
	WHY_FIVE,
	WHY_RESIGN,
	WHY_TIME,
	WHY_AGREED,
	WHY_FULL,
	WHY_ABORTED,
	WHY_ABANDONED,
	WHY_CLOSED,
	WHY_ENGINE,
	WHY_COUNT
};
/* Why a move was refused; MOVE_LATE: the flag had fallen, and the game has ended by it. */
enum move_verdict {
	MOVE_OK,
	MOVE_OCCUPIED,
	MOVE_OFF_BOARD,
	MOVE_NOT_TURN,
	MOVE_OVER,
	MOVE_LATE,
	MOVE_VERDICT_COUNT
};

struct game_ply {
	int point;
	enum stone side;
	struct clock_side
	    before[2]; /* both clocks when this ply's turn began; undo gives them back */
};

struct game {
	enum rule rule;
	enum game_state state;
	enum game_result result;
	enum game_why why;
	struct board board;
	struct clock clock;
	int plies;
	int rev;			    /* rises with each start and each undo */
	int line[RULES_LINE_MAX], line_len; /* the winning row */
	struct game_ply ply[BOARD_POINTS];
};

/* A game not yet started. size and tc are the caller's to have checked. */
void game_init(struct game *g, enum rule rule, int size, const struct time_control *tc);
/* An empty board, full clocks, rev one higher, black to move and its clock running from now. */
void game_start(struct game *g, int64_t now_ms);
/* Whose turn it is; STONE_NONE unless playing. */
enum stone game_turn(const struct game *g);
/* Plays a stone. Ends the game when it wins, fills the board or comes after the flag fell. */
enum move_verdict game_move(struct game *g, enum stone side, int point, int64_t now_ms);
/*
 * Takes plies back until `to` are left (0 <= to < plies; the game is being played). Both clocks are
 * what they were when ply `to` was about to be played, and its side's clock runs from now.
 */
void game_undo(struct game *g, int to, int64_t now_ms);
/* Ends a game that is being played and stops its clocks. */
void game_end(struct game *g, enum game_result result, enum game_why why, int64_t now_ms);
/* Ends the game if the running flag has fallen by now. Returns whether it did. */
bool game_check_flag(struct game *g, int64_t now_ms);

/* The words of the wire: "black", "five", "not-turn", ... */
const char *game_result_name(enum game_result r);
const char *game_why_name(enum game_why w);
const char *move_verdict_name(enum move_verdict v);

#endif
