/*
 * What a server tells the network of itself by DNS-SD, in the TXT record of its service: strings
 * "key=value". Written by the daemon, read by the client. What is read comes from anyone who is on
 * the network: it is bounded and fit to be shown, and nothing of it is to be believed.
 */
#ifndef GOMOKU_LAN_ADVERT_H
#define GOMOKU_LAN_ADVERT_H

#include <stdbool.h>
#include <stddef.h>

#define ADVERT_SERVICE "_gomoku._tcp"

enum {
	ADVERT_NAME = 64, /* bytes of a service's name by DNS, with a NUL */
	ADVERT_VERSION = 24,
	ADVERT_PIN = 72,
	ADVERT_PAIR = 128,  /* of one string of the record */
	ADVERT_MANY = 9999, /* the most that a figure says */
	ADVERT_UNKNOWN = -1,
};

struct advert {
	char name[ADVERT_NAME]; /* what the server calls itself */
	char version[ADVERT_VERSION];
	char pin[ADVERT_PIN]; /* "sha256:" and 64 digits, "" unknown */
	int people;	      /* who are there; ADVERT_UNKNOWN when it doesn't tell */
	int free;	      /* seats that anyone may take; ADVERT_UNKNOWN likewise */
};

/* Writes the i-th string of the record, from 0 on. False when there are no more. */
bool advert_pair(const struct advert *a, int i, char buf[static ADVERT_PAIR]);
/* One of which nothing is known. */
void advert_clear(struct advert *a);
/* Takes a string of a record as it came; what it doesn't know, or makes no sense, is passed over.
 */
void advert_take(struct advert *a, const char *bytes, size_t len);
/*
 * Writes bytes of the network's to buf (cap bytes with the NUL) so that they may be shown on a
 * terminal: what is no valid UTF-8, a control or turns the direction of writing becomes \xNN, with
 * ascii all that is beyond it. What doesn't fit is left out, characters whole.
 */
void advert_clean(char *buf, size_t cap, const char *bytes, size_t len, bool ascii);

#endif
