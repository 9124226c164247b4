/*
 * A host's side of the Gomocup protocol, as far as measuring needs it. Coordinates go out as the
 * protocol counts them, rows from the top.
 *
 * Lines that are no answer to anything (MESSAGE, DEBUG, whatever begins with no digit) are passed
 * over, but ERROR and UNKNOWN in place of a move are heard as such.
 */
#ifndef GOMOKU_BENCH_DIALOGUE_H
#define GOMOKU_BENCH_DIALOGUE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "player.h"

enum {
	DIALOGUE_START_MS = 10000, /* for START */
	DIALOGUE_ABOUT_MS = 2000,  /* for ABOUT, which nobody has to answer */
	/*
	 * An engine may still be putting its last thoughts away when its move is out; one of those
	 * measured swallows a command that comes in the same millisecond.
	 */
	DIALOGUE_PAUSE_MS = 4,
};

struct dialogue_terms {
	enum rule rule;
	int size;
	int time_ms;	/* a move */
	int64_t memory; /* bytes, told as max_memory */
};

enum dialogue_heard {
	DIALOGUE_POINT,
	DIALOGUE_SILENT,
	DIALOGUE_GONE,
	DIALOGUE_RUBBISH, /* begins like a point and is none */
	DIALOGUE_ERROR	  /* ERROR or UNKNOWN */
};

/*
 * START and INFO to a player that runs; `infos` are "key value", sent last. Waits until it has
 * taken them in, as far as an answer to ABOUT tells. Returns -1 when it does not say OK to the
 * size.
 */
int dialogue_start(
    struct player *p, const struct dialogue_terms *terms, const char *const infos[], int n_infos);
/*
 * Asks for a move after a pause; the clock begins to run when the call returns. By the whole
 * position (black moved first; BEGIN when it is empty), or by the opponent's last stone.
 */
void dialogue_ask_board(struct player *p, int size, const int16_t points[], int n);
void dialogue_ask_turn(struct player *p, int size, int point);
/* Waits for the answer. A point off the board is BOARD_CELLS. */
enum dialogue_heard dialogue_hear(struct player *p, int size, double until_ms, int *point);

#endif
