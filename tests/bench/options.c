#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"

static const char help[] =
    "match --a COMMAND --b COMMAND [options]\n"
    "match --report FILE [--sprt ELO0,ELO1]\n"
    "Plays two Gomocup engines against each other, each opening with both colours, and tells "
    "their\n"
    "Elo. Every game is saved as it ends; the same command again goes on where it stopped.\n"
    "\n"
    "  --a COMMAND, --b COMMAND  how to run the engines (sh -c)\n"
    "  --games N                 how many games, an even number (200)\n"
    "  --time-ms MS              time a move (400)\n"
    "  --rule NAME               freestyle, standard, renju or caro (freestyle)\n"
    "  --size N                  of the board (15)\n"
    "  --jobs N                  games at a time (1)\n"
    "  --memory-mb N             told to both as max_memory (350)\n"
    "  --info-a 'KEY VALUE'      an INFO line more for A; may be given again; --info-b\n"
    "  --grace-ms MS             how late a move may be (0); --grace-a-ms, --grace-b-ms\n"
    "  --sprt ELO0,ELO1          stop when it is clear whether A is ELO0 or ELO1 stronger\n"
    "                            (a sequential test, 5 % risk on either side)\n"
    "  --file FILE               where the games are saved\n"
    "  --folder DIR              or where to make a file named for the settings (.)\n"
    "  --quiet                   only the table, not a line a game\n"
    "  --report FILE             only the table of a file of games\n"
    "  --help\n"
    "A move is late when it takes longer than the time a move, the grace, and the delay that the\n"
    "machine had at that moment by a sentinel's measure. Whoever is late, answers with a stone "
    "that\n"
    "the rules do not allow, or with none, loses. A command of several parts must end in exec\n"
    "('cd x && exec ./y'), so that the engine's own waiting can be seen.\n";

enum option_key {
	KEY_A = 256,
	KEY_B,
	KEY_GAMES,
	KEY_TIME,
	KEY_RULE,
	KEY_SIZE,
	KEY_JOBS,
	KEY_MEMORY,
	KEY_INFO_A,
	KEY_INFO_B,
	KEY_GRACE,
	KEY_GRACE_A,
	KEY_GRACE_B,
	KEY_SPRT,
	KEY_FILE,
	KEY_FOLDER,
	KEY_QUIET,
	KEY_REPORT,
	KEY_HELP
};

static const struct option names[] = {
    {"a", required_argument, NULL, KEY_A},
    {"b", required_argument, NULL, KEY_B},
    {"games", required_argument, NULL, KEY_GAMES},
    {"time-ms", required_argument, NULL, KEY_TIME},
    {"rule", required_argument, NULL, KEY_RULE},
    {"size", required_argument, NULL, KEY_SIZE},
    {"jobs", required_argument, NULL, KEY_JOBS},
    {"memory-mb", required_argument, NULL, KEY_MEMORY},
    {"info-a", required_argument, NULL, KEY_INFO_A},
    {"info-b", required_argument, NULL, KEY_INFO_B},
    {"grace-ms", required_argument, NULL, KEY_GRACE},
    {"grace-a-ms", required_argument, NULL, KEY_GRACE_A},
    {"grace-b-ms", required_argument, NULL, KEY_GRACE_B},
    {"sprt", required_argument, NULL, KEY_SPRT},
    {"file", required_argument, NULL, KEY_FILE},
    {"folder", required_argument, NULL, KEY_FOLDER},
    {"quiet", no_argument, NULL, KEY_QUIET},
    {"report", required_argument, NULL, KEY_REPORT},
    {"help", no_argument, NULL, KEY_HELP},
    {0},
};

/* Reads a whole number within low..high. Returns false, and says so, when it is none. */
static bool number(const char *name, const char *text, long low, long high, int *out)
{
	char *end;
	long value = strtol(text, &end, 10);
	if (end == text || *end != '\0' || value < low || value > high) {
		fprintf(stderr, "match: --%s takes a number from %ld to %ld\n", name, low, high);
		return false;
	}
	*out = (int)value;
	return true;
}

static bool read_rule(const char *text, enum rule *rule)
{
	*rule = rule_parse(text);
	if (*rule == RULE_COUNT)
		fprintf(stderr, "match: no rule is called %s\n", text);
	return *rule != RULE_COUNT;
}

static bool read_sprt(struct options *o, const char *text)
{
	o->tests =
	    sscanf(text, "%lf,%lf", &o->sprt[0], &o->sprt[1]) == 2 && o->sprt[0] < o->sprt[1];
	if (!o->tests)
		fputs("match: --sprt takes two numbers, as in 0,20\n", stderr);
	return o->tests;
}

static bool add_info(struct options *o, int who, const char *text)
{
	if (o->n_infos[who] == DUEL_INFOS) {
		fputs("match: too many --info\n", stderr);
		return false;
	}
	o->infos[who][o->n_infos[who]++] = text;
	return true;
}

/* Takes one option. Returns false when its value is wrong. */
static bool take(struct options *o, int key, const char *name, const char *value)
{
	int memory_mb;
	switch (key) {
	case KEY_A:
	case KEY_B:
		o->command[key - KEY_A] = value;
		return true;
	case KEY_GAMES:
		return number(name, value, 2, GAMES_MAX, &o->games);
	case KEY_TIME:
		return number(name, value, 1, 3600000, &o->terms.time_ms);
	case KEY_RULE:
		return read_rule(value, &o->terms.rule);
	case KEY_SIZE:
		return number(name, value, BOARD_MIN, BOARD_MAX, &o->terms.size);
	case KEY_JOBS:
		return number(name, value, 1, OPTIONS_JOBS_MAX, &o->jobs);
	case KEY_MEMORY:
		if (!number(name, value, 1, 1 << 20, &memory_mb))
			return false;
		o->terms.memory = (int64_t)memory_mb << 20;
		return true;
	case KEY_INFO_A:
	case KEY_INFO_B:
		return add_info(o, key - KEY_INFO_A, value);
	case KEY_GRACE:
		return number(name, value, 0, 60000, &o->grace_ms[0]) &&
		       number(name, value, 0, 60000, &o->grace_ms[1]);
	case KEY_GRACE_A:
	case KEY_GRACE_B:
		return number(name, value, 0, 60000, &o->grace_ms[key - KEY_GRACE_A]);
	case KEY_SPRT:
		return read_sprt(o, value);
	case KEY_FILE:
		o->file = value;
		return true;
	case KEY_FOLDER:
		o->folder = value;
		return true;
	case KEY_QUIET:
		o->quiet = true;
		return true;
	case KEY_REPORT:
		o->report = value;
		return true;
	default:
		return false;
	}
}

int options_read(struct options *o, int argc, char *argv[])
{
	int key, index = 0;
	*o = (struct options){
	    .terms = {.rule = RULE_FREESTYLE, .size = 15, .time_ms = 400, .memory = 350L << 20},
	    .games = 200,
	    .jobs = 1,
	    .folder = ".",
	};
	while ((key = getopt_long(argc, argv, "", names, &index)) != -1) {
		if (key == KEY_HELP) {
			fputs(help, stdout);
			return 0;
		}
		if (!take(o, key, names[index].name, optarg)) {
			fputs("match --help tells how it is used\n", stderr);
			return 2;
		}
	}
	if (optind == argc &&
	    (o->report != NULL || (o->command[0] != NULL && o->command[1] != NULL)))
		return -1;
	fputs(help, stderr);
	return 2;
}
