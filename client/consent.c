#include "consent.h"

#include <stdio.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

bool consent_ask(const char *text)
{
	char answer[8] = "", c;
	size_t len = 0;
	ssize_t n;

	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return false;
	tcflush(STDIN_FILENO, TCIFLUSH);
	fprintf(stderr, "%s [y/N] ", text);
	/* Not by stdio, which would keep what follows the line. */
	while ((n = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n')
		if (len + 1 < sizeof(answer))
			answer[len++] = c;
	answer[len] = '\0';
	return n == 1 && (strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0);
}
