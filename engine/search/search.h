/*
 * How the engine chooses a move: one struct search holds all that is kept from move to move. Given
 * the same seed and the same calls it answers the same, unless a clock or a second thread has a
 * say. It never reads a clock or a file by itself; a host lends it a clock and threads.
 */
#ifndef GOMOKU_SEARCH_H
#define GOMOKU_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game/board.h"
#include "engine/game/rules.h"

enum { SEARCH_LEVEL_MIN = 1, SEARCH_LEVEL_MAX = 10, SEARCH_THREADS_MAX = 64, SEARCH_PV_MAX = 16 };

/* Who plays: a classic player, or the player of the level. */
enum search_style {
	SEARCH_PRIORITY,
	SEARCH_SCORING,
	SEARCH_WEIGHTS,
	SEARCH_NEGASCOUT,
	SEARCH_LEVEL,
	SEARCH_STYLE_COUNT
};

/* How far a search has come, or what it ended with. */
struct search_report {
	int depth;
	int64_t nodes;
	int64_t ms;
	int value;  /* to the side to move; 200 is about three chances in four (table.h: wins) */
	int length; /* of the line that it expects */
	int pv[SEARCH_PV_MAX];
};

/* What a host lends: every function is called with arg. */
struct search_host {
	void *arg;
	int64_t (*now_ms)(void *arg); /* of a clock that only goes forward */
	bool (*stop)(void *arg);      /* asked every now and then: answer at once */
	void (*report)(void *arg, const struct search_report *report); /* may be NULL */
	/* Calls work(item, 0..n-1), each in a thread, and returns when all have; NULL: no threads.
	 */
	void (*spread)(void *arg, int n, void (*work)(void *item, int i), void *item);
};

/*
 * What bounds a move. The one-ply players answer in well under a millisecond and heed the style
 * alone; `negascout` has a depth of its own and heeds the rest where it is less.
 */
struct search_limits {
	enum search_style style;
	int level;	 /* SEARCH_LEVEL_MIN..SEARCH_LEVEL_MAX */
	int64_t time_ms; /* the most the move may take; 0: as fast as possible */
	int64_t left_ms; /* for all moves to come; 0: no limit */
	int64_t nodes;	 /* the most positions to look at; 0: no limit */
	int depth;	 /* the most plies to look ahead; 0: no limit */
	int threads;	 /* at most SEARCH_THREADS_MAX; 0 and 1: no others */
	size_t memory;	 /* bytes for the table of positions; 0: the engine's choice */
	const struct search_host *host; /* NULL: no clock, no threads */
};

struct search;

/* NULL when there is no memory; the caller frees it with search_free. */
struct search *search_new(uint64_t seed);
void search_free(struct search *s);
/* Begins the random numbers afresh and forgets what earlier moves have left. */
void search_seed(struct search *s, uint64_t seed);
/* The point that the side plays; POINT_NONE when it may play none: all are taken or forbidden. */
int search_move(struct search *s, const struct board *b, enum stone side, enum rule rule,
    const struct search_limits *limits);
/* A number by chance, of those that the seed began. */
uint64_t search_number(struct search *s);
/* What the last search_move ended with; all 0 if it did not search. */
const struct search_report *search_last(const struct search *s);

/* Reads a style's name in lower case; SEARCH_STYLE_COUNT when there is none of that name. */
enum search_style search_style_parse(const char *name);

#endif
