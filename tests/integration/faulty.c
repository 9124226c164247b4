#include "faulty.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct faults *faults;
static char fault_file[] = "/tmp/gomokud-faults.XXXXXX";

void fail_now(unsigned what, int error)
{
	faults->error = error;
	faults->what = what;
}

void works_again(void)
{
	faults->what = 0;
	faults->rtt_us = 0;
	faults->wall_s = 0;
}

void wall_clock_steps(int seconds)
{
	faults->wall_s += seconds;
}

void far_away(unsigned rtt_us)
{
	faults->rtt_us = rtt_us;
}

void time_passes(struct server *s, int seconds)
{
	struct client *c;

	faults->ahead_s += seconds;
	/* A loop that sleeps does not see that it is time. */
	c = client_connect(s);
	client_ask(c, "+pong", "ping");
	client_close(c);
}

int faulty_begin(void **state)
{
	const char *build = getenv("BUILD");
	char library[512];
	int fd = mkstemp(fault_file);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, sizeof *faults), 0);
	faults = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	assert_true(faults != MAP_FAILED);
	close(fd);
	snprintf(library, sizeof library, "%s/tests/faults.so", build ? build : "build");
	assert_int_equal(access(library, R_OK), 0);
	assert_int_equal(setenv("LD_PRELOAD", library, 1), 0);
	assert_int_equal(setenv("FAULTS", fault_file, 1), 0);
	/* The sanitizers want to be first, and can do without. */
	setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 0);
	return 0;
}

int faulty_end(void **state)
{
	(void)state;
	unlink(fault_file);
	return 0;
}

int faulty_after_test(void **state)
{
	works_again();
	return after_test(state);
}

void rest(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 20 * 1000 * 1000}, NULL);
}
