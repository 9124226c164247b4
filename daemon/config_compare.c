/* What has changed between two configurations, and which of it can while the server runs. */
#include <stdio.h>
#include <string.h>

#include "config.h"
#include "config_table.h"

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
	case SETTING_TEXT:
		return strcmp(x, y) == 0;
	case SETTING_INT:
	case SETTING_INT64:
	case SETTING_BOOL:
	case SETTING_SYNC:
		return memcmp(x, y, s->size) == 0;
	case SETTING_LISTEN:
		return same_listen(a, b);
	case SETTING_ROSTER:
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
		if (!same(&config_settings[i], old, c))
			add(config_settings[i].restart ? restart : changed, config_settings[i].key);
}

void config_keep(struct config *c, const struct config *old)
{
	for (int i = 0; i < SETTINGS; i++)
		if (config_settings[i].restart)
			memcpy((char *)c + config_settings[i].at,
			    (const char *)old + config_settings[i].at, config_settings[i].size);
}
