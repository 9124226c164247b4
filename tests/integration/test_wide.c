/*
 * A terminal that draws the signs of the board two columns wide, as those of East Asia may: the
 * client asks it, and draws with ASCII. Played by the test, on a terminal of its own.
 */
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE_MS = 20000, SIGNS = 5, ATTEMPTS = 5 };

static int terminal;
static pid_t client;
static char output[1 << 18];
static size_t len;

/* Starts the client on a saved game, in a terminal of 80x24. */
static void start(void)
{
	const char *build = getenv("BUILD");
	struct winsize size = {.ws_row = 24, .ws_col = 80};
	char path[1000];

	snprintf(path, sizeof(path), "%s/gomoku", build == NULL ? "build" : build);
	len = 0;
	client = forkpty(&terminal, NULL, NULL, &size);
	assert_true(client >= 0);
	if (client > 0)
		return;
	setenv("TERM", "xterm-256color", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	unsetenv("LANGUAGE");
	execl(path, path, "--replay", "tests/data/moves_24.sgf", (char *)NULL);
	_exit(127);
}

/* Reads on until the text has come. Returns what stands behind it. */
static const char *await(const char *text, size_t from)
{
	const char *at;

	output[len] = '\0';
	while ((at = strstr(output + from, text)) == NULL) {
		struct pollfd p = {.fd = terminal, .events = POLLIN};
		ssize_t n;

		assert_int_equal(poll(&p, 1, PATIENCE_MS), 1);
		assert_true(len < sizeof(output) - 1);
		n = read(terminal, output + len, sizeof(output) - 1 - len);
		assert_true(n > 0);
		len += (size_t)n;
		output[len] = '\0';
	}
	return at + strlen(text);
}

static void leave(void)
{
	int status = -1;
	char rest[4096];

	assert_int_equal(write(terminal, "q", 1), 1);
	while (read(terminal, rest, sizeof(rest)) > 0)
		;
	assert_int_equal(waitpid(client, &status, 0), client);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(terminal);
}

/* Whether the board is drawn with signs beyond ASCII, by a terminal that draws them so wide. */
static bool draws_signs(int columns)
{
	const char *asked, *drawn;
	bool beyond = false;
	char answer[32];

	start();
	asked = await("\033[6n", 0);
	snprintf(answer, sizeof(answer), "\033[1;%dR", 1 + SIGNS * columns);
	assert_int_equal(write(terminal, answer, strlen(answer)), (ssize_t)strlen(answer));
	drawn = await("24 moves to come", (size_t)(asked - output));
	for (const char *p = asked; p < drawn; p++)
		beyond = beyond || (unsigned char)*p >= 0x80;
	leave();
	return beyond;
}

/* An answer that comes late, on a machine that is busy, counts as none: then it is asked again. */
static void wide_signs_are_not_drawn(void **state)
{
	int n = 0;

	(void)state;
	while (draws_signs(2))
		assert_true(++n < ATTEMPTS);
}

static void narrow_ones_are(void **state)
{
	(void)state;
	assert_true(draws_signs(1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(wide_signs_are_not_drawn),
	    cmocka_unit_test(narrow_ones_are),
	};

	return cmocka_run_group_tests_name("a wide terminal", tests, NULL, NULL);
}
