#include "moves.h"

#include <string.h>

int moves_parse(const char *text, int points[], int max, size_t *at)
{
	int n = 0;
	size_t i = strspn(text, " ,");
	for (; text[i] != '\0'; i += strspn(text + i, " ,")) {
		char name[POINT_TEXT] = {text[i]};
		size_t digits = text[i] == '-' ? 0 : strspn(text + i + 1, "0123456789");
		*at = i;
		if (n == max || digits >= sizeof(name) - 1)
			return -1;
		memcpy(name + 1, text + i + 1, digits);
		points[n] = text[i] == '-' ? POINT_PASS : point_parse(name);
		if (points[n++] == POINT_NONE)
			return -1;
		i += 1 + digits;
	}
	return n;
}

const char *moves_format(const int points[], int n, char buf[static MOVES_TEXT])
{
	size_t len = 0;
	buf[0] = '\0';
	for (int i = 0; i < n && i < BOARD_POINTS; i++) {
		point_format(points[i], buf + len);
		len += strlen(buf + len);
	}
	return buf;
}
