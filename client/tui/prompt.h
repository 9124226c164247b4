/*
 * The line one types on: nothing, a point being typed ("h1"), or a command after a colon. Pure: it
 * is fed presses of keys and says what is to be done.
 */
#ifndef GOMOKU_TUI_PROMPT_H
#define GOMOKU_TUI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client/complete.h"

enum {
	PROMPT_CHARS = 400, /* characters of a command */
	PROMPT_BYTES = 4 * PROMPT_CHARS + 1,
	PROMPT_HISTORY = 32,
};

/* A key, whatever the terminal calls it. */
enum press_kind {
	PRESS_CHAR, /* a character, in code */
	PRESS_ENTER,
	PRESS_ESCAPE,
	PRESS_BACKSPACE,
	PRESS_DELETE,
	PRESS_TAB,
	PRESS_LEFT,
	PRESS_RIGHT,
	PRESS_UP,
	PRESS_DOWN,
	PRESS_HOME,
	PRESS_END,
	PRESS_KILL,   /* Ctrl-U: drop the line */
	PRESS_REDRAW, /* Ctrl-L */
	PRESS_RESIZE,
	PRESS_HELP, /* F1 */
	PRESS_PAGE_UP,
	PRESS_PAGE_DOWN,
	PRESS_PASTE, /* what follows was pasted, up to PRESS_PASTE_END */
	PRESS_PASTE_END,
	PRESS_PASTED, /* a character of that, in code: text for the command line, else nothing */
	PRESS_MOUSE,  /* a button was pressed at y, x */
	PRESS_OTHER,  /* a key without a meaning here */
};

struct press {
	enum press_kind kind;
	uint32_t code; /* of PRESS_CHAR and PRESS_PASTED: Unicode, no control character; else 0 */
	int y, x;      /* of PRESS_MOUSE */
};

enum prompt_mode { PROMPT_IDLE, PROMPT_POINT, PROMPT_COMMAND };

enum prompt_result {
	PROMPT_IGNORED, /* not a key of the prompt's: it may mean something elsewhere */
	PROMPT_TAKEN,	/* the line has changed, no more */
	PROMPT_PLAY,	/* play the point that prompt_text gives; the prompt is idle again */
	PROMPT_RUN,	/* run the command that prompt_text gives; the prompt is idle again */
};

struct prompt {
	enum prompt_mode mode;
	uint32_t text[PROMPT_CHARS];
	int len, at;		       /* characters, and where the next one goes */
	char done[PROMPT_BYTES];       /* what PROMPT_PLAY or PROMPT_RUN is about */
	char *history[PROMPT_HISTORY]; /* a ring of commands */
	unsigned commands;	       /* ever entered */
	unsigned back;		       /* how far up in the history we are, 0: not */
	char choices[COMPLETE_LIST];   /* what Tab found to go on with, until the next key */
};

void prompt_init(struct prompt *p);
void prompt_free(struct prompt *p);
/* Opens the command line with text on it already. */
void prompt_open(struct prompt *p, const char *text);
/* Begins a point with its letter. */
void prompt_begin_point(struct prompt *p, uint32_t letter);
/* Takes a key. */
enum prompt_result prompt_press(struct prompt *p, const struct press *k);
/*
 * What is shown of the line before the cursor and in all, as UTF-8; of a password stars. Both need
 * PROMPT_BYTES.
 */
void prompt_text(const struct prompt *p, char *all, char *before);

#endif
