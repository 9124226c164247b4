/*
 * The layer of sandbox.h that knows files: landlock(7). For the thread that asks, and those that it
 * makes.
 */
#ifndef GOMOKUD_LANDLOCK_H
#define GOMOKUD_LANDLOCK_H

#include "sandbox.h"

/*
 * Shuts off all files but these, and TCP connections to anywhere, as far as the kernel knows how.
 * 0, or -1 with errno set.
 */
int landlock_confine(const struct sandbox_path paths[], int n);

#endif
