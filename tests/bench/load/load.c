/*
 * The load program: measures a gomokud beside the floor, or keeps one at work for long.
 *
 *   load bench [-r ROUNDS] [-s SECONDS] [-n IDLE] [NAME...]
 *   load soak [-s SECONDS]
 *
 * Exit status: 0; 1 when something broke or a bound did; 2 for wrong usage. The servers are looked
 * for in $BUILD.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "measure.h"
#include "peer.h"
#include "report.h"
#include "soak.h"
#include "subject.h"

enum {
	IDLE_WANTED = 10000,
	DESCRIPTORS_BESIDE = 200, /* besides one a session, on either side */
};

static void usage(void)
{
	fputs("usage: load bench [-r ROUNDS] [-s SECONDS] [-n IDLE] [NAME...]\n"
	      "       load soak [-s SECONDS]\n"
	      "What bench measures (all of it without a name):\n",
	    stderr);
	for (const struct measurement *m = measurements; m->name; m++)
		fprintf(stderr, "  %-10s %s\n", m->name, m->about);
	exit(2);
}

static double number(const char *text, double least, double most)
{
	char *end;
	double n = strtod(text, &end);

	if (end == text || *end || !(n >= least && n <= most)) {
		fprintf(stderr, "load: %s is not a number from %g to %g\n", text, least, most);
		exit(2);
	}
	return n;
}

/* As many descriptors as may be had: how many sessions fit. */
static int sessions_that_fit(void)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_NOFILE, &r) < 0)
		die("getrlimit: %s", strerror(errno));
	r.rlim_cur = r.rlim_max;
	setrlimit(RLIMIT_NOFILE, &r);
	return r.rlim_cur > IDLE_WANTED + DESCRIPTORS_BESIDE ? IDLE_WANTED
							     : (int)r.rlim_cur - DESCRIPTORS_BESIDE;
}

static const struct measurement *find(const char *name)
{
	for (const struct measurement *m = measurements; m->name; m++)
		if (strcmp(m->name, name) == 0)
			return m;
	usage();
	return NULL;
}

static int bench(const struct effort *e, char **names)
{
	for (char **n = names; *n; n++)
		find(*n);
	report_head();
	for (char **n = names; *n; n++)
		find(*n)->run(e);
	for (const struct measurement *m = measurements; m->name && !*names; m++)
		m->run(e);
	if (report_held())
		return 0;
	puts("a bound is broken");
	return 1;
}

int main(int argc, char **argv)
{
	struct effort e = {.rounds = 9, .seconds = 1, .idle = sessions_that_fit()};
	const char *build = getenv("BUILD");
	double soak_s = 1800;
	int ch;

	if (argc < 2)
		usage();
	optind = 2;
	while ((ch = getopt(argc, argv, "r:s:n:")) != -1) {
		switch (ch) {
		case 'r':
			e.rounds = (int)number(optarg, 1, ROUNDS_MOST);
			break;
		case 's':
			soak_s = e.seconds = number(optarg, 0.1, 1e6);
			break;
		case 'n':
			e.idle = (int)number(optarg, 200, e.idle);
			break;
		default:
			usage();
		}
	}
	signal(SIGPIPE, SIG_IGN);
	if (e.idle < 200)
		die("too few descriptors (ulimit -n)");
	subjects_prepare(build && *build ? build : "build");
	atexit(subjects_clean_up);
	if (strcmp(argv[1], "bench") == 0)
		return bench(&e, argv + optind);
	if (strcmp(argv[1], "soak") == 0 && optind == argc)
		return soak(soak_s);
	usage();
}
