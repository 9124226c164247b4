/* What commands about people share. */
#ifndef GOMOKUD_PLAY_CMD_PEOPLE_H
#define GOMOKUD_PLAY_CMD_PEOPLE_H

#include "command.h"

enum { ROOMS_TEXT = LIMIT_ROOMS_A_USER * (ROOM_ID + 1) };

/* Who is here under the name that was typed; refuses and returns NULL otherwise. */
struct user *named_user(struct command *c, const char *typed);
/* Whether the text has something in it and comes not too fast; refuses otherwise. */
bool says_something(struct command *c);
/* The user's rooms with commas between, as far as `asks` may know of them. */
void rooms_of(const struct user *u, const struct user *asks, char *buf, size_t size);

#endif
