/* What a click on the screen means, beside the board. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "client/tui/zones.h"

static const struct style_signs signs = {.dot = "|"};
static const struct style style = {.signs = &signs};
static struct zones z;

/* What lies under each column of a text is told by a letter: the key, C a command, E, T and S are
 * Enter, Tab and Esc, a dot is nothing. */
static void means(const char *text, const char *wanted)
{
	char got[200];

	z.count = 0;
	zones_add_text(&z, &style, 3, 10, text);
	for (int i = 0; text[i] != '\0'; i++) {
		const struct zone *at = zones_at(&z, 3, 10 + i);

		if (at == NULL)
			got[i] = '.';
		else if (at->kind == ZONE_COMMAND)
			got[i] = 'C';
		else if (at->press.kind == PRESS_CHAR)
			got[i] = (char)at->press.code;
		else
			got[i] = at->press.kind == PRESS_ENTER ? 'E'
				 : at->press.kind == PRESS_TAB ? 'T'
							       : 'S';
	}
	got[strlen(text)] = '\0';
	assert_string_equal(got, wanted);
}

static void keys_that_are_written(void **state)
{
	(void)state;
	means("~bob offers a draw   y accept | n decline", //
	    ".....................yyyyyyyy...nnnnnnnnn");
	means("Choose: 1 black | 2 white | 3 more", //
	    "........1111111...2222222...333333");
	means("Looking back: move 1 of 2 | < > step | Esc returns", //
	    "............................<<>>>>>>...SSSSSSSSSSS");
	means(": command | \" talk | ? help", //
	    ":::::::::...\"\"\"\"\"\"...??????");
	means("Enter joins | Tab goes back", //
	    "EEEEEEEEEEE...TTTTTTTTTTTTT");
}

static void commands_that_are_written(void **state)
{
	(void)state;
	means("r rematch | :stand | :leave | :quit", //
	    "rrrrrrrrr...CCCCCC...CCCCCC...CCCCC");
	assert_string_equal(zones_at(&z, 3, 10 + 12)->command, "stand");
	means("r rematch | :play 3 harder", //
	    "rrrrrrrrr...CCCCCCCCCCCCCC");
	assert_string_equal(zones_at(&z, 3, 10 + 12)->command, "play 3");
	means("You offered a draw | :withdraw takes it back", //
	    ".....................CCCCCCCCCCCCCCCCCCCCCCC");
	assert_string_equal(zones_at(&z, 3, 10 + 21)->command, "withdraw");
}

static void prose_is_no_key(void **state)
{
	(void)state;
	means("Your move: arrows and Enter, or type h8", //
	    ".......................................");
	means("Waiting for someone to sit down: they type join r1", //
	    "..................................................");
	means("Place black, 1 of 3: Enter, or type h8", //
	    "......................................");
	means("", "");
	means(":", ".");
	means("a", ".");
}

static void the_last_one_counts(void **state)
{
	(void)state;
	z.count = 0;
	zones_add(&z, 1, 5, 10, ZONE_ENTRY, 7);
	zones_add_char(&z, 1, 8, 2, 'x');
	assert_int_equal(zones_at(&z, 1, 5)->number, 7);
	assert_int_equal(zones_at(&z, 1, 9)->press.code, 'x');
	assert_int_equal(zones_at(&z, 1, 14)->number, 7);
	assert_null(zones_at(&z, 1, 15));
	assert_null(zones_at(&z, 2, 5));
	for (int i = 0; i < 2 * ZONES_MAX; i++)
		zones_add(&z, 9, i, 1, ZONE_PLY, i);
	assert_int_equal(z.count, ZONES_MAX);
	zones_add(NULL, 1, 1, 1, ZONE_PLY, 1);
	zones_add_text(NULL, &style, 1, 1, "y accept");
	assert_null(zones_at(NULL, 1, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(keys_that_are_written),
	    cmocka_unit_test(commands_that_are_written),
	    cmocka_unit_test(prose_is_no_key),
	    cmocka_unit_test(the_last_one_counts),
	};

	return cmocka_run_group_tests_name("clicks", tests, NULL, NULL);
}
