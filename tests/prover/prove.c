/*
 * prove make RULE SEED SECONDS
 *     plays half at random against itself and prints positions with proven answers (tactic.h), a
 *     share of each kind
 * prove check FILE
 *     proves each line of a file again; tells which are not so
 * prove forbidden FILE
 *     compares what it takes for renju's forbidden points with a file's, tests/data says in which
 *     form
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tactic.h"

enum { SIZE = 15, FIRST_PLY = 9, LAST_PLY = 120, MAKE_NODES = 200000, CHECK_NODES = 20000000 };

/* How many of each kind are wanted. */
struct share {
	const char *kind;
	int wanted;
};
static struct share shares[] = {
    {"win", 15},
    {"block", 15},
    {"vcf3", 20},
    {"vcf5", 25},
    {"vcf7", 25},
    {"vcf9", 20},
    {"vcf11", 15},
    {"vcf13", 10},
    {"vcf15", 10},
    {"defend", 45},
};
enum { SHARES = sizeof(shares) / sizeof(shares[0]) };

static uint64_t chance_state;

/* A number from 0 to below n (xorshift64*). */
static int chance(int n)
{
	chance_state ^= chance_state >> 12;
	chance_state ^= chance_state << 25;
	chance_state ^= chance_state >> 27;
	return (int)((chance_state * 0x2545f4914f6cdd1dU >> 33) % (uint64_t)n);
}

/* How much a point is worth to a side: stones of its own in each five of a line without others. */
static int worth(const struct prover *p, int point, enum prover_cell side)
{
	static const int by_stones[5] = {1, 6, 30, 150, 2000};
	static const int steps[] = {1, PROVER_STRIDE, PROVER_STRIDE + 1, PROVER_STRIDE - 1};
	int sum = 0;
	for (int d = 0; d < 4; d++) {
		for (int first = -4; first <= 0; first++) {
			int own = 0, i = 0;
			for (; i < 5; i++) {
				int at = point + (first + i) * steps[d];
				if (at < 0 || at >= PROVER_CELLS ||
				    (p->cell[at] != side && p->cell[at] != PROVER_EMPTY))
					break;
				own += p->cell[at] == side;
			}
			if (i == 5)
				sum += by_stones[own];
		}
	}
	return sum;
}

/*
 * A move of the kind a hasty player makes: the best to its eye, which errs by up to `blunder`
 * hundredths; every so often (`random` in a hundred) anywhere in the middle, if no five threatens.
 */
static int hasty_move(struct prover *p, enum prover_cell side, int blunder, int random)
{
	int best = 0, best_worth = -1, fives[PROVER_POINTS];
	if (chance(100) < random && prover_five_points(p, prover_other(side), fives) == 0)
		return (4 + chance(9)) * PROVER_STRIDE + 4 + chance(9);
	for (int point = 0; point < PROVER_CELLS; point++) {
		if (p->cell[point] != PROVER_EMPTY || !prover_allows(p, point, side))
			continue;
		int value = 2 * worth(p, point, side) + worth(p, point, prover_other(side));
		value = value * (100 - chance(blunder)) / 100 + chance(4);
		if (value > best_worth) {
			best_worth = value;
			best = point;
		}
	}
	return best;
}

static struct share *share_of(const char *kind)
{
	for (int i = 0; i < SHARES; i++) {
		if (strcmp(kind, shares[i].kind) == 0)
			return &shares[i];
	}
	return NULL;
}

/* One game gives at most one position of a kind. */
static bool had[SHARES];

static bool still_wanted(const char *kind)
{
	const struct share *share = share_of(kind);
	return share != NULL && share->wanted > 0 && !had[share - shares];
}

static void print(const struct tactic *t)
{
	char line[TACTIC_LINE];
	struct share *share = share_of(t->kind);
	had[share - shares] = true;
	share->wanted--;
	tactic_format(t, line);
	fputs(line, stdout);
	fflush(stdout);
}

/* Plays a game and prints what is found on the way. */
static void play_game(enum prover_rule rule)
{
	struct tactic t = {.rule = rule, .size = SIZE};
	struct prover p;
	int blunder = 20 + chance(80), random = chance(4) * 30;
	memset(had, 0, sizeof(had));
	prover_init(&p, rule, SIZE);
	while (t.n_moves < LAST_PLY) {
		enum prover_cell side = t.n_moves % 2 == 0 ? PROVER_BLACK : PROVER_WHITE;
		if (t.n_moves >= FIRST_PLY && tactic_prove(&t, MAKE_NODES, still_wanted))
			print(&t);
		int move = t.n_moves < 2 ? (7 + chance(3)) * PROVER_STRIDE + 7 + chance(3)
					 : hasty_move(&p, side, blunder, random);
		if (p.cell[move] != PROVER_EMPTY || !prover_allows(&p, move, side))
			continue;
		if (prover_wins(&p, move, side))
			return;
		prover_place(&p, move, side);
		t.moves[t.n_moves++] = move;
	}
}

static int make(const char *rule, const char *seed, const char *seconds)
{
	time_t end = time(NULL) + strtol(seconds, NULL, 10);
	enum prover_rule played = prover_rule_parse(rule);
	if (played == PROVER_RULES) {
		fprintf(stderr, "prove: no rule is called %s\n", rule);
		return 2;
	}
	chance_state = strtoull(seed, NULL, 10) * 2 + 1;
	for (bool wanting = true; wanting && time(NULL) < end;) {
		play_game(played);
		wanting = false;
		for (int i = 0; i < SHARES; i++)
			wanting = wanting || shares[i].wanted > 0;
	}
	return 0;
}

static int check(const char *path)
{
	char line[TACTIC_LINE], again[TACTIC_LINE];
	struct tactic t;
	int wrong = 0, n = 0;
	FILE *file = fopen(path, "re");
	if (file == NULL) {
		fprintf(stderr, "prove: no file %s\n", path);
		return 2;
	}
	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] == '#')
			continue;
		again[0] = '\0';
		if (tactic_parse(line, &t) && tactic_prove(&t, CHECK_NODES, NULL))
			tactic_format(&t, again);
		if (strcmp(line, again) != 0) {
			printf(
			    "not so: %sbut:    %s", line, again[0] != '\0' ? again : "nothing\n");
			wrong++;
		}
		n++;
	}
	fclose(file);
	printf("%d positions, %d not so\n", n, wrong);
	return wrong == 0 && n > 0 ? 0 : 1;
}

/* Puts the stones of a field, "E5 E12 ...", on the board. */
static void put_stones(struct prover *p, char *field, enum prover_cell side)
{
	for (char *save, *word = strtok_r(field, " ", &save); word != NULL;
	     word = strtok_r(NULL, " ", &save)) {
		char name[8];
		const char *at = name;
		snprintf(name, sizeof(name), "%c%.6s", word[0] | 0x20, word + 1);
		int point = prover_parse(p, &at);
		if (point != 0)
			prover_place(p, point, side);
	}
}

/* Whether exactly the points that a field names, "G9=DoubleThree ...", are forbidden. */
static bool forbids(struct prover *p, const char *field)
{
	for (int point = 0; point < PROVER_CELLS; point++) {
		char name[8], wanted[16];
		if (p->cell[point] != PROVER_EMPTY)
			continue;
		prover_name(p, point, name, sizeof(name));
		snprintf(wanted, sizeof(wanted), " %c%s=", name[0] & ~0x20, name + 1);
		if ((strstr(field, wanted) == NULL) != prover_allows(p, point, PROVER_BLACK))
			return false;
	}
	return true;
}

static int forbidden(const char *path)
{
	enum { FIELDS = 6 };
	char line[TACTIC_LINE];
	int wrong = 0, n = 0;
	FILE *file = fopen(path, "re");
	if (file == NULL) {
		fprintf(stderr, "prove: no file %s\n", path);
		return 2;
	}
	while (fgets(line, sizeof(line), file) != NULL) {
		char *field[FIELDS], *next = line;
		struct prover p;
		if (line[0] == '#')
			continue;
		for (int i = 0; i < FIELDS; i++)
			field[i] = next == NULL ? line : strsep(&next, "|");
		prover_init(&p, PROVER_RENJU, SIZE);
		put_stones(&p, field[2], PROVER_BLACK);
		put_stones(&p, field[3], PROVER_WHITE);
		bool right = forbids(&p, field[4]);
		if (!right)
			printf("not so: %s\n", field[0]);
		wrong += !right;
		n++;
	}
	fclose(file);
	printf("%d positions, %d not so\n", n, wrong);
	return wrong == 0 && n > 0 ? 0 : 1;
}

int main(int argc, char *argv[])
{
	if (argc == 5 && strcmp(argv[1], "make") == 0)
		return make(argv[2], argv[3], argv[4]);
	if (argc == 3 && strcmp(argv[1], "check") == 0)
		return check(argv[2]);
	if (argc == 3 && strcmp(argv[1], "forbidden") == 0)
		return forbidden(argv[2]);
	fputs("prove make RULE SEED SECONDS | prove check FILE | prove forbidden FILE\n", stderr);
	return 2;
}
