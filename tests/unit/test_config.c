/* The configuration: the sample says the defaults, faults are named with file and line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/config.h"
#include "daemon/config_table.h"

static char path[] = "/tmp/gomokud-config.XXXXXX";
static char error[CONFIG_ERROR];

static void write_file(const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static int make_file(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

/* The sample with the marks of comment taken off its settings. */
static void sample_is_the_defaults(void **state)
{
	char text[8192] = "", line[256], changed[CONFIG_KEYS], restart[CONFIG_KEYS];
	static struct config expected, c;
	FILE *f = fopen("conf/gomokud.conf", "r");
	size_t len = 0;

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof line, f))
		if (line[0] == '#' && line[1] != ' ' && line[1] != '\n')
			len += (size_t)snprintf(text + len, sizeof text - len, "%s", line + 1);
	fclose(f);
	assert_true(len > 200);
	write_file(text);
	config_defaults(&expected);
	c = expected;
	/* What depends on who and where we are stands in the sample as an example. */
	snprintf(c.state, sizeof c.state, "/x");
	snprintf(c.engine, sizeof c.engine, "/x");
	assert_int_equal(config_read(&c, path, error), 0);
	assert_string_equal(c.state, "/var/lib/gomokud");
	assert_string_equal(c.engine, "/usr/local/bin/gomoku-engine");
	assert_false(c.listen_default);
	snprintf(c.state, sizeof c.state, "%s", expected.state);
	snprintf(c.engine, sizeof c.engine, "%s", expected.engine);
	config_compare(&expected, &c, changed, restart);
	assert_string_equal(changed, "");
	assert_string_equal(restart, "");
}

static void settings_are_taken(void **state)
{
	struct config c;

	(void)state;
	write_file("listen = {\"127.0.0.1:1\", \"[::1]:2\"}\nworkers = 3\nname = \"den\"\n"
		   "think-pause-ms = 0\nstate = \"/srv/g\"\nregister = invite\nguests = no\n"
		   "rate-bots = yes\nlan = yes\n");
	config_defaults(&c);
	assert_int_equal(config_read(&c, path, error), 0);
	assert_int_equal(c.listen_count, 2);
	assert_string_equal(c.listen[1], "[::1]:2");
	assert_string_equal(c.registering, "invite");
	assert_false(c.guests);
	assert_true(c.rate_bots);
	assert_string_equal(c.lan, "yes");
	assert_false(c.listen_default);
	assert_int_equal(c.workers, 3);
	assert_int_equal(c.think_pause_ms, 0);
	assert_string_equal(c.name, "den");
	assert_string_equal(c.state, "/srv/g");
	assert_int_equal(config_listen(&c, "0.0.0.0:9", true), 0);
	assert_int_equal(c.listen_count, 1);
	assert_string_equal(c.listen[0], "0.0.0.0:9");
}

static void engines_are_taken(void **state)
{
	struct config c;

	(void)state;
	write_file("engine \"pela\" {\n command = \"/opt/pela x\"\n rules = {\"standard\", "
		   "\"renju\"}\n memory = 3\n}\nengine \"other\" { command = \"y\" }\n");
	config_defaults(&c);
	assert_int_equal(config_read(&c, path, error), 0);
	assert_int_equal(c.roster.engines, 2);
	assert_string_equal(c.roster.engine[0].command, "/opt/pela x");
	assert_int_equal(c.roster.engine[0].memory, 3 * 1024 * 1024);
	assert_int_equal(c.roster.engine[0].rules, 1u << RULE_STANDARD | 1u << RULE_RENJU);
	assert_int_equal(bot_read(&c.roster, "AI:other", false), BOT_ENGINE + 1);
	assert_true(bot_plays(&c.roster, BOT_ENGINE + 1, RULE_FREESTYLE));
	assert_false(bot_plays(&c.roster, BOT_ENGINE + 1, RULE_RENJU));
}

static void an_empty_file_changes_nothing(void **state)
{
	struct config c, expected;

	(void)state;
	write_file("# nothing\n");
	config_defaults(&c);
	expected = c;
	assert_int_equal(config_read(&c, path, error), 0);
	assert_memory_equal(&c, &expected, sizeof c);
}

static void faults_are_refused(void **state)
{
	static const char *const bad[] = {"unknown = 1\n", "workers = -1\n", "workers = 65\n",
	    "workers = x\n", "think-pause-ms = 10001\n", "lag-allowance-ms = 1001\n",
	    "handshake-seconds = 0\n", "name = \"two words\"\n", "name = \"\"\n",
	    "name = \"caf\xc3\xa9\"\n", "state = \"relative\"\n", "house-engine = \"bin\"\n",
	    "engine \"a\" { command = \"x\" }\n", "engine \"Big\" { command = \"x\" }\n",
	    "engine \"scoring\" { command = \"x\" }\n", "engine \"ok\" { }\n",
	    "engine \"ok\" { command = \"x\" rules = {\"go\"} }\n",
	    "engine \"ok\" { command = \"x\" memory = -1 }\n",
	    "engine \"ok\" { command = \"x\" }\nengine \"ok\" { command = \"y\" }\n",
	    "max-rooms = 0\n", "listen = {\"a:1\"\n", "workers\n", "sync = \"never\"\n",
	    "register = \"maybe\"\n", "guests = perhaps\n", "certificate = \"/x\"\n",
	    "key = \"/x\"\n", "certificate = \"x\"\nkey = \"/x\"\n", "max-handshakes = -1\n",
	    "lan = maybe\n", "lan = \"\"\n"};
	struct config c;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		write_file(bad[i]);
		config_defaults(&c);
		if (config_read(&c, path, error) == 0)
			fail_msg("taken: %s", bad[i]);
		/* One line, with the file's name and the number of the line where there is one. */
		assert_true(*error && !strchr(error, '\n'));
	}
	config_defaults(&c);
	assert_int_equal(config_read(&c, "/nonexistent/gomokud.conf", error), -1);
}

static bool is_key(const char *key)
{
	for (int i = 0; i < SETTINGS; i++)
		if (strcmp(config_settings[i].key, key) == 0)
			return true;
	return false;
}

/* The sample has each key of the table, in its order, and no other. */
static void sample_is_complete(void **state)
{
	FILE *f = fopen("conf/gomokud.conf", "r");
	char line[256], key[64];
	int n = 0;

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		if (sscanf(line, "#%63[a-z-] =", key) != 1 &&
		    (strncmp(line, "#   ", 4) != 0 || sscanf(line + 4, "%63[a-z-] ", key) != 1))
			continue;
		assert_true(n < SETTINGS);
		assert_string_equal(key, config_settings[n].key);
		n++;
	}
	fclose(f);
	assert_int_equal(n, SETTINGS);
	assert_true(is_key("engine"));
	assert_false(is_key("nothing"));
}

/* Fills text with what config_print says of a configuration. */
static void printed(const struct config *c, char *text, size_t cap)
{
	FILE *f = fopen(path, "w+");
	size_t len;

	assert_non_null(f);
	config_print(c, f);
	rewind(f);
	len = fread(text, 1, cap - 1, f);
	text[len] = '\0';
	assert_int_equal(fclose(f), 0);
}

/* What is printed is read back as what was printed. */
static void print_is_a_configuration(void **state)
{
	static struct config a, b;
	static char text[16384], again[16384];
	char changed[CONFIG_KEYS], restart[CONFIG_KEYS], start[80];

	(void)state;
	write_file(
	    "listen = {\"127.0.0.1:1\", \"[::1]:2\"}\nstate = \"/srv/a \\\"b\\\" \\${HOME} "
	    "\\\\ c\"\nguests = no\nsync = turn\nmax-rooms = 7\ntalk-rate = 0\n"
	    "engine \"pela\" {\n command = \"/opt/pela\"\n rules = {\"renju\"}\n memory = 3\n}\n");
	config_defaults(&a);
	assert_int_equal(config_read(&a, path, error), 0);
	assert_string_equal(a.state, "/srv/a \"b\" ${HOME} \\ c");
	printed(&a, text, sizeof text);
	for (int i = 0; i < SETTINGS; i++) {
		snprintf(start, sizeof start, "%s%s ", i ? "\n" : "", config_settings[i].key);
		if (!strstr(text, start))
			fail_msg("%s is not printed", config_settings[i].key);
	}
	config_defaults(&b);
	assert_int_equal(config_read(&b, path, error), 0);
	config_compare(&a, &b, changed, restart);
	assert_string_equal(changed, "");
	assert_string_equal(restart, "");
	printed(&b, again, sizeof again);
	assert_string_equal(text, again);
}

static void secrets_are_not_printed(void **state)
{
	static struct config c;
	static char text[16384];

	(void)state;
	write_file("engine \"one\" { command = \"/opt/one\" }\n"
		   "engine \"two\" { command = \"TOKEN=hush  /opt/two --password hush\" }\n");
	config_defaults(&c);
	assert_int_equal(config_read(&c, path, error), 0);
	printed(&c, text, sizeof text);
	assert_non_null(strstr(text, "command = \"/opt/one\"\n"));
	assert_non_null(strstr(text, "command = \"*** /opt/two ***\"\n"));
	assert_null(strstr(text, "hush"));
}

/* Comments of all kinds before the fault, and the number of its line. */
static void the_line_is_the_right_one(void **state)
{
	static const struct {
		const char *text;
		int line;
	} cases[] = {{"max-rooms = 0\n", 1}, {"# a\n# b\n\nmax-rooms = 0\n", 4},
	    {"  # a\nname = \"x\" # b\n#\nmax-rooms = 0\n", 4},
	    {"// a\n/* b\n c */\nmax-rooms = 0 # d\n", 4},
	    {"name = \"a#b//c/*d\"\n# e\nmax-rooms = 0\n", 3}, {"# it's \"one\nmax-rooms = 0\n", 2},
	    {"name = a#b\nmax-rooms = 0\n", 2},
	    {"# a\nengine \"ok\" {\n # b\n command = \"x\"\n memory = -1\n}\n", 5},
	    {"# a\n\n# b\nno-such-key = 1\n", 4}, {"# a\n# b\nworkers = x\n", 3}};
	char where[64];
	static struct config c;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		write_file(cases[i].text);
		config_defaults(&c);
		assert_int_equal(config_read(&c, path, error), -1);
		snprintf(where, sizeof where, "%s:%d: ", path, cases[i].line);
		if (strncmp(error, where, strlen(where)) != 0)
			fail_msg("%s is said of: %s", error, cases[i].text);
	}
	write_file("name = a//b#c # d\n");
	assert_int_equal(config_read(&c, path, error), 0);
	assert_string_equal(c.name, "a//b");
	write_file("name = \"a#b//c/*d\" // e\n");
	assert_int_equal(config_read(&c, path, error), 0);
	assert_string_equal(c.name, "a#b//c/*d");
	write_file("name = \"x\" /* never closed\nmax-rooms = 0\n");
	assert_int_equal(config_read(&c, path, error), 0);
	write_file("");
	assert_int_equal(config_read(&c, path, error), 0);
}

static void differences_are_named(void **state)
{
	static struct config a, b;
	char changed[CONFIG_KEYS], restart[CONFIG_KEYS];

	(void)state;
	config_defaults(&a);
	config_defaults(&b);
	config_compare(&a, &b, changed, restart);
	assert_string_equal(changed, "");
	assert_string_equal(restart, "");
	write_file("name = den\nguests = no\nworkers = 7\nlisten = {\"127.0.0.1:1\"}\n"
		   "engine \"pela\" { command = \"x\" }\n");
	assert_int_equal(config_read(&b, path, error), 0);
	config_compare(&a, &b, changed, restart);
	assert_string_equal(changed, "listen,name,guests");
	assert_string_equal(restart, "engine,workers");
	/* What has to wait stays as it was, and goes on being named. */
	config_keep(&b, &a);
	assert_int_equal(b.workers, a.workers);
	assert_int_equal(b.roster.engines, 0);
	config_compare(&a, &b, changed, restart);
	assert_string_equal(changed, "listen,name,guests");
	assert_string_equal(restart, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sample_is_the_defaults),
	    cmocka_unit_test(settings_are_taken),
	    cmocka_unit_test(engines_are_taken),
	    cmocka_unit_test(an_empty_file_changes_nothing),
	    cmocka_unit_test(faults_are_refused),
	    cmocka_unit_test(sample_is_complete),
	    cmocka_unit_test(print_is_a_configuration),
	    cmocka_unit_test(secrets_are_not_printed),
	    cmocka_unit_test(the_line_is_the_right_one),
	    cmocka_unit_test(differences_are_named),
	};

	return cmocka_run_group_tests_name("config", tests, make_file, remove_file);
}
