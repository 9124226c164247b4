/* What the command line of a match says. */
#ifndef GOMOKU_BENCH_OPTIONS_H
#define GOMOKU_BENCH_OPTIONS_H

#include "duel.h"

enum { OPTIONS_JOBS_MAX = 64 };

struct options {
	struct dialogue_terms terms;
	const char *command[2]; /* of A and B */
	const char *infos[2][DUEL_INFOS];
	int n_infos[2];
	int grace_ms[2];
	int games, jobs;
	bool tests;	/* a sequential test is made */
	double sprt[2]; /* and between these Elo */
	bool quiet;
	const char *file;   /* the games; NULL: a name made of the settings, in `folder` */
	const char *folder; /* for that */
	const char *report; /* only report on this file */
};

/* Reads them. Returns -1 to go on, or the exit status when help was asked for or they are wrong. */
int options_read(struct options *o, int argc, char *argv[]);

#endif
