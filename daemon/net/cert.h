/*
 * The server's key and certificate: made at the first start, named by the SHA-256 of the public key
 * (SPKI), which clients pin.
 */
#ifndef GOMOKUD_NET_CERT_H
#define GOMOKUD_NET_CERT_H

#include <stddef.h>

enum {
	CERT_DAYS = 397,	    /* the longest that today's clients take */
	CERT_PIN_TEXT = 7 + 64 + 1, /* "sha256:" and the hex digits, with the NUL */
};

/*
 * Makes key_file (P-256) and cert_file (self-signed, for this host's name and localhost) where
 * they are missing. Both are written under a new name and moved into place, the key readable by its
 * owner alone. A certificate that has run out is made again for the same key, so that pins hold.
 * 0, or -1 with the reason in error.
 */
int cert_ensure(const char *cert_file, const char *key_file, char *error, size_t cap);
/* "sha256:HEX" of the certificate's public key. 0, or -1 with the reason in error. */
int cert_pin(const char *cert_file, char pin[static CERT_PIN_TEXT], char *error, size_t cap);

#endif
