#include "trust.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

static const char pin_prefix[] = "sha256:";

bool trust_pin_parse(const char *text, char pin[static TRUST_PIN])
{
	size_t prefix = strlen(pin_prefix);

	if (strlen(text) != TRUST_PIN - 1 || strncasecmp(text, pin_prefix, prefix) != 0)
		return false;
	if (strspn(text + prefix, "0123456789abcdefABCDEF") != 64)
		return false;
	for (size_t i = 0; i < TRUST_PIN; i++)
		pin[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + ('a' - 'A')) : text[i];
	return true;
}

int trust_path(char path[static PATH_MAX], const char *state_home, const char *home)
{
	int n = -1;

	/* The base directory specification ignores a relative $XDG_STATE_HOME. */
	if (state_home != NULL && state_home[0] == '/')
		n = snprintf(path, PATH_MAX, "%s/gomoku/known_hosts", state_home);
	else if (home != NULL && home[0] == '/')
		n = snprintf(path, PATH_MAX, "%s/.local/state/gomoku/known_hosts", home);
	if (n > 0 && n < PATH_MAX)
		return 0;
	path[0] = '\0';
	return -1;
}

/*
 * 1 when a line of known_hosts is about this address, with its pin in pin. 0 when it is about
 * another. -1 when it is about this one and has no pin: then nobody may be trusted for it.
 */
static int line_matches(const char *line, const char *address, char pin[static TRUST_PIN])
{
	char name[TRUST_ADDRESS] = "", text[TRUST_PIN + 1] = "";

	if (line[0] == '#' || sscanf(line, "%271s %72s", name, text) < 1)
		return 0;
	if (strcasecmp(name, address) != 0)
		return 0;
	return trust_pin_parse(text, pin) ? 1 : -1;
}

int trust_init(struct trust *t, const char *address, const char *pin, const char *path)
{
	char *line = NULL;
	size_t size = 0;
	FILE *f;
	int rc = 0, saved;

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
	f = fopen(t->path, "re");
	if (f == NULL)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	while (rc == 0 && getline(&line, &size, f) > 0)
		rc = line_matches(line, t->address, t->expect);
	if (rc < 0)
		errno = EBADMSG;
	else if (ferror(f))
		rc = -1;
	saved = errno;
	free(line);
	fclose(f);
	errno = saved;
	return rc < 0 ? -1 : 0;
}

enum trust_verdict trust_judge(struct trust *t, const char *pin)
{
	snprintf(t->seen, sizeof(t->seen), "%s", pin);
	if (t->expect[0] == '\0')
		t->verdict = TRUST_FIRST;
	else
		t->verdict = strcmp(t->expect, t->seen) == 0 ? TRUST_MATCH : TRUST_DIFFERS;
	return t->verdict;
}

/* The pin of a certificate. 0 or -1. */
static int pin_of(X509 *cert, char pin[static TRUST_PIN])
{
	unsigned char *der = NULL, digest[32];
	unsigned int len = 0;
	int der_len = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(cert), &der);
	int ok;

	if (der_len <= 0)
		return -1;
	ok = EVP_Digest(der, (size_t)der_len, digest, &len, EVP_sha256(), NULL);
	OPENSSL_free(der);
	if (ok != 1 || len != sizeof(digest))
		return -1;
	memcpy(pin, pin_prefix, sizeof(pin_prefix));
	for (size_t i = 0; i < sizeof(digest); i++)
		snprintf(pin + strlen(pin_prefix) + 2 * i, 3, "%02x", digest[i]);
	return 0;
}

/* OpenSSL calls this instead of its own check of the chain. 1 accepts. */
static int verify(X509_STORE_CTX *store, void *arg)
{
	struct trust *t = arg;
	X509 *cert = X509_STORE_CTX_get0_cert(store);
	char pin[TRUST_PIN];

	if (cert == NULL || pin_of(cert, pin) < 0) {
		t->verdict = TRUST_UNREADABLE;
		X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED);
		ERR_clear_error();
		return 0;
	}
	if (trust_judge(t, pin) == TRUST_DIFFERS) {
		X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED);
		return 0;
	}
	X509_STORE_CTX_set_error(store, X509_V_OK);
	return 1;
}

void trust_attach(struct trust *t, SSL_CTX *ctx)
{
	SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER, NULL);
	SSL_CTX_set_cert_verify_callback(ctx, verify, t);
}

/* Makes the folders that lead to a file, each for its owner alone. 0, or -1 with errno. */
static int make_folders(const char *path)
{
	char part[PATH_MAX];

	for (size_t i = 1; path[i] != '\0'; i++) {
		if (path[i] != '/')
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdir(part, 0700) < 0 && errno != EEXIST)
			return -1;
	}
	return 0;
}

/* Writes what known_hosts holds already, and the new line. 0 or -1. */
static int write_hosts(const struct trust *t, FILE *out)
{
	FILE *old = fopen(t->path, "re");
	char *line = NULL;
	size_t size = 0;
	ssize_t len;

	if (old == NULL && errno != ENOENT)
		return -1;
	while (old != NULL && (len = getline(&line, &size, old)) > 0)
		fprintf(out, "%s%s", line, line[len - 1] == '\n' ? "" : "\n");
	free(line);
	if (old != NULL)
		fclose(old);
	fprintf(out, "%s %s\n", t->address, t->seen);
	return fflush(out) == 0 && fsync(fileno(out)) == 0 ? 0 : -1;
}

int trust_remember(struct trust *t)
{
	char temp[PATH_MAX + 8];
	FILE *out;
	int fd, rc, saved;

	if (t->verdict != TRUST_FIRST || t->path[0] == '\0')
		return 0;
	if (make_folders(t->path) < 0)
		return -1;
	snprintf(temp, sizeof(temp), "%s.XXXXXX", t->path);
	fd = mkstemp(temp); /* makes it 0600 */
	if (fd < 0)
		return -1;
	out = fdopen(fd, "w");
	if (out == NULL) {
		saved = errno;
		close(fd);
		unlink(temp);
		errno = saved;
		return -1;
	}
	rc = write_hosts(t, out);
	saved = errno;
	if (fclose(out) != 0 && rc == 0) {
		rc = -1;
		saved = errno;
	}
	if (rc == 0 && rename(temp, t->path) == 0)
		return 0;
	if (rc == 0)
		saved = errno;
	unlink(temp);
	errno = saved;
	return -1;
}

void trust_settle(struct trust *t, char *buf, size_t size)
{
	buf[0] = '\0';
	if (t->verdict != TRUST_FIRST)
		return;
	if (t->path[0] != '\0' && trust_remember(t) == 0)
		snprintf(buf, size, "New server %s, key %s: remembered in %s.", t->address, t->seen,
		    t->path);
	else
		snprintf(buf, size, "New server %s, key %s: cannot be remembered in %s: %s.",
		    t->address, t->seen, t->path[0] == '\0' ? "no home folder" : t->path,
		    strerror(errno));
}

void trust_explain(const struct trust *t, char *buf, size_t size)
{
	if (t->verdict == TRUST_UNREADABLE)
		snprintf(buf, size, "The server's certificate cannot be read.");
	else if (t->given)
		snprintf(buf, size,
		    "Refused: %s is not the server you named.\n"
		    "  its key:   %s\n"
		    "  you named: %s",
		    t->address, t->seen, t->expect);
	else
		snprintf(buf, size,
		    "Refused: the key of %s has changed. Someone may be listening in,\n"
		    "or the server was set up anew.\n"
		    "  its key now: %s\n"
		    "  remembered:  %s\n"
		    "If whoever runs it confirms the new key, remove its line from\n"
		    "%.*s and connect again.",
		    t->address, t->seen, t->expect, 200, t->path);
}
