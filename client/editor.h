/*
 * The line one types in line mode at a terminal, with editing, history and completion, by libedit.
 * It is read a key at a time, so that the event loop goes on; what is printed meanwhile is printed
 * between editor_hide and editor_show, and the line stays whole below it.
 */
#ifndef GOMOKU_EDITOR_H
#define GOMOKU_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

struct editor;

enum editor_result {
	EDITOR_MORE, /* the line goes on */
	EDITOR_LINE, /* it is whole */
	EDITOR_END,  /* Ctrl-D on an empty line, or the terminal is gone */
};

/* Takes the terminal of standard input and output. NULL: short of memory, or it cannot be edited
 * on; then nothing has been changed. */
struct editor *editor_new(void);
/* Reads the key that waits. A whole line is in line, without its end; size >= 2. */
enum editor_result editor_read(struct editor *e, char *line, size_t size);
/* Shows the prompt for a new line. */
void editor_begin(struct editor *e);
/* Takes the line away before something is printed, and shows it again after. */
void editor_hide(struct editor *e);
void editor_show(struct editor *e);
/* Gives the terminal back while the program stops, and takes it again. */
void editor_suspend(struct editor *e);
void editor_resume(struct editor *e);
/* Gives the terminal back as it was. */
void editor_free(struct editor *e);

#endif
