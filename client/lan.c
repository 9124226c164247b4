#include "lan.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

#include "i18n.h"

void lan_set_address(struct lan_server *s, int family, const void *address, unsigned interface)
{
	char number[INET6_ADDRSTRLEN] = "", name[IF_NAMESIZE] = "";

	inet_ntop(family, address, number, sizeof(number));
	s->rank = family == AF_INET ? LAN_FOUR : LAN_SIX;
	if (family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL((const struct in6_addr *)address)) {
		s->rank = LAN_SIX_LINK;
		if (if_indextoname(interface, name) == NULL)
			snprintf(name, sizeof(name), "%u", interface);
	}
	snprintf(s->host, sizeof(s->host), "%s%s%s", number, name[0] == '\0' ? "" : "%", name);
}

static bool is_same(const struct lan_server *a, const struct lan_server *b)
{
	/* Its port may be another for IPv6 than for IPv4. */
	return strcmp(a->name, b->name) == 0 && strcmp(a->machine, b->machine) == 0 &&
	       strcmp(a->advert.pin, b->advert.pin) == 0;
}

void lan_add(struct lan_list *list, const struct lan_server *s)
{
	int at = list->count;

	for (int i = 0; i < list->count; i++) {
		if (is_same(&list->server[i], s)) {
			if (s->rank < list->server[i].rank)
				list->server[i] = *s;
			return;
		}
	}
	if (list->count == LAN_MAX)
		return;
	for (; at > 0 && strcmp(list->server[at - 1].name, s->name) > 0; at--)
		list->server[at] = list->server[at - 1];
	list->server[at] = *s;
	list->count++;
}

/* "3 people, 1 free seat", as far as it is known. */
static void describe_figures(const struct advert *a, char *buf, size_t size)
{
	char people[80] = "", seats[80] = "";

	if (a->people == 0)
		snprintf(people, sizeof(people), "%s", _("nobody there yet"));
	else if (a->people > 0)
		snprintf(people, sizeof(people),
		    ngettext("%d person", "%d people", (unsigned long)a->people), a->people);
	if (a->free == 0 && a->people != 0)
		snprintf(seats, sizeof(seats), "%s", _("no free seat"));
	else if (a->free > 0)
		snprintf(seats, sizeof(seats),
		    ngettext("%d free seat", "%d free seats", (unsigned long)a->free), a->free);
	snprintf(
	    buf, size, "%s%s%s", people, people[0] != '\0' && seats[0] != '\0' ? ", " : "", seats);
}

/* What the pin of the listing says beside the one that is remembered. */
static const char *describe_pin(const struct lan_server *s, const char *known)
{
	if (known[0] == '\0')
		return "";
	return strcmp(known, s->advert.pin) == 0 ? _(" (known here)")
						 : _(" (NOT the one known for this address)");
}

void lan_describe(
    const struct lan_server *s, const char *known, bool ascii, char buf[static LAN_LINES])
{
	char name[LAN_NAME], version[ADVERT_VERSION + 40] = "", figures[170];
	bool colons = strchr(s->host, ':') != NULL;

	advert_clean(name, sizeof(name), s->name, strlen(s->name), ascii);
	if (s->advert.version[0] != '\0') {
		char clean[ADVERT_VERSION];

		advert_clean(
		    clean, sizeof(clean), s->advert.version, strlen(s->advert.version), ascii);
		snprintf(version, sizeof(version), _(", version %s"), clean);
	}
	describe_figures(&s->advert, figures, sizeof(figures));
	snprintf(buf, LAN_LINES, "%s%s%s\n    %s%s%s:%u%s\n    %s%s\n", name,
	    figures[0] == '\0' ? "" : ": ", figures, colons ? "[" : "", s->host, colons ? "]" : "",
	    s->port, version, s->advert.pin[0] == '\0' ? _("tells no pin") : s->advert.pin,
	    describe_pin(s, known));
}
