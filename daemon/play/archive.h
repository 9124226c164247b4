/*
 * Finished games on their way to the store and back: from a room to what is kept, from what is kept
 * to a record that the formats of engine/game write.
 */
#ifndef GOMOKUD_PLAY_ARCHIVE_H
#define GOMOKUD_PLAY_ARCHIVE_H

#include "daemon/store/store.h"
#include "engine/game/record.h"
#include "lobby.h"

struct archive {
	struct store *store;
	struct lobby *lobby;
	bool rate_bots; /* rated games against the levels count */
	/* Told when a game is safe in the store; NULL: nobody. */
	void (*archived)(const char *game_id, void *arg);
	void *arg;
};

/* For lobby_on_ended, with a struct archive that outlives store_close: keeps the room's game. */
void archive_game(struct room *r, void *archive);
/* What is kept of the room's game. `ended` in seconds since 1970. */
void archive_fill(const struct room *r, bool rate_bots, int64_t ended, struct store_game *g);
/* The record of a kept game; its moves have to be there. -1: they can't be read. */
int archive_record(const struct store_game *g, struct record *r);

/* Whether that bot has a rating, and which: a level's, by any rule. 0: it has none. */
double archive_bot_rating(int bot);

#endif
