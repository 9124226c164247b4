#include "private.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "i18n.h"

enum { READY_MS = 20000, END_MS = 5000, LINE = 512 };

/*
 * The shell between us holds our end of a pipe: when that closes, because we leave or because we
 * are no more, it ends the server and takes the folder away. $1 gomokud, $2 the folder, $3
 * settings.
 */
static char script[] =
    "umask 077; printf '%s\\n' \"$3\" >\"$2/config\"\n"
    "\"$1\" -c \"$2/config\" -d \"$2/state\" -l 127.0.0.1:0 </dev/null 2>\"$2/log\" &\n"
    "server=$!\n"
    "trap '' HUP INT TERM\n"
    "wait_for_end() { cat >/dev/null; }\n"
    "exec >/dev/null\n"
    "wait_for_end\n"
    "kill \"$server\" 2>/dev/null\n"
    "wait \"$server\"\n"
    "rm -rf \"$2\"\n";

/* The first line that the server prints. 0, or -1 when none comes. */
static int read_ready(int fd, char line[static LINE])
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	size_t len = 0;
	ssize_t n;

	while (len < LINE - 1) {
		if (poll(&p, 1, READY_MS) <= 0)
			return -1;
		n = read(fd, line + len, 1);
		if (n <= 0)
			return -1;
		if (line[len] == '\n')
			break;
		len++;
	}
	line[len] = '\0';
	return 0;
}

/* "ready addr=ADDRESS pin=PIN". 0 or -1. */
static int take_ready(struct options *o, char *line)
{
	char *address = strstr(line, " addr="), *pin = strstr(line, " pin=");

	if (strncmp(line, "ready ", 6) != 0 || address == NULL || pin == NULL)
		return -1;
	address += strlen(" addr=");
	address[strcspn(address, " ")] = '\0';
	pin += strlen(" pin=");
	pin[strcspn(pin, " ")] = '\0';
	if (options_address(o, address) < 0 || strlen(pin) >= sizeof(o->pin))
		return -1;
	snprintf(o->pin, sizeof(o->pin), "%s", pin);
	return 0;
}

/* Why it did not start, by the end of its log. */
static void read_log(const char *folder, char why[static PRIVATE_WHY])
{
	char path[PATH_MAX + 8], line[LINE];
	FILE *f;

	snprintf(path, sizeof(path), "%s/log", folder);
	snprintf(why, PRIVATE_WHY, "%s", _("The private server did not start."));
	f = fopen(path, "re");
	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
		snprintf(why, PRIVATE_WHY, _("The private server did not start: %.*s"),
		    (int)strcspn(line, "\n"), line);
	if (f != NULL)
		fclose(f);
}

int private_start(struct private *p, struct options *o, char why[static PRIVATE_WHY])
{
	static char shell[] = "/bin/sh", option[] = "-c", name[] = "gomoku-private";
	static char quick[] = "think-pause-ms = 30", usual[] = "";
	const char *temp = getenv("TMPDIR");
	char server[PATH_MAX], folder[PATH_MAX], line[LINE];
	/* A demo shows each move, but keeps nobody waiting. */
	char *settings = o->action == ACTION_DEMO ? quick : usual;
	char *argv[] = {shell, option, script, name, server, folder, settings, NULL};

	if (child_find("gomokud", server) < 0) {
		snprintf(why, PRIVATE_WHY, "%s",
		    _("There is no gomokud beside this program or in PATH to play on: name a "
		      "server, gomoku --bot 2 HOST."));
		return -1;
	}
	snprintf(folder, sizeof(folder), "%s/gomoku.XXXXXX",
	    temp != NULL && temp[0] == '/' ? temp : "/tmp");
	if (mkdtemp(folder) == NULL || child_start(&p->child, argv, true, CHILD_ERRORS_SHOWN) < 0) {
		snprintf(
		    why, PRIVATE_WHY, _("Cannot start a private server: %s."), strerror(errno));
		return -1;
	}
	if (read_ready(p->child.out, line) == 0 && take_ready(o, line) == 0)
		return 0;
	read_log(folder, why);
	private_end(p);
	return -1;
}

void private_end(struct private *p)
{
	if (p->child.pid > 0)
		child_end(&p->child, END_MS);
}
