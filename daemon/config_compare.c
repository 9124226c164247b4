/* What has changed between two configurations, and which of it can while the server runs. */
#include <stdio.h>
#include <string.h>

#include "config.h"

enum kind { TEXT, INT, INT64, BOOL, LISTEN, ROSTER };

struct setting {
	const char *key;
	enum kind kind;
	size_t at, size;
	bool restart; /* it needs one */
};

#define AT(member) offsetof(struct config, member), sizeof((struct config *)0)->member

/* In the order of conf/gomokud.conf. */
static const struct setting settings[] = {
    {"listen", LISTEN, AT(listen), false},
    {"state", TEXT, AT(state), true},
    {"certificate", TEXT, AT(certificate), false},
    {"key", TEXT, AT(key), false},
    {"name", TEXT, AT(name), false},
    {"address", TEXT, AT(address), false},
    {"metrics", TEXT, AT(metrics), true},
    {"house-engine", TEXT, AT(engine), true},
    {"engine", ROSTER, AT(roster), true},
    {"engine-idle-seconds", INT64, AT(engine_idle_s), true},
    {"workers", INT, AT(workers), true},
    {"think-pause-ms", INT64, AT(think_pause_ms), false},
    {"lag-allowance-ms", INT64, AT(lag_allowance_ms), false},
    {"handshake-seconds", INT64, AT(handshake_s), false},
    {"login-seconds", INT64, AT(login_s), false},
    {"line-seconds", INT64, AT(line_s), false},
    {"max-connections", INT, AT(max_connections), false},
    {"max-rooms", INT, AT(max_rooms), false},
    {"connections-per-address", INT, AT(connections_a_network), false},
    {"max-handshakes", INT, AT(max_handshakes), false},
    {"command-rate", INT64, AT(command_rate), false},
    {"talk-rate", INT64, AT(talk_rate), false},
    {"register", TEXT, AT(registering), false},
    {"guests", BOOL, AT(guests), false},
    {"rate-bots", BOOL, AT(rate_bots), false},
    {"sync", BOOL, AT(sync_turns), false},
    {"user", TEXT, AT(user), true},
    {"sandbox", BOOL, AT(sandbox), true},
};

enum { SETTINGS = sizeof settings / sizeof *settings };

static bool same_listen(const struct config *a, const struct config *b)
{
	if (a->listen_count != b->listen_count)
		return false;
	for (int i = 0; i < a->listen_count; i++)
		if (strcmp(a->listen[i], b->listen[i]) != 0)
			return false;
	return true;
}

static bool same_roster(const struct roster *a, const struct roster *b)
{
	if (a->engines != b->engines)
		return false;
	for (int i = 0; i < a->engines; i++) {
		const struct engine *x = &a->engine[i], *y = &b->engine[i];

		if (strcmp(x->name, y->name) != 0 || strcmp(x->command, y->command) != 0 ||
		    x->rules != y->rules || x->memory != y->memory)
			return false;
	}
	return true;
}

static bool same(const struct setting *s, const struct config *a, const struct config *b)
{
	const char *x = (const char *)a + s->at, *y = (const char *)b + s->at;

	switch (s->kind) {
	case TEXT:
		return strcmp(x, y) == 0;
	case INT:
	case INT64:
	case BOOL:
		return memcmp(x, y, s->size) == 0;
	case LISTEN:
		return same_listen(a, b);
	case ROSTER:
		return same_roster(&a->roster, &b->roster);
	}
	return false;
}

static void add(char list[static CONFIG_KEYS], const char *key)
{
	size_t len = strlen(list);

	snprintf(list + len, CONFIG_KEYS - len, "%s%s", len ? "," : "", key);
}

void config_compare(const struct config *old, const struct config *c,
    char changed[static CONFIG_KEYS], char restart[static CONFIG_KEYS])
{
	changed[0] = restart[0] = '\0';
	for (int i = 0; i < SETTINGS; i++)
		if (!same(&settings[i], old, c))
			add(settings[i].restart ? restart : changed, settings[i].key);
}

void config_keep(struct config *c, const struct config *old)
{
	for (int i = 0; i < SETTINGS; i++)
		if (settings[i].restart)
			memcpy((char *)c + settings[i].at, (const char *)old + settings[i].at,
			    settings[i].size);
}

bool config_knows(const char *key)
{
	for (int i = 0; i < SETTINGS; i++)
		if (strcmp(settings[i].key, key) == 0)
			return true;
	return false;
}
