/* Ratings in the tables. */
#ifndef GOMOKUD_STORE_SQLITE_RATINGS_H
#define GOMOKUD_STORE_SQLITE_RATINGS_H

#include "sqlite_private.h"

/* A player's rating by a rule, a beginner's when there is none yet. 0 or -1. */
int sqlite_read_rating(struct db *db, const char *name, enum rule rule, struct store_rating *r);
/*
 * Counts a rated game, within the caller's transaction. saved->rated tells whether it counted, and
 * then the new ratings are there, too. 0 or -1.
 */
int sqlite_rate_game(struct db *db, const struct store_game *g, struct store_saved *saved);

#endif
