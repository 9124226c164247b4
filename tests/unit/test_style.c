/* How many columns text takes, and where a line of it ends. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "client/tui/style.h"

static const struct style ascii = {.range = STYLE_ASCII};
static const struct style certain = {.range = STYLE_CERTAIN};
static const struct style all = {.range = STYLE_ALL};

static void columns(void **state)
{
	(void)state;
	assert_int_equal(style_width(&all, ""), 0);
	assert_int_equal(style_width(&all, "h8"), 2);
	assert_int_equal(style_width(&all, "五子棋"), 6);
	assert_int_equal(style_width(&all, "● 黑，h8"), 8);
	assert_int_equal(style_width(&all, "e\u0301a"), 2);   /* an accent of its own */
	assert_int_equal(style_width(&all, "a\xff\x80z"), 4); /* no UTF-8: a ? for each byte */
	/* A ? for each that can't be shown. */
	assert_int_equal(style_width(&ascii, "五子棋"), 3);
	/* What may be one or two columns wide is told in ASCII. */
	assert_int_equal(style_width(&certain, "“五”·"), 5);
}

/* The lines of a text, with bars between. */
static const char *broken(const char *text, int width)
{
	static char lines[400];
	const char *p = text, *next;

	lines[0] = '\0';
	do {
		size_t n = style_break(&all, p, width, &next), len = strlen(lines);

		snprintf(
		    lines + len, sizeof(lines) - len, "%s%.*s", p == text ? "" : "|", (int)n, p);
		p = next;
	} while (*p != '\0');
	return lines;
}

static void breaks(void **state)
{
	(void)state;
	assert_string_equal(broken("You win as black", 8), "You win|as black");
	assert_string_equal(broken("incomprehensible", 8), "incompre|hensible");
	/* Between any two wide characters, whole ones, */
	assert_string_equal(broken("机器人执白胜", 7), "机器人|执白胜");
	assert_string_equal(broken("机器人执白胜", 8), "机器人执|白胜");
	/* and between such and a word, which stays whole, */
	assert_string_equal(broken("请输入rematch", 8), "请输入|rematch");
	assert_string_equal(broken("rematch再下", 9), "rematch再|下");
	/* but no sign that closes begins a line, and none that opens ends one. */
	assert_string_equal(broken("机器人，胜。", 6), "机器|人，|胜。");
	assert_string_equal(broken("黑胜（认输）", 6), "黑胜|（认|输）");
	/* What is wider than the line has one of its own, on which it will not be drawn. */
	assert_string_equal(broken("五子", 1), "五|子");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(columns),
	    cmocka_unit_test(breaks),
	};

	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		return 1;
	return cmocka_run_group_tests_name("style", tests, NULL, NULL);
}
