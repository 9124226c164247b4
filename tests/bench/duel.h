/*
 * One game between two players over the Gomocup protocol, refereed by engine/game: who answers with
 * a stone that the rules do not allow, too late, or not at all, loses, and why is told.
 *
 * A player is started for the game and stopped after it, so that none has a memory of games before.
 * A move is late when it comes later than its limit, the grace, and what the machine itself kept
 * the player waiting: the worst delay of the sentinel, or what one of the player's own threads, and
 * ours, stood in line for a processor (PROC(5), schedstat), whichever is more.
 *
 * A game without a win ends as a draw when the board is full.
 */
#ifndef GOMOKU_BENCH_DUEL_H
#define GOMOKU_BENCH_DUEL_H

#include <stddef.h>
#include <stdint.h>

#include "dialogue.h"
#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "player.h"

enum {
	DUEL_INFOS = 8, /* INFO lines of one's own for a player */
	DUEL_SILENCE_MS =
	    3000, /* after its limit a player is waited for so long, then it is ended */
	DUEL_START_MS = 10000, /* for START */
};

enum duel_why {
	DUEL_FIVE,
	DUEL_FULL,
	DUEL_FOUL,     /* a point forbidden to renju's black */
	DUEL_OCCUPIED, /* a point that has a stone */
	DUEL_OFF,      /* a point off the board */
	DUEL_LATE,
	DUEL_SILENT,
	DUEL_GONE,    /* ended, or closed its output */
	DUEL_RUBBISH, /* an answer that is no point */
	DUEL_ERROR,   /* ERROR or UNKNOWN in place of a move */
	DUEL_WHY_COUNT
};

struct duel_side {
	struct player player;
	int n_infos;
	const char *infos[DUEL_INFOS]; /* "key value", sent after the terms */
	int grace_ms;
};

struct duel_game {
	enum stone winner; /* STONE_NONE: a draw */
	enum duel_why why;
	int plies, opening; /* played in all, and of these given */
	int16_t point[BOARD_POINTS];
	int32_t ms[BOARD_POINTS]; /* a move took; 0 for those given */
	int32_t late_ms;	  /* with DUEL_LATE: over all that was allowed */
};

/* "five", "late", ... ; DUEL_WHY_COUNT when there is none of that name. */
const char *duel_why_name(enum duel_why why);
enum duel_why duel_why_parse(const char *name);

/*
 * Plays a game. The opening's stones must be on the board and end nothing. Returns NULL, or the
 * side whose player could not be started or refused the size (then there was no game).
 */
struct duel_side *duel_play(const struct dialogue_terms *terms, struct duel_side *black,
    struct duel_side *white, const int opening[], int n, struct duel_game *game);

#endif
