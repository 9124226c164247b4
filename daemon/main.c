/* gomokud: the server. Reads its options and its configuration, then runs it. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "daemon.h"
#include "daemon/log.h"

static const char usage[] =
    "usage: gomokud [-nvhV] [-c FILE] [-l ADDR:PORT]... [-d STATE_DIR]\n"
    "       gomokud --replay-journal FILE\n"
    "  -c FILE       read this configuration\n"
    "  -n            check the configuration and leave\n"
    "  -l ADDR:PORT  listen here (repeatable; *:PORT all addresses, port 0 picks one)\n"
    "  -d STATE_DIR  keep key, certificate and state there\n"
    "  -v            say more in the log\n"
    "  --replay-journal FILE  print what a journal of the state folder says\n"
    "  -h, -V        this help; the version\n"
    "Without options it serves on all addresses, port 15515.\n";

struct options {
	const char *config, *state;
	const char *listen[CONFIG_LISTEN_MAX];
	int listens;
	bool check, verbose;
};

static void replay_journal(const char *file)
{
	char error[512];

	if (journal_print(file, stdout, error, sizeof error) < 0)
		fatal(EX_DATAERR, "%s", error);
	exit(0);
}

static void read_options(int argc, char **argv, struct options *o)
{
	static const struct option long_options[] = {
	    {"help", no_argument, NULL, 'h'},
	    {"version", no_argument, NULL, 'V'},
	    {"replay-journal", required_argument, NULL, 'j'},
	    {0},
	};
	int ch;

	while ((ch = getopt_long(argc, argv, "c:nl:d:vhV", long_options, NULL)) != -1) {
		switch (ch) {
		case 'c':
			o->config = optarg;
			break;
		case 'n':
			o->check = true;
			break;
		case 'l':
			if (o->listens == CONFIG_LISTEN_MAX)
				fatal(EX_USAGE, "at most %d times -l", CONFIG_LISTEN_MAX);
			o->listen[o->listens++] = optarg;
			break;
		case 'd':
			o->state = optarg;
			break;
		case 'v':
			o->verbose = true;
			break;
		case 'j':
			replay_journal(optarg);
			break;
		case 'h':
			fputs(usage, stdout);
			exit(0);
		case 'V':
			puts("gomokud " GOMOKU_VERSION);
			exit(0);
		default:
			fputs(usage, stderr);
			exit(EX_USAGE);
		}
	}
	if (optind < argc) {
		fputs(usage, stderr);
		exit(EX_USAGE);
	}
}

/* The configuration in force: the file's, with the command line on top. */
static void configure(struct config *c, const struct options *o)
{
	char error[256];
	struct stat st;

	config_defaults(c);
	c->verbose = o->verbose;
	if (o->config && stat(o->config, &st) == 0 && S_ISDIR(st.st_mode))
		fatal(EX_CONFIG, "-c %s: that is a folder", o->config);
	if (o->config && config_read(c, o->config) < 0)
		exit(EX_CONFIG);
	for (int i = 0; i < o->listens; i++)
		if (config_listen(c, o->listen[i], i == 0) < 0)
			fatal(EX_USAGE, "-l %s: too long", o->listen[i]);
	if (o->state && snprintf(c->state, sizeof c->state, "%s", o->state) >= CONFIG_PATH)
		fatal(EX_USAGE, "-d: the path is too long");
	for (int i = 0; i < c->listen_count; i++)
		if (listener_check(c->listen[i], error, sizeof error) < 0)
			fatal(EX_CONFIG, "can't listen on %s", error);
	if (access(c->engine, X_OK) < 0)
		fatal(EX_CONFIG,
		    "the bots' program %s: %s (set house-engine = in the configuration)", c->engine,
		    strerror(errno));
	if (o->check) {
		puts("gomokud: the configuration is good");
		exit(0);
	}
}

int main(int argc, char **argv)
{
	static struct daemon d;
	struct options o = {0};

	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like any other */
	read_options(argc, argv, &o);
	configure(&d.config, &o);
	log_verbose(d.config.verbose);
	daemon_start(&d);
	daemon_run(&d);
	return 0;
}
