/*
 * Completion of commands from the table of verbs: the verb, the words and keys it takes, the values
 * of keys whose values are known. Pure.
 */
#ifndef GOMOKU_COMPLETE_H
#define GOMOKU_COMPLETE_H

#include <stdbool.h>
#include <stddef.h>

enum { COMPLETE_ADD = 64, COMPLETE_LIST = 1200 };

struct completion {
	int count;		  /* how many there are that go on so */
	char add[COMPLETE_ADD];	  /* what all of them have next; with a space when there is one */
	char list[COMPLETE_LIST]; /* all of them, spaces between, as far as there is room */
};

/* What may follow text, the command as typed up to the cursor. */
void complete(struct completion *c, const char *text);
/* Whether a command says a password: it is to be kept in no history, and not to be shown. */
bool complete_says_password(const char *command);

#endif
