/* What is measured of the daemon and the floor. Each prints its rows of the report. */
#ifndef GOMOKU_LOAD_MEASURE_H
#define GOMOKU_LOAD_MEASURE_H

struct effort {
	int rounds;	/* of each measurement, daemon and floor in turn */
	double seconds; /* of a round */
	int idle;	/* sessions that do nothing */
};

struct measurement {
	const char *name, *about;
	void (*run)(const struct effort *e);
};

/* In their order; the last has no name. */
extern const struct measurement measurements[];

#endif
