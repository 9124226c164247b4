/* Addresses, networks and prefixes; how many connections each has; who is banned. */
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <arpa/inet.h>
#include <cmocka.h>

#include "daemon/limits.h"
#include "daemon/net/address.h"
#include "daemon/net/crowd.h"
#include "daemon/play/bans.h"

static struct address address(const char *text)
{
	struct sockaddr_in six_or_four = {.sin_family = AF_INET};
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};

	if (inet_pton(AF_INET, text, &six_or_four.sin_addr) == 1)
		return address_of((struct sockaddr *)&six_or_four);
	assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
	return address_of((struct sockaddr *)&six);
}

static void prefixes(void **state)
{
	/* as typed, as kept; NULL: none */
	static const char *const rows[][2] = {
	    {"192.0.2.7", "192.0.2.7"},
	    {"192.0.2.7/32", "192.0.2.7"},
	    {"192.0.2.7/24", "192.0.2.0/24"},
	    {"192.0.2.255/25", "192.0.2.128/25"},
	    {"0.0.0.0/0", "0.0.0.0/0"},
	    {"2001:DB8::7", "2001:db8::7"},
	    {"[2001:db8::7]", "2001:db8::7"},
	    {"[2001:db8::7]/64", "2001:db8::/64"},
	    {"2001:db8:ffff:ffff::/33", "2001:db8:8000::/33"},
	    {"::1", "::1"},
	    {"::ffff:192.0.2.7", "192.0.2.7"},
	    {"192.0.2.7/33", NULL},
	    {"192.0.2.7/", NULL},
	    {"192.0.2.7/-1", NULL},
	    {"192.0.2.7/2x", NULL},
	    {"192.0.2", NULL},
	    {"192.0.2.256", NULL},
	    {"2001:db8::/129", NULL},
	    {"[2001:db8::7", NULL},
	    {"", NULL},
	    {"/8", NULL},
	    {"ann", NULL},
	};
	struct network n;
	char text[ADDRESS_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool read = network_read(&n, rows[i][0]);

		if (read != (rows[i][1] != NULL))
			fail_msg("%s is%s read", rows[i][0], read ? "" : " not");
		if (read)
			assert_string_equal(network_text(&n, text), rows[i][1]);
	}
}

static void what_a_prefix_has(void **state)
{
	static const struct {
		const char *network, *address;
		bool has;
	} rows[] = {
	    {"192.0.2.0/24", "192.0.2.255", true},
	    {"192.0.2.0/24", "192.0.3.0", false},
	    {"192.0.2.128/25", "192.0.2.127", false},
	    {"0.0.0.0/0", "203.0.113.1", true},
	    {"0.0.0.0/0", "2001:db8::1", false},
	    {"::/0", "203.0.113.1", false},
	    {"192.0.2.7", "::ffff:192.0.2.7", true},
	    {"2001:db8::/33", "2001:db8:7fff::1", true},
	    {"2001:db8::/33", "2001:db8:8000::1", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct address a = address(rows[i].address);
		struct network n;

		assert_true(network_read(&n, rows[i].network));
		if (network_has(&n, &a) != rows[i].has)
			fail_msg("%s in %s", rows[i].address, rows[i].network);
	}
}

static void loopback(void **state)
{
	static const char *const yes[] = {"127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"};
	static const char *const no[] = {"128.0.0.1", "192.0.2.1", "::2", "fe80::1", "::"};

	(void)state;
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
		struct address a = address(yes[i]);

		assert_true(address_is_loopback(&a));
	}
	for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
		struct address a = address(no[i]);

		assert_false(address_is_loopback(&a));
	}
}

/* Of IPv6 a /64 is counted as one, of IPv4 each address. */
static void crowds(void **state)
{
	struct crowd *c = crowd_new();
	struct address a = address("2001:db8:0:1::1"), b = address("2001:db8:0:1:ffff::2"),
		       other = address("2001:db8:0:2::1"), four = address("192.0.2.1"),
		       five = address("192.0.2.2");

	(void)state;
	assert_non_null(c);
	assert_int_equal(crowd_enter(c, &a), 0);
	assert_int_equal(crowd_enter(c, &b), 0);
	assert_int_equal(crowd_enter(c, &four), 0);
	assert_int_equal(crowd_count(c, &a), 2);
	assert_int_equal(crowd_count(c, &b), 2);
	assert_int_equal(crowd_count(c, &other), 0);
	assert_int_equal(crowd_count(c, &four), 1);
	assert_int_equal(crowd_count(c, &five), 0);
	crowd_leave(c, &a);
	assert_int_equal(crowd_count(c, &b), 1);
	crowd_leave(c, &b);
	assert_int_equal(crowd_count(c, &b), 0);
	/* Far more networks than the table has places. */
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 5000; i++) {
			char text[32];
			struct address x;

			snprintf(text, sizeof text, "10.1.%d.%d", i / 250, i % 250);
			x = address(text);
			if (round == 0)
				assert_int_equal(crowd_enter(c, &x), 0);
			else
				crowd_leave(c, &x);
			assert_int_equal(crowd_count(c, &x), 1 - round);
		}
	assert_int_equal(crowd_count(c, &four), 1);
	crowd_free(c);
}

static struct store_ban a_ban(const char *who, int64_t until)
{
	struct store_ban ban = {.until = until, .why = "why"};

	snprintf(ban.who, sizeof ban.who, "%s", who);
	return ban;
}

static void bans(void **state)
{
	struct bans *b = bans_new();
	struct store_ban ann = a_ban("ann", 0), net = a_ban("192.0.2.0/24", 0),
			 old = a_ban("bob", (int64_t)time(NULL) - 1);
	struct address in = address("192.0.2.9"), out = address("192.0.3.9");

	(void)state;
	assert_non_null(b);
	assert_null(bans_of_name(b, "ann"));
	assert_int_equal(bans_add(b, &ann), 0);
	assert_int_equal(bans_add(b, &net), 0);
	assert_int_equal(bans_add(b, &old), 0);
	assert_non_null(bans_of_name(b, "ann"));
	assert_null(bans_of_name(b, "bob"));
	assert_non_null(bans_of_address(b, &in));
	assert_null(bans_of_address(b, &out));
	/* A later one of the same takes the place of the first. */
	ann.until = (int64_t)time(NULL) - 1;
	assert_int_equal(bans_add(b, &ann), 0);
	assert_null(bans_of_name(b, "ann"));
	assert_true(bans_remove(b, "192.0.2.0/24"));
	assert_false(bans_remove(b, "192.0.2.0/24"));
	assert_null(bans_of_address(b, &in));
	/* Full of such as last; then those that are over make place. */
	for (int i = 0; !bans_is_full(b); i++) {
		char who[32];
		struct store_ban one;

		snprintf(who, sizeof who, "user%d", i);
		one = a_ban(who, 0);
		assert_int_equal(bans_add(b, &one), 0);
	}
	assert_int_equal(bans_count(b), LIMIT_BANS);
	net = a_ban("203.0.113.0/24", 0);
	assert_int_equal(bans_add(b, &net), -1);
	bans_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(prefixes),
	    cmocka_unit_test(what_a_prefix_has),
	    cmocka_unit_test(loopback),
	    cmocka_unit_test(crowds),
	    cmocka_unit_test(bans),
	};

	return cmocka_run_group_tests_name("address", tests, NULL, NULL);
}
