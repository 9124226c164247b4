/* The state folder as a whole: one daemon is at work on it at a time. */
#ifndef GOMOKUD_STORE_FOLDER_H
#define GOMOKUD_STORE_FOLDER_H

#include <stddef.h>

/*
 * Takes the folder for this process, to its end: processes made by it do not hold it. Before
 * anything in it is read or changed, for a daemon of another version would change what the first
 * one has open. 0, or an exit status (sysexits.h) with the reason in error.
 */
int folder_take(const char *folder, char *error, size_t cap);

#endif
