/*
 * Who wins with a stone, and which stones are not allowed.
 *
 * freestyle: five or more in a row wins.
 * standard: exactly five wins, six or more is nothing.
 * renju: black wins with exactly five, white with five or more; black has forbidden points
 * (renju.h). caro: six or more always win; exactly five wins unless an opponent's stone stands at
 * both its ends, and the edge of the board is no stone. caro-five: as caro, but six or more is
 * nothing. Known to the engine, not offered to rooms. Sources: the Renju International Federation's
 * rules, and Gomocup's rule codes 0, 1, 4, 8 and 9.
 */
#ifndef GOMOKU_RULES_H
#define GOMOKU_RULES_H

#include "board.h"
#include "renju.h"

enum rule {
	RULE_FREESTYLE,
	RULE_STANDARD,
	RULE_RENJU,
	RULE_CARO,
	RULE_COUNT, /* of the rules that rooms offer and rule_parse reads; stands for "none" too */
	RULE_CARO_FIVE,
};

enum { RULES_LINE_MAX = BOARD_MAX };

/* "freestyle" and so on. */
const char *rule_name(enum rule rule);
/* Reads a rule's name in lower case; RULE_COUNT when there is none of that name. */
enum rule rule_parse(const char *name);
/* The number that Gomocup's protocol has for a rule; 0, freestyle's, for RULE_COUNT. */
int rule_code(enum rule rule);
/* The rule of such a number; RULE_COUNT when there is none. */
enum rule rule_of_code(int64_t code);

/*
 * The longest winning row through the stone on `point` (which must hold one), judged as if that
 * stone had been the last one played. Returns its length, 0 when the stone does not win; writes its
 * points in order along the row to line[] when line is not NULL (room for RULES_LINE_MAX).
 */
int rules_win(const struct board *b, enum rule rule, int point, int line[]);

/* What this side would do wrong by playing on an empty point; FOUL_NONE for all but renju's black.
 */
enum foul rules_foul(const struct board *b, enum rule rule, enum stone side, int point);

#endif
