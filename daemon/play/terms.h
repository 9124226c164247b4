/* The terms of a new room, read from a command's keys: rule, size, clock, seats. */
#ifndef GOMOKUD_PLAY_TERMS_H
#define GOMOKUD_PLAY_TERMS_H

#include "command.h"

struct terms {
	struct room_settings settings;
	struct {
		bool me;
		int bot;	   /* BOT_NONE: none */
		struct user *user; /* to be asked; NULL: none */
	} seat[2];		   /* neither: open */
};

/*
 * Reads all but the seats, which are left open. The bare words "rated" and "private" are looked for
 * from word number `words` on. False when refused.
 */
bool terms_read(struct command *c, struct terms *t, int words);
/* Reads over what a room's settings are. False when refused. */
bool terms_change(struct command *c, struct room_settings *s);
/* Whether who asks may play rated games. False when refused. */
bool rated_allowed(struct command *c);
/* Reads black= and white= of create. False when refused. */
bool terms_read_seats(struct command *c, struct terms *t);
/* The bot that a word after "ai:" names; BOT_NONE and refused when there is none. */
int read_bot(struct command *c, const char *word);
/* The user whom a seat is to be offered to; NULL and refused when there is none. */
struct user *read_seat_user(struct command *c, const char *word);
/* The level that suits who asks, for BOT_AUTO; else the bot itself. */
int bot_for(const struct command *c, int bot, enum rule rule);
/* Whether the bot can play by these settings. False when refused. */
bool bot_fits(struct command *c, int bot, const struct room_settings *s);
/* "black" 0, "white" 1, else -1. */
int read_side(const char *word);

#endif
