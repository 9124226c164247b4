/* What a new seek costs while others wait. */
#ifndef GOMOKU_LOAD_SEEKS_H
#define GOMOKU_LOAD_SEEKS_H

struct hall;
struct subject;

/* The daemon's time for a seek and its withdrawal, microseconds, with nobody new to be found. */
double seeks_probe(const struct subject *s, double seconds);
/* All guests who are alone look for an opponent, and can find none; waits until they all do. */
void seeks_begin(struct hall *h);

#endif
