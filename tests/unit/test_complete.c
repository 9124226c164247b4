/* The client's completion of commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/complete.h"

static struct completion c;

static void what_is_added(void **state)
{
	static const struct {
		const char *text, *add, *list;
	} cases[] = {
	    {"rem", "atch ", "rematch"},
	    {"re", "", "register resume ready resign rematch"},
	    {"regi", "ster ", "register"},
	    {"xyz", "", ""},
	    {"SA", "", "say save"},
	    {"sav", "e ", "save"},
	    {"play bl", "ack ", "black"},
	    {"play black ru", "le=", "rule="},
	    {"create rule=re", "nju ", "renju"},
	    {"create opening=s", "wap", "swap swap2"},
	    {"create opening=swap", "", "swap swap2"},
	    {"options foul=", "", "refuse lose"},
	    {"set board=o", "", "on off"},
	    {"set bo", "", "board= bot="},
	    {"choose m", "ore ", "more"},
	    {"help rema", "tch ", "rematch"},
	    {"challenge ann ra", "ted ", "rated"},
	    {"export 7 s", "gf ", "sgf"},
	    {"nothing ru", "", ""},
	    {"create rule=x", "", ""},
	    {"create nothing=x", "", ""},
	    {"say :re", "", ""},
	    {"create :Let us pl", "", ""},
	    {"  rem", "atch ", "rematch"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		complete(&c, cases[i].text);
		if (strcmp(c.add, cases[i].add) != 0 || strcmp(c.list, cases[i].list) != 0)
			fail_msg("\"%s\": \"%s\" of \"%s\"", cases[i].text, c.add, c.list);
	}
}

static void all_verbs_fit(void **state)
{
	(void)state;
	complete(&c, "");
	assert_true(c.count > 50);
	assert_non_null(strstr(c.list, "rating"));
	assert_non_null(strstr(c.list, " save"));
	assert_string_equal(c.add, "");
}

static void words_without_end(void **state)
{
	static char text[5000];

	(void)state;
	memset(text, 'a', sizeof(text) - 1);
	complete(&c, text);
	assert_int_equal(c.count, 0);
	memcpy(text, "play ", 5);
	complete(&c, text);
	assert_int_equal(c.count, 0);
	memcpy(text, "play rule=", 10);
	complete(&c, text);
	assert_int_equal(c.count, 0);
}

static void passwords(void **state)
{
	(void)state;
	assert_true(complete_says_password("login ann :secret"));
	assert_true(complete_says_password("  Register ann :secret"));
	assert_true(complete_says_password("passwd :secret"));
	assert_false(complete_says_password("logins"));
	assert_false(complete_says_password("say login ann"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_added),
	    cmocka_unit_test(all_verbs_fit),
	    cmocka_unit_test(words_without_end),
	    cmocka_unit_test(passwords),
	};

	return cmocka_run_group_tests_name("completion", tests, NULL, NULL);
}
