/* The helper of lan.h, inside: Avahi's client, and the service that it publishes. */
#ifndef GOMOKUD_NET_LAN_PUBLISHER_H
#define GOMOKUD_NET_LAN_PUBLISHER_H

#include <stdbool.h>

/* Whether it is more than a stand-in. */
bool lan_publisher_is_built(void);
/*
 * Reads struct lan_offer from the socket, writes struct lan_news to it, and returns when the other
 * end is closed.
 */
void lan_publisher_run(int fd);

#endif
