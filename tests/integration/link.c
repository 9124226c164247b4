#include "link.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

static SSL_CTX *context;

/* Waits until the socket can be read (or written); false when the deadline has passed. */
static bool wait_for(const struct link *l, short events, int64_t end)
{
	struct pollfd p = {.fd = l->fd, .events = events};
	int64_t left = end - now_ms();

	return left > 0 && poll(&p, 1, (int)left) == 1;
}

/* What to wait for after an SSL call that could not go on; 0 when the connection is over. */
static short wanted(struct link *l, int result)
{
	int error = SSL_get_error(l->ssl, result);

	ERR_clear_error();
	switch (error) {
	case SSL_ERROR_WANT_READ:
		return POLLIN;
	case SSL_ERROR_WANT_WRITE:
		return POLLOUT;
	case SSL_ERROR_ZERO_RETURN:
		l->closed_clean = true;
		break;
	default:
		break;
	}
	l->closed = true;
	return 0;
}

static int read_local(struct link *l, char *buf, size_t size, int64_t end)
{
	ssize_t n;

	if (l->closed)
		return 0;
	if (!wait_for(l, POLLIN, end))
		return -1;
	n = recv(l->fd, buf, size, 0);
	l->closed = n <= 0;
	l->closed_clean = n == 0;
	return n > 0 ? (int)n : 0;
}

int link_read(struct link *l, char *buf, size_t size, int64_t end)
{
	if (l->ssl == NULL)
		return read_local(l, buf, size, end);
	while (!l->closed) {
		int n = SSL_read(l->ssl, buf, (int)size);
		short events;

		if (n > 0)
			return n;
		events = wanted(l, n);
		if (events != 0 && !wait_for(l, events, end))
			return -1;
	}
	return 0;
}

const char *link_write(struct link *l, const void *data, size_t len, int64_t end)
{
	size_t sent = 0;

	if (l->ssl == NULL)
		return raw_send(l->fd, data, len) == 0 ? NULL : "the server has closed";
	while (sent < len) {
		int n = SSL_write(l->ssl, (const char *)data + sent, (int)(len - sent));
		short events;

		if (n > 0) {
			sent += (size_t)n;
			continue;
		}
		events = wanted(l, n);
		if (events == 0)
			return "the server has closed while it was sent something";
		if (!wait_for(l, events, end))
			return "the server does not read";
	}
	return NULL;
}

static const char *shake_hands(struct link *l, int64_t end)
{
	int result;

	while ((result = SSL_connect(l->ssl)) != 1) {
		short events = wanted(l, result);

		if (events == 0)
			return "the server has closed during the handshake";
		if (!wait_for(l, events, end))
			return "the handshake does not end";
	}
	return NULL;
}

/* Whether the certificate's public key is the one of the ready line. */
static bool pin_is(const struct link *l, const char *pin)
{
	X509 *cert = SSL_get1_peer_certificate(l->ssl);
	unsigned char *der = NULL, digest[EVP_MAX_MD_SIZE];
	char hex[2 * EVP_MAX_MD_SIZE + 1] = "";
	unsigned digest_len = 0;
	int len;

	if (cert == NULL)
		return false;
	len = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(cert), &der);
	X509_free(cert);
	if (len <= 0)
		return false;
	EVP_Digest(der, (size_t)len, digest, &digest_len, EVP_sha256(), NULL);
	OPENSSL_free(der);
	for (unsigned i = 0; i < digest_len; i++)
		snprintf(hex + (size_t)2 * i, 3, "%02x", digest[i]);
	return strcmp(hex, pin) == 0;
}

const char *link_open(struct link *l, struct server *s, bool small, int64_t end)
{
	const char *wrong;

	l->fd = raw_connect(s, small);
	raw_unblock(l->fd);
	if (context == NULL)
		context = SSL_CTX_new(TLS_client_method());
	l->ssl = context != NULL ? SSL_new(context) : NULL;
	if (l->ssl == NULL || SSL_set_fd(l->ssl, l->fd) != 1)
		return "no TLS";
	SSL_set_mode(l->ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	wrong = shake_hands(l, end);
	if (wrong == NULL && !pin_is(l, server_pin(s)))
		wrong = "the server's key is not the one of its ready line";
	return wrong;
}

const char *link_open_local(struct link *l, const char *path)
{
	struct sockaddr_un sa = {.sun_family = AF_UNIX};

	snprintf(sa.sun_path, sizeof sa.sun_path, "%s", path);
	l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (l->fd < 0 || connect(l->fd, (struct sockaddr *)&sa, sizeof sa) < 0)
		return "the socket can't be connected to";
	return NULL;
}

void link_half_close(struct link *l)
{
	if (l->ssl != NULL)
		SSL_shutdown(l->ssl);
	shutdown(l->fd, SHUT_WR);
}

void link_close(struct link *l)
{
	if (l->ssl != NULL && SSL_is_init_finished(l->ssl) && !l->closed)
		SSL_shutdown(l->ssl);
	ERR_clear_error();
	SSL_free(l->ssl);
	if (l->fd != -1)
		close(l->fd);
}

void link_reset(struct link *l)
{
	raw_reset(l->fd);
	l->fd = -1;
	l->closed = true;
	link_close(l);
}

void link_forget_context(void)
{
	SSL_CTX_free(context);
	context = NULL;
}
