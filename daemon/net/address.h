/* Addresses of peers without their ports, and the networks that addresses are counted and banned
 * by. An IPv4 address that came as IPv6 (::ffff:a.b.c.d) is an IPv4 one here. */
#ifndef GOMOKUD_NET_ADDRESS_H
#define GOMOKUD_NET_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct sockaddr;

enum { ADDRESS_TEXT = 64 }; /* with a /BITS and the NUL */

struct address {
	uint8_t bits; /* 32 IPv4, 128 IPv6, 0 none: a peer that has no address */
	uint8_t byte[16];
};

/* The first `bits` of the address; the rest is 0. */
struct network {
	struct address address;
	uint8_t bits;
};

/* bits 0 when it is of neither kind. */
struct address address_of(const struct sockaddr *sa);
bool address_is_loopback(const struct address *a);
/* "192.0.2.7", "2001:db8::7", "-". Returns buf. */
const char *address_text(const struct address *a, char buf[static ADDRESS_TEXT]);

/* What one customer has: an IPv4 address, an IPv6 /64. */
struct network network_of(const struct address *a);
/*
 * Reads 192.0.2.7, 192.0.2.0/24, 2001:db8::/48, the address also in brackets. Bits behind the
 * prefix are dropped. False when it is none.
 */
bool network_read(struct network *n, const char *text);
/* As it is read; a single address without its /BITS. Returns buf. */
const char *network_text(const struct network *n, char buf[static ADDRESS_TEXT]);
bool network_has(const struct network *n, const struct address *a);

#endif
