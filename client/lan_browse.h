/* Asks the local network for servers, through Avahi. */
#ifndef GOMOKU_LAN_BROWSE_H
#define GOMOKU_LAN_BROWSE_H

#include "lan.h"

enum lan_answer {
	LAN_ASKED,     /* what answered is in the list, which may be empty */
	LAN_NOT_BUILT, /* this program is built without Avahi's library */
	LAN_NO_AVAHI,  /* there is no Avahi to ask */
};

enum { LAN_WHY = 160 };

/* Asks, and waits for the answers: about a second, a few at most. why: of LAN_NO_AVAHI. */
enum lan_answer lan_browse(struct lan_list *list, char why[static LAN_WHY]);

#endif
