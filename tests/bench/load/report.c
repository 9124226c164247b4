#include "report.h"

#include <stdio.h>
#include <stdlib.h>

#include "peer.h"

static bool broken;

void figure_add(struct figure *f, double daemon, double floor)
{
	if (f->rounds == ROUNDS_MOST)
		die("too many rounds");
	f->daemon[f->rounds] = daemon;
	f->floor[f->rounds++] = floor;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(const double *values, int n)
{
	double sorted[ROUNDS_MOST] = {0};

	for (int i = 0; i < n; i++)
		sorted[i] = values[i];
	qsort(sorted, (size_t)n, sizeof *sorted, compare);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

void report_head(void)
{
	printf("%-46s %10s %10s %6s  %s\n", "", "gomokud", "floor", "ratio", "bounds");
	fflush(stdout);
}

void report_row(const char *what, const struct figure *f, double ratio_most, double most)
{
	double ratios[ROUNDS_MOST] = {0}, daemon = median(f->daemon, f->rounds), ratio;
	bool holds;

	for (int i = 0; i < f->rounds; i++)
		ratios[i] = f->floor[i] > 0 ? f->daemon[i] / f->floor[i] : 0;
	ratio = median(ratios, f->rounds);
	holds = (ratio_most <= 0 || ratio <= ratio_most) && (most <= 0 || daemon <= most);
	if (ratio > 0)
		printf(
		    "%-46s %10.1f %10.1f %6.2f", what, daemon, median(f->floor, f->rounds), ratio);
	else
		printf("%-46s %10.1f %10s %6s", what, daemon, "-", "-");
	if (ratio_most > 0)
		printf("  ratio at most %g", ratio_most);
	if (most > 0)
		printf("%s at most %g", ratio_most > 0 ? "," : " ", most);
	puts(holds ? "" : "  BROKEN");
	fflush(stdout);
	broken = broken || !holds;
}

bool report_held(void)
{
	return !broken;
}
