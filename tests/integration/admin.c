#include "harness.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

int64_t client_stat(struct client *admin, const char *name)
{
	client_ask(admin, "+stats", "stats");
	for (size_t i = 0; i < client_rows(admin); i++) {
		const struct wire_line *w = client_row(admin, i);

		if (strcmp(w->name, "stat") == 0 && strcmp(line_value(w, "name"), name) == 0)
			return line_int(w, "value");
	}
	fail_msg("stats tell nothing of %s", name);
	return -1;
}

/* What the log says now, from *seen on: looks for the text. */
static bool look(const struct server *s, const char *text, size_t *seen)
{
	static char log[1 << 16];
	char path[128], *at;
	FILE *f;
	size_t n;

	snprintf(path, sizeof path, "%s/log", server_dir(s));
	f = fopen(path, "re");
	assert_non_null(f);
	assert_int_equal(fseek(f, (long)*seen, SEEK_SET), 0);
	n = fread(log, 1, sizeof log - 1, f);
	fclose(f);
	log[n] = '\0';
	at = strstr(log, text);
	if (at == NULL || (at = strchr(at, '\n')) == NULL)
		return false;
	*seen += (size_t)(at + 1 - log);
	return true;
}

void server_wait_log(const struct server *s, const char *text, size_t *seen)
{
	int64_t end = now_ms() + patience_ms();

	while (!look(s, text, seen)) {
		if (now_ms() > end) {
			server_show_log(s);
			fail_msg("the log does not say: %s", text);
		}
		poll(NULL, 0, 10);
	}
}
