/* How wide a terminal draws, asked of one that is played by the test. */
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

#include "client/tui/probe.h"

enum { PATIENCE_MS = 10000, HURRY_MS = 30 };

static int master, terminal;
static char rest[PROBE_REST];

static int set_up(void **state)
{
	(void)state;
	return openpty(&master, &terminal, NULL, NULL, NULL);
}

static int tear_down(void **state)
{
	(void)state;
	close(master);
	close(terminal);
	return 0;
}

/* What the terminal sends lies there already when it is asked. */
static int columns(const char *sent, int ms)
{
	struct termios before, after;
	int n;

	assert_int_equal(write(master, sent, strlen(sent)), (ssize_t)strlen(sent));
	assert_int_equal(tcgetattr(terminal, &before), 0);
	/* Read at once, not line by line: as it is when the question is asked. */
	before.c_lflag &= ~(tcflag_t)ICANON;
	assert_int_equal(tcsetattr(terminal, TCSANOW, &before), 0);
	n = probe_columns(terminal, terminal, "●○", ms, rest);
	assert_int_equal(tcgetattr(terminal, &after), 0);
	assert_int_equal(before.c_lflag, after.c_lflag);
	return n;
}

static void answers(void **state)
{
	(void)state;
	assert_int_equal(columns("\033[1;3R", PATIENCE_MS), 2);
	assert_string_equal(rest, "");
	assert_int_equal(columns("\033[24;5R", PATIENCE_MS), 4);
}

static void what_was_typed_ahead_is_kept(void **state)
{
	(void)state;
	assert_int_equal(columns("h8\033[1;3R", PATIENCE_MS), 2);
	assert_string_equal(rest, "h8");
	assert_int_equal(columns("\033[A\033[7;3R", PATIENCE_MS), 2);
	assert_string_equal(rest, "\033[A");
}

static void no_answer(void **state)
{
	(void)state;
	assert_int_equal(columns("h8", HURRY_MS), -1);
	assert_string_equal(rest, "h8");
	assert_int_equal(columns("\033[1;", HURRY_MS), -1);
}

static void what_is_asked(void **state)
{
	char text[200] = "";
	size_t len = 0;

	(void)state;
	columns("\033[1;3R", PATIENCE_MS);
	/* What was sent comes back as an echo, too. */
	while (strstr(text, "\r●○\033[6n\r\033[K") == NULL) {
		struct pollfd p = {.fd = master, .events = POLLIN};
		ssize_t n;

		assert_int_equal(poll(&p, 1, PATIENCE_MS), 1);
		n = read(master, text + len, sizeof(text) - 1 - len);
		assert_true(n > 0);
		len += (size_t)n;
		text[len] = '\0';
	}
}

static void no_terminal(void **state)
{
	int fd[2];

	(void)state;
	assert_int_equal(pipe(fd), 0);
	assert_int_equal(probe_columns(fd[0], fd[1], "●", PATIENCE_MS, rest), -1);
	close(fd[0]);
	close(fd[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(answers, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(what_was_typed_ahead_is_kept, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(no_answer, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(what_is_asked, set_up, tear_down),
	    cmocka_unit_test(no_terminal),
	};

	return cmocka_run_group_tests_name("probe", tests, NULL, NULL);
}
