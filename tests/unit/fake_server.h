/* A server of TLS for tests of the client, in a thread of its own: it greets, answers each line by
 * a script, and remembers all that it was sent. One connection, then it ends. */
#ifndef GOMOKU_TEST_FAKE_SERVER_H
#define GOMOKU_TEST_FAKE_SERVER_H

#include <arpa/inet.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

/* What a line with this verb is answered: "#N " is put in front, further lines stand as they are.
 */
struct fake_answer {
	const char *verb, *answer;
};

struct fake_server {
	/* set by the test */
	const char *greeting;		  /* sent when the handshake is done, "" for nothing */
	const struct fake_answer *answer; /* up to a verb that is NULL; others get "+ok" */
	bool plain;			  /* speaks no TLS */
	bool drip;			  /* writes byte by byte */
	bool hang_up;			  /* closes right after the greeting, in order */
	bool break_off;			  /* closes right after the greeting, without a word */
	const char *drop_on;		  /* the first connection breaks off after this verb */
	int visits;			  /* connections, one after another; 0: one */
	/* for the test to read, after fake_join */
	char got[8192]; /* of all connections */
	bool shaken;	/* the handshake came to its end */
	/* its own */
	int fd;
	int port;
	int served; /* connections that have ended */
	SSL_CTX *ctx;
	pthread_t thread;
};

static inline void fake_certificate(SSL_CTX *ctx)
{
	EVP_PKEY *key = EVP_EC_gen("P-256");
	X509 *cert = X509_new();

	ASN1_INTEGER_set(X509_get_serialNumber(cert), 1);
	X509_gmtime_adj(X509_getm_notBefore(cert), -1000);
	X509_gmtime_adj(X509_getm_notAfter(cert), 1000);
	X509_set_pubkey(cert, key);
	X509_sign(cert, key, EVP_sha256());
	SSL_CTX_use_certificate(ctx, cert);
	SSL_CTX_use_PrivateKey(ctx, key);
	X509_free(cert);
	EVP_PKEY_free(key);
}

static inline void fake_write(const struct fake_server *s, SSL *ssl, const char *text)
{
	size_t len = strlen(text), step = s->drip ? 1 : len;

	for (size_t i = 0; i < len; i += step)
		if (SSL_write(ssl, text + i, (int)step) <= 0)
			return;
}

/* Answers one line of the client's. */
static inline void fake_reply(const struct fake_server *s, SSL *ssl, const char *line)
{
	char tag[20] = "", verb[20] = "", text[2048];
	const char *answer = "+ok";

	if (sscanf(line, "#%19s %19s", tag, verb) != 2)
		return;
	for (const struct fake_answer *a = s->answer; a != NULL && a->verb != NULL; a++)
		if (strcmp(a->verb, verb) == 0)
			answer = a->answer;
	snprintf(text, sizeof(text), "#%s %s\n", tag, answer);
	fake_write(s, ssl, text);
}

/* Reads lines until the client goes away. */
static inline void fake_serve(struct fake_server *s, SSL *ssl)
{
	size_t len = strlen(s->got), begin = len;
	int n;

	while ((n = SSL_read(ssl, s->got + len, (int)(sizeof(s->got) - 1 - len))) > 0) {
		char *lf;

		len += (size_t)n;
		s->got[len] = '\0';
		while ((lf = strchr(s->got + begin, '\n')) != NULL) {
			const char *line = s->got + begin;
			char verb[20] = "";

			fake_reply(s, ssl, line);
			begin = (size_t)(lf - s->got) + 1;
			if (s->drop_on != NULL && s->served == 0 &&
			    sscanf(line, "%*s %19s", verb) == 1 && strcmp(verb, s->drop_on) == 0)
				return;
		}
	}
}

static inline void fake_visit(struct fake_server *s)
{
	const struct timeval limit = {20, 0};
	int fd = accept(s->fd, NULL, NULL);
	SSL *ssl;

	if (fd < 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	if (s->plain) {
		ssize_t n = write(fd, s->greeting, strlen(s->greeting));

		/* What the client sends is read, so that closing resets nothing. */
		while (n > 0)
			n = read(fd, s->got, sizeof(s->got) - 1);
		close(fd);
		return;
	}
	ssl = SSL_new(s->ctx);
	SSL_set_fd(ssl, fd);
	s->shaken = SSL_accept(ssl) == 1;
	if (s->shaken) {
		fake_write(s, ssl, s->greeting);
		if (s->hang_up)
			SSL_shutdown(ssl);
		if (!s->hang_up && !s->break_off)
			fake_serve(s, ssl);
	}
	SSL_free(ssl);
	ERR_clear_error();
	if (s->hang_up) { /* the client closes too; no reset may overtake our last words */
		shutdown(fd, SHUT_WR);
		while (read(fd, s->got, sizeof(s->got) - 1) > 0)
			;
		s->got[0] = '\0';
	}
	close(fd);
}

static inline void *fake_run(void *arg)
{
	struct fake_server *s = arg;

	do
		fake_visit(s);
	while (++s->served < s->visits);
	return NULL;
}

static inline void fake_start(struct fake_server *s)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	const struct timeval limit = {20, 0};
	socklen_t len = sizeof(a);

	s->ctx = SSL_CTX_new(TLS_server_method());
	fake_certificate(s->ctx);
	s->fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(bind(s->fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(s->fd, 1), 0);
	setsockopt(s->fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	assert_int_equal(getsockname(s->fd, (struct sockaddr *)&a, &len), 0);
	s->port = ntohs(a.sin_port);
	assert_int_equal(pthread_create(&s->thread, NULL, fake_run, s), 0);
}

static inline void fake_join(struct fake_server *s)
{
	pthread_join(s->thread, NULL);
	close(s->fd);
	SSL_CTX_free(s->ctx);
}

#endif
