/*
 * Balanced openings. Made by throwing two to five stones near the centre of 15x15 at random (in
 * renju the first on the centre, the next within one, two and three points of it), no two alike
 * under the board's symmetries, and keeping those that a strong engine, after 0.4 s, holds to be
 * about even. In 40 games of that engine against itself over the first of them black won 19 and
 * white 18.
 */
#ifndef GOMOKU_BENCH_BOOK_H
#define GOMOKU_BENCH_BOOK_H

#include "engine/game/board.h"
#include "engine/game/rules.h"

enum { BOOK_STONES = 8 };

/*
 * The opening of that number (any from 0; the book begins anew after its last) for a rule and a
 * board size, about the centre. Returns how many stones it has, 0 on boards too small for the book.
 */
int book_opening(enum rule rule, int size, int number, int points[static BOOK_STONES]);
/* How many different openings there are; 1, the empty board, where there is no book. */
int book_count(enum rule rule, int size);

#endif
