/* Pins, and the file of the servers that were trusted before. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "client/known_hosts.h"
#include "hosts_world.h"

static void pins(void **state)
{
	static const char *const bad[] = {
	    "",
	    "sha256:",
	    "sha256:abc",
	    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	    (PIN_A "a"),
	    (PIN_A " "),
	    (" " PIN_A),
	    "sha256:gaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	    "sha512:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	};
	char pin[PIN_TEXT];

	(void)state;
	assert_true(pin_parse(PIN_B, pin));
	assert_string_equal(pin, PIN_B);
	assert_true(pin_parse(
	    "SHA256:0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef", pin));
	assert_string_equal(pin, PIN_B);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (pin_parse(bad[i], pin))
			fail_msg("taken as a pin: %s", bad[i]);
}

static void where_it_is_kept(void **state)
{
	char path[PATH_MAX];

	(void)state;
	assert_int_equal(known_hosts_path(path, "/x/state", "/home/ann"), 0);
	assert_string_equal(path, "/x/state/gomoku/known_hosts");
	assert_int_equal(known_hosts_path(path, NULL, "/home/ann"), 0);
	assert_string_equal(path, "/home/ann/.local/state/gomoku/known_hosts");
	assert_int_equal(known_hosts_path(path, "", "/home/ann"), 0);
	assert_string_equal(path, "/home/ann/.local/state/gomoku/known_hosts");
	assert_int_equal(known_hosts_path(path, "relative", "/home/ann"), 0);
	assert_string_equal(path, "/home/ann/.local/state/gomoku/known_hosts");
	assert_int_equal(known_hosts_path(path, NULL, NULL), -1);
	assert_string_equal(path, "");
}

static void an_address_has_its_last_pin(void **state)
{
	char pin[PIN_TEXT];
	struct stat st;

	(void)state;
	assert_int_equal(known_hosts_pin(hosts, "host:15515", pin), 0);
	assert_string_equal(pin, "");
	assert_int_equal(known_hosts_add(hosts, "host:15515", PIN_A, false), 0);
	assert_hosts("host:15515 " PIN_A "\n");
	assert_int_equal(stat(hosts, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	assert_int_equal(known_hosts_add(hosts, "host:15515", PIN_B, false), 0);
	assert_hosts("host:15515 " PIN_A "\nhost:15515 " PIN_B "\n");
	assert_int_equal(known_hosts_pin(hosts, "HOST:15515", pin), 0);
	assert_string_equal(pin, PIN_B);
}

static void other_lines_are_kept(void **state)
{
	(void)state;
	write_hosts("# mine\nother:15515 " PIN_A "\nhost:9 " PIN_A "\n\nlast:1 " PIN_A);
	assert_int_equal(known_hosts_add(hosts, "host:15515", PIN_B, true), 0);
	assert_hosts("# mine\nother:15515 " PIN_A "\nhost:9 " PIN_A "\n\nlast:1 " PIN_A
		     "\nhost:15515 " PIN_B "\n");
	assert_int_equal(known_hosts_add(hosts, "HOST:9", PIN_B, true), 0);
	assert_hosts("# mine\nother:15515 " PIN_A "\n\nlast:1 " PIN_A "\nhost:15515 " PIN_B
		     "\nHOST:9 " PIN_B "\n");
}

static void a_pin_is_known_by_its_address(void **state)
{
	char known[ADDRESS_TEXT];

	(void)state;
	known_hosts_address(hosts, PIN_A, "host:15515", known);
	assert_string_equal(known, "");
	write_hosts("# old:1 " PIN_A "\none:1 " PIN_A "\ntwo:1 " PIN_A "\nthree:1 " PIN_B "\n");
	known_hosts_address(hosts, PIN_A, "four:1", known);
	assert_string_equal(known, "one:1");
	known_hosts_address(hosts, PIN_A, "TWO:1", known);
	assert_string_equal(known, "two:1");
	known_hosts_address(hosts, PIN_A, "three:1", known);
	assert_string_equal(known, "one:1");
	known_hosts_address(hosts, "", "three:1", known);
	assert_string_equal(known, "");
}

/* A line about an address that has no pin must not make it a first time. */
static void a_spoilt_line_is_no_first_time(void **state)
{
	static const char *const spoilt[] = {
	    "host:15515\n",
	    "host:15515 sha256:abc\n",
	    ("host:15515 " PIN_A "a\n"),
	    "# x\n host:15515  nonsense\n",
	    ("host:15515 " PIN_A "\nhost:15515\n"),
	};
	char pin[PIN_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof(spoilt) / sizeof(spoilt[0]); i++) {
		write_hosts(spoilt[i]);
		assert_int_equal(known_hosts_pin(hosts, "host:15515", pin), -1);
		assert_int_equal(errno, EBADMSG);
		assert_int_equal(known_hosts_pin(hosts, "elsewhere:15515", pin), 0);
		assert_string_equal(pin, "");
	}
}

static void without_a_place_nothing_is_written(void **state)
{
	(void)state;
	assert_int_equal(known_hosts_add("", "host:1", PIN_A, false), -1);
	/* A file in place of a folder. */
	assert_int_equal(
	    known_hosts_add("/dev/null/gomoku/known_hosts", "host:1", PIN_A, false), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(pins),
	    cmocka_unit_test(where_it_is_kept),
	    cmocka_unit_test_setup_teardown(an_address_has_its_last_pin, set_up, take_down),
	    cmocka_unit_test_setup_teardown(other_lines_are_kept, set_up, take_down),
	    cmocka_unit_test_setup_teardown(a_pin_is_known_by_its_address, set_up, take_down),
	    cmocka_unit_test_setup_teardown(a_spoilt_line_is_no_first_time, set_up, take_down),
	    cmocka_unit_test(without_a_place_nothing_is_written),
	};

	return cmocka_run_group_tests_name("known_hosts", tests, NULL, NULL);
}
