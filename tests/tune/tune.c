/*
 * tune GAMES... >engine/search/evalue_table.c: fits the numbers of the evaluation to games
 * (selfplay) by logistic regression, from the numbers it was built with.
 *
 * Each quiet position, one in which neither side threatens five or an open four, is to be worth
 * the logarithm of the odds that the search gave its side to move, a proved end counting as much as
 * MOST_ODDS. How the game ended is not learnt from: too many of its moves are by chance. One number
 * is fitted for every line of nine points, for each count of points of a class, for the four shapes
 * of a point together and for what a point is to both sides (evalue.h). Numbers are drawn back to
 * where they began, so that what the games hardly show stays as it was. One game in ten is not
 * learnt from: its error, on the standard error output, tells whether what was learnt is true in
 * general.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/chance.h"
#include "engine/search/evalue.h"
#include "engine/search/position.h"
#include "engine/search/table.h"

enum {
	EPOCHS = 8,
	MOST_ODDS = 6,
	ROW = 18, /* numbers a line of the table */
	TEMPO =
	    EVALUE_LINES, /* the place of each number: lines, then the tempo, then the classes */
	CLASSES = TEMPO + 1,
	COMBOS = CLASSES + 2 * CLASS_COUNT * EVALUE_COUNTED,
	PAIRS = COMBOS + 2 * EVALUE_COMBOS,
	NUMBERS = PAIRS + CLASS_COUNT * CLASS_COUNT,
	GAME_TEXT = 16384,
	TEST_IN = 10,
	RULES = RULE_CARO_FIVE + 1,
};

static const double step = 0.02, step_decay = 0.15, draw_back = 0.02;

/* A number's place and how often it counts in a position. */
struct term {
	int16_t place, times;
};

struct sample {
	size_t first; /* of its terms */
	int terms;
	bool test;
	float target;
};

struct tuner {
	struct evalue_place place[PATTERN_VALUES];
	double number[NUMBERS], begin[NUMBERS], squares[NUMBERS];
	int tally[NUMBERS];
	struct term *term;
	struct sample *sample;
	size_t terms, samples, term_room, sample_room;
	struct pattern *pattern[RULES];
	struct position position;
	struct chance chance;
	int games;
};

/* Room for one more of `size` bytes; ends the program without memory. */
static void *grown(void *list, size_t n, size_t *room, size_t size)
{
	if (n < *room)
		return list;
	*room = *room == 0 ? 4096 : *room * 2;
	list = realloc(list, *room * size);
	if (list == NULL) {
		fprintf(stderr, "tune: no memory\n");
		exit(1);
	}
	return list;
}

static int class_place(bool other, int class, int count)
{
	int counted = count < EVALUE_COUNTED ? count - 1 : EVALUE_COUNTED - 1;
	return CLASSES + (2 * class + other) * EVALUE_COUNTED + counted;
}

static void add_term(struct tuner *t, int place, int times)
{
	t->term = grown(t->term, t->terms, &t->term_room, sizeof(*t->term));
	t->term[t->terms++] = (struct term){(int16_t)place, (int16_t)times};
}

/* Counts a point's shapes and classes. */
static void count_point(struct tuner *t, const struct spot *s)
{
	int side = t->position.side, own = evalue_combo_place(s->shapes[side]);
	int other = evalue_combo_place(s->shapes[side ^ 1]);

	t->tally[COMBOS + own]++;
	t->tally[COMBOS + EVALUE_COMBOS + other]--;
	t->tally[PAIRS + s->class[side] * CLASS_COUNT + s->class[side ^ 1]]++;
}

/* Counts the lines and shapes of all empty points, to the side to move. */
static void count_points(struct tuner *t)
{
	const struct position *p = &t->position;

	memset(t->tally, 0, sizeof(t->tally));
	for (int row = 0; row < p->board.size; row++)
		for (int column = 0; column < p->board.size; column++) {
			int point = point_at(column, row);
			if (board_at(&p->board, point) != STONE_NONE)
				continue;
			count_point(t, position_spot(p, point));
			for (int line = 0; line < PATTERN_LINES; line++) {
				uint32_t key = pattern_value_key(
				    p->pattern->reach, position_spot(p, point)->key[line]);
				int sign = t->place[key].sign;
				t->tally[t->place[key].at] += p->side == 0 ? sign : -sign;
			}
		}
}

static void add_sample(struct tuner *t, double target, bool test)
{
	const struct position *p = &t->position;
	size_t first = t->terms;

	count_points(t);
	for (int i = 0; i < NUMBERS; i++)
		if (t->tally[i] != 0)
			add_term(t, i, t->tally[i]);
	add_term(t, TEMPO, 1);
	for (int class = CLASS_TWO; class < CLASS_FIVE; class ++)
		for (int other = 0; other < 2; other++) {
			int count = p->count[p->side ^ other][class];
			if (count > 0)
				add_term(t, class_place(other, class, count), other ? -1 : 1);
		}
	t->sample = grown(t->sample, t->samples, &t->sample_room, sizeof(*t->sample));
	t->sample[t->samples++] =
	    (struct sample){first, (int)(t->terms - first), test, (float)target};
}

/* Whether the search would have ended here with an evaluation. */
static bool quiet(const struct position *p)
{
	return p->count[0][CLASS_FIVE] == 0 && p->count[1][CLASS_FIVE] == 0 &&
	       p->count[0][CLASS_FOUR_OPEN] == 0 && p->count[1][CLASS_FOUR_OPEN] == 0;
}

static double odds_to_chance(double value)
{
	return 1 / (1 + exp(-value));
}

/* The chance to win that the search's value tells of. */
static double target_of(long value)
{
	double odds = (double)value / EVALUE_UNIT;
	return odds_to_chance(odds > MOST_ODDS ? MOST_ODDS : odds < -MOST_ODDS ? -MOST_ODDS : odds);
}

/* Reads a game's moves, and takes every quiet position that has a value. */
static void read_game(struct tuner *t, char *moves)
{
	struct position *p = &t->position;
	bool test = t->games++ % TEST_IN == 0;
	char *rest = moves, *word;

	while ((word = strsep(&rest, " \n")) != NULL && *word != '\0') {
		char *value = strchr(word, ':');
		if (value == NULL || p->plies == POSITION_PLIES)
			return;
		*value++ = '\0';
		if (*value != '?' && quiet(p))
			add_sample(t, target_of(strtol(value, NULL, 10)), test);
		position_play(p, point_parse(word));
	}
}

static void read_file(struct tuner *t, FILE *f)
{
	static char line[GAME_TEXT];

	while (fgets(line, sizeof(line), f) != NULL) {
		char name[16];
		int size, at;
		struct board empty;
		if (sscanf(line, "%15s %d %*s %n", name, &size, &at) < 2)
			continue;
		enum rule rule = rule_parse(name);
		if (rule == RULE_COUNT || size < BOARD_MIN || size > BOARD_MAX)
			continue;
		if (t->pattern[rule] == NULL)
			t->pattern[rule] = pattern_new(rule);
		if (t->pattern[rule] == NULL)
			exit(1);
		board_init(&empty, size);
		position_init(&t->position, &empty, STONE_BLACK, t->pattern[rule]);
		read_game(t, line + at);
	}
}

/* Begins with the numbers that the program was built with. */
static void begin(struct tuner *t)
{
	evalue_places(t->place);
	for (int i = 0; i < EVALUE_LINES; i++)
		t->number[i] = evalue_line[i];
	t->number[TEMPO] = evalue_tempo;
	for (int class = 0; class < CLASS_COUNT; class ++)
		for (int n = 0; n < EVALUE_COUNTED; n++) {
			t->number[class_place(false, class, n + 1)] = evalue_own[class][n];
			t->number[class_place(true, class, n + 1)] = evalue_other[class][n];
		}
	for (int i = 0; i < EVALUE_COMBOS; i++) {
		t->number[COMBOS + i] = evalue_combo_own[i];
		t->number[COMBOS + EVALUE_COMBOS + i] = evalue_combo_other[i];
	}
	for (int own = 0; own < CLASS_COUNT; own++)
		for (int other = 0; other < CLASS_COUNT; other++)
			t->number[PAIRS + own * CLASS_COUNT + other] = evalue_pair[own][other];
	for (int i = 0; i < NUMBERS; i++)
		t->begin[i] = t->number[i] /= EVALUE_UNIT;
	chance_init(&t->chance, 1);
}

/* The error of a sample, from which the numbers learn unless it is one to test by. */
static double learn(struct tuner *t, const struct sample *s, double by)
{
	const struct term *term = t->term + s->first;
	double sum = 0;

	for (int i = 0; i < s->terms; i++)
		sum += t->number[term[i].place] * term[i].times;
	double chance = odds_to_chance(sum), off = chance - (double)s->target;
	for (int i = 0; i < s->terms && !s->test; i++) {
		double slope = off * term[i].times;
		double *squares = &t->squares[term[i].place];
		*squares += slope * slope;
		t->number[term[i].place] -= by * slope / (sqrt(*squares) + 1e-3);
	}
	return -((double)s->target * log(chance + 1e-9) +
		 (1 - (double)s->target) * log(1 - chance + 1e-9));
}

static void learn_all(struct tuner *t, int epoch)
{
	double error[2] = {0};
	size_t n[2] = {0};

	for (size_t i = t->samples - 1; i > 0; i--) {
		size_t j = (size_t)(chance_next(&t->chance) % (i + 1));
		struct sample s = t->sample[i];
		t->sample[i] = t->sample[j];
		t->sample[j] = s;
	}
	for (size_t i = 0; i < t->samples; i++) {
		const struct sample *s = &t->sample[i];
		error[s->test] += learn(t, s, step / (1 + step_decay * epoch));
		n[s->test]++;
	}
	for (int i = 0; i < NUMBERS; i++)
		t->number[i] -= draw_back * (t->number[i] - t->begin[i]);
	fprintf(stderr, "epoch %d: error %.5f, of %zu positions not learnt from %.5f\n", epoch + 1,
	    error[0] / (double)n[0], n[1], error[1] / (double)(n[1] > 0 ? n[1] : 1));
}

static int whole(double number)
{
	return (int)lround(number * EVALUE_UNIT);
}

static void print_classes(const struct tuner *t, const char *name, bool other)
{
	static const char *const names[CLASS_COUNT] = {"CLASS_NONE", "CLASS_TWO", "CLASS_TWO_TWO",
	    "CLASS_THREE_SHUT", "CLASS_THREE", "CLASS_THREE_PLUS", "CLASS_THREE_THREE",
	    "CLASS_FOUR", "CLASS_FOUR_PLUS", "CLASS_FOUR_THREE", "CLASS_FOUR_OPEN", "CLASS_FIVE",
	    "CLASS_FOUL"};

	printf("const int16_t evalue_%s[CLASS_COUNT][EVALUE_COUNTED] = {\n", name);
	for (int class = CLASS_TWO; class < CLASS_FIVE; class ++)
		printf("\t[%s] = {%d, %d, %d},\n", names[class],
		    whole(t->number[class_place(other, class, 1)]),
		    whole(t->number[class_place(other, class, 2)]),
		    whole(t->number[class_place(other, class, 3)]));
	printf("};\n\n");
}

static void print_list(const struct tuner *t, const char *name, int first, int n)
{
	printf("const int16_t evalue_%s = {\n", name);
	for (int i = 0; i < n; i++)
		printf("%s%d,%s", i % ROW == 0 ? "\t" : " ", whole(t->number[first + i]),
		    i % ROW == ROW - 1 || i == n - 1 ? "\n" : "");
	printf("};\n\n");
}

static void print(const struct tuner *t)
{
	printf("/*\n * The tuned numbers of the evaluation (evalue.h). Made by tests/tune, not by "
	       "hand: "
	       "from\n * %zu positions of %d games of the engine with itself.\n */\n",
	    t->samples, t->games);
	printf("#include \"evalue.h\"\n\n/* clang-format off */\n");
	printf("const int16_t evalue_tempo = %d;\n\n", whole(t->number[TEMPO]));
	print_classes(t, "own", false);
	print_classes(t, "other", true);
	printf("const int16_t evalue_pair[CLASS_COUNT][CLASS_COUNT] = {\n");
	for (int own = 0; own < CLASS_COUNT; own++) {
		printf("\t{");
		for (int other = 0; other < CLASS_COUNT; other++)
			printf("%d%s", whole(t->number[PAIRS + own * CLASS_COUNT + other]),
			    other < CLASS_COUNT - 1 ? ", " : "},\n");
	}
	printf("};\n\n");
	print_list(t, "combo_own[EVALUE_COMBOS]", COMBOS, EVALUE_COMBOS);
	print_list(t, "combo_other[EVALUE_COMBOS]", COMBOS + EVALUE_COMBOS, EVALUE_COMBOS);
	print_list(t, "line[EVALUE_LINES]", 0, EVALUE_LINES);
	printf("/* clang-format on */\n");
}

int main(int argc, char *argv[])
{
	static struct tuner t;

	begin(&t);
	for (int i = 1; i < argc; i++) {
		FILE *f = fopen(argv[i], "r");
		if (f == NULL) {
			perror(argv[i]);
			return 1;
		}
		read_file(&t, f);
		fclose(f);
	}
	if (t.samples < 2) {
		fprintf(stderr, "usage: tune GAMES... >engine/search/evalue_table.c\n");
		return 2;
	}
	for (int epoch = 0; epoch < EPOCHS; epoch++)
		learn_all(&t, epoch);
	print(&t);
	for (int i = 0; i < RULES; i++)
		pattern_free(t.pattern[i]);
	free(t.term);
	free(t.sample);
	return 0;
}
