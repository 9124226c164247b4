#include "user.h"

#include <string.h>

static bool allowed(char c, bool first)
{
	if (c >= 'a' && c <= 'z')
		return true;
	return !first && ((c >= '0' && c <= '9') || c == '_' || c == '-');
}

bool user_name_read(const char *typed, char name[static USER_NAME_MAX + 1])
{
	static const char *const reserved[] = {"me", "open", "auto", "black", "white", "ai",
	    "scoring", "priority", "weights", "negascout"};
	size_t len = strlen(typed);

	if (len < USER_NAME_MIN || len > USER_NAME_MAX)
		return false;
	for (size_t i = 0; i <= len; i++) {
		char c = typed[i];

		name[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
		if (c && !allowed(name[i], i == 0))
			return false;
	}
	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		if (strcmp(name, reserved[i]) == 0)
			return false;
	return true;
}
