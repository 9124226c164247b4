/*
 * What a click on the screen means, beside the board: filled while the screen is drawn, looked up
 * when a button is pressed. What is written as a key with what it does ("y accept", "Esc returns")
 * is that key, a command with its colon (":leave") is that command.
 */
#ifndef GOMOKU_TUI_ZONES_H
#define GOMOKU_TUI_ZONES_H

#include <stddef.h>

#include "prompt.h"
#include "style.h"

enum { ZONES_MAX = 160, ZONE_COMMAND_MAX = 24 };

enum zone_kind {
	ZONE_PRESS,   /* a key, in press */
	ZONE_COMMAND, /* a command, without its colon */
	ZONE_PANE,    /* number: enum view_pane */
	ZONE_ENTRY,   /* number: of an entry of the lobby */
	ZONE_PLY,     /* number: so many plies have been played then */
};

struct zone {
	int y, x, width;
	enum zone_kind kind;
	struct press press;
	char command[ZONE_COMMAND_MAX];
	int number;
};

struct zones {
	struct zone zone[ZONES_MAX];
	int count;
};

/* Adds a part of row y; what is too much is left out. zones may be NULL: clicks are not wanted. */
void zones_add(struct zones *zones, int y, int x, int width, enum zone_kind kind, int number);
/* Adds a key that is a character. */
void zones_add_char(struct zones *zones, int y, int x, int width, uint32_t c);
/* Adds the keys and commands in text that was written at y, x by that style. */
void zones_add_text(struct zones *zones, const struct style *style, int y, int x, const char *text);
/* The part that was added last there, or NULL. */
const struct zone *zones_at(const struct zones *zones, int y, int x);

#endif
