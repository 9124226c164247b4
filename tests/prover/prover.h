/*
 * A slow and plain prover of tactics, to judge engines by: it shares nothing with the engine,
 * neither code nor tables, not even the board.
 *
 * It knows freestyle (five or more in a row win), standard (five exactly), renju (black: five
 * exactly, and points that it may not play on; white: five or more) and caro (six or more, or five
 * that the opponent does not stand at both ends of).
 *
 * A "five" is a row that wins; a "five point" of a side is an empty point where it would make one;
 * a "four" is a move after which its side has a five point. A VCF is a win by fours alone: every
 * move but the last is a four that leaves the opponent no answer but those that take the five
 * points away. All that is said here is found by trying the moves out.
 *
 * A point is row * PROVER_STRIDE + column, both from 1; row 0, column 0 and what lies beyond the
 * board are edge.
 */
#ifndef GOMOKU_PROVER_H
#define GOMOKU_PROVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PROVER_MAX = 20, /* the largest board */
	PROVER_STRIDE = 32,
	PROVER_CELLS = (PROVER_MAX + 2) * PROVER_STRIDE,
	PROVER_POINTS = PROVER_MAX * PROVER_MAX,
	PROVER_FOURS = 16, /* a VCF has at most so many fours before its five */
};

enum prover_cell { PROVER_EMPTY, PROVER_BLACK, PROVER_WHITE, PROVER_EDGE };

enum prover_rule {
	PROVER_FREESTYLE,
	PROVER_STANDARD,
	PROVER_RENJU,
	PROVER_CARO,
	PROVER_RULES /* none of them */
};

struct prover {
	enum prover_rule rule;
	int size;
	uint8_t cell[PROVER_CELLS];
	uint64_t key; /* of the stones */
	int64_t nodes, node_limit;
};

/* What was found out: it is so, it is not so, or the limit of nodes was reached. */
enum prover_answer { PROVER_NO, PROVER_YES, PROVER_UNKNOWN };

void prover_init(struct prover *p, enum prover_rule rule, int size);
/* "freestyle" and so on, and back; PROVER_RULES when it is no rule's name. */
const char *prover_rule_name(enum prover_rule rule);
enum prover_rule prover_rule_parse(const char *name);
static inline enum prover_cell prover_other(enum prover_cell side)
{
	return side == PROVER_BLACK ? PROVER_WHITE : PROVER_BLACK;
}
/* Puts a stone on an empty point, and takes one away. */
void prover_place(struct prover *p, int point, enum prover_cell side);
void prover_remove(struct prover *p, int point);
/* Whether this side would win with a stone on this empty point. */
bool prover_wins(const struct prover *p, int point, enum prover_cell side);
/* Whether the side may play on this empty point, by the rule: it does not look who is to move. */
bool prover_allows(struct prover *p, int point, enum prover_cell side);
/* The five points of a side, in rising order. Returns how many. */
int prover_five_points(const struct prover *p, enum prover_cell side, int points[]);

/*
 * Whether `side`, to move, has a VCF of at most `fours` fours and a five (0: a five at once). A VCF
 * of n fours takes 2 n + 1 plies.
 */
enum prover_answer prover_vcf(struct prover *p, enum prover_cell side, int fours);
/* Whether this move begins one; it must leave at most `fours` - 1 fours more. */
enum prover_answer prover_vcf_with(struct prover *p, enum prover_cell side, int move, int fours);
/*
 * Whether this move of `side` loses to a VCF of the opponent of at most `fours` fours. A four of
 * one's own only puts that off: it loses if, after some answer to it, every move loses. A move that
 * is not allowed loses.
 */
enum prover_answer prover_loses(struct prover *p, enum prover_cell side, int move, int fours);

/* Names as everywhere in the house: a letter from the left, a number from the bottom. */
int prover_parse(const struct prover *p, const char **text);
int prover_name(const struct prover *p, int point, char *buf, size_t size);

#endif
