/*
 * The protocol itself: lines of standard input go to the server as they are, what it says goes to
 * standard output. For programs, and for whoever wants to see it. Nothing is sent of our own
 * account: a program greets and answers pings itself. After the end of input the server has two
 * seconds for what it still says; whoever wants to wait longer keeps the input open.
 */
#ifndef GOMOKU_RAW_H
#define GOMOKU_RAW_H

#include "app.h"

struct event_base;

/* Runs base's loop until the connection has ended. Returns the exit code. */
enum app_exit raw_run(struct event_base *base, const struct options *options, struct trust *trust);

#endif
