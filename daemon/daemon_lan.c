/* What the local network is told of the server (daemon/net/lan.h), and what becomes of it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon.h"
#include "daemon/limits.h"
#include "daemon/log.h"

/* Whether the operator has asked for it, and wants to hear of it when it can't be. */
static bool is_asked_for(const struct config *c)
{
	return strcmp(c->lan, "yes") == 0;
}

/* That the network is not told. Nobody asked: it is just said. */
static void tell_off(const struct config *c, const char *reason, const char *hint)
{
	if (is_asked_for(c))
		log_warn("event=lan state=off reason=\"%s\" hint=\"%s\"", reason, hint);
	else
		log_info("event=lan state=off reason=\"%s\"", reason);
}

/* Whether it is to listen where others can come. */
static bool is_reachable(const struct config *c)
{
	for (int i = 0; i < c->listen_count; i++)
		if (!listener_is_local(c->listen[i]))
			return true;
	return false;
}

void daemon_start_lan(struct daemon *d)
{
	const struct config *c = &d->config;

	if (strcmp(c->lan, "no") == 0 || (!is_asked_for(c) && !is_reachable(c)))
		return;
	if (!lan_is_built())
		tell_off(c, "built without Avahi", "install libavahi-client-dev and build again");
	else if (!(d->lan = lan_start(c->sandbox)))
		tell_off(c, strerror(errno), "people need the address");
}

static void on_news(const struct lan_news *news, void *arg)
{
	struct daemon *d = arg;

	if (!news) {
		log_warn("event=lan state=off reason=\"its helper has ended\" hint=\"restart the "
			 "server to be found again\"");
		return;
	}
	switch (news->event) {
	case LAN_PUBLISHED:
		log_info("event=lan state=published name=\"%s\"", news->text);
		break;
	case LAN_WITHDRAWN:
		log_info("event=lan state=withdrawn");
		break;
	case LAN_WAITING:
		if (is_asked_for(&d->config))
			log_warn("event=lan state=waiting reason=\"%s\" hint=\"start avahi-daemon, "
				 "or set lan = no\"",
			    news->text);
		else
			log_info("event=lan state=waiting reason=\"%s\"", news->text);
		break;
	case LAN_FAILED:
		log_warn("event=lan state=failed reason=\"%s\"", news->text);
		break;
	}
}

/* Counts the seats of a room that anyone may take. */
static void count_seats(struct room *r, void *arg)
{
	int *free = arg;

	if (r->settings.private || room_playing(r))
		return;
	for (int seat = 0; seat < 2; seat++)
		if (r->seat[seat].kind == SEAT_OPEN && !r->seat[seat].held)
			(*free)++;
}

static int at_most_many(int n)
{
	return n < ADVERT_MANY ? n : ADVERT_MANY;
}

/* Where people can come, of each family the first. */
static void fill_places(const struct daemon *d, struct lan_offer *o)
{
	struct sockaddr_storage at;

	for (int i = 0; i < d->listeners; i++) {
		if (!listener_address(d->listener[i].listener, &at))
			continue;
		if (at.ss_family == AF_INET && !o->four.sin_family)
			memcpy(&o->four, &at, sizeof o->four);
		else if (at.ss_family == AF_INET6 && !o->six.sin6_family)
			memcpy(&o->six, &at, sizeof o->six);
	}
}

void daemon_tell_lan(struct daemon *d)
{
	const struct server *s = &d->server;
	struct lan_offer o;
	int free = 0;

	if (!d->lan)
		return;
	memset(&o, 0, sizeof o);
	snprintf(o.advert.name, sizeof o.advert.name, "%s", s->name);
	snprintf(o.advert.version, sizeof o.advert.version, "%s", GOMOKU_VERSION);
	snprintf(o.advert.pin, sizeof o.advert.pin, "%.*s", ADVERT_PIN - 1, s->pin);
	o.advert.people = at_most_many(lobby_users(s->lobby));
	if (!s->draining)
		lobby_each_room(s->lobby, count_seats, &free);
	o.advert.free = at_most_many(free);
	fill_places(d, &o);
	lan_publish(d->lan, &o);
}

static void on_look(void *arg)
{
	struct daemon *d = arg;

	daemon_tell_lan(d);
	timer_set(d->lan_look, loop_now_ms() + LIMIT_LAN_LOOK_MS);
}

void daemon_open_lan(struct daemon *d)
{
	if (!d->lan)
		return;
	lan_listen(d->lan, d->loop, on_news, d);
	d->lan_look = timer_new(d->loop, on_look, d);
	on_look(d);
	if (is_asked_for(&d->config) && !is_reachable(&d->config))
		tell_off(&d->config, "it listens on this machine alone", "set listen = to more");
}

void daemon_close_lan(struct daemon *d)
{
	lan_stop(d->lan);
	timer_free(d->lan_look);
}
