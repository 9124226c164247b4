#include "i18n.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "client/tui/terminal.h"
#include "self.h"

static const char domain[] = "gomoku";

/* The locale that the environment names for a category; "" when it names none. */
static const char *wanted(const char *category)
{
	const char *const names[] = {"LC_ALL", category, "LANG"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = getenv(names[i]);

		if (value != NULL && value[0] != '\0')
			return value;
	}
	return "";
}

static bool is_utf8(const char *locale)
{
	const char *dot = strchr(locale, '.');

	return dot != NULL &&
	       (strncasecmp(dot, ".utf-8", 6) == 0 || strncasecmp(dot, ".utf8", 5) == 0);
}

/* The system was not given this locale: its characters and its language are had without. */
static void do_without(const char *locale)
{
	char language[32];

	if (!is_utf8(locale) || setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		return;
	setlocale(LC_MESSAGES, "C.UTF-8");
	snprintf(language, sizeof(language), "%.*s", (int)strcspn(locale, "."), locale);
	if (getenv("LANGUAGE") == NULL || getenv("LANGUAGE")[0] == '\0') /* that is none */
		setenv("LANGUAGE", language, 1);
}

/* The folder of the catalogues: beside the program in the folder of a build, else where `make
 * install` puts them. NULL: the system's own. */
static const char *catalogues(char path[static PATH_MAX])
{
	static const char *const places[] = {"locale", "../share/locale"};
	char folder[PATH_MAX];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (self_folder(folder) == 0 &&
		    snprintf(path, PATH_MAX, "%s/%s", folder, places[i]) < PATH_MAX &&
		    access(path, X_OK) == 0)
			return path;
	return NULL;
}

void i18n_init(void)
{
	char path[PATH_MAX];
	const char *folder = catalogues(path);

	if (setlocale(LC_CTYPE, "") == NULL || setlocale(LC_MESSAGES, "") == NULL)
		do_without(wanted("LC_MESSAGES"));
	if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0 || terminal_is_console()) {
		i18n_stop();
		return;
	}
	if (folder != NULL)
		bindtextdomain(domain, folder);
	bind_textdomain_codeset(domain, "UTF-8");
	textdomain(domain);
}

void i18n_stop(void)
{
	setlocale(LC_MESSAGES, "C");
}

bool i18n_foreign(void)
{
	/* The text of no text is what a catalogue says of itself. */
	return gettext("")[0] != '\0';
}
