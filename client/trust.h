/*
 * Which server's key is trusted. A server is known by its pin: the SHA-256 of its certificate's
 * public key (SubjectPublicKeyInfo), written "sha256:" and 64 hexadecimal digits.
 *
 * A pin given on the command line is the only one accepted, and nothing else is asked. Otherwise
 *
 *   a certificate that an authority of the system (or of the file given) vouches for, under the
 *   name that was asked for, is trusted, and its key takes the place of the remembered one;
 *   a pin that is in known_hosts is trusted under whatever address;
 *   an address without a pin is trusted as it comes, and remembered;
 *   any other pin is refused. At a private address, where another machine may simply have got the
 *   number, the user can be asked whether to add it (trust_may_add).
 *
 * The judgement is made inside of certificate verification, so that nothing was sent to a server
 * that fails it. At that moment the server has not proved yet that it holds the key: trust_settle
 * is called after the handshake, and only then is anything written.
 */
#ifndef GOMOKU_TRUST_H
#define GOMOKU_TRUST_H

#include <limits.h>
#include <stdbool.h>

#include <openssl/ssl.h>

#include "known_hosts.h"

enum trust_verdict {
	TRUST_UNSEEN, /* no certificate has been looked at */
	TRUST_MATCH,
	TRUST_KNOWN, /* under another address */
	TRUST_CHAIN, /* an authority vouches for it */
	TRUST_FIRST, /* nothing to compare with: the first time */
	TRUST_DIFFERS,
	TRUST_UNREADABLE, /* the certificate cannot be read */
};

struct trust {
	char address[ADDRESS_TEXT];
	char path[PATH_MAX];	  /* of known_hosts; "" when there is no home for one */
	char ca[PATH_MAX];	  /* the authorities' file; "": those of the system */
	char expect[PIN_TEXT];	  /* the pin that must match, "" when none is known */
	bool given;		  /* expect comes from the command line */
	bool named;		  /* the certificate can be asked for the name of the host */
	char seen[PIN_TEXT];	  /* the server's pin */
	char known[ADDRESS_TEXT]; /* the address that it is remembered for, "" when there is none */
	enum trust_verdict verdict;
};

/*
 * Prepares for one address. pin (as by pin_parse) is what was given, or NULL: then known_hosts at
 * path is asked. -1 when that file is there and cannot be read (errno tells why).
 */
int trust_init(struct trust *t, const char *address, const char *pin, const char *path);
/* Takes the authorities from a file of PEM certificates. -1 when there is none in it. */
int trust_authorities(struct trust *t, const char *file);
/* Judges a pin, for which no authority vouches, and notes it as seen. */
enum trust_verdict trust_judge(struct trust *t, const char *pin);
/* Makes ctx ask trust, and nothing else, about the server's certificate. t outlives ctx. 0 or -1.
 */
int trust_attach(struct trust *t, SSL_CTX *ctx);
/*
 * Why a server is refused, for people: several lines, the last without its line end.
 */
void trust_explain(const struct trust *t, char *buf, size_t size);
/*
 * After the handshake: remembers a new key and says so in buf; "" when there is nothing to say.
 * From then on the key seen is the one expected.
 */
void trust_settle(struct trust *t, char *buf, size_t size);
/* Whether the user may add the pin that was refused: the address is a private one, written out. */
bool trust_may_add(const struct trust *t);
/* Adds it, on the user's word, and expects it from then on. 0, or -1 with errno. */
int trust_add(struct trust *t);

#endif
