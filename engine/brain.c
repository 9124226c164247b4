/*
 * The program gomoku-engine: the Gomocup protocol on stdin and stdout. It ends at END and at the
 * end of its input. Exit status: 0, or 1 when reading or writing failed, or 2 for wrong usage.
 */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analyse.h"
#include "bench.h"
#include "confine.h"
#include "engine/search/level.h"
#include "host.h"
#include "loop.h"

enum { EXIT_FINE, EXIT_IO, EXIT_USAGE };

static const char help[] =
    "usage: gomoku-engine [-hV] [bench | levels | analyse FILE [RULE [SIZE]]]\n"
    "Plays gomoku by the Gomocup protocol on its input and output.\n"
    "  bench          search fixed positions instead and tell how fast\n"
    "  levels         tell what the levels are like\n"
    "  analyse FILE   tell what each move of a saved game was worth (SGF, .psq or moves)\n"
    "  -h, --help     this text\n"
    "  -V, --version  the version\n"
    "By hand: START 15, then BEGIN for its move or TURN 7,7 for yours; END leaves.\n"
    "INFO rule 0 (freestyle), 1 (standard), 4 (renju) or 8 (caro), INFO seed N repeats a game,\n"
    "INFO level 1 to 10 or INFO style priority, scoring, weights or negascout\n"
    "chooses the player.\n";

/* A seed that differs from one start to the next, also for engines started at once. */
static uint64_t fresh_seed(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec +
	       ((uint64_t)getpid() << 40);
}

static int play(void)
{
	static struct loop loop;
	struct search *search = search_new(fresh_seed());

	if (search == NULL) {
		fprintf(stderr, "gomoku-engine: no memory\n");
		return EXIT_IO;
	}
	/* A reader that has gone away is seen by the write that fails. */
	signal(SIGPIPE, SIG_IGN);
	if (confine() < 0)
		fprintf(stderr,
		    "gomoku-engine: this system cannot confine it; it plays all the same\n");
	loop_init(
	    &loop, &(struct loop_ends){STDIN_FILENO, stdout, search, host_now_ms, host_spread});
	while (loop_step(&loop))
		continue;
	search_free(search);
	return loop_failed(&loop) ? EXIT_IO : EXIT_FINE;
}

/* Searches the bench's positions and tells how fast. */
static int bench(void)
{
	int64_t begin = host_now_ms(NULL);
	struct bench_sum sum;

	if (bench_run(&sum, stdout) != 0) {
		fprintf(stderr, "gomoku-engine: no memory\n");
		return EXIT_IO;
	}
	int64_t ms = host_now_ms(NULL) - begin;
	printf("nodes %jd\ntime %jd ms\nspeed %jd nodes/s\nsignature %016jx\n", (intmax_t)sum.nodes,
	    (intmax_t)ms, (intmax_t)(sum.nodes * 1000 / (ms > 0 ? ms : 1)),
	    (uintmax_t)sum.signature);
	return EXIT_FINE;
}

static int levels(void)
{
	for (int i = SEARCH_LEVEL_MIN; i <= SEARCH_LEVEL_MAX; i++)
		printf("%2d  %s\n", i, level_text(i));
	return EXIT_FINE;
}

/* Reads a whole file. Returns its bytes, -1 when it cannot be read or is too long. */
static long read_file(const char *name, char text[static RECORD_FILE_MAX])
{
	FILE *f = fopen(name, "rb");
	if (f == NULL)
		return -1;
	size_t n = fread(text, 1, RECORD_FILE_MAX, f);
	bool whole = !ferror(f) && fgetc(f) == EOF;
	fclose(f);
	return whole ? (long)n : -1;
}

/* Tells what the moves of a saved game were worth: FILE [RULE [SIZE]]. */
static int analyse(int argc, char *argv[])
{
	static char text[RECORD_FILE_MAX];
	static struct record record;
	struct record_report report;
	enum rule rule = argc > 1 ? rule_parse(argv[1]) : RULE_FREESTYLE;
	int64_t size = 15;
	long n;

	if (argc < 1 || argc > 3 || rule == RULE_COUNT ||
	    (argc > 2 &&
		(!gomocup_numbers(argv[2], 1, &size) || size < BOARD_MIN || size > BOARD_MAX))) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	n = read_file(argv[0], text);
	if (n < 0) {
		fprintf(stderr, "gomoku-engine: %s cannot be read\n", argv[0]);
		return EXIT_IO;
	}
	if (analyse_read(&record, text, (size_t)n, rule, (int)size, &report) != 0) {
		fprintf(stderr, "gomoku-engine: %s: %s\n", argv[0], report.error);
		return EXIT_IO;
	}
	setvbuf(stdout, NULL, _IOLBF, 0); /* who looks on sees each move at once */
	return analyse_run(&record, stdout) == 0 ? EXIT_FINE : EXIT_IO;
}

/* A command after the options. Returns the exit status. */
static int run(int argc, char *argv[])
{
	if (argc == 0)
		return play();
	if (argc == 1 && strcmp(argv[0], "bench") == 0)
		return bench();
	if (argc == 1 && strcmp(argv[0], "levels") == 0)
		return levels();
	if (strcmp(argv[0], "analyse") == 0)
		return analyse(argc - 1, argv + 1);
	fputs(help, stderr);
	return EXIT_USAGE;
}

int main(int argc, char *argv[])
{
	static const struct option options[] = {
	    {"help", no_argument, NULL, 'h'}, {"version", no_argument, NULL, 'V'}, {0}};
	int option = getopt_long(argc, argv, "hV", options, NULL);

	if (option == 'h')
		fputs(help, stdout);
	else if (option == 'V')
		puts("gomoku-engine " GOMOKU_VERSION);
	else if (option == -1) {
		int status = run(argc - optind, argv + optind);
		return status == EXIT_FINE && fflush(stdout) != 0 ? EXIT_IO : status;
	} else {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return fflush(stdout) == 0 ? EXIT_FINE : EXIT_IO;
}
