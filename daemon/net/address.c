#include "address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { V4 = 32, V6 = 128, CUSTOMER_V6 = 64 };

static struct address make(int bits, const void *bytes)
{
	struct address a = {.bits = (uint8_t)bits};

	memcpy(a.byte, bytes, (size_t)bits / 8);
	return a;
}

static struct address of_six(const struct in6_addr *six)
{
	if (IN6_IS_ADDR_V4MAPPED(six))
		return make(V4, &six->s6_addr[12]);
	return make(V6, six->s6_addr);
}

struct address address_of(const struct sockaddr *sa)
{
	/* Copied: the bytes behind a pointer to the general kind are aligned for nothing else. */
	if (sa->sa_family == AF_INET) {
		struct sockaddr_in in;

		memcpy(&in, sa, sizeof in);
		return make(V4, &in.sin_addr);
	}
	if (sa->sa_family == AF_INET6) {
		struct sockaddr_in6 in6;

		memcpy(&in6, sa, sizeof in6);
		return of_six(&in6.sin6_addr);
	}
	return (struct address){0};
}

bool address_is_loopback(const struct address *a)
{
	static const uint8_t one[16] = {[15] = 1};

	return a->bits == V4 ? a->byte[0] == 127 : a->bits == V6 && memcmp(a->byte, one, 16) == 0;
}

const char *address_text(const struct address *a, char buf[static ADDRESS_TEXT])
{
	snprintf(buf, ADDRESS_TEXT, "-");
	if (a->bits)
		inet_ntop(a->bits == V4 ? AF_INET : AF_INET6, a->byte, buf, ADDRESS_TEXT);
	return buf;
}

/* The first bits of an address. */
static struct network cut(const struct address *a, int bits)
{
	struct network n = {.address = *a, .bits = (uint8_t)bits};

	for (int i = 0; i < 16; i++) {
		int left = bits - 8 * i;

		if (left <= 0)
			n.address.byte[i] = 0;
		else if (left < 8)
			n.address.byte[i] &= (uint8_t)(0xff << (8 - left));
	}
	return n;
}

struct network network_of(const struct address *a)
{
	return cut(a, a->bits == V6 ? CUSTOMER_V6 : a->bits);
}

/* The number behind the slash; -1 when it is none up to `most`. */
static int read_bits(const char *text, int most)
{
	size_t len = strlen(text);
	long bits;

	if (len == 0 || len > 3 || strspn(text, "0123456789") != len)
		return -1;
	bits = strtol(text, NULL, 10);
	return bits <= most ? (int)bits : -1;
}

bool network_read(struct network *n, const char *text)
{
	const char *slash = strchr(text, '/');
	size_t len = slash ? (size_t)(slash - text) : strlen(text);
	char host[INET6_ADDRSTRLEN];
	struct in6_addr six;
	struct in_addr four;
	struct address a;
	int bits;

	if (len > 2 && text[0] == '[' && text[len - 1] == ']') {
		text++;
		len -= 2;
	}
	if (len == 0 || len >= sizeof host)
		return false;
	memcpy(host, text, len);
	host[len] = '\0';
	if (inet_pton(AF_INET, host, &four) == 1)
		a = make(V4, &four);
	else if (inet_pton(AF_INET6, host, &six) == 1)
		a = of_six(&six);
	else
		return false;
	bits = slash ? read_bits(slash + 1, a.bits) : a.bits;
	if (bits < 0)
		return false;
	*n = cut(&a, bits);
	return true;
}

const char *network_text(const struct network *n, char buf[static ADDRESS_TEXT])
{
	size_t len;

	address_text(&n->address, buf);
	len = strlen(buf);
	if (n->bits != n->address.bits)
		snprintf(buf + len, ADDRESS_TEXT - len, "/%d", n->bits);
	return buf;
}

bool network_has(const struct network *n, const struct address *a)
{
	struct network other;

	if (n->address.bits != a->bits || a->bits == 0)
		return false;
	other = cut(a, n->bits);
	return memcmp(other.address.byte, n->address.byte, sizeof other.address.byte) == 0;
}
