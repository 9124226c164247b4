/*
 * Being found on the local network: the server as a service of DNS-SD, published by Avahi.
 *
 * Avahi is spoken with over D-Bus, which needs a connection to be made, again whenever one of the
 * two is restarted, and a library that reads what comes. The daemon forbids itself the first and
 * does without the second: a helper process, forked before there are a key and a loop and confined
 * in its own way, does both (lan_publisher.h). The two speak over a SOCK_SEQPACKET pair: what is to
 * be published one way (struct lan_offer), what has become of it the other (struct lan_news). When
 * the daemon is gone, however, the helper ends, and Avahi withdraws the service.
 */
#ifndef GOMOKUD_NET_LAN_H
#define GOMOKUD_NET_LAN_H

#include <netinet/in.h>
#include <stdbool.h>

#include "daemon/lan/advert.h"

struct lan;
struct loop;

/* What is published. All of it is filled in, padding too, for it is compared as bytes. */
struct lan_offer {
	struct advert advert;
	/* Where the server listens, by either family; family 0: not at all. An address that is not
	 * "any" is published on its own interface alone, and IPv6 only where it has port and
	 * interface in common with IPv4, or IPv4 is missing. */
	struct sockaddr_in four;
	struct sockaddr_in6 six;
};

enum lan_event {
	LAN_PUBLISHED, /* text: the service's name in fact, which may have been taken */
	LAN_WITHDRAWN, /* there is nothing to publish any more */
	LAN_WAITING,   /* Avahi can't be had now; text: why. The helper goes on trying */
	LAN_FAILED,    /* it refuses; text: why. The helper tries again at times */
};

struct lan_news {
	enum lan_event event;
	char text[128]; /* as it came: not fit to be shown */
};

/* Whether this build can publish. */
bool lan_is_built(void);
/*
 * Forks the helper; before there are threads, keys and sockets. confined: the kernel is to keep it
 * to little more than the bus. NULL: errno tells why.
 */
struct lan *lan_start(bool confined);
/* Calls heard on the loop for all that comes back; once with NULL when the helper has ended. */
void lan_listen(struct lan *l, struct loop *loop,
    void (*heard)(const struct lan_news *news, void *arg), void *arg);
/*
 * What is to be published from now on. Nothing happens when it is what it was. Another place or
 * name goes out at once; other figures do at most every LIMIT_LAN_UPDATE_MS, the last ones then.
 */
void lan_publish(struct lan *l, const struct lan_offer *offer);
/* Ends the helper, and waits for it a moment, so that the service is withdrawn; NULL is fine. */
void lan_stop(struct lan *l);

#endif
