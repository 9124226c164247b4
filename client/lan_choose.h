/* Shows the servers of the local network in plain text, before there is a screen, and asks which
 * one it is to be. */
#ifndef GOMOKU_LAN_CHOOSE_H
#define GOMOKU_LAN_CHOOSE_H

#include "options.h"

/*
 * Lists what is there and reads a choice from standard input: a number, or nothing for the first
 * one. Puts its address into o, and its pin when that is known here from before, but not one that
 * only the list has. -1 to go on with that, else the exit code.
 */
int lan_choose(struct options *o);

#endif
