/* Names that someone does not want to hear of, for as long as they are here. */
#ifndef GOMOKUD_PLAY_MUTE_H
#define GOMOKUD_PLAY_MUTE_H

#include <stdbool.h>

enum { MUTE_NAME = 22 }; /* a user's name with its NUL */

struct mutes {
	int n, cap;
	char (*name)[MUTE_NAME]; /* owned; in order of muting */
};

bool mutes_has(const struct mutes *m, const char *name);
/* Adds one that is not there. -1: there are too many, or no memory. */
int mutes_add(struct mutes *m, const char *name);
/* Takes one off. False when it is not there. */
bool mutes_remove(struct mutes *m, const char *name);
void mutes_free(struct mutes *m);

#endif
