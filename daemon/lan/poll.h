/*
 * The event loop that Avahi's library asks for, over libevent, which Avahi itself has none for. All
 * that the library does then happens inside that loop, on its thread.
 */
#ifndef GOMOKU_LAN_POLL_H
#define GOMOKU_LAN_POLL_H

#include <avahi-common/watch.h>

struct event_base;

/*
 * Fills in poll, which is handed to avahi_client_new and has to stay until all clients are freed,
 * as has base. There is nothing to be freed of it.
 */
void lan_poll_init(AvahiPoll *poll, struct event_base *base);

#endif
