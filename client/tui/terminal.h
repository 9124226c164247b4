/*
 * What terminfo knows of the terminal before it is taken over.
 */
#ifndef GOMOKU_TUI_TERMINAL_H
#define GOMOKU_TUI_TERMINAL_H

#include <stdbool.h>

/* Whether it is known, and one on which a cursor can be moved about: else there is no full screen.
 */
bool terminal_can_show(void);
/* Whether it is the console of Linux, whose fonts have letters, few other signs and no stones. */
bool terminal_is_console(void);

#endif
