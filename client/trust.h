/*
 * Which server's key is trusted. A server is known by its pin: the SHA-256 of its certificate's
 * public key (SubjectPublicKeyInfo), written "sha256:" and 64 hexadecimal digits. Names and dates
 * in the certificate count for nothing.
 *
 * A pin given on the command line is the only one accepted. Else the pin remembered for the address
 * is; an address seen for the first time is trusted as it comes and remembered. The comparison is
 * made inside of certificate verification, so that nothing was sent to a server that fails it. At
 * that moment the server has not proved yet that it holds the key: trust_remember is called after
 * the handshake, and only then is a new pin written.
 *
 * The file, known_hosts, has one "ADDRESS PIN" a line; lines that begin with # are kept as they
 * are.
 */
#ifndef GOMOKU_TRUST_H
#define GOMOKU_TRUST_H

#include <limits.h>
#include <stdbool.h>

#include <openssl/ssl.h>

enum {
	TRUST_PIN = 7 + 64 + 1,	  /* bytes of a pin with its NUL */
	TRUST_ADDRESS = 256 + 16, /* of "host:port" or "[v6]:port" */
};

enum trust_verdict {
	TRUST_UNSEEN, /* no certificate has been looked at */
	TRUST_MATCH,
	TRUST_FIRST, /* nothing to compare with: the first time */
	TRUST_DIFFERS,
	TRUST_UNREADABLE, /* the certificate, or known_hosts, cannot be read */
};

struct trust {
	char address[TRUST_ADDRESS];
	char path[PATH_MAX];	/* of known_hosts; "" when there is no home for one */
	char expect[TRUST_PIN]; /* the pin that must match, "" when none is known */
	bool given;		/* expect comes from the command line */
	char seen[TRUST_PIN];	/* the server's pin */
	enum trust_verdict verdict;
};

/* Whether text is a pin; writes it in lower case to pin when it is. */
bool trust_pin_parse(const char *text, char pin[static TRUST_PIN]);
/*
 * Where known_hosts lies: $XDG_STATE_HOME/gomoku, else ~/.local/state/gomoku. Both arguments may be
 * NULL or empty. 0, or -1 and "" when neither tells or the path is too long.
 */
int trust_path(char path[static PATH_MAX], const char *state_home, const char *home);
/*
 * Prepares for one address. pin (as by trust_pin_parse) is what was given, or NULL: then
 * known_hosts at path is asked. -1 when that file is there and cannot be read (errno tells why).
 */
int trust_init(struct trust *t, const char *address, const char *pin, const char *path);
/* Judges a pin and notes it as seen. */
enum trust_verdict trust_judge(struct trust *t, const char *pin);
/* Makes ctx ask trust, and nothing else, about the server's certificate. t outlives ctx. */
void trust_attach(struct trust *t, SSL_CTX *ctx);
/*
 * Why a server is refused, for people: several lines, the last without its line end.
 */
void trust_explain(const struct trust *t, char *buf, size_t size);
/*
 * After the handshake: remembers a new key and says so in buf; "" when there is nothing to say.
 */
void trust_settle(struct trust *t, char *buf, size_t size);
/*
 * After the handshake: writes the pin of a first time to known_hosts, whole or not at all, for its
 * owner's eyes only. 0 also when there is nothing to write; -1 with errno.
 */
int trust_remember(struct trust *t);

#endif
