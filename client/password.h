/*
 * Passwords: asked for on the terminal, without echo, or read from a file. Never taken from the
 * command line.
 */
#ifndef GOMOKU_PASSWORD_H
#define GOMOKU_PASSWORD_H

#include <stddef.h>

/* Asks on the terminal of the process. 0, or -1 with a reason in *why. */
int password_ask(const char *prompt, char *buf, size_t size, const char **why);
/* The first line of a file. 0, or -1 with a reason in *why. */
int password_read_file(const char *path, char *buf, size_t size, const char **why);

#endif
