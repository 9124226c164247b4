/*
 * A copy of what the state folder keeps, while a daemon may be at work on it: the journals, then
 * the database, then key and certificate. In this order nothing falls between: a game that has gone
 * from the journal to the database after the one was copied is in both copies, and counts once.
 *
 * The copy is a state folder itself: a daemon that is started on it goes on from there.
 */
#ifndef GOMOKUD_STORE_BACKUP_H
#define GOMOKUD_STORE_BACKUP_H

#include <stddef.h>

/*
 * Copies the state folder into `to`, which must not exist yet or be an empty folder. 0, or -1 with
 * the reason in error; what has been copied by then stays.
 */
int backup_make(const char *state, const char *to, char *error, size_t cap);

#endif
