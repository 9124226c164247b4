/*
 * Keys as the terminal sends them, turned into presses.
 */
#ifndef GOMOKU_TUI_KEYS_H
#define GOMOKU_TUI_KEYS_H

#include <stdbool.h>

#include "prompt.h"

/* Once the screen is open: the keys that terminfo does not tell. */
void keys_prepare(void);
/* The next key that waits, without blocking. False when there is none. utf8: not bytes but text. */
bool keys_read(struct press *k, bool utf8);

#endif
