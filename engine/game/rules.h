/*
 * Who wins with a stone, and which stones are not allowed.
 *
 * freestyle: five or more in a row wins. standard: exactly five wins, six or more is nothing.
 * Sources: the Renju International Federation's rules, and Gomocup's rule codes 0 and 1.
 */
#ifndef GOMOKU_RULES_H
#define GOMOKU_RULES_H

#include "board.h"

enum rule { RULE_FREESTYLE, RULE_STANDARD, RULE_COUNT };

enum { RULES_LINE_MAX = BOARD_MAX };

/* "freestyle" and so on. */
const char *rule_name(enum rule rule);
/* Reads a rule's name in lower case; RULE_COUNT when there is none of that name. */
enum rule rule_parse(const char *name);

/*
 * The longest winning row through the stone on `point` (which must hold one), judged as if that
 * stone had been the last one played. Returns its length, 0 when the stone does not win; writes its
 * points in order along the row to line[] when line is not NULL (room for RULES_LINE_MAX).
 */
int rules_win(const struct board *b, enum rule rule, int point, int line[]);

#endif
