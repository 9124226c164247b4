/*
 * What terminfo knows of the terminal before it is taken over.
 */
#ifndef GOMOKU_TUI_TERMINAL_H
#define GOMOKU_TUI_TERMINAL_H

#include <stdbool.h>

/* Whether it is known, and one on which a cursor can be moved about: else there is no full screen.
 */
bool terminal_can_show(void);

#endif
