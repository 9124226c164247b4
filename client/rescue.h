/*
 * What gives the terminal back when the program crashes, or is ended by a signal that nobody
 * handles in the loop (Ctrl-\ among them): the settings as they were, and what the terminal is to
 * be told. All of it is fetched before, since a handler may hardly call anything. One at a time.
 */
#ifndef GOMOKU_RESCUE_H
#define GOMOKU_RESCUE_H

/* Takes standard input's settings as those to go back to, with nothing to say. Call it before they
 * are changed. */
void rescue_prepare(void);
/* Adds text to what the terminal is told; NULL and what does not fit is left out. */
void rescue_add(const char *text);
/* From here on a crash gives the terminal back; to be called when it has been taken. */
void rescue_begin(void);
/* The terminal was given back in order. */
void rescue_end(void);

#endif
