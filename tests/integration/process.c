/* What /proc tells of a daemon, and what it is allowed. */
#include "harness.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

int64_t server_cpu_ms(const struct server *s)
{
	char path[64], text[512], *close_paren;
	unsigned long user = 0, kernel = 0;
	FILE *f;
	size_t n;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)server_pid(s));
	f = fopen(path, "re");
	assert_non_null(f);
	n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = '\0';
	close_paren = strrchr(text, ')');
	assert_non_null(close_paren);
	/* Fields 14 and 15 of proc(5), the state after the name being the third. */
	assert_int_equal(
	    sscanf(close_paren + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
		&kernel),
	    2);
	return (int64_t)(user + kernel) * 1000 / sysconf(_SC_CLK_TCK);
}

void server_limit_files(struct server *s, unsigned more)
{
	struct rlimit limit = {more, more};
	struct dirent *e;
	char path[64];
	DIR *fds;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)server_pid(s));
	fds = opendir(path);
	assert_non_null(fds);
	while ((e = readdir(fds)) != NULL)
		limit.rlim_cur += e->d_name[0] != '.';
	closedir(fds);
	limit.rlim_max = limit.rlim_cur;
	assert_int_equal(prlimit(server_pid(s), RLIMIT_NOFILE, &limit, NULL), 0);
}

int64_t server_rss_kib(const struct server *s)
{
	char path[64], line[256];
	long kib = -1;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%d/status", (int)server_pid(s));
	f = fopen(path, "re");
	assert_non_null(f);
	while (kib == -1 && fgets(line, sizeof line, f) != NULL)
		if (sscanf(line, "VmRSS: %ld", &kib) != 1)
			kib = -1;
	fclose(f);
	assert_true(kib > 0);
	return kib;
}
