/* A folder for the known_hosts of one test, and what stands in it. */
#ifndef GOMOKU_TEST_HOSTS_WORLD_H
#define GOMOKU_TEST_HOSTS_WORLD_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define PIN_A "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define PIN_B "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* A folder for each test, with a known_hosts two folders further down. */
static char folder[64], hosts[128];

static inline int set_up(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "/tmp/gomoku-trust.XXXXXX");
	if (mkdtemp(folder) == NULL)
		return -1;
	snprintf(hosts, sizeof(hosts), "%s/state/gomoku/known_hosts", folder);
	return 0;
}

static inline int take_down(void **state)
{
	char path[160];

	(void)state;
	unlink(hosts);
	snprintf(path, sizeof(path), "%s/state/gomoku", folder);
	rmdir(path);
	snprintf(path, sizeof(path), "%s/state", folder);
	rmdir(path);
	return rmdir(folder); /* fails when something was left behind */
}

static inline void write_hosts(const char *text)
{
	char path[160];
	FILE *f;

	snprintf(path, sizeof(path), "%s/state", folder);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/state/gomoku", folder);
	mkdir(path, 0700);
	f = fopen(hosts, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static inline void assert_hosts(const char *text)
{
	char buf[1024];
	FILE *f = fopen(hosts, "r");
	size_t n;

	assert_non_null(f);
	n = fread(buf, 1, sizeof(buf) - 1, f);
	buf[n] = '\0';
	fclose(f);
	assert_string_equal(buf, text);
}

#endif
