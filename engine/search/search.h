/*
 * How the engine chooses a move: one struct search holds all that is kept from move to move. Given
 * the same seed and the same calls it answers the same. It never reads a clock or a file by itself.
 */
#ifndef GOMOKU_SEARCH_H
#define GOMOKU_SEARCH_H

#include <stdint.h>

#include "engine/game/board.h"
#include "engine/game/rules.h"

enum { SEARCH_LEVEL_MIN = 1, SEARCH_LEVEL_MAX = 10 };

/* Who plays. */
enum search_style { SEARCH_PRIORITY, SEARCH_SCORING, SEARCH_WEIGHTS, SEARCH_STYLE_COUNT };

/*
 * What bounds a move. The classic players look one ply ahead, in well under a millisecond, and are
 * the same at every level: they heed the style alone.
 */
struct search_limits {
	enum search_style style;
	int level;	 /* SEARCH_LEVEL_MIN..SEARCH_LEVEL_MAX */
	int64_t time_ms; /* the most the move may take; 0: as fast as possible */
	int64_t nodes;	 /* the most positions to look at; 0: no limit */
	int depth;	 /* the most plies to look ahead; 0: no limit */
};

struct search;

/* NULL when there is no memory; the caller frees it with search_free. */
struct search *search_new(uint64_t seed);
void search_free(struct search *s);
/* Begins the random numbers afresh. */
void search_seed(struct search *s, uint64_t seed);
/* The point that the side plays; POINT_NONE when it may play none: all are taken or forbidden. */
int search_move(struct search *s, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits);

/* Reads a style's name in lower case; SEARCH_STYLE_COUNT when there is none of that name. */
enum search_style search_style_parse(const char *name);

#endif
