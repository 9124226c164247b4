/* A question of yes or no, put to the person at the terminal before or after a visit. */
#ifndef GOMOKU_CONSENT_H
#define GOMOKU_CONSENT_H

#include <stdbool.h>

/*
 * Shows text and " [y/N] " on standard error and reads a line from standard input. What was typed
 * before the question is thrown away, since it was no answer to it. False for anything but y or
 * yes, and where one of the two is no terminal: then nothing is shown.
 */
bool consent_ask(const char *text);

#endif
