/*
 * Fuzzes the configuration: what is read is within its bounds, what is refused has a reason in one
 * line, and a configuration is the same as itself.
 */
#include <string.h>

#include "daemon/config.h"
#include "scratch.h"

static bool ends(const char *s, size_t cap)
{
	return memchr(s, '\0', cap) != NULL;
}

static void check(const struct config *c)
{
	require(c->listen_count > 0 && c->listen_count <= CONFIG_LISTEN_MAX, "listens nowhere");
	for (int i = 0; i < c->listen_count; i++)
		require(ends(c->listen[i], sizeof c->listen[i]), "an address without end");
	require(ends(c->state, sizeof c->state) && ends(c->name, sizeof c->name) &&
		    ends(c->engine, sizeof c->engine) && ends(c->user, sizeof c->user) &&
		    ends(c->certificate, sizeof c->certificate) && ends(c->key, sizeof c->key),
	    "a text without end");
	require(!*c->certificate == !*c->key, "a certificate without its key");
	require(strpbrk(c->name, " \t\n") == NULL && *c->name, "a name of several words");
	require(c->max_connections > 0 && c->max_rooms > 0 && c->workers >= 0 &&
		    c->handshake_s > 0 && c->login_s > 0 && c->line_s > 0 &&
		    c->max_handshakes >= 0 && c->connections_a_network >= 0,
	    "a number out of bounds");
	require(c->roster.engines >= 0 && c->roster.engines <= ROSTER_ENGINES, "many engines");
	for (int i = 0; i < c->roster.engines; i++)
		require(ends(c->roster.engine[i].name, sizeof c->roster.engine[i].name) &&
			    ends(c->roster.engine[i].command, sizeof c->roster.engine[i].command) &&
			    c->roster.engine[i].memory >= 0,
		    "an engine that can't be");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct config c, defaults;
	char path[SCRATCH_PATH], error[CONFIG_ERROR] = "", changed[CONFIG_KEYS],
				 restart[CONFIG_KEYS];
	int fd = scratch_file(data, n, path);

	config_defaults(&c);
	config_defaults(&defaults);
	if (config_read(&c, path, error) < 0) {
		require(*error && ends(error, sizeof error), "refused without a reason");
	} else {
		check(&c);
		config_compare(&c, &c, changed, restart);
		require(!*changed && !*restart, "another than itself");
		config_compare(&defaults, &c, changed, restart);
		config_keep(&c, &defaults);
		config_compare(&defaults, &c, changed, restart);
		require(!*restart, "what needs a restart was not kept");
	}
	close(fd);
	return 0;
}
