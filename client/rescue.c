#include "rescue.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { TEXT_MAX = 256 };

static struct termios settings;
static bool known; /* standard input has settings: it is a terminal */
static char text[TEXT_MAX];
static size_t text_len;

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT};

static void on_crash(int number)
{
	ssize_t n = 0;

	/* In the background the terminal is somebody else's. */
	if (tcgetpgrp(STDIN_FILENO) == getpgrp()) {
		n = write(STDOUT_FILENO, text, text_len);
		tcsetattr(STDIN_FILENO, TCSANOW, &settings);
	}
	(void)n;
	raise(number); /* the handler is gone by now: this one ends us */
}

void rescue_prepare(void)
{
	known = tcgetattr(STDIN_FILENO, &settings) == 0;
	text_len = 0;
}

/* The length of terminfo's mark for a pause, "$<2>", which is not for the terminal; 0: it is none.
 */
static size_t pause_len(const char *more)
{
	const char *end = strncmp(more, "$<", 2) == 0 ? strchr(more, '>') : NULL;

	return end == NULL ? 0 : (size_t)(end - more) + 1;
}

void rescue_add(const char *more)
{
	if (more == NULL || strlen(more) > sizeof(text) - text_len)
		return;
	while (*more != '\0') {
		size_t skip = pause_len(more);

		if (skip == 0)
			text[text_len++] = *more++;
		more += skip;
	}
}

void rescue_begin(void)
{
	struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND};

	for (size_t i = 0; known && i < sizeof(crashes) / sizeof(crashes[0]); i++)
		sigaction(crashes[i], &action, NULL);
}

void rescue_end(void)
{
	for (size_t i = 0; known && i < sizeof(crashes) / sizeof(crashes[0]); i++)
		signal(crashes[i], SIG_DFL);
}
