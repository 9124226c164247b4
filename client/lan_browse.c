#include "lan_browse.h"

#include <stdio.h>
#include <string.h>

#include <avahi-client/client.h>
#include <avahi-client/lookup.h>
#include <avahi-common/error.h>
#include <event2/event.h>

#include "daemon/lan/poll.h"
#include "i18n.h"

enum {
	ANSWER_MS = 4000,  /* until then everyone has answered, or will not */
	LOOKUPS_MAX = 256, /* a server has one for each interface and family */
};

struct browse {
	struct event_base *base;
	AvahiPoll poll;
	AvahiClient *client;
	AvahiServiceBrowser *browser;
	AvahiServiceResolver *lookup[LOOKUPS_MAX];
	int lookups, open; /* begun, and not answered */
	bool all;	   /* the browser has told of all there are */
	bool failed;
	struct lan_list *list;
	char *why;
};

static void fail(struct browse *b)
{
	snprintf(b->why, LAN_WHY, "%s", avahi_strerror(avahi_client_errno(b->client)));
	b->failed = true;
	event_base_loopbreak(b->base);
}

static void check_done(struct browse *b)
{
	if (b->all && b->open == 0)
		event_base_loopbreak(b->base);
}

static void take(struct browse *b, AvahiIfIndex interface, const char *name, const char *machine,
    const AvahiAddress *a, uint16_t port, const AvahiStringList *txt)
{
	struct lan_server s = {.port = port};

	advert_clear(&s.advert);
	advert_clean(s.name, sizeof(s.name), name, strlen(name), false);
	advert_clean(s.machine, sizeof(s.machine), machine, strlen(machine), false);
	if (a->proto == AVAHI_PROTO_INET)
		lan_set_address(&s, AF_INET, &a->data.ipv4.address, (unsigned)interface);
	else
		lan_set_address(&s, AF_INET6, a->data.ipv6.address, (unsigned)interface);
	for (; txt != NULL; txt = txt->next)
		advert_take(&s.advert, (const char *)txt->text, txt->size);
	lan_add(b->list, &s);
}

static void on_looked_up(AvahiServiceResolver *r, AvahiIfIndex interface, AvahiProtocol protocol,
    AvahiResolverEvent event, const char *name, const char *type, const char *domain,
    const char *host, const AvahiAddress *a, uint16_t port, AvahiStringList *txt,
    AvahiLookupResultFlags flags, void *arg)
{
	struct browse *b = arg;

	(void)protocol;
	(void)type;
	(void)domain;
	(void)flags;
	/* It is told again when the server changes: once is enough. */
	for (int i = 0; i < b->lookups; i++) {
		if (b->lookup[i] != r)
			continue;
		b->lookup[i] = NULL;
		b->open--;
		if (event == AVAHI_RESOLVER_FOUND)
			take(b, interface, name, host, a, port, txt);
		avahi_service_resolver_free(r);
		break;
	}
	check_done(b);
}

static void look_up(struct browse *b, AvahiIfIndex interface, AvahiProtocol protocol,
    const char *name, const char *type, const char *domain)
{
	AvahiServiceResolver *r;

	if (b->lookups == LOOKUPS_MAX)
		return;
	/* The address of the family that answers: the server may listen on one alone. */
	r = avahi_service_resolver_new(
	    b->client, interface, protocol, name, type, domain, protocol, 0, on_looked_up, b);
	if (r == NULL)
		return;
	b->lookup[b->lookups++] = r;
	b->open++;
}

static void on_browsed(AvahiServiceBrowser *browser, AvahiIfIndex interface, AvahiProtocol protocol,
    AvahiBrowserEvent event, const char *name, const char *type, const char *domain,
    AvahiLookupResultFlags flags, void *arg)
{
	struct browse *b = arg;

	(void)browser;
	(void)flags;
	switch (event) {
	case AVAHI_BROWSER_NEW:
		look_up(b, interface, protocol, name, type, domain);
		break;
	case AVAHI_BROWSER_ALL_FOR_NOW:
		b->all = true;
		check_done(b);
		break;
	case AVAHI_BROWSER_FAILURE:
		fail(b);
		break;
	case AVAHI_BROWSER_REMOVE:
	case AVAHI_BROWSER_CACHE_EXHAUSTED:
		break;
	}
}

static void on_client(AvahiClient *client, AvahiClientState state, void *arg)
{
	struct browse *b = arg;

	b->client = client; /* it calls before it has been returned */
	if (state == AVAHI_CLIENT_FAILURE)
		fail(b);
}

static void ask(struct browse *b)
{
	const struct timeval limit = {ANSWER_MS / 1000, ANSWER_MS % 1000 * 1000};
	int error = 0;

	lan_poll_init(&b->poll, b->base);
	b->client = avahi_client_new(&b->poll, 0, on_client, b, &error);
	if (b->client == NULL) {
		snprintf(b->why, LAN_WHY, "%s", avahi_strerror(error));
		b->failed = true;
		return;
	}
	b->browser = avahi_service_browser_new(
	    b->client, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, ADVERT_SERVICE, NULL, 0, on_browsed, b);
	if (b->browser == NULL)
		fail(b);
	else if (event_base_loopexit(b->base, &limit) == 0)
		event_base_dispatch(b->base);
}

enum lan_answer lan_browse(struct lan_list *list, char why[static LAN_WHY])
{
	struct browse b = {.list = list, .why = why, .base = event_base_new()};

	list->count = 0;
	snprintf(why, LAN_WHY, _("not enough memory"));
	if (b.base == NULL)
		return LAN_NO_AVAHI;
	ask(&b);
	if (b.client != NULL)
		avahi_client_free(b.client); /* with all that was asked of it */
	event_base_free(b.base);
	return b.failed ? LAN_NO_AVAHI : LAN_ASKED;
}
