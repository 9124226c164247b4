/* The table of verbs, by itself and against the reference that people read. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/wire/admin_verbs.h"
#include "daemon/wire/verbs.h"

static void is_in_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < VERB_COUNT; i++) {
		assert_int_equal(verbs[i].id, i);
		assert_ptr_equal(verb_find(verbs[i].name), &verbs[i]);
		assert_true(verbs[i].roles != 0);
		assert_true(verbs[i].min <= verbs[i].max);
		assert_true(*verbs[i].help);
		/* An interactive openssl s_client without -quiet eats lines that begin with k. */
		assert_int_not_equal(verbs[i].name[0], 'k');
		for (const char *s = verbs[i].name; *s; s++)
			assert_true(islower((unsigned char)*s));
	}
	assert_null(verb_find("nothing"));
	assert_null(verb_find(""));
}

/* Each verb that needs a room says in which states; each that needs none says none. */
static void says_where_it_is_used(void **state)
{
	unsigned inside = ROLE_WATCHER | ROLE_SEATED | ROLE_OWNER;

	(void)state;
	for (size_t i = 0; i < VERB_COUNT; i++)
		assert_int_equal((verbs[i].roles & inside) != 0, verbs[i].states != 0);
}

static void finds_the_nearest(void **state)
{
	(void)state;
	assert_string_equal(verb_nearest("mvoe")->name, "move");
	assert_string_equal(verb_nearest("wacth")->name, "watch");
	assert_string_equal(verb_nearest("resing")->name, "resign");
	assert_string_equal(verb_nearest("room")->name, "room");
	assert_null(verb_nearest("foo"));
	assert_null(verb_nearest("x"));
	assert_null(verb_nearest("averyveryverylongword"));
}

/* Whether the reference has `verb` or `verb ...` in a row of its tables. */
static int described(const char *page, const char *verb)
{
	size_t len = strlen(verb);

	for (const char *s = page; (s = strchr(s, '`')); s++)
		if (strncmp(s + 1, verb, len) == 0 && (s[1 + len] == ' ' || s[1 + len] == '`'))
			return 1;
	return 0;
}

/* The reference, from its first line. */
static const char *reference(void)
{
	static char page[98304];
	FILE *f = fopen("daemon/PROTOCOL.md", "r");
	size_t len;

	assert_non_null(f);
	len = fread(page, 1, sizeof page - 1, f);
	fclose(f);
	assert_true(len > 1000 && len < sizeof page - 1);
	return page;
}

static void stands_in_the_reference(void **state)
{
	const char *page = reference();

	(void)state;
	for (size_t i = 0; i < VERB_COUNT; i++)
		if (!described(page, verbs[i].name))
			fail_msg("%s is missing in daemon/PROTOCOL.md", verbs[i].name);
}

/* The operator's verbs: in order, and each in its chapter with a row and an example. */
static void the_operators_verbs(void **state)
{
	const char *page = strstr(reference(), "\n## Administration\n"), *example;
	char line[64];

	(void)state;
	assert_non_null(page);
	example = strstr(page, "```\n");
	assert_non_null(example);
	for (size_t i = 0; i < ADMIN_VERB_COUNT; i++) {
		const struct verb *v = &admin_verbs[i];

		assert_int_equal(v->id, i);
		assert_ptr_equal(verb_find_in(admin_verbs, ADMIN_VERB_COUNT, v->name), v);
		assert_true(v->min <= v->max && *v->help);
		if (!described(page, v->name))
			fail_msg("%s is missing in daemon/PROTOCOL.md", v->name);
		snprintf(line, sizeof line, "\n%s", v->name);
		if (i != ADMIN_QUIT && strstr(example, line) == NULL)
			fail_msg("%s has no example in daemon/PROTOCOL.md", v->name);
	}
	assert_string_equal(
	    verb_nearest_in(admin_verbs, ADMIN_VERB_COUNT, "relaod")->name, "reload");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(is_in_order),
	    cmocka_unit_test(says_where_it_is_used),
	    cmocka_unit_test(finds_the_nearest),
	    cmocka_unit_test(stands_in_the_reference),
	    cmocka_unit_test(the_operators_verbs),
	};

	return cmocka_run_group_tests_name("verbs", tests, NULL, NULL);
}
