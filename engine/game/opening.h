/*
 * Openings: who places the first stones, where they may lie, and who then chooses a colour.
 *
 * free: black and white move in turn from an empty board.
 * pro: as free, but black's first stone goes on the centre and black's second at least three points
 * away from the centre in column or row (outside the middle five by five).
 * swap: the first player places three stones anywhere, black, white, black. The second player
 * chooses black or white. White moves.
 * swap2: the first player places three stones as in swap. The second player chooses black, or
 * white, or places two more stones, white and black; then the first player chooses black or white.
 * White moves. In renju the very first stone goes on the centre, whatever the opening. The centre
 * of a board of even size is any of its four middle points. A board of size 5 has no room for pro.
 *
 * Two players are told apart by number: player 0 is who sat at black when the game started and
 * holds black until a choice says otherwise. The course of an opening is the number of plies and
 * the choices made; everything else follows from them, so that the two are all there is to keep and
 * to undo.
 */
#ifndef GOMOKU_OPENING_H
#define GOMOKU_OPENING_H

#include "board.h"
#include "rules.h"

enum opening { OPENING_FREE, OPENING_PRO, OPENING_SWAP, OPENING_SWAP2, OPENING_COUNT };

enum phase {
	PHASE_PLAY,   /* the side to move plays its own colour */
	PHASE_PLACE,  /* one player places stones of both colours */
	PHASE_CHOOSE, /* one player chooses; no stone may be played */
	PHASE_COUNT
};

enum choice { CHOICE_BLACK, CHOICE_WHITE, CHOICE_MORE, CHOICE_COUNT };

enum { OPENING_CHOICES_MAX = 2 };

struct opening_course {
	enum opening opening;
	int choices; /* made so far */
	enum choice choice[OPENING_CHOICES_MAX];
};

/* "free", "pro", "swap", "swap2". */
const char *opening_name(enum opening opening);
/* Reads a name in lower case; OPENING_COUNT when there is none of that name. */
enum opening opening_parse(const char *name);
/* "play", "place", "choose". */
const char *phase_name(enum phase phase);
/* "black", "white", "more". */
const char *choice_name(enum choice choice);
/* Reads a name in lower case; CHOICE_COUNT when there is none of that name. */
enum choice choice_parse(const char *name);

/* Whether the opening can be played on a board of this size. */
bool opening_fits(enum opening opening, int size);
/* Whether the stone of ply number `ply` (the first is 0) may lie on `point`, an empty one. */
bool opening_allows(enum opening opening, enum rule rule, int size, int ply, int point);

/* Where the course stands when `plies` have been played. */
enum phase opening_phase(const struct opening_course *c, int plies);
/* The player who places or chooses; in PHASE_PLAY the one who holds the colour to move. */
int opening_actor(const struct opening_course *c, int plies);
/* The player who holds black. */
int opening_black(const struct opening_course *c);
/* What may be chosen now, as bits 1 << enum choice; 0 outside PHASE_CHOOSE. */
unsigned opening_offers(const struct opening_course *c, int plies);
/* Chooses; the choice is one of those offered. */
void opening_choose(struct opening_course *c, enum choice choice);
/* Forgets the choices that were made after ply number `plies` had yet to be played. */
void opening_undo(struct opening_course *c, int plies);

#endif
