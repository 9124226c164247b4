/* The terms of a new room, read from a command's keys: rule, size, clock, seats. */
#ifndef GOMOKUD_PLAY_TERMS_H
#define GOMOKUD_PLAY_TERMS_H

#include "command.h"

struct terms {
	struct room_settings settings;
	struct {
		bool me;
		int level; /* of a bot; 0 none */
	} seat[2];	   /* neither: open */
};

/* Reads all but the seats, which are left open. False when refused. */
bool terms_read(struct command *c, struct terms *t);
/* Reads black= and white= of create. False when refused. */
bool terms_read_seats(struct command *c, struct terms *t);
/* A bot can't take part in the opening that was asked for. */
void refuse_bot_opening(struct command *c);
/* "black" 0, "white" 1, else -1. */
int read_side(const char *word);

#endif
