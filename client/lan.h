/*
 * The servers that the local network tells of. Pure: lan_browse.h fills the list. All of it was
 * sent by others: names are fit to be shown and bounded, and which key a server has is only known
 * once it has been met.
 */
#ifndef GOMOKU_LAN_H
#define GOMOKU_LAN_H

#include <netinet/in.h>
#include <stdint.h>

#include "daemon/lan/advert.h"

enum {
	LAN_MAX = 64,		    /* of the list: more is no LAN, or somebody's joke */
	LAN_NAME = 4 * ADVERT_NAME, /* each byte may be written in four */
	LAN_HOST = 64,		    /* of an address in numbers, with %INTERFACE */
	LAN_LINES = 1024,	    /* of what is printed about one server */
};

/* How well an address can be used: the lesser the better. */
enum lan_rank { LAN_FOUR, LAN_SIX, LAN_SIX_LINK };

struct lan_server {
	char name[LAN_NAME];	/* of the service */
	char machine[LAN_NAME]; /* that it says it runs on */
	char host[LAN_HOST];	/* its address in numbers */
	uint16_t port;
	enum lan_rank rank;
	struct advert advert;
};

struct lan_list {
	int count;
	struct lan_server server[LAN_MAX]; /* in the order of their names */
};

/* The address in numbers, a link-local one of IPv6 with the interface (0: none) that it is on. */
void lan_set_address(struct lan_server *s, int family, const void *address, unsigned interface);
/*
 * Adds a server, or another address of one that is there: the same by name, machine and pin, of
 * which the better address stays. Dropped when the list is full.
 */
void lan_add(struct lan_list *list, const struct lan_server *s);
/*
 * What people are told of it: a line, and indented its address and its pin. known: the pin that is
 * remembered of it, "" when there is none.
 */
void lan_describe(
    const struct lan_server *s, const char *known, bool ascii, char buf[static LAN_LINES]);

#endif
