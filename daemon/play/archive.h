/*
 * Finished games on their way to the store and back: from a room to what is kept, from what is kept
 * to a record that the formats of engine/game write.
 *
 * A game that has ended stands in the journal until the store has it, so that the end of the
 * process in between loses none; the store takes a game that it has already for what it is. It is
 * asked only when the turn is written: what the journal might take back must not count already.
 */
#ifndef GOMOKUD_PLAY_ARCHIVE_H
#define GOMOKUD_PLAY_ARCHIVE_H

#include <sys/queue.h>

#include "daemon/store/journal.h"
#include "daemon/store/store.h"
#include "engine/game/record.h"
#include "lobby.h"

struct state_record;

/* A game that the store does not have yet. */
struct pending {
	struct archive *archive;
	bool journaled, sent;
	struct store_game game;
	TAILQ_ENTRY(pending) link;
};

struct archive {
	struct store *store;
	struct journal *journal;
	TAILQ_HEAD(, pending) pending; /* to be made empty by TAILQ_INIT */
	struct lobby *lobby;
	bool rate_bots; /* rated games against the levels count */
};

/* For lobby_on_ended, with a struct archive that outlives store_close: keeps the room's game. */
void archive_game(struct room *r, void *archive);
/* At the end of a turn, when the rooms have written theirs: adds the new ones to the journal. */
void archive_journal_changes(struct archive *a);
/* When the turn is written: the store is asked to keep what it was not asked yet. */
void archive_send(struct archive *a);
/* archive_journal.c */
/* Adds a game that is not in the store yet to the journal, or that it is there now. */
void archive_journal_game(struct journal *j, const struct store_game *g);
void archive_journal_saved(struct journal *j, const char *id);
/* Adds all that are not in the store yet, for a snapshot. */
void archive_snapshot(const struct archive *a);
/* Takes a record "game" or "archived" at start. -1 when it makes no sense. */
int archive_restore(struct archive *a, const struct state_record *s);
/* All records have been taken: ends of games whose own record was cut off are looked after. */
void archive_restored(struct archive *a);
/* Frees what has not got to the store; the journal has it. */
void archive_free(struct archive *a);

/* What is kept of the room's game. `ended` in seconds since 1970. */
void archive_fill(const struct room *r, bool rate_bots, int64_t ended, struct store_game *g);
/* The record of a kept game; its moves have to be there. -1: they can't be read. */
int archive_record(const struct store_game *g, struct record *r);

/* Whether that bot has a rating, and which: a level's, by any rule. 0: it has none. */
double archive_bot_rating(int bot);

#endif
