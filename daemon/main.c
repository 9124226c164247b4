/* gomokud: the server. Reads its options and its configuration, then runs it. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "daemon.h"
#include "daemon/log.h"
#include "daemon/store/backup.h"

static const char usage[] =
    "usage: gomokud [-nvhV] [-c FILE] [-l ADDR:PORT]... [-d STATE_DIR]\n"
    "       gomokud [-c FILE] [-d STATE_DIR] --backup FOLDER\n"
    "       gomokud --replay-journal FILE\n"
    "  -c FILE       read this configuration\n"
    "  -n            check the configuration and leave; -nn prints what is in force\n"
    "  -l ADDR:PORT  listen here (repeatable; *:PORT all addresses, port 0 picks one)\n"
    "  -d STATE_DIR  keep key, certificate and state there\n"
    "  -v            say more in the log\n"
    "  --backup FOLDER        copy the state there, also while gomokud runs\n"
    "  --replay-journal FILE  print what a journal of the state folder says\n"
    "  -h, -V        this help; the version\n"
    "Without options it serves on all addresses, port 15515.\n";

static void replay_journal(const char *file)
{
	char error[512];

	if (journal_print(file, stdout, error, sizeof error) < 0)
		fatal(EX_DATAERR, "%s", error);
	exit(0);
}

static void back_up(const char *state, const char *to)
{
	char error[512] = "";

	if (backup_make(state, to, error, sizeof error) < 0)
		fatal(EX_IOERR, "no backup has been made: %s", error);
	printf("gomokud: %s holds what %s keeps. To restore it, put its files there while gomokud "
	       "is stopped\n",
	    to, state);
}

/* What is to be done instead of serving. */
struct errand {
	int check;	    /* how often -n was given */
	const char *backup; /* a folder; NULL: none */
};

static void read_options(int argc, char **argv, struct daemon_options *o, struct errand *e)
{
	static const struct option long_options[] = {
	    {"help", no_argument, NULL, 'h'},
	    {"version", no_argument, NULL, 'V'},
	    {"backup", required_argument, NULL, 'b'},
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
			e->check++;
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
		case 'b':
			e->backup = optarg;
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

int main(int argc, char **argv)
{
	static struct daemon d;
	char error[CONFIG_ERROR];
	struct errand errand = {0};
	int code;

	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like any other */
	log_begin();
	read_options(argc, argv, &d.options, &errand);
	if ((code = daemon_configure(&d.config, &d.options, error)) != 0)
		fatal(code, "%s", error);
	if (errand.backup)
		back_up(d.config.state, errand.backup);
	if (errand.check > 1)
		config_print(&d.config, stdout);
	else if (errand.check)
		puts("gomokud: the configuration is good");
	if (errand.backup || errand.check)
		return 0;
	log_verbose(d.config.verbose);
	daemon_start(&d);
	daemon_run(&d);
	return 0;
}
