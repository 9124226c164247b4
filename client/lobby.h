/*
 * The lobby: which rooms there are, who looks for an opponent, who is here. Pure: it is fed the
 * rows that the server answers to `rooms`, `seeks` and `who`; what a list shows stays until the
 * next answer to the same command is whole.
 */
#ifndef GOMOKU_LOBBY_H
#define GOMOKU_LOBBY_H

#include "model.h"

enum { LOBBY_ROWS = 100 }; /* of each list; more are asked for by a command */

struct lobby_room {
	char id[MODEL_ID], rule[MODEL_WORD], time[MODEL_WORD];
	char seat[2][MODEL_NAME]; /* black and white */
	char title[MODEL_TITLE];
	enum model_state state;
	int size, ply;
	bool rated;
};

struct lobby_seek {
	char user[MODEL_NAME], rule[MODEL_WORD], time[MODEL_WORD], opening[MODEL_WORD];
	int size, rating; /* rating 0: not told */
	bool rated;
};

struct lobby_user {
	char name[MODEL_NAME];
	char rooms[MODEL_TITLE]; /* "r1,r2", "" for none */
	bool bot;
};

enum lobby_kind { LOBBY_ROOM, LOBBY_SEEK, LOBBY_USER, LOBBY_KINDS };

struct lobby {
	struct lobby_room room[LOBBY_ROWS];
	struct lobby_seek seek[LOBBY_ROWS];
	struct lobby_user user[LOBBY_ROWS];
	int count[LOBBY_KINDS];	  /* entries that are shown */
	int total[LOBBY_KINDS];	  /* that the server has */
	int filling[LOBBY_KINDS]; /* rows of the answer that is coming in */
	bool known;		  /* all three have come at least once */
};

/* One line of entries over all lists: rooms, then seeks, then people. */
struct lobby_item {
	enum lobby_kind kind; /* LOBBY_KINDS: none */
	int index;
};

enum { LOBBY_KEY = MODEL_NAME + 4 };

/* Takes a row or final of an answer in; all others are ignored. */
void lobby_feed(struct lobby *l, const struct wire_line *w);
/* How many entries there are in all. */
int lobby_items(const struct lobby *l);
/* The i-th of them. */
struct lobby_item lobby_item(const struct lobby *l, int i);
/* What an entry is known by when the lists have changed. Returns key. */
const char *lobby_key(const struct lobby *l, int i, char key[static LOBBY_KEY]);
/* Where the entry of that key stands now; when it is gone the nearest to `near`; -1 for none. */
int lobby_find(const struct lobby *l, const char *key, int near);
/*
 * The command that an entry is entered by: joins or watches a room, seeks what another seeks,
 * begins a challenge. True: to be sent as it is; false: to be completed by the user. "" for
 * nothing.
 */
bool lobby_command(const struct lobby *l, int i, const struct model *m, char *command, size_t size);

#endif
