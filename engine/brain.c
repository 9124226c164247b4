/*
 * The program gomoku-engine: the Gomocup protocol on stdin and stdout. It ends at END and at the
 * end of its input. Exit status: 0, or 1 when reading or writing failed, or 2 for wrong usage.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "responder.h"

enum { EXIT_FINE, EXIT_IO, EXIT_USAGE };

static const char help[] =
    "usage: gomoku-engine [-hV]\n"
    "Plays gomoku by the Gomocup protocol on its input and output.\n"
    "  -h, --help     this text\n"
    "  -V, --version  the version\n"
    "By hand: START 15, then BEGIN for its move or TURN 7,7 for yours; END leaves.\n"
    "INFO rule 0 (freestyle), 1 (standard), 4 (renju) or 8 (caro), INFO seed N repeats a game,\n"
    "INFO style priority, scoring or weights chooses the player.\n";

/* A seed that differs from one start to the next, also for engines started at once. */
static uint64_t fresh_seed(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec +
	       ((uint64_t)getpid() << 40);
}

/* Hands bytes of input on, line by line. Returns false at END. */
static bool take(
    struct responder *responder, struct gomocup_reader *reader, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (!gomocup_reader_byte(reader, bytes[i]))
			continue;
		if (reader->too_long)
			responder_too_long(responder);
		else if (!responder_line(responder, reader->line))
			return false;
	}
	return true;
}

/* Reads until END or the end of input. Returns the exit status. */
static int serve(struct responder *responder)
{
	static struct gomocup_reader reader;
	char bytes[4096];

	gomocup_reader_init(&reader);
	while (!ferror(responder->out)) {
		ssize_t n = read(STDIN_FILENO, bytes, sizeof(bytes));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return EXIT_IO;
		if (n == 0) {
			/* A last line counts without its line end, as a person's echo -n leaves it.
			 */
			take(responder, &reader, "\n", 1);
			break;
		}
		if (!take(responder, &reader, bytes, (size_t)n))
			break;
	}
	return ferror(responder->out) ? EXIT_IO : EXIT_FINE;
}

static int play(void)
{
	static struct responder responder;
	struct search *search = search_new(fresh_seed());
	int status;

	if (search == NULL) {
		fprintf(stderr, "gomoku-engine: no memory\n");
		return EXIT_IO;
	}
	/* A reader that has gone away is seen by the write that fails. */
	signal(SIGPIPE, SIG_IGN);
	responder_init(&responder, stdout, search);
	status = serve(&responder);
	search_free(search);
	return status;
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
	else if (option == -1 && optind == argc)
		return play();
	else {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return fflush(stdout) == 0 ? EXIT_FINE : EXIT_IO;
}
