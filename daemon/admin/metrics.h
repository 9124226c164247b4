/* How much there is of everything at the moment, and all figures as text for Prometheus. */
#ifndef GOMOKUD_ADMIN_METRICS_H
#define GOMOKUD_ADMIN_METRICS_H

#include "daemon/play/session.h"

struct text;

struct gauge {
	const char *name, *about, *metric;
	int64_t value;
};

/* Calls each for every gauge. */
void metrics_each(struct server *s, void (*each)(const struct gauge *g, void *arg), void *arg);
/* Adds gauges, counters and timings in the text format 0.0.4; every line ends with LF. Nothing in
 * it is about single players. */
void metrics_prometheus(struct server *s, struct text *t);

#endif
