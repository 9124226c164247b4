/* Hours of everyday life in minutes: people come, play, watch, talk, leave and are cut off. */
#ifndef GOMOKU_LOAD_SOAK_H
#define GOMOKU_LOAD_SOAK_H

/*
 * Keeps a daemon at work for so many seconds, in rounds. After each, when everyone has gone, its
 * memory and descriptors are noted. 0 when they were flat, 1 when they grew.
 */
int soak(double seconds);

#endif
