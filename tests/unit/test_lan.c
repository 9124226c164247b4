/* The list of servers on the local network: what is the same server, which address of it counts, in
 * what order they stand, and what people read of them.
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/lan.h"
#include "daemon/wire/wire.h"

static const char pin[] = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static struct lan_server server(const char *name, const char *address)
{
	struct lan_server s = {.port = 15515};
	unsigned char bytes[16];
	int family = strchr(address, ':') != NULL ? AF_INET6 : AF_INET;

	advert_clear(&s.advert);
	snprintf(s.name, sizeof(s.name), "%s", name);
	snprintf(s.machine, sizeof(s.machine), "anna.local");
	snprintf(s.advert.pin, sizeof(s.advert.pin), "%s", pin);
	assert_int_equal(inet_pton(family, address, bytes), 1);
	lan_set_address(&s, family, bytes, if_nametoindex("lo"));
	return s;
}

static void add(struct lan_list *list, const char *name, const char *address)
{
	struct lan_server s = server(name, address);

	lan_add(list, &s);
}

static void addresses_have_their_interface(void **state)
{
	struct lan_server s;
	const struct in6_addr link = {.s6_addr = {0xfe, 0x80, [15] = 7}};

	(void)state;
	assert_string_equal(server("den", "192.0.2.7").host, "192.0.2.7");
	assert_string_equal(server("den", "2001:db8::7").host, "2001:db8::7");
	assert_string_equal(server("den", "fe80::7").host, "fe80::7%lo");
	/* An interface that has gone has no name. */
	lan_set_address(&s, AF_INET6, &link, 7777777);
	assert_string_equal(s.host, "fe80::7%7777777");
}

static void the_better_address_stays(void **state)
{
	static const char *const better[] = {"192.0.2.7", "2001:db8::7", "fe80::7"};
	struct lan_list list;

	(void)state;
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			list.count = 0;
			add(&list, "den", better[i]);
			add(&list, "den", better[j]);
			assert_int_equal(list.count, 1);
			assert_string_equal(
			    list.server[0].host, server("den", better[i < j ? i : j]).host);
		}
	}
}

static void others_are_others(void **state)
{
	struct lan_list list = {.count = 0};
	struct lan_server s = server("den", "192.0.2.7");

	(void)state;
	lan_add(&list, &s);
	snprintf(s.name, sizeof(s.name), "den #2");
	lan_add(&list, &s);
	snprintf(s.machine, sizeof(s.machine), "bert.local");
	lan_add(&list, &s);
	s.advert.pin[8] = 'f';
	lan_add(&list, &s);
	assert_int_equal(list.count, 4);
	lan_add(&list, &s);
	assert_int_equal(list.count, 4);
}

static void names_are_in_order(void **state)
{
	struct lan_list list = {.count = 0};
	char name[16];

	(void)state;
	add(&list, "m", "192.0.2.1");
	add(&list, "z", "192.0.2.2");
	add(&list, "a", "192.0.2.3");
	assert_string_equal(list.server[0].name, "a");
	assert_string_equal(list.server[1].name, "m");
	assert_string_equal(list.server[2].name, "z");
	for (int i = 0; i < 2 * LAN_MAX; i++) {
		snprintf(name, sizeof(name), "n%03d", i);
		add(&list, name, "192.0.2.4");
	}
	assert_int_equal(list.count, LAN_MAX);
}

static const char *describe(const struct lan_server *s, const char *known, bool ascii)
{
	static char buf[LAN_LINES];

	lan_describe(s, known, ascii, buf);
	return buf;
}

static void what_people_read(void **state)
{
	struct lan_server s = server("den on anna", "192.0.2.7");

	(void)state;
	snprintf(s.advert.version, sizeof(s.advert.version), "0.1.0");
	s.advert.people = 3;
	s.advert.free = 1;
	assert_string_equal(describe(&s, "", false),
	    "den on anna: 3 people, 1 free seat\n"
	    "    192.0.2.7:15515, version 0.1.0\n"
	    "    sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n");
	s.advert.people = 1;
	s.advert.free = 0;
	assert_non_null(strstr(describe(&s, pin, false), ": 1 person, no free seat\n"));
	assert_non_null(strstr(describe(&s, pin, false), "cdef (known here)\n"));
	assert_non_null(strstr(
	    describe(&s, "sha256:00", false), "cdef (NOT the one known for this address)\n"));
	s.advert.people = 0;
	assert_non_null(strstr(describe(&s, "", false), ": nobody there yet\n"));
	s = server("den", "fe80::7");
	advert_clear(&s.advert);
	assert_string_equal(
	    describe(&s, "", false), "den\n    [fe80::7%lo]:15515\n    tells no pin\n");
}

/* The longest of all is whole, and letters beyond ASCII are none where they can't be shown. */
static void it_fits(void **state)
{
	struct lan_server s = server("", "fe80::1234:5678:9abc:def0");
	const char *text;

	(void)state;
	memset(s.name, '\xe9', sizeof(s.name) - 1);
	memset(s.advert.version, '\xe9', sizeof(s.advert.version) - 1);
	s.advert.people = s.advert.free = ADVERT_MANY;
	text = describe(&s, "sha256:00", true);
	assert_non_null(strstr(text, "cdef (NOT the one known for this address)\n"));
	for (; *text != '\0'; text++)
		assert_true((*text >= ' ' && *text <= '~') || *text == '\n');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(addresses_have_their_interface),
	    cmocka_unit_test(the_better_address_stays),
	    cmocka_unit_test(others_are_others),
	    cmocka_unit_test(names_are_in_order),
	    cmocka_unit_test(what_people_read),
	    cmocka_unit_test(it_fits),
	};

	return cmocka_run_group_tests_name("lan", tests, NULL, NULL);
}
