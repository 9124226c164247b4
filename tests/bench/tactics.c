/*
 * tactics: asks a Gomocup engine for its move in positions whose right answers are proven
 * (tests/data/tactics.txt), and tells how many it found of each kind.
 */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialogue.h"
#include "engine/game/moves.h"
#include "sentinel.h"

static const char help[] = "tactics --engine COMMAND [options] FILE\n"
			   "  --info 'KEY VALUE'  an INFO line more; may be given again\n"
			   "  --time-ms MS        for each position (1000)\n"
			   "  --memory-mb N       told as max_memory (64)\n"
			   "  --every N           only every N-th position (1)\n"
			   "  --first N           beginning with this one, from 0 (0)\n"
			   "  --least PERCENT     exit with 1 when fewer are solved (0)\n"
			   "  --verbose           a line for each that was not solved\n";

enum { LINE_MAX_BYTES = 4096, INFOS = 8, KINDS = 32, KIND_TEXT = 16, GRACE_MS = 5000 };

struct position {
	enum rule rule;
	int size, n, n_answers;
	char kind[KIND_TEXT];
	int16_t points[BOARD_POINTS];
	int answers[BOARD_POINTS];
};

struct kind {
	char name[KIND_TEXT];
	int solved, asked;
};

static struct {
	struct dialogue_terms terms;
	const char *infos[INFOS];
	int n_infos, every, first, least, silent;
	bool verbose;
	struct player player;
	struct kind kinds[KINDS];
	int n_kinds;
} run = {.terms = {.time_ms = 1000, .memory = 64 << 20}, .every = 1};

/* RULE SIZE SIDE KIND MOVES ANSWERS */
static bool parse(const char *line, struct position *p)
{
	char rule[16], side[8], moves[LINE_MAX_BYTES], answers[LINE_MAX_BYTES];
	int points[BOARD_POINTS];
	size_t at;
	if (sscanf(line, "%15s %d %7s %15s %4095s %4095s", rule, &p->size, side, p->kind, moves,
		answers) != 6)
		return false;
	p->rule = rule_parse(rule);
	p->n = moves_parse(moves, points, BOARD_POINTS, &at);
	p->n_answers = moves_parse(answers, p->answers, BOARD_POINTS, &at);
	for (int i = 0; i < p->n; i++)
		p->points[i] = (int16_t)points[i];
	return p->rule != RULE_COUNT && p->size >= BOARD_MIN && p->size <= BOARD_MAX && p->n > 0 &&
	       p->n_answers > 0;
}

static struct kind *kind_of(const char *name)
{
	for (int i = 0; i < run.n_kinds; i++) {
		if (strcmp(run.kinds[i].name, name) == 0)
			return &run.kinds[i];
	}
	if (run.n_kinds == KINDS)
		return &run.kinds[KINDS - 1];
	struct kind *kind = &run.kinds[run.n_kinds++];
	snprintf(kind->name, sizeof(kind->name), "%s", name);
	return kind;
}

/* The engine's move; POINT_NONE when there is none. It is started again when it has gone. */
static int ask(const struct position *p)
{
	int point = POINT_NONE;
	run.terms.rule = p->rule;
	run.terms.size = p->size;
	if (run.player.pid == 0 && player_start(&run.player) != 0)
		return POINT_NONE;
	if (dialogue_start(&run.player, &run.terms, run.infos, run.n_infos) == 0) {
		dialogue_ask_board(&run.player, p->size, p->points, p->n);
		double until = now_ms() + run.terms.time_ms + GRACE_MS;
		if (dialogue_hear(&run.player, p->size, until, &point) == DIALOGUE_POINT)
			return point;
	}
	player_stop(&run.player);
	run.silent++;
	return POINT_NONE;
}

static void tell_unsolved(const struct position *p, int line, int answer)
{
	char name[POINT_TEXT] = "-";
	if (answer >= 0 && answer < BOARD_CELLS)
		point_format(answer, name);
	printf("line %d: %s %s, not %s; one of", line, rule_name(p->rule), p->kind, name);
	for (int i = 0; i < p->n_answers; i++)
		printf(" %s", point_format(p->answers[i], name));
	printf("\n");
}

static void try_position(const struct position *p, int line)
{
	struct kind *kind = kind_of(p->kind);
	int answer = ask(p);
	kind->asked++;
	for (int i = 0; i < p->n_answers; i++) {
		if (p->answers[i] == answer) {
			kind->solved++;
			return;
		}
	}
	if (run.verbose)
		tell_unsolved(p, line, answer);
}

/* Returns the exit status. */
static int try_file(const char *path)
{
	static char text[LINE_MAX_BYTES];
	static struct position p;
	FILE *file = fopen(path, "re");
	if (file == NULL) {
		fprintf(stderr, "tactics: no file %s\n", path);
		return 2;
	}
	for (int line = 1, n = 0; fgets(text, sizeof(text), file) != NULL; line++) {
		if (text[0] == '#')
			continue;
		if (!parse(text, &p)) {
			fprintf(stderr, "tactics: %s:%d: no position\n", path, line);
			fclose(file);
			return 2;
		}
		if (n >= run.first && (n - run.first) % run.every == 0)
			try_position(&p, line);
		n++;
	}
	fclose(file);
	return 0;
}

static int report(void)
{
	int solved = 0, asked = 0;
	for (int i = 0; i < run.n_kinds; i++) {
		const struct kind *k = &run.kinds[i];
		printf("%-8s %3d of %3d\n", k->name, k->solved, k->asked);
		solved += k->solved;
		asked += k->asked;
	}
	printf("all      %3d of %3d, %.1f %%\n", solved, asked,
	    asked > 0 ? 100.0 * solved / asked : 0.0);
	if (run.silent > 0)
		printf(
		    "%d positions had no answer: the engine did not start, was silent, or ended\n",
		    run.silent);
	return asked > 0 && solved * 100 >= run.least * asked ? 0 : 1;
}

static int number(const char *text)
{
	long n = strtol(text, NULL, 10);
	return n < 0 ? 0 : n > 1000000 ? 1000000 : (int)n;
}

static bool take(int key, const char *value)
{
	switch (key) {
	case 'e':
		player_init(&run.player, value);
		return true;
	case 'i':
		if (run.n_infos < INFOS)
			run.infos[run.n_infos++] = value;
		return true;
	case 't':
		run.terms.time_ms = number(value);
		return true;
	case 'm':
		run.terms.memory = (int64_t)number(value) << 20;
		return true;
	case 'n':
		run.every = number(value);
		return run.every > 0;
	case 'f':
		run.first = number(value);
		return true;
	case 'l':
		run.least = number(value);
		return true;
	case 'v':
		run.verbose = true;
		return true;
	default:
		return false;
	}
}

int main(int argc, char *argv[])
{
	static const struct option options[] = {{"engine", required_argument, NULL, 'e'},
	    {"info", required_argument, NULL, 'i'}, {"time-ms", required_argument, NULL, 't'},
	    {"memory-mb", required_argument, NULL, 'm'}, {"every", required_argument, NULL, 'n'},
	    {"first", required_argument, NULL, 'f'}, {"least", required_argument, NULL, 'l'},
	    {"verbose", no_argument, NULL, 'v'}, {"help", no_argument, NULL, 'h'}, {0}};
	for (int key; (key = getopt_long(argc, argv, "", options, NULL)) != -1;) {
		if (key == 'h') {
			fputs(help, stdout);
			return 0;
		}
		if (!take(key, optarg)) {
			fputs(help, stderr);
			return 2;
		}
	}
	if (run.player.command == NULL || optind + 1 != argc) {
		fputs(help, stderr);
		return 2;
	}
	signal(SIGPIPE, SIG_IGN);
	int status = try_file(argv[optind]);
	if (run.player.pid != 0)
		player_stop(&run.player);
	return status != 0 ? status : report();
}
