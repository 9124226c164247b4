/*
 * The token that gives a seat back, kept in $XDG_STATE_HOME/gomoku so that a terminal that was
 * closed comes back to its game: one small file for each server, for its owner's eyes only, in the
 * hands of one process at a time. Whoever comes second goes without.
 */
#ifndef GOMOKU_SESSION_H
#define GOMOKU_SESSION_H

#include <limits.h>
#include <stdbool.h>

#include "model.h"

enum { SESSION_TOKEN = 96 }; /* bytes of a token with its NUL */

struct session {
	char path[PATH_MAX];			     /* "" when nothing is kept */
	int lock;				     /* the file that is locked, -1 for none */
	char user[MODEL_NAME], token[SESSION_TOKEN]; /* as read; "" when there is none */
};

/* Takes hold of the file for a server's address, in the folder of known_hosts, and reads it. */
void session_open(struct session *s, const char *known_hosts, const char *address);
/* Whether there is a token, and it is of this name, with or without a guest's ~; "" is any
 * guest's. */
bool session_is_of(const struct session *s, const char *name);
/* Keeps another token; errors are silent, since nothing depends on it but a comfort. */
void session_keep(struct session *s, const char *user, const char *token);
/* Nothing is to be come back to. */
void session_forget(struct session *s);
void session_close(struct session *s);

#endif
