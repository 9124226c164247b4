/*
 * The lines of the Gomocup protocol, version 2, from the brain's end: cutting input into lines, and
 * reading commands, numbers, points and INFO. Knows no game; engine/responder answers the lines.
 *
 * Points are `x,y`, zero-based from the top left corner, so y counts against a board's rows.
 */
#ifndef GOMOKU_GOMOCUP_H
#define GOMOKU_GOMOCUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game/board.h"
#include "engine/game/rules.h"
#include "engine/search/search.h"

enum {
	GOMOCUP_LINE_MAX = 8192, /* INFO folder carries a path, the longest of which has 4096 */
	GOMOCUP_POINT_TEXT = 6,	 /* bytes of the longest point, "24,24", with its NUL */
};

#define GOMOCUP_UNLIMITED INT64_C(2147483647) /* a time_left without a limit */

/*
 * Input cut into lines. LF, CR and CR LF end a line, in whatever pieces they arrive: the blank line
 * between CR and LF is passed over as all blank lines are. Bytes that are not printable ASCII are
 * read as '?'.
 */
struct gomocup_reader {
	size_t len;
	bool blank;    /* nothing but blanks so far */
	bool too_long; /* the line had more than GOMOCUP_LINE_MAX bytes; the rest is lost */
	bool complete; /* the next byte begins another line */
	char line[GOMOCUP_LINE_MAX + 1];
};

void gomocup_reader_init(struct gomocup_reader *r);
/* Takes a byte. Returns whether it completed a line, which then stands in r->line. */
bool gomocup_reader_byte(struct gomocup_reader *r, char byte);

enum gomocup_command {
	GOMOCUP_START,
	GOMOCUP_RECTSTART,
	GOMOCUP_RESTART,
	GOMOCUP_BEGIN,
	GOMOCUP_TURN,
	GOMOCUP_PLAY,
	GOMOCUP_TAKEBACK,
	GOMOCUP_BOARD,
	GOMOCUP_YXBOARD,
	GOMOCUP_SWAP2BOARD,
	GOMOCUP_DONE,
	GOMOCUP_INFO,
	GOMOCUP_YXSTOP,
	GOMOCUP_YXSHOWFORBID,
	GOMOCUP_ABOUT,
	GOMOCUP_END,
	GOMOCUP_UNKNOWN
};

/* The command of a line, a whole word in any case; *args is what follows it, without blanks. */
enum gomocup_command gomocup_command(const char *line, const char **args);
/*
 * Reads exactly n whole numbers with commas between; blanks may stand around each. False when the
 * text is anything else or a number is beyond 64 bits.
 */
bool gomocup_numbers(const char *text, int n, int64_t number[]);

/* The point x,y of a board of that size; POINT_NONE when it is not on it. */
int gomocup_point(int size, int64_t x, int64_t y);
/* Writes a point of a board of that size as x,y. Returns buf. */
const char *gomocup_format(int size, int point, char buf[static GOMOCUP_POINT_TEXT]);

/* What INFO has told. Times are milliseconds. Held for good: neither START nor RESTART clears it.
 */
struct gomocup_info {
	int64_t timeout_turn;  /* 0: as fast as possible */
	int64_t timeout_match; /* 0: no limit */
	int64_t time_left;     /* GOMOCUP_UNLIMITED: no limit; may be negative */
	int64_t max_memory;    /* bytes; 0: no limit */
	int64_t hash_size;     /* KB; 0: the engine's choice */
	int64_t max_node;      /* 0: no limit */
	int64_t max_depth;     /* plies; 0: no limit */
	int64_t thread_num;
	int64_t game_type; /* 0 person, 1 brain, 2 tournament, 3 network tournament */
	int64_t rule;	   /* bits: 1 exactly five, 2 continuous, 4 renju, 8 caro */
	int64_t level;
	int64_t seed;
	enum search_style style;
};

/* What an INFO line was about, as far as the engine must act on it at once. */
enum gomocup_told { GOMOCUP_NOTHING, GOMOCUP_KEPT, GOMOCUP_SEED };

/* No limits but half a minute a move; the highest level. */
void gomocup_info_init(struct gomocup_info *info);
/*
 * Reads "key value", the key in any case. A value beyond its range counts as the nearest within it.
 * An unknown key and a value that cannot be read are GOMOCUP_NOTHING and change nothing.
 */
enum gomocup_told gomocup_info_read(struct gomocup_info *info, const char *args);
/* What bounds the next move: its time is the least of timeout_turn and time_left, never below 0.
 * The host is the caller's to add. */
struct search_limits gomocup_limits(const struct gomocup_info *info);

#endif
