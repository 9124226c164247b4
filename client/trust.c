#include "trust.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "i18n.h"

int trust_init(struct trust *t, const char *address, const char *pin, const char *path)
{
	memset(t, 0, sizeof(*t));
	snprintf(t->address, sizeof(t->address), "%s", address);
	snprintf(t->path, sizeof(t->path), "%s", path == NULL ? "" : path);
	if (pin != NULL) {
		snprintf(t->expect, sizeof(t->expect), "%s", pin);
		t->given = true;
		return 0;
	}
	if (t->path[0] == '\0')
		return 0;
	return known_hosts_pin(t->path, t->address, t->expect);
}

int trust_authorities(struct trust *t, const char *file)
{
	X509_STORE *store = X509_STORE_new();
	int ok =
	    store != NULL && strlen(file) < sizeof(t->ca) && X509_STORE_load_file(store, file) == 1;

	X509_STORE_free(store);
	ERR_clear_error();
	if (!ok)
		return -1;
	snprintf(t->ca, sizeof(t->ca), "%s", file);
	return 0;
}

enum trust_verdict trust_judge(struct trust *t, const char *pin)
{
	snprintf(t->seen, sizeof(t->seen), "%s", pin);
	t->known[0] = '\0';
	if (strcmp(t->expect, t->seen) == 0)
		return t->verdict = TRUST_MATCH;
	if (!t->given && t->path[0] != '\0')
		known_hosts_address(t->path, t->seen, t->address, t->known);
	if (t->known[0] != '\0')
		t->verdict = strcasecmp(t->known, t->address) == 0 ? TRUST_MATCH : TRUST_KNOWN;
	else
		t->verdict = t->expect[0] == '\0' ? TRUST_FIRST : TRUST_DIFFERS;
	return t->verdict;
}

/* The pin of a certificate. 0 or -1. */
static int pin_of(X509 *cert, char pin[static PIN_TEXT])
{
	unsigned char *der = NULL, digest[32];
	unsigned int len = 0;
	int der_len = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(cert), &der);
	int ok, n;

	if (der_len <= 0)
		return -1;
	ok = EVP_Digest(der, (size_t)der_len, digest, &len, EVP_sha256(), NULL);
	OPENSSL_free(der);
	if (ok != 1 || len != sizeof(digest))
		return -1;
	n = snprintf(pin, PIN_TEXT, "sha256:");
	for (size_t i = 0; i < sizeof(digest); i++)
		n += snprintf(pin + n, PIN_TEXT - (size_t)n, "%02x", digest[i]);
	return 0;
}

/* OpenSSL calls this instead of its own check of the chain. 1 accepts. */
static int verify(X509_STORE_CTX *store, void *arg)
{
	struct trust *t = arg;
	X509 *cert = X509_STORE_CTX_get0_cert(store);
	char pin[PIN_TEXT];

	t->verdict = TRUST_UNREADABLE;
	if (cert != NULL && pin_of(cert, pin) == 0) {
		trust_judge(t, pin);
		if (!t->given && t->named && X509_verify_cert(store) == 1)
			t->verdict = TRUST_CHAIN;
	}
	/* What the chain was found to lack is no fault of the connection's. */
	ERR_clear_error();
	if (t->verdict == TRUST_DIFFERS || t->verdict == TRUST_UNREADABLE) {
		X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED);
		return 0;
	}
	X509_STORE_CTX_set_error(store, X509_V_OK);
	return 1;
}

/* The host of an address, without brackets and port. */
static void host_of(const char *address, char host[static ADDRESS_TEXT])
{
	size_t len = strcspn(address, address[0] == '[' ? "]" : ":");

	snprintf(host, ADDRESS_TEXT, "%.*s", (int)len, address);
	if (host[0] == '[')
		memmove(host, host + 1, len);
}

int trust_attach(struct trust *t, SSL_CTX *ctx)
{
	X509_VERIFY_PARAM *param = SSL_CTX_get0_param(ctx);
	char host[ADDRESS_TEXT];
	int ok;

	SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER, NULL);
	SSL_CTX_set_cert_verify_callback(ctx, verify, t);
	ok = t->ca[0] != '\0' ? SSL_CTX_load_verify_locations(ctx, t->ca, NULL)
			      : SSL_CTX_set_default_verify_paths(ctx);
	host_of(t->address, host);
	X509_VERIFY_PARAM_set_hostflags(param, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
	/* An address with a scope (fe80::1%eth0) is in no certificate. */
	t->named = X509_VERIFY_PARAM_set1_ip_asc(param, host) == 1 ||
		   (strchr(host, ':') == NULL && X509_VERIFY_PARAM_set1_host(param, host, 0) == 1);
	ERR_clear_error();
	return ok == 1 ? 0 : -1;
}

void trust_settle(struct trust *t, char *buf, size_t size)
{
	bool chain = t->verdict == TRUST_CHAIN;
	size_t len;

	buf[0] = '\0';
	if (t->verdict == TRUST_KNOWN)
		snprintf(buf, size, _("%s is the server that you know as %s, key %s."), t->address,
		    t->known, t->seen);
	else if (chain && t->expect[0] != '\0' && strcmp(t->seen, t->expect) != 0)
		snprintf(buf, size,
		    _("%s has another key than before, and an authority vouches for it: %s."),
		    t->address, t->seen);
	else if (t->verdict == TRUST_FIRST || (chain && t->expect[0] == '\0'))
		snprintf(buf, size, _("New server %s, key %s."), t->address, t->seen);
	else
		return;
	len = strlen(buf);
	errno = 0;
	if (known_hosts_add(t->path, t->address, t->seen, chain) == 0)
		snprintf(buf + len, size - len, _(" Remembered in %s."), t->path);
	else if (t->path[0] == '\0')
		snprintf(buf + len, size - len, _(" There is no home folder to remember it in."));
	else
		snprintf(buf + len, size - len, _(" It cannot be remembered in %s: %s."), t->path,
		    strerror(errno));
	memcpy(t->expect, t->seen, sizeof(t->expect));
}

void trust_explain(const struct trust *t, char *buf, size_t size)
{
	if (t->verdict == TRUST_UNREADABLE)
		snprintf(buf, size, _("The server's certificate cannot be read."));
	else if (t->given)
		snprintf(buf, size,
		    _("Refused: %s is not the server you named.\n"
		      "  its key:   %s\n"
		      "  you named: %s"),
		    t->address, t->seen, t->expect);
	else
		snprintf(buf, size,
		    _("Refused: the key of %s has changed. Someone may be listening in,\n"
		      "or the server was set up anew.\n"
		      "  its key now: %s\n"
		      "  remembered:  %s\n"
		      "If whoever runs it confirms the new key, remove its line from\n"
		      "%.*s and connect again."),
		    t->address, t->seen, t->expect, 200, t->path);
}

/* 10/8, 172.16/12, 192.168/16, of the link (169.254/16) and of this machine (127/8). */
static bool is_private4(uint32_t a)
{
	return a >> 24 == 10 || a >> 20 == 0xac1 || a >> 16 == 0xc0a8 || a >> 16 == 0xa9fe ||
	       a >> 24 == 127;
}

/* Whether that is an address, and one which only counts in a house or a cable. A name never is:
 * whoever answers for the names could make it one. */
static bool is_private(const char *host)
{
	char text[ADDRESS_TEXT];
	struct in_addr v4;
	struct in6_addr v6;

	if (inet_pton(AF_INET, host, &v4) == 1)
		return is_private4(ntohl(v4.s_addr));
	snprintf(text, sizeof(text), "%.*s", (int)strcspn(host, "%"), host);
	if (inet_pton(AF_INET6, text, &v6) != 1)
		return false;
	if (IN6_IS_ADDR_V4MAPPED(&v6))
		return is_private4((uint32_t)v6.s6_addr[12] << 24 | (uint32_t)v6.s6_addr[13] << 16 |
				   (uint32_t)v6.s6_addr[14] << 8 | v6.s6_addr[15]);
	return IN6_IS_ADDR_LINKLOCAL(&v6) || IN6_IS_ADDR_LOOPBACK(&v6) ||
	       (v6.s6_addr[0] & 0xfe) == 0xfc;
}

bool trust_may_add(const struct trust *t)
{
	char host[ADDRESS_TEXT];

	host_of(t->address, host);
	return t->verdict == TRUST_DIFFERS && !t->given && t->path[0] != '\0' && is_private(host);
}

int trust_add(struct trust *t)
{
	if (known_hosts_add(t->path, t->address, t->seen, false) < 0)
		return -1;
	memcpy(t->expect, t->seen, sizeof(t->expect));
	return 0;
}
