/*
 * For tests of what survives: GOMOKUD_CRASH_AT=POINT:N ends the daemon by SIGKILL when it comes to
 * that point for the Nth time. Without it in the environment nothing happens.
 */
#ifndef GOMOKUD_CRASH_H
#define GOMOKUD_CRASH_H

void crash_point(const char *point);

#endif
