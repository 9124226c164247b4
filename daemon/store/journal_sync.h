/*
 * The files of a journal in their folder, and the thread that makes them durable: what is asked of
 * it happens a moment later, together with what else has been asked meanwhile. Used by journal.c
 * alone.
 */
#ifndef GOMOKUD_STORE_JOURNAL_SYNC_H
#define GOMOKUD_STORE_JOURNAL_SYNC_H

#include <stdbool.h>

enum { JOURNAL_PATH = 1200 };

/* The path of a file, JOURNAL_PATH bytes. */
void journal_path(const char *folder, unsigned number, char *path);
/* The numbers of the files in the folder, the newest first. Returns how many, at most max: the
 * older ones are then left out. */
int journal_numbers(const char *folder, unsigned numbers[], int max);

struct journal_sync;

/* folder_fd is the folder, and stays the caller's. NULL: no thread, or no memory. */
struct journal_sync *journal_sync_new(const char *folder, int folder_fd);
/* Ends when all that was asked is done. */
void journal_sync_free(struct journal_sync *s);
/* Makes the file durable soon; then those up to the number `obsolete` are removed, 0 none. */
void journal_sync_ask(struct journal_sync *s, int fd, unsigned obsolete);
/* How many tries have failed since the last call; whether the last one of all did. */
int journal_sync_failures(struct journal_sync *s);
bool journal_sync_failing(struct journal_sync *s);

#endif
