/* The table of figures: the daemon's beside the floor's, their ratio, and the bounds. */
#ifndef GOMOKU_LOAD_REPORT_H
#define GOMOKU_LOAD_REPORT_H

#include <stdbool.h>

enum { ROUNDS_MOST = 15 };

/* One measurement of both servers in each round. */
struct figure {
	int rounds;
	double daemon[ROUNDS_MOST], floor[ROUNDS_MOST];
};

/* Two numbers of one round, close in time; floor 0: only the daemon was measured. */
void figure_add(struct figure *f, double daemon, double floor);
/*
 * Prints a row: the medians, and the median of the rounds' ratios. ratio_most and most are the
 * bounds of the ratio and of the daemon's figure; 0 where there is none.
 */
void report_row(const char *what, const struct figure *f, double ratio_most, double most);
void report_head(void);
/* Whether every bound has held. */
bool report_held(void);

#endif
