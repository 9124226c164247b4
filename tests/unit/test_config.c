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
	char text[8192] = "", line[256];
	struct config expected, c;
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
	assert_string_equal(c.engine, "/usr/games/gomoku-engine");
	assert_int_equal(c.listen_count, expected.listen_count);
	for (int i = 0; i < c.listen_count; i++)
		assert_string_equal(c.listen[i], expected.listen[i]);
	assert_string_equal(c.name, expected.name);
	assert_string_equal(c.address, expected.address);
	assert_int_equal(c.workers, expected.workers);
	assert_int_equal(c.think_pause_ms, expected.think_pause_ms);
	assert_int_equal(c.lag_allowance_ms, expected.lag_allowance_ms);
	assert_int_equal(c.handshake_s, expected.handshake_s);
	assert_int_equal(c.login_s, expected.login_s);
	assert_int_equal(c.line_s, expected.line_s);
	assert_int_equal(c.max_connections, expected.max_connections);
	assert_int_equal(c.max_rooms, expected.max_rooms);
	assert_int_equal(c.connections_a_network, expected.connections_a_network);
	assert_int_equal(c.max_handshakes, expected.max_handshakes);
	assert_string_equal(c.certificate, expected.certificate);
	assert_string_equal(c.key, expected.key);
	assert_string_equal(c.metrics, expected.metrics);
	assert_int_equal(c.engine_idle_s, expected.engine_idle_s);
	assert_int_equal(c.command_rate, expected.command_rate);
	assert_int_equal(c.talk_rate, expected.talk_rate);
	assert_string_equal(c.registering, expected.registering);
	assert_int_equal(c.guests, expected.guests);
	assert_int_equal(c.rate_bots, expected.rate_bots);
	assert_int_equal(c.sync_turns, expected.sync_turns);
}

static void settings_are_taken(void **state)
{
	struct config c;

	(void)state;
	write_file("listen = {\"127.0.0.1:1\", \"[::1]:2\"}\nworkers = 3\nname = \"den\"\n"
		   "think-pause-ms = 0\nstate = \"/srv/g\"\nregister = invite\nguests = no\n"
		   "rate-bots = yes\n");
	config_defaults(&c);
	assert_int_equal(config_read(&c, path, error), 0);
	assert_int_equal(c.listen_count, 2);
	assert_string_equal(c.listen[1], "[::1]:2");
	assert_string_equal(c.registering, "invite");
	assert_false(c.guests);
	assert_true(c.rate_bots);
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
	    "key = \"/x\"\n", "certificate = \"x\"\nkey = \"/x\"\n", "max-handshakes = -1\n"};
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

/* Every key of the sample is one that a reload knows what to do about. */
static void every_key_is_compared(void **state)
{
	FILE *f = fopen("conf/gomokud.conf", "r");
	char line[256], key[64];
	int n = 0;

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof line, f)) {
		if (sscanf(line, "#%63[a-z-] =", key) != 1)
			continue;
		n++;
		if (!config_knows(key))
			fail_msg("%s is not compared", key);
	}
	fclose(f);
	assert_true(n > 15);
	assert_true(config_knows("engine"));
	assert_false(config_knows("nothing"));
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
	    cmocka_unit_test(every_key_is_compared),
	    cmocka_unit_test(differences_are_named),
	};

	return cmocka_run_group_tests_name("config", tests, make_file, remove_file);
}
