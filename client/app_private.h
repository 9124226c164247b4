/*
 * What the files of app share among themselves.
 */
#ifndef GOMOKU_APP_PRIVATE_H
#define GOMOKU_APP_PRIVATE_H

#include "app.h"

/* The tag of a hint, which is answered out of turn; the others are numbers. */
#define APP_HINT_TAG "hint"

/* The visit is over, for the first reason that says so. */
void app_finish(struct app *a, enum app_exit code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A line of the server's has come. */
void app_take_line(void *arg, const char *line, size_t len);

/* Notes why nothing was sent, and returns -1. */
int app_complain(struct app *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Sends a command under the next tag. 0 or -1 with a complaint. */
int app_send(struct app *a, enum app_pending what, const char *command);
/* Sends a command under a tag that waits in no queue. 0 or -1 with a complaint. */
int app_send_tagged(struct app *a, const char *tag, const char *command);
/* Adds " key=value" to a command, nothing when the value is empty. */
void app_add_key(char *buf, size_t size, const char *key, const char *value);

#endif
