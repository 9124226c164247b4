#include "lan_publisher.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <avahi-client/client.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <event2/event.h>

#include "daemon/lan/poll.h"
#include "lan.h"

/*
 * Avahi and the bus come and go. A client that has failed is freed and another one made, after a
 * pause that grows as long as there is no bus; with a bus but without Avahi the client itself waits
 * for it (AVAHI_CLIENT_NO_FAIL).
 */
enum { AGAIN_MS = 500, AGAIN_MAX_MS = 30000, NAMES_TRIED = 20 };

struct publisher {
	int fd;
	struct event_base *base;
	AvahiPoll poll;
	AvahiClient *client;	/* NULL: there is nothing to publish, or a pause */
	AvahiEntryGroup *group; /* the client's; NULL before there was one */
	struct event *offers, *again;
	int pause_ms;
	struct lan_offer offer;
	char name[ADVERT_NAME]; /* of the service, as far as nobody else has it; "" not chosen */
	struct lan_news told;
};

/* Tells the daemon, unless it knows. */
static void tell(struct publisher *p, enum lan_event event, const char *text)
{
	struct lan_news news = {.event = event};

	snprintf(news.text, sizeof news.text, "%s", text);
	if (memcmp(&news, &p->told, sizeof news) == 0)
		return;
	p->told = news;
	send(p->fd, &news, sizeof news, MSG_NOSIGNAL);
}

static void try_again(struct publisher *p, int ms)
{
	const struct timeval wait = {ms / 1000, ms % 1000 * 1000};

	evtimer_add(p->again, &wait);
}

static bool has_place(const struct lan_offer *o)
{
	return o->four.sin_family != 0 || o->six.sin6_family != 0;
}

/* The TXT record; NULL without memory. */
static AvahiStringList *record(const struct advert *a)
{
	AvahiStringList *list = NULL;
	char pair[ADVERT_PAIR];

	for (int i = 0; advert_pair(a, i, pair); i++)
		list = avahi_string_list_add(list, pair);
	return list;
}

static bool is_address(const struct sockaddr *sa, const void *bytes)
{
	if (sa->sa_family == AF_INET)
		return memcmp(&((const struct sockaddr_in *)(const void *)sa)->sin_addr, bytes,
			   sizeof(struct in_addr)) == 0;
	return memcmp(&((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr, bytes,
		   sizeof(struct in6_addr)) == 0;
}

/* The interface that has the address; all of them when none has. */
static AvahiIfIndex interface_with(int family, const void *bytes)
{
	AvahiIfIndex found = AVAHI_IF_UNSPEC;
	struct ifaddrs *all;

	if (getifaddrs(&all) < 0)
		return AVAHI_IF_UNSPEC;
	for (struct ifaddrs *i = all; i; i = i->ifa_next)
		if (i->ifa_addr && i->ifa_addr->sa_family == family &&
		    is_address(i->ifa_addr, bytes))
			found = (AvahiIfIndex)if_nametoindex(i->ifa_name);
	freeifaddrs(all);
	return found > 0 ? found : AVAHI_IF_UNSPEC;
}

static AvahiIfIndex interface_four(const struct sockaddr_in *a)
{
	return a->sin_addr.s_addr == htonl(INADDR_ANY) ? AVAHI_IF_UNSPEC
						       : interface_with(AF_INET, &a->sin_addr);
}

static AvahiIfIndex interface_six(const struct sockaddr_in6 *a)
{
	if (a->sin6_scope_id)
		return (AvahiIfIndex)a->sin6_scope_id;
	return IN6_IS_ADDR_UNSPECIFIED(&a->sin6_addr) ? AVAHI_IF_UNSPEC
						      : interface_with(AF_INET6, &a->sin6_addr);
}

/* Where the service is: of a group of two, Avahi 0.8 takes leave of one alone, so it is one. */
struct place {
	AvahiIfIndex interface;
	AvahiProtocol family;
	uint16_t port;
};

/* For both families where they have that in common, else for IPv4 if it listens there. */
static struct place place_of(const struct lan_offer *o)
{
	const struct sockaddr_in *four = &o->four;
	const struct sockaddr_in6 *six = &o->six;
	struct place p;

	if (!four->sin_family)
		return (struct place){interface_six(six), AVAHI_PROTO_INET6, ntohs(six->sin6_port)};
	p = (struct place){interface_four(four), AVAHI_PROTO_INET, ntohs(four->sin_port)};
	if (six->sin6_family && six->sin6_port == four->sin_port &&
	    interface_six(six) == p.interface)
		p.family = AVAHI_PROTO_UNSPEC;
	return p;
}

/* Adds the service to the group, or, when it is there, gives it other figures. 0 or an Avahi error.
 */
static int put(struct publisher *p, bool is_there)
{
	const struct place at = place_of(&p->offer);
	AvahiStringList *txt = record(&p->offer.advert);
	int result = AVAHI_ERR_NO_MEMORY;

	if (txt && is_there)
		result = avahi_entry_group_update_service_txt_strlst(
		    p->group, at.interface, at.family, 0, p->name, ADVERT_SERVICE, NULL, txt);
	else if (txt)
		result = avahi_entry_group_add_service_strlst(p->group, at.interface, at.family, 0,
		    p->name, ADVERT_SERVICE, NULL, NULL, at.port, txt);
	avahi_string_list_free(txt);
	return result;
}

/* The name that somebody else has gives way to "NAME #2" and so on. */
static void rename_service(struct publisher *p)
{
	char *other = avahi_alternative_service_name(p->name);

	if (!other)
		return;
	snprintf(p->name, sizeof p->name, "%s", other);
	avahi_free(other);
}

static void on_group(AvahiEntryGroup *g, AvahiEntryGroupState state, void *arg);

/* Publishes the service anew by the name that it has. 0 or an Avahi error. */
static int publish_once(struct publisher *p)
{
	int result;

	if (!p->group && !(p->group = avahi_entry_group_new(p->client, on_group, p)))
		return avahi_client_errno(p->client);
	avahi_entry_group_reset(p->group);
	result = put(p, false);
	return result == 0 ? avahi_entry_group_commit(p->group) : result;
}

/* "gomokud on anna", as much of it as a service's name can have. */
static void choose_name(struct publisher *p)
{
	char whole[2 * ADVERT_NAME + 8];

	snprintf(whole, sizeof whole, "%s on %.*s", p->offer.advert.name, ADVERT_NAME,
	    avahi_client_get_host_name(p->client));
	snprintf(p->name, sizeof p->name, "%.*s", ADVERT_NAME - 1, whole);
}

static void publish(struct publisher *p)
{
	int result;

	if (!*p->name)
		choose_name(p);
	for (int i = 0; (result = publish_once(p)) == AVAHI_ERR_COLLISION && i < NAMES_TRIED; i++)
		rename_service(p);
	if (result == 0)
		return;
	tell(p, LAN_FAILED, avahi_strerror(result));
	try_again(p, AGAIN_MAX_MS);
}

static void on_group(AvahiEntryGroup *g, AvahiEntryGroupState state, void *arg)
{
	struct publisher *p = arg;

	p->group = g; /* it calls before it has been returned */
	switch (state) {
	case AVAHI_ENTRY_GROUP_ESTABLISHED:
		tell(p, LAN_PUBLISHED, p->name);
		break;
	case AVAHI_ENTRY_GROUP_COLLISION:
		rename_service(p);
		publish(p);
		break;
	case AVAHI_ENTRY_GROUP_FAILURE:
		tell(p, LAN_FAILED, avahi_strerror(avahi_client_errno(p->client)));
		try_again(p, AGAIN_MAX_MS);
		break;
	case AVAHI_ENTRY_GROUP_UNCOMMITED:
	case AVAHI_ENTRY_GROUP_REGISTERING:
		break;
	}
}

static void on_client(AvahiClient *c, AvahiClientState state, void *arg)
{
	struct publisher *p = arg;

	p->client = c; /* it calls before it has been returned */
	switch (state) {
	case AVAHI_CLIENT_S_RUNNING:
		p->pause_ms = AGAIN_MS;
		publish(p);
		break;
	case AVAHI_CLIENT_S_COLLISION:
	case AVAHI_CLIENT_S_REGISTERING:
		/* The host's name changes: what hangs on it is published again afterwards. */
		if (p->group)
			avahi_entry_group_reset(p->group);
		break;
	case AVAHI_CLIENT_CONNECTING:
		tell(p, LAN_WAITING, avahi_strerror(AVAHI_ERR_NO_DAEMON));
		break;
	case AVAHI_CLIENT_FAILURE:
		tell(p, LAN_WAITING, avahi_strerror(avahi_client_errno(c)));
		try_again(p, AGAIN_MS); /* not from here, where the client is at work */
		break;
	}
}

static void drop_client(struct publisher *p)
{
	evtimer_del(p->again);
	if (p->client)
		avahi_client_free(p->client);
	p->client = NULL;
	p->group = NULL;
}

static void make_client(struct publisher *p)
{
	int error = 0;
	AvahiClient *c = avahi_client_new(&p->poll, AVAHI_CLIENT_NO_FAIL, on_client, p, &error);

	p->client = c;
	if (c)
		return;
	p->group = NULL;
	tell(p, LAN_WAITING, avahi_strerror(error));
	try_again(p, p->pause_ms);
	p->pause_ms = p->pause_ms < AGAIN_MAX_MS / 2 ? p->pause_ms * 2 : AGAIN_MAX_MS;
}

static void on_again(evutil_socket_t fd, short what, void *arg)
{
	struct publisher *p = arg;

	(void)fd, (void)what;
	drop_client(p);
	if (has_place(&p->offer))
		make_client(p);
}

/* Brings what is published to what is offered now. */
static void take(struct publisher *p, const struct lan_offer *o)
{
	bool other_name = strcmp(o->advert.name, p->offer.advert.name) != 0;
	bool other_place = memcmp(&o->four, &p->offer.four, sizeof o->four) != 0 ||
			   memcmp(&o->six, &p->offer.six, sizeof o->six) != 0;

	p->offer = *o;
	if (other_name)
		p->name[0] = '\0';
	if (!has_place(o)) {
		drop_client(p);
		tell(p, LAN_WITHDRAWN, "");
	} else if (!p->client) {
		p->pause_ms = AGAIN_MS;
		if (!evtimer_pending(p->again, NULL))
			make_client(p);
	} else if (avahi_client_get_state(p->client) == AVAHI_CLIENT_S_RUNNING) {
		if (other_name || other_place || !p->group || put(p, true) != 0)
			publish(p);
	}
}

static void on_offers(evutil_socket_t fd, short what, void *arg)
{
	struct publisher *p = arg;
	struct lan_offer o;
	ssize_t n = recv(fd, &o, sizeof o, 0);

	(void)what;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n != (ssize_t)sizeof o)
		event_base_loopbreak(p->base);
	else
		take(p, &o);
}

bool lan_publisher_is_built(void)
{
	return true;
}

void lan_publisher_run(int fd)
{
	static struct publisher p;

	p = (struct publisher){.fd = fd, .pause_ms = AGAIN_MS, .base = event_base_new()};
	if (!p.base)
		return;
	p.told.event = LAN_WITHDRAWN; /* as the daemon knows */
	lan_poll_init(&p.poll, p.base);
	p.offers = event_new(p.base, fd, EV_READ | EV_PERSIST, on_offers, &p);
	p.again = evtimer_new(p.base, on_again, &p);
	if (p.offers && p.again && event_add(p.offers, NULL) == 0) {
		event_base_dispatch(p.base);
		drop_client(&p);
	}
	if (p.offers)
		event_free(p.offers);
	if (p.again)
		event_free(p.again);
	event_base_free(p.base);
}
