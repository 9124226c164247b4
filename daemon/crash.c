#include "crash.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void crash_point(const char *point)
{
	static const char *wanted;
	static bool asked;
	static long left;
	size_t len = strlen(point);

	if (!asked) {
		asked = true;
		if ((wanted = getenv("GOMOKUD_CRASH_AT")) && strchr(wanted, ':'))
			left = strtol(strchr(wanted, ':') + 1, NULL, 10);
	}
	if (left > 0 && strncmp(wanted, point, len) == 0 && wanted[len] == ':' && --left == 0)
		raise(SIGKILL);
}
