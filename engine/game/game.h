/*
 * One game: its rule and opening, a board, the plies played and their clocks, and how it ended.
 * Knows sides (black and white) and players by number (opening.h), never who sits there. Pure like
 * the rest of engine/game: time is an argument.
 *
 * A game is made, given its options, started, moved in, undone, and ended; after game_end nothing
 * changes any more until game_start begins afresh with the same settings.
 *
 * Who acts. In PHASE_PLAY the side to move plays a stone of its own colour. In an opening one
 * player may place stones of both colours, or choose one. The acting player is named by the side
 * that player holds at that time; that side's clock runs, and game_move and game_choose take it.
 * When a choice makes the players change colours, their times change sides with them. Each stone,
 * pass and choice is a move to the clock.
 *
 * Length. A game has at most size * size plies: with the last of them it is a draw as on a full
 * board, even if some of them were passes.
 */
#ifndef GOMOKU_GAME_H
#define GOMOKU_GAME_H

#include "board.h"
#include "clock.h"
#include "opening.h"
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
	WHY_FOUL,   /* renju's black played on a forbidden point, with foul_loses */
	WHY_PASSES, /* two passes in a row, a draw */
	WHY_CLAIMED,
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
	MOVE_OVERLINE,
	MOVE_DOUBLE_FOUR,
	MOVE_DOUBLE_THREE,
	MOVE_OPENING, /* the opening does not allow this point */
	MOVE_NO_PASS, /* only renju has passes, and none before the first stone or in an opening */
	MOVE_CHOOSE,  /* a choice is due, not a stone */
	MOVE_NO_CHOICE, /* this may not be chosen, or not now */
	MOVE_VERDICT_COUNT
};

struct game_ply {
	int point; /* or POINT_PASS */
	enum stone side;
	int player; /* 0 or 1: who placed it */
	struct clock_side
	    before[2]; /* both clocks when this ply's turn began; undo gives them back */
};

struct game {
	enum rule rule;
	bool foul_loses; /* renju: a forbidden point loses instead of being refused */
	enum game_state state;
	enum game_result result;
	enum game_why why;
	enum foul foul; /* with WHY_FOUL: which */
	struct opening_course course;
	struct board board;
	struct clock clock;
	int plies;
	int rev;			    /* rises with each start and each undo */
	int line[RULES_LINE_MAX], line_len; /* the winning row */
	int start_plies;		    /* played already when the game starts */
	int16_t start[BOARD_POINTS];
	struct game_ply ply[BOARD_POINTS];
};

/* A game not yet started. size and tc are the caller's to have checked. */
void game_init(struct game *g, enum rule rule, int size, const struct time_control *tc);
/*
 * Sets the options of a game not yet started. Returns -1, and changes nothing, when the opening
 * does not fit the board (opening_fits) or goes with a start position.
 */
int game_set_opening(struct game *g, enum opening opening);
/*
 * Sets the plies with which the game is to start, black's first, passes as POINT_PASS. Returns -1,
 * or the index of the first one that can't be played or ends the game; then nothing has changed.
 * Only with OPENING_FREE (index 0 is returned otherwise, for n > 0).
 */
int game_set_start(struct game *g, const int points[], int n);
/* An empty board or the start position, full clocks, rev one higher; who acts first is on the
 * clock. */
void game_start(struct game *g, int64_t now_ms);

/* The colour of the next stone; STONE_NONE unless playing. */
enum stone game_turn(const struct game *g);
/* The side whose player has to act; STONE_NONE unless playing. */
enum stone game_actor(const struct game *g);
enum phase game_phase(const struct game *g);
/* What may be chosen now, as bits 1 << enum choice. */
unsigned game_offers(const struct game *g);
/* The player, 0 or 1, who holds a side. */
int game_holder(const struct game *g, enum stone side);
/* The player who won; -1 when nobody has. */
int game_winner(const struct game *g);

/*
 * Plays a stone for the player who holds `side`, or passes with POINT_PASS. Ends the game when it
 * wins, fills the board, is the second pass in a row, a foul that loses, or comes after the flag
 * fell.
 */
enum move_verdict game_move(struct game *g, enum stone side, int point, int64_t now_ms);
/* Chooses for the player who holds `side`. */
enum move_verdict game_choose(struct game *g, enum stone side, enum choice choice, int64_t now_ms);
/*
 * The ply to undo to for the player who holds `side` to take back the last ply that was theirs;
 * -1 when there is none.
 */
int game_undo_ply(const struct game *g, enum stone side);
/*
 * Takes plies back until `to` are left (start_plies <= to < plies; the game is being played).
 * Colours, phase and both clocks are what they were when ply `to` was about to be played, and the
 * clock of who was to play it runs from now. A choice that was made before ply `to` stands.
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
