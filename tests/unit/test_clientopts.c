/* The client's command line and its file of habits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "client/options.h"

static struct options o;
static char error[OPTIONS_ERROR];

/* Parses a command line written as one text. */
static enum options_verdict parse(const char *text)
{
	static char copy[256]; /* some options point into it */
	char *argv[20] = {NULL}, *save = NULL;
	int argc = 0;

	snprintf(copy, sizeof(copy), "gomoku %s", text);
	for (char *w = strtok_r(copy, " ", &save); w != NULL && argc < 19;
	     w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	options_init(&o);
	error[0] = '\0';
	return options_parse(&o, argc, argv, error);
}

static void addresses(void **state)
{
	static const struct {
		const char *text, *host, *port, *shown;
	} good[] = {
	    {"example.org", "example.org", "15515", "example.org:15515"},
	    {"Example.ORG:1", "example.org", "1", "example.org:1"},
	    {"192.168.1.20:65535", "192.168.1.20", "65535", "192.168.1.20:65535"},
	    {"::1", "::1", "15515", "[::1]:15515"},
	    {"[::1]", "::1", "15515", "[::1]:15515"},
	    {"[fe80::1%eth0]:7", "fe80::1%eth0", "7", "[fe80::1%eth0]:7"},
	    {"FE80::1%Eth0", "fe80::1%Eth0", "15515", "[fe80::1%Eth0]:15515"},
	};
	static const char *const bad[] = {"", ":", ":15515", "host:", "host:0", "host:65536",
	    "host:x", "host:-1", "[::1", "[::1]x", "[::1]:", "[]", "[]:1", "host:1 "};
	char shown[300];

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		options_init(&o);
		assert_int_equal(options_address(&o, good[i].text), 0);
		assert_string_equal(o.host, good[i].host);
		assert_string_equal(o.port, good[i].port);
		assert_string_equal(
		    options_format_address(&o, shown, sizeof(shown)), good[i].shown);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		options_init(&o);
		if (options_address(&o, bad[i]) == 0)
			fail_msg("taken as an address: \"%s\"", bad[i]);
	}
}

static void names(void **state)
{
	static const char *const good[] = {"ann", "a1", "a-b_c", "abcdefghijklmnopqrst"};
	static const char *const bad[] = {"", "a", "1ann", "-a", "Ann", "an n", "\xc3\xa4nn", "me",
	    "open", "auto", "black", "white", "ai", "abcdefghijklmnopqrstu", "~ann"};

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_true(options_name_ok(good[i]));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (options_name_ok(bad[i]))
			fail_msg("taken as a name: \"%s\"", bad[i]);
}

static void command_lines(void **state)
{
	(void)state;
	assert_int_equal(parse("host"), OPTIONS_RUN);
	assert_int_equal(o.action, ACTION_NONE);
	assert_string_equal(o.port, "15515");
	assert_int_equal(
	    parse("--bot 5 --rule standard --size 19 --time 300+5 --side white --name ~Ann host:9"),
	    OPTIONS_RUN);
	assert_int_equal(o.action, ACTION_BOT);
	assert_string_equal(o.target, "5");
	assert_string_equal(o.rule, "standard");
	assert_string_equal(o.size, "19");
	assert_string_equal(o.time, "300+5");
	assert_string_equal(o.side, "white");
	assert_string_equal(o.name, "ann");
	assert_string_equal(o.port, "9");
	assert_int_equal(parse("--demo 3 host"), OPTIONS_RUN);
	assert_int_equal(o.action, ACTION_DEMO);
	assert_true(o.line);
	assert_int_equal(parse("--join=r7 --keys=vi --ascii --line host"), OPTIONS_RUN);
	assert_int_equal(o.action, ACTION_JOIN);
	assert_string_equal(o.target, "r7");
	assert_true(o.vi && o.ascii && o.line);
	assert_int_equal(parse("--watch r7 host"), OPTIONS_RUN);
	assert_int_equal(o.action, ACTION_WATCH);
	assert_int_equal(
	    parse("host --create --rule renju --opening swap2 --foul lose --side white"),
	    OPTIONS_RUN);
	assert_int_equal(o.action, ACTION_CREATE);
	assert_string_equal(o.host, "host");
	assert_string_equal(o.opening, "swap2");
	assert_string_equal(o.foul, "lose");
	assert_int_equal(parse("--bot 3 --rule renju --start h8,i9 host"), OPTIONS_RUN);
	assert_string_equal(o.start, "h8,i9");
	assert_int_equal(parse("--replay a.sgf --rule renju --line"), OPTIONS_RUN);
	assert_string_equal(o.replay, "a.sgf");
	assert_int_equal(parse("--raw host"), OPTIONS_RUN);
	assert_true(o.raw);
	assert_int_equal(parse("--board list --exit-result host"), OPTIONS_RUN);
	assert_true(o.list && o.exit_result);
	assert_int_equal(parse("--lan --bot 2"), OPTIONS_RUN);
	assert_true(o.lan && !o.alone);
	assert_int_equal(parse("-h"), OPTIONS_HELP);
	assert_int_equal(parse("--help host"), OPTIONS_HELP);
	assert_int_equal(parse("-V"), OPTIONS_VERSION);
}

static void links(void **state)
{
	(void)state;
	assert_int_equal(parse("host:7/r12#sha256:ab"), OPTIONS_RUN);
	assert_string_equal(o.host, "host");
	assert_string_equal(o.port, "7");
	assert_int_equal(o.action, ACTION_JOIN);
	assert_string_equal(o.target, "r12");
	assert_string_equal(o.pin, "sha256:ab");
	assert_int_equal(parse("[::1]:8/abcdefghij"), OPTIONS_RUN);
	assert_string_equal(o.host, "::1");
	assert_string_equal(o.port, "8");
	assert_string_equal(o.target, "abcdefghij");
	assert_int_equal(parse("--bot 2 host#sha256:ab"), OPTIONS_RUN);
	assert_int_equal(o.action, ACTION_BOT);
	assert_int_equal(parse("--bot 2"), OPTIONS_RUN);
	assert_true(o.alone);
	assert_int_equal(parse("--engine x --seek rated --games 3 host"), OPTIONS_RUN);
	assert_int_equal(o.games, 3);
	assert_string_equal(o.seek, "rated");
}

static void wrong_command_lines(void **state)
{
	static const char *const bad[] = {"", "a b", "--bot", "--bot 2 --login ann",
	    "--nonsense host", "-x host", "--bot 1 --join r1 host", "--size 4 --bot 1 host",
	    "--size 26 --bot 1 host", "--size x --bot 1 host", "--side green --bot 1 host",
	    "--rule standard host", "--side black host", "--demo 1 --side black host",
	    "--bot a=b host", "--bot : host", "--keys emacs host", "--name 1x host", "host:0",
	    "--opening swap2 host", "--opening swap2 --bot 1 host", "--foul maybe --create host",
	    "--start h8 host", "--create --side random host", "--create --bot 1 host", "--replay",
	    "--replay a.sgf host", "--replay a.sgf --bot 1", "--replay a.sgf --size 15",
	    "--raw --bot 1 host", "--raw --replay a.sgf", "--board off host", "--bot 2 --raw",
	    "--create", "--lan host", "--lan --raw", "--lan --kiosk", "--lan --replay x.sgf",
	    "--kiosk --bot 2", "--kiosk --raw host", "--seek rated host", "--games 3 host",
	    "--engine x --games 0 host", "--engine x --bot 2 host", "--engine x", "host/r1#",
	    "--join r2 host/r1", "--pin sha256:11 host#sha256:22"};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (parse(bad[i]) != OPTIONS_WRONG)
			fail_msg("taken: gomoku %s", bad[i]);
		assert_true(error[0] != '\0');
	}
}

/* Reads a file of habits with this text. */
static int read_text(const char *text)
{
	char path[] = "/tmp/gomoku-conf.XXXXXX";
	int fd = mkstemp(path), rc;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	options_init(&o);
	error[0] = '\0';
	rc = options_read_file(&o, path, error);
	unlink(path);
	return rc;
}

static void habits(void **state)
{
	(void)state;
	assert_int_equal(read_text("# mine\n\n  keys = vi \nascii=yes\nname = bob\n"), 0);
	assert_true(o.vi);
	assert_true(o.ascii);
	assert_string_equal(o.name, "bob");
	assert_int_equal(read_text("keys = arrows\nascii = no"), 0);
	assert_false(o.vi);
	assert_false(o.ascii);
	assert_int_equal(read_text(""), 0);
	assert_int_equal(read_text("keys = vi\nkeys\n"), -1);
	assert_non_null(strstr(error, "line 2"));
	assert_int_equal(read_text("keys = emacs\n"), -1);
	assert_int_equal(read_text("ascii = perhaps\n"), -1);
	assert_int_equal(read_text("colour = teal\n"), -1);
	options_init(&o);
	assert_int_equal(options_read_file(&o, "/nonexistent/gomoku.conf", error), 0);
}

/* The command line has the last word. */
static void the_command_line_overrules(void **state)
{
	char word[4][8] = {"gomoku", "--keys", "arrows", "host"};
	char *argv[] = {word[0], word[1], word[2], word[3], NULL};

	(void)state;
	assert_int_equal(read_text("keys = vi\nname = bob\n"), 0);
	assert_int_equal(options_parse(&o, 4, argv, error), OPTIONS_RUN);
	assert_false(o.vi);
	assert_string_equal(o.name, "bob");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(addresses),
	    cmocka_unit_test(names),
	    cmocka_unit_test(command_lines),
	    cmocka_unit_test(links),
	    cmocka_unit_test(wrong_command_lines),
	    cmocka_unit_test(habits),
	    cmocka_unit_test(the_command_line_overrules),
	};

	return cmocka_run_group_tests_name("client options", tests, NULL, NULL);
}
