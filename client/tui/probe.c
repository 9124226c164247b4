#include "probe.h"

#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void say(int out, const char *text)
{
	ssize_t n = write(out, text, strlen(text));

	(void)n;
}

/* Takes an answer, ESC [ row ; column R, out of what was read. The column, or -1. */
static int take_answer(char *text)
{
	for (char *p = strchr(text, '\033'); p != NULL; p = strchr(p + 1, '\033')) {
		int row, column, len = 0;

		if (sscanf(p, "\033[%4d;%4dR%n", &row, &column, &len) != 2 || len == 0)
			continue;
		memmove(p, p + len, strlen(p + len) + 1);
		return column;
	}
	return -1;
}

static int await(int in, int ms, char rest[static PROBE_REST])
{
	int64_t until = now_ms() + ms, left;
	size_t len = 0;
	int column = -1;

	while (column < 0 && len < PROBE_REST - 1 && (left = until - now_ms()) > 0) {
		struct pollfd p = {.fd = in, .events = POLLIN};
		ssize_t n;

		if (poll(&p, 1, (int)left) <= 0)
			continue;
		n = read(in, rest + len, PROBE_REST - 1 - len);
		if (n <= 0)
			break;
		len += (size_t)n;
		rest[len] = '\0';
		column = take_answer(rest);
	}
	return column;
}

int probe_columns(int in, int out, const char *text, int ms, char rest[static PROBE_REST])
{
	struct termios before, now;
	int column;

	rest[0] = '\0';
	if (tcgetattr(in, &before) < 0)
		return -1;
	now = before;
	now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	now.c_cc[VMIN] = 1;
	now.c_cc[VTIME] = 0;
	if (tcsetattr(in, TCSANOW, &now) < 0)
		return -1;
	say(out, "\r");
	say(out, text);
	say(out, "\033[6n");
	column = await(in, ms, rest);
	say(out, "\r\033[K");
	tcsetattr(in, TCSANOW, &before);
	return column < 0 ? -1 : column - 1;
}
