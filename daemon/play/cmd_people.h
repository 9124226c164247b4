/* What commands about people share. */
#ifndef GOMOKUD_PLAY_CMD_PEOPLE_H
#define GOMOKUD_PLAY_CMD_PEOPLE_H

#include "command.h"

enum { ROOMS_TEXT = LIMIT_ROOMS_A_USER * (ROOM_ID + 1) };

/* Who is here under the name that was typed; refuses and returns NULL otherwise. */
struct user *named_user(struct command *c, const char *typed);
/* limit= of a list: `usual` without it, `most` at most. Refuses what is no number. */
bool read_limit(struct command *c, int usual, int most, int *limit);
/* What a user is to be called who typed that; false when it is no name, or a bot's. */
bool name_read(struct command *c, const char *typed, char name[static USER_NAME_MAX + 1]);
/* Whether the text has something in it and comes not too fast; refuses otherwise. */
bool says_something(struct command *c);
/* The user's rooms with commas between, as far as `asks` may know of them. */
void rooms_of(const struct user *u, const struct user *asks, char *buf, size_t size);

#endif
