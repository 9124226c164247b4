/* The board in text, for people without a client: a picture, or a list for a screen reader. */
#ifndef GOMOKUD_PLAY_DRAW_H
#define GOMOKUD_PLAY_DRAW_H

#include "engine/game/game.h"
#include "user.h"

enum { DRAW_TEXT = 160 };

/* How many lines a drawing of this game has. */
int draw_lines(const struct game *g, enum draw_mode mode);
/* Line n of it, from the top. Returns buf. */
const char *draw_line(const struct game *g, enum draw_mode mode, int n, char buf[static DRAW_TEXT]);

#endif
