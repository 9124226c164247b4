/* What a server tells the network of itself: written and read alike; what comes from the network is
 * bounded and fit to be shown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lan/advert.h"
#include "daemon/wire/wire.h"

static const char pin[] = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static void what_is_written_is_read(void **state)
{
	struct advert a = {.name = "den", .version = "0.1.0", .people = 3, .free = 1}, b;
	char pair[ADVERT_PAIR];
	int n = 0;

	(void)state;
	snprintf(a.pin, sizeof a.pin, "%s", pin);
	advert_clear(&b);
	assert_int_equal(b.people, ADVERT_UNKNOWN);
	while (advert_pair(&a, n, pair)) {
		advert_take(&b, pair, strlen(pair));
		n++;
	}
	assert_int_equal(n, 6);
	assert_string_equal(b.name, "den");
	assert_string_equal(b.version, "0.1.0");
	assert_string_equal(b.pin, pin);
	assert_int_equal(b.people, 3);
	assert_int_equal(b.free, 1);
}

/* The longest of everything fits: nothing is cut on its way out. */
static void the_longest_is_whole(void **state)
{
	struct advert a = {.people = ADVERT_MANY, .free = ADVERT_MANY}, b;
	char pair[ADVERT_PAIR];

	(void)state;
	memset(a.name, 'n', sizeof a.name - 1);
	memset(a.version, 'v', sizeof a.version - 1);
	snprintf(a.pin, sizeof a.pin, "%s", pin);
	advert_clear(&b);
	for (int i = 0; advert_pair(&a, i, pair); i++)
		advert_take(&b, pair, strlen(pair));
	assert_string_equal(b.name, a.name);
	assert_string_equal(b.version, a.version);
	assert_string_equal(b.pin, a.pin);
	assert_int_equal(b.free, ADVERT_MANY);
}

static void take(struct advert *a, const char *text)
{
	advert_clear(a);
	advert_take(a, text, strlen(text));
}

static void rubbish_is_passed_over(void **state)
{
	static const char *const rubbish[] = {"", "=", "name", "free", "=name=x",
	    "free=", "free=-1", "free=x", "free=1 ", "free=10000", "free=99999999999999999999",
	    "people=1.5", "pin=", "pin=sha256:00", "pin=md5:0123", "nam=x", "names=x", "versio=x",
	    "peopl=3"};
	struct advert a, none;
	char text[ADVERT_PAIR];

	(void)state;
	advert_clear(&none);
	for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++) {
		take(&a, rubbish[i]);
		if (memcmp(&a, &none, sizeof a) != 0)
			fail_msg("taken: %s", rubbish[i]);
	}
	snprintf(text, sizeof text, "pin=%s0", pin);
	take(&a, text);
	assert_string_equal(a.pin, "");
	snprintf(text, sizeof text, "pin=%.70sG", pin);
	take(&a, text);
	assert_string_equal(a.pin, "");
}

/* A NUL inside ends nothing. */
static void a_nul_is_shown(void **state)
{
	struct advert a;

	(void)state;
	advert_clear(&a);
	advert_take(&a, "name=a\0b", 8);
	assert_string_equal(a.name, "a\\x00b");
}

static void terminals_are_safe(void **state)
{
	static const struct {
		const char *bytes, *shown, *ascii;
	} cases[] = {
	    {"den", "den", "den"}, {"caf\xc3\xa9", "caf\xc3\xa9", "caf\\xc3\\xa9"},
	    {"\xe4\xba\x94", "\xe4\xba\x94", "\\xe4\\xba\\x94"},
	    {"a\x1b[2Jb", "a\\x1b[2Jb", "a\\x1b[2Jb"},
	    {"a\nb\rc\td", "a\\x0ab\\x0dc\\x09d", "a\\x0ab\\x0dc\\x09d"},
	    {"\x7f", "\\x7f", "\\x7f"},
	    {"\xc2\x9b"
	     "1m",
		"\\xc2\\x9b1m", "\\xc2\\x9b1m"},		       /* CSI in one */
	    {"\xe2\x80\xae.", "\\xe2\\x80\\xae.", "\\xe2\\x80\\xae."}, /* writes leftward */
	    {"\xe2\x81\xa6.", "\\xe2\\x81\\xa6.", "\\xe2\\x81\\xa6."}, /* isolates */
	    {"\xc3(", "\\xc3(", "\\xc3("},			       /* broken */
	    {"\xed\xa0\x80", "\\xed\\xa0\\x80", "\\xed\\xa0\\x80"},    /* a surrogate */
	    {"\xf0\x80\x80\xaf", "\\xf0\\x80\\x80\\xaf", "\\xf0\\x80\\x80\\xaf"}, /* overlong */
	};
	char buf[64];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		advert_clean(buf, sizeof buf, cases[i].bytes, strlen(cases[i].bytes), false);
		assert_string_equal(buf, cases[i].shown);
		assert_true(wire_text_ok(buf, strlen(buf)));
		advert_clean(buf, sizeof buf, cases[i].bytes, strlen(cases[i].bytes), true);
		assert_string_equal(buf, cases[i].ascii);
	}
}

/* It ends within its bounds, never inside of a character. */
static void characters_stay_whole(void **state)
{
	static const char text[] = "ab\xc3\xa9\x1b\xe4\xba\x94";
	char buf[32];

	(void)state;
	for (size_t cap = 1; cap < sizeof buf; cap++) {
		memset(buf, '#', sizeof buf);
		advert_clean(buf, cap, text, sizeof text - 1, false);
		assert_true(strlen(buf) < cap);
		assert_true(wire_text_ok(buf, strlen(buf)));
		for (size_t i = cap; i < sizeof buf; i++)
			assert_int_equal(buf[i], '#');
	}
	assert_string_equal(buf, "ab\xc3\xa9\\x1b\xe4\xba\x94");
	advert_clean(buf, 4, text, sizeof text - 1, false);
	assert_string_equal(buf, "ab");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_written_is_read),
	    cmocka_unit_test(the_longest_is_whole),
	    cmocka_unit_test(rubbish_is_passed_over),
	    cmocka_unit_test(a_nul_is_shown),
	    cmocka_unit_test(terminals_are_safe),
	    cmocka_unit_test(characters_stay_whole),
	};

	return cmocka_run_group_tests_name("advert", tests, NULL, NULL);
}
