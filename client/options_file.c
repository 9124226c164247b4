/* The file of habits. */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "i18n.h"

/* Cuts white space from both ends, in place. */
static char *trim(char *s)
{
	size_t len;

	s += strspn(s, " \t");
	len = strlen(s);
	while (len > 0 && isspace((unsigned char)s[len - 1]))
		len--;
	s[len] = '\0';
	return s;
}

static int take_setting(struct options *o, const char *key, const char *value)
{
	if (strcmp(key, "keys") == 0)
		return options_take_keys(o, value);
	if (strcmp(key, "board") == 0)
		return options_take_board(o, value);
	if (strcmp(key, "name") == 0)
		return options_take_name(o, value);
	if (strcmp(key, "login") == 0 && options_name_ok(value)) {
		snprintf(o->login, sizeof(o->login), "%s", value);
		return 0;
	}
	if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
		return -1;
	if (strcmp(key, "ascii") == 0)
		o->ascii = strcmp(value, "yes") == 0;
	else if (strcmp(key, "mouse") == 0)
		o->mouse = strcmp(value, "yes") == 0;
	else if (strcmp(key, "line") == 0)
		o->line = strcmp(value, "yes") == 0;
	else
		return -1;
	return 0;
}

int options_read_file(struct options *o, const char *path, char error[static OPTIONS_ERROR])
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	if (f == NULL && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	if (f == NULL) {
		snprintf(error, OPTIONS_ERROR, "%s: %s", path, strerror(errno));
		return -1;
	}
	for (int number = 1; rc == 0 && getline(&line, &size, f) > 0; number++) {
		char *key = trim(line), *equals = strchr(key, '=');

		if (*key == '\0' || *key == '#')
			continue;
		if (equals != NULL)
			*equals = '\0';
		if (equals != NULL && take_setting(o, trim(key), trim(equals + 1)) == 0)
			continue;
		snprintf(
		    error, OPTIONS_ERROR, _("%s, line %d: not a setting of mine"), path, number);
		rc = -1;
	}
	free(line);
	fclose(f);
	return rc;
}
