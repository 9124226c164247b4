/* A player's process: lines in and out, how it ends, and that it is the engine itself that is seen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/bench/player.h"
#include "tests/bench/sentinel.h"

enum { SOON_MS = 20000, HELD_MS = 200 };

static char line[PLAYER_LINE_MAX];

static void expect_line(struct player *p, const char *want)
{
	assert_int_equal(player_line(p, line, now_ms() + SOON_MS), PLAYER_LINE);
	assert_string_equal(line, want);
}

/* The name of the process that we wait for. */
static void expect_program(const struct player *p, const char *want)
{
	char path[64], name[64] = "";
	snprintf(path, sizeof(path), "/proc/%d/comm", (int)p->pid);
	FILE *file = fopen(path, "re");
	assert_non_null(file);
	assert_non_null(fgets(name, sizeof(name), file));
	fclose(file);
	name[strcspn(name, "\n")] = '\0';
	assert_string_equal(name, want);
}

static void test_process(void **state)
{
	static const char *const commands[] = {
	    "cat", "  cat -u", "X=1 && exec cat", "(true); exec cat"};
	struct player p;
	(void)state;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		player_init(&p, commands[i]);
		assert_int_equal(player_start(&p), 0);
		player_send(&p, "TURN %d,%d", 3, 4);
		expect_line(&p, "TURN 3,4");
		expect_program(&p, "cat");
		player_stop(&p);
		assert_int_equal(p.pid, 0);
		assert_true(p.peak_kb > 0);
	}
}

/* Words before the program are the shell's affair. */
static void test_environment(void **state)
{
	struct player p;
	(void)state;
	player_init(&p, "SAID=7,7 sh -c 'echo $SAID'");
	assert_int_equal(player_start(&p), 0);
	expect_line(&p, "7,7");
	player_stop(&p);
}

static void test_lines(void **state)
{
	struct player p;
	(void)state;
	player_init(&p, "printf 'one\\r\\n\\n  \\r two\\nthree'; sleep 1000");
	assert_int_equal(player_start(&p), 0);
	expect_line(&p, "one");
	expect_line(&p, " two");
	assert_int_equal(player_line(&p, line, now_ms() + 20), PLAYER_TIMEOUT);
	player_stop(&p);
}

static void test_gone(void **state)
{
	struct player p;
	(void)state;
	player_init(&p, "echo bye");
	assert_int_equal(player_start(&p), 0);
	expect_line(&p, "bye");
	assert_int_equal(player_line(&p, line, now_ms() + SOON_MS), PLAYER_GONE);
	player_stop(&p);
}

/* A line without an end is cut and nothing is lost. */
static void test_long_line(void **state)
{
	enum { LONG = 20000 };
	struct player p;
	size_t total = 0;
	(void)state;
	player_init(&p, "head -c 20000 /dev/zero | tr '\\0' x; echo; echo end");
	assert_int_equal(player_start(&p), 0);
	do {
		assert_int_equal(player_line(&p, line, now_ms() + SOON_MS), PLAYER_LINE);
		if (line[0] == 'x')
			total += strlen(line);
	} while (line[0] == 'x');
	assert_string_equal(line, "end");
	/* At each cut one byte goes where a line's end would be. */
	assert_in_range(total, LONG - LONG / PLAYER_LINE_MAX, LONG);
	player_stop(&p);
}

/* Stops this process for a while from outside, as a machine does that has no time for it. */
static void hold_up(void)
{
	pid_t helper = fork();
	assert_true(helper >= 0);
	if (helper == 0) {
		const struct timespec t = {0, HELD_MS * 1000000L};
		kill(getppid(), SIGSTOP);
		nanosleep(&t, NULL);
		kill(getppid(), SIGCONT);
		_exit(0);
	}
	waitpid(helper, NULL, 0);
}

/* The sentinel sees a delay, and only in the time in which it was. */
static void test_sentinel(void **state)
{
	const struct timespec step = {0, 1000000L};
	double begin = now_ms();
	(void)state;
	assert_int_equal(sentinel_start(), 0);
	hold_up();
	double seen = sentinel_worst_ms(begin);
	while (seen < HELD_MS / 2 && now_ms() < begin + SOON_MS) {
		nanosleep(&step, NULL);
		seen = sentinel_worst_ms(begin);
	}
	assert_true(seen >= HELD_MS / 2 && seen < now_ms() - begin);
	/* Later it is as far behind as the sentinel is now, which is less. */
	while (sentinel_worst_ms(now_ms()) >= seen && now_ms() < begin + SOON_MS)
		nanosleep(&step, NULL);
	assert_true(sentinel_worst_ms(now_ms()) < seen);
	sentinel_stop();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_process),
	    cmocka_unit_test(test_environment),
	    cmocka_unit_test(test_lines),
	    cmocka_unit_test(test_gone),
	    cmocka_unit_test(test_long_line),
	    cmocka_unit_test(test_sentinel),
	};
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
