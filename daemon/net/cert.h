/*
 * The server's key and certificate: made at the first start, named by the SHA-256 of the public key
 * (SPKI), which clients pin.
 */
#ifndef GOMOKUD_NET_CERT_H
#define GOMOKUD_NET_CERT_H

#include <stdbool.h>
#include <stddef.h>

enum {
	CERT_DAYS = 397,	    /* the longest that today's clients take */
	CERT_RENEW_DAYS = 30,	    /* before its end it is made again */
	CERT_PIN_TEXT = 7 + 64 + 1, /* "sha256:" and the hex digits, with the NUL */
};

/*
 * Makes key_file (P-256) and cert_file (self-signed, for this host's name and localhost) where
 * they are missing. Both are written under a new name and moved into place, the key readable by its
 * owner alone. One of ours that has run out, or will within CERT_RENEW_DAYS, is made again for the
 * same key, so that pins hold.
 * 0, or -1 with the reason in error.
 */
int cert_ensure(const char *cert_file, const char *key_file, char *error, size_t cap);

struct cert_facts {
	char pin[CERT_PIN_TEXT];	 /* "sha256:HEX" of the public key */
	char fingerprint[CERT_PIN_TEXT]; /* of the whole certificate: another one has another */
	char until[32];			 /* when it runs out, "2026-11-30T04:00:00Z" */
	bool over;			 /* that was before now */
};

/* Reads the first certificate of a file. 0, or -1 with the reason in error. */
int cert_read(const char *cert_file, struct cert_facts *facts, char *error, size_t cap);

#endif
