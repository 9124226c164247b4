/* The daemon's log: one line an event on stderr, key=value, with what peers sent escaped. */
#ifndef GOMOKUD_LOG_H
#define GOMOKUD_LOG_H

#include <stdbool.h>

/* Looks whether systemd's journal reads the log: lines then begin with their priority, <4> for a
 * warning, in place of time and level. */
void log_begin(void);
bool log_is_journal(void);
/* verbose: log_debug writes too. */
void log_verbose(bool verbose);

void log_debug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Start-up faults and broken invariants only: writes the line and leaves with `code` (sysexits). */
void fatal(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3), noreturn));

#endif
