/* The loop: what libevent says of itself stands in the log, escaped like all else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>
#include <event2/event.h>

#include "daemon/loop.h"

static void libevent_is_logged(void **state)
{
	struct loop *l = loop_new();
	int kept = dup(STDERR_FILENO), file = memfd_create("log", MFD_CLOEXEC);
	char text[512] = "";

	(void)state;
	assert_non_null(l);
	assert_true(kept >= 0 && file >= 0);
	assert_int_equal(dup2(file, STDERR_FILENO), STDERR_FILENO);
	event_base_free(NULL); /* which it warns of */
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	assert_true(pread(file, text, sizeof text - 1, 0) > 0);
	close(file);
	assert_non_null(strstr(text, " warn event=libevent text=\""));
	assert_ptr_equal(strchr(text, '\n'), strrchr(text, '\n'));
	loop_free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(libevent_is_logged),
	};

	return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}
