/*
 * The journal: what must outlive the process, as an append-only file of checksummed records. What a
 * record says is its writer's business; here it is text of any length.
 *
 * Records are gathered during a turn and written by one write at its end, before any output of the
 * turn leaves. So what was answered is in the file, and survives the end of the process by any
 * signal. A thread makes it durable against loss of power (fdatasync), or, with sync_turns, each
 * turn waits for that, and what the disk does not take then counts as not written. When it is the
 * thread that fails, nobody waits: the file is replaced by another with a snapshot, since a kernel
 * that could not write something once does not try again.
 *
 * Files: journal-N.log in the state folder. A file begins with the whole state (a snapshot, ended
 * by a mark), so that the ones before it can go: when a file has grown large its writer begins the
 * next with a snapshot. A file without the mark was being begun when the process ended; the one
 * before it counts. A record cut off at the end of a file was being written when the process ended:
 * nothing of it had been answered, and it is dropped with a warning. A bad record with good ones
 * after it is a damaged disk or a hand in the file, and refused.
 *
 * Room for more is reserved ahead of need: a full disk then stops new games (journal_has_space) and
 * not the running ones.
 */
#ifndef GOMOKUD_STORE_JOURNAL_H
#define GOMOKUD_STORE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct journal;

/* Takes one record of a file being read: text of len bytes, NUL-terminated, its own to change.
 * Returns 0, or -1 when it makes no sense, which ends the reading. */
typedef int journal_each(void *arg, char *text, size_t len);

/*
 * Reads the state from the folder through each(), then begins a new file; the caller has to write
 * the snapshot (journal_add, journal_snapshot_done) before the first turn ends. NULL with the
 * reason in error when the files can't be read or are damaged. The folder has been taken
 * (folder.h).
 */
struct journal *journal_open(
    const char *folder, bool sync_turns, journal_each *each, void *arg, char *error, size_t cap);
/* Writes nothing more. */
void journal_close(struct journal *j);

/* Adds a record to this turn. */
void journal_add(struct journal *j, const char *text, size_t len);
/* The state is complete: what was added since the file was begun. The files before it are removed
 * once this one is durable. Ends the turn; what fails then is told by the next one's end. */
void journal_snapshot_done(struct journal *j);
/* Writes the turn's records. False when that fails: they are kept here and not in the file, nothing
 * may be answered, and it is to be called again. */
bool journal_turn_end(struct journal *j);
/* Whether each turn waits for the disk, from now on. */
void journal_set_sync(struct journal *j, bool sync_turns);
/* The errno of the last try to write, 0 when it worked; whether anything was added since that. */
int journal_failing(const struct journal *j);
bool journal_has_news(const struct journal *j);
/* Whether a new file should be begun: this one has grown large, or may not be on the disk. */
bool journal_wants_next(const struct journal *j);
/* Begins the next file, at the end of a turn: a snapshot is to follow. -1: it can't be made, and
 * the present one goes on. */
int journal_begin_next(struct journal *j);
/* Whether there is room for another game to be kept. */
bool journal_has_space(const struct journal *j);

/* Whether a daemon could begin on the journals of a folder. 0, or -1 with the reason in error. */
int journal_check(const char *folder, char *error, size_t cap);
/* Prints the records of one file, a line each. 0, or -1 with the reason in error. */
int journal_print(const char *file, FILE *out, char *error, size_t cap);

#endif
