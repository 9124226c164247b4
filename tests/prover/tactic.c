#include "tactic.h"

#include <stdio.h>
#include <string.h>

enum { MOST_DEFENCES = 12 }; /* more right answers than that ask nothing */

enum prover_cell tactic_set_up(const struct tactic *t, struct prover *p)
{
	prover_init(p, t->rule, t->size);
	for (int i = 0; i < t->n_moves; i++)
		prover_place(p, t->moves[i], i % 2 == 0 ? PROVER_BLACK : PROVER_WHITE);
	return t->n_moves % 2 == 0 ? PROVER_BLACK : PROVER_WHITE;
}

/* The least number of fours of a VCF; 0 when there is none; -1 when the limit was reached. */
static int shortest_vcf(struct prover *p, enum prover_cell side)
{
	for (int fours = 1; fours <= TACTIC_FOURS; fours++) {
		int64_t before = p->nodes;
		switch (prover_vcf(p, side, fours)) {
		case PROVER_YES:
			return fours;
		case PROVER_UNKNOWN:
			return -1;
		case PROVER_NO:
			break;
		}
		/* The last four of every line was tried: there are no longer ones. */
		if (p->nodes == before)
			break;
	}
	return 0;
}

/* Collects the moves to which `question` says yes (or no). Returns false at the limit. */
static bool collect(struct tactic *t, struct prover *p, enum prover_cell side,
    enum prover_answer (*question)(struct prover *, enum prover_cell, int, int),
    enum prover_answer wanted)
{
	t->n_answers = 0;
	for (int point = 0; point < PROVER_CELLS; point++) {
		if (p->cell[point] != PROVER_EMPTY)
			continue;
		enum prover_answer answer = question(p, side, point, TACTIC_FOURS);
		if (answer == PROVER_UNKNOWN)
			return false;
		if (answer == wanted)
			t->answers[t->n_answers++] = point;
	}
	return true;
}

static bool set_kind(
    struct tactic *t, bool (*wanted)(const char *kind), const char *kind, int plies)
{
	snprintf(t->kind, sizeof(t->kind), plies > 0 ? "%s%d" : "%s", kind, plies);
	return wanted == NULL || wanted(t->kind);
}

/* Someone has a five point, or both. */
static bool prove_five(struct tactic *t, struct prover *p, enum prover_cell side,
    const int theirs[], int n_theirs, bool (*wanted)(const char *kind))
{
	if (t->n_answers > 0)
		return set_kind(t, wanted, "win", 0);
	if (!set_kind(t, wanted, "block", 0))
		return false;
	if (p->rule == PROVER_CARO)
		return collect(t, p, side, prover_loses, PROVER_NO) && t->n_answers > 0 &&
		       t->n_answers <= MOST_DEFENCES;
	if (n_theirs > 1)
		return false;
	t->answers[0] = theirs[0];
	t->n_answers = 1;
	return prover_loses(p, side, theirs[0], TACTIC_FOURS) == PROVER_NO;
}

bool tactic_prove(struct tactic *t, int64_t nodes, bool (*wanted)(const char *kind))
{
	struct prover p;
	int theirs[PROVER_POINTS];
	enum prover_cell side = tactic_set_up(t, &p), other = prover_other(side);
	p.node_limit = nodes;
	t->n_answers = prover_five_points(&p, side, t->answers);
	int n = prover_five_points(&p, other, theirs), fours = 0;
	if (t->n_answers == 0)
		fours = shortest_vcf(&p, side);
	if (fours < 0)
		return false;
	if (fours == 0 && (t->n_answers > 0 || n > 0))
		return prove_five(t, &p, side, theirs, n, wanted);
	if (!set_kind(t, wanted, fours > 0 ? "vcf" : "defend", fours > 0 ? 2 * fours + 1 : 0))
		return false;
	if (prover_vcf(&p, other, TACTIC_FOURS) != PROVER_YES)
		return false;
	if (fours > 0)
		return collect(t, &p, side, prover_vcf_with, PROVER_YES);
	return collect(t, &p, side, prover_loses, PROVER_NO) && t->n_answers > 0 &&
	       t->n_answers <= MOST_DEFENCES;
}

/* Reads points to the end of the word; -1 when there is anything else or too many. */
static int parse_points(const struct prover *p, const char *text, int points[])
{
	int n = 0;
	while (*text != '\0') {
		int point = prover_parse(p, &text);
		if (point == 0 || n == PROVER_POINTS)
			return -1;
		points[n++] = point;
	}
	return n;
}

bool tactic_parse(const char *line, struct tactic *t)
{
	char rule[16], side[8], moves[TACTIC_LINE], answers[TACTIC_LINE];
	struct prover p;
	memset(t, 0, sizeof(*t));
	if (strlen(line) >= TACTIC_LINE || sscanf(line, "%15s %d %7s %7s %4095s %4095s", rule,
					       &t->size, side, t->kind, moves, answers) != 6)
		return false;
	t->rule = prover_rule_parse(rule);
	if (t->rule == PROVER_RULES || t->size < 5 || t->size > PROVER_MAX)
		return false;
	prover_init(&p, t->rule, t->size);
	t->n_moves = parse_points(&p, moves, t->moves);
	t->n_answers = parse_points(&p, answers, t->answers);
	return t->n_moves > 0 && t->n_answers > 0 &&
	       strcmp(side, t->n_moves % 2 == 0 ? "black" : "white") == 0;
}

static size_t add_points(
    const struct tactic *t, const int points[], int n, char *line, size_t len, size_t size)
{
	struct prover p;
	prover_init(&p, t->rule, t->size);
	for (int i = 0; i < n && len < size; i++)
		len += (size_t)prover_name(&p, points[i], line + len, size - len);
	return len;
}

void tactic_format(const struct tactic *t, char line[static TACTIC_LINE])
{
	size_t len = (size_t)snprintf(line, TACTIC_LINE, "%s %d %s %s ", prover_rule_name(t->rule),
	    t->size, t->n_moves % 2 == 0 ? "black" : "white", t->kind);
	len = add_points(t, t->moves, t->n_moves, line, len, TACTIC_LINE);
	len += (size_t)snprintf(line + len, TACTIC_LINE - len, " ");
	len = add_points(t, t->answers, t->n_answers, line, len, TACTIC_LINE);
	snprintf(line + len, TACTIC_LINE - len, "\n");
}
