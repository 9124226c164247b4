/*
 * A hint that a session waits for. It is worked out behind all moves and answered under its
 * command's tag when it is there, while the connection's other commands go on.
 */
#ifndef GOMOKUD_PLAY_HINT_H
#define GOMOKUD_PLAY_HINT_H

struct hint;

/* Forgets it without an answer. NULL is fine. */
void hint_cancel(struct hint *h);

#endif
