#include "lan_choose.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app.h"
#include "daemon/wire/wire.h"
#include "i18n.h"
#include "known_hosts.h"
#include "lan_browse.h"

enum { ANSWER = 16 };

/*
 * A line of standard input, byte by byte: what follows is not ours to read. False at the end of
 * input. One that is too long is cut, and then no answer.
 */
static bool read_answer(char answer[static ANSWER])
{
	size_t len = 0;
	ssize_t n;
	char c;

	while ((n = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n')
		if (len < ANSWER - 1 && c != ' ' && c != '\r')
			answer[len++] = c;
	answer[len] = '\0';
	return n == 1 || len > 0;
}

/* What is remembered of the server: its pin, whatever its address was, or else that of its address;
 * "" when neither is. */
static void remembered(const struct lan_server *s, char pin[static PIN_TEXT])
{
	struct options at;
	char address[ADDRESS_TEXT], path[PATH_MAX], known[ADDRESS_TEXT];

	options_init(&at);
	snprintf(at.host, sizeof(at.host), "%s", s->host);
	snprintf(at.port, sizeof(at.port), "%u", s->port);
	options_format_address(&at, address, sizeof(address));
	known_hosts_path(path, getenv("XDG_STATE_HOME"), getenv("HOME"));
	known_hosts_address(path, s->advert.pin, address, known);
	if (known[0] != '\0')
		snprintf(pin, PIN_TEXT, "%s", s->advert.pin);
	else if (known_hosts_pin(path, address, pin) < 0)
		pin[0] = '\0';
}

static void show(const struct lan_list *list)
{
	char lines[LAN_LINES], pin[PIN_TEXT];

	puts(_("Servers on this network:"));
	for (int i = 0; i < list->count; i++) {
		const struct lan_server *s = &list->server[i];

		remembered(s, pin);
		lan_describe(s, pin, MB_CUR_MAX == 1, lines);
		printf("%2d. %s", i + 1, lines);
	}
}

/* Why there is nothing to choose from, and what to do. */
static int give_up(enum lan_answer answer, const char *why)
{
	switch (answer) {
	case LAN_NOT_BUILT:
		fputs(_("gomoku: built without Avahi's library, so it cannot look for servers.\n"),
		    stderr);
		break;
	case LAN_NO_AVAHI:
		fprintf(stderr,
		    _("gomoku: no Avahi here to look for servers with (%s): is avahi-daemon "
		      "installed and running?\n"),
		    why);
		break;
	case LAN_ASKED:
		fputs(_("No server shows itself on this network.\n"), stderr);
		break;
	}
	fputs(_("A server tells its address when it starts (join with: ...): gomoku ADDRESS goes "
		"there.\n"),
	    stderr);
	return answer == LAN_ASKED ? APP_UNREACHABLE : APP_ERROR;
}

enum { LEAVE = 0, LOOK_AGAIN = -1 };

/* Asks until there is an answer: a number of the list, LEAVE or LOOK_AGAIN. */
static int ask(int count)
{
	char answer[ANSWER];
	int64_t number;

	for (;;) {
		printf("%s", _("Which one? Enter for 1, r to look again, q to leave: "));
		fflush(stdout);
		if (!read_answer(answer) || strcmp(answer, "q") == 0) {
			puts("");
			return LEAVE;
		}
		if (strcmp(answer, "r") == 0)
			return LOOK_AGAIN;
		if (answer[0] == '\0')
			return 1;
		if (wire_int(answer, 1, count, &number) == 0)
			return (int)number;
		printf(_("A number from 1 to %d.\n"), count);
	}
}

/* Goes there. One that says it is a known server has to prove it: what counts is our memory. */
static void take(struct options *o, const struct lan_server *s)
{
	char pin[PIN_TEXT];

	snprintf(o->host, sizeof(o->host), "%s", s->host);
	snprintf(o->port, sizeof(o->port), "%u", s->port);
	remembered(s, pin);
	if (o->pin[0] == '\0' && pin[0] != '\0' && strcmp(pin, s->advert.pin) == 0)
		snprintf(o->pin, sizeof(o->pin), "%s", pin);
}

int lan_choose(struct options *o)
{
	static struct lan_list list;
	char why[LAN_WHY];
	int chosen;

	do {
		enum lan_answer answer = lan_browse(&list, why);

		if (answer != LAN_ASKED || list.count == 0)
			return give_up(answer, why);
		show(&list);
		chosen = ask(list.count);
	} while (chosen == LOOK_AGAIN);
	if (chosen == LEAVE)
		return APP_OK;
	take(o, &list.server[chosen - 1]);
	return -1;
}
