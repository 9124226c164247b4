#include "tls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>

struct tls_context {
	SSL_CTX *ctx;
};

/*
 * OpenSSL keeps errors in a queue of the thread: left there, an old one is taken for the result of
 * another connection's call. Every function here leaves the queue empty.
 */
static void take_error(char *error, size_t cap, const char *what)
{
	unsigned long code = ERR_get_error();
	const char *reason = NULL;

	if (ERR_SYSTEM_ERROR(code))
		reason = strerror(ERR_GET_REASON(code));
	else if (code)
		reason = ERR_reason_error_string(code);
	snprintf(error, cap, "%s: %s", what, reason ? reason : "unknown reason");
	ERR_clear_error();
}

static bool is_misfit(unsigned long code)
{
	return ERR_GET_LIB(code) == ERR_LIB_X509 &&
	       (ERR_GET_REASON(code) == X509_R_KEY_VALUES_MISMATCH ||
		   ERR_GET_REASON(code) == X509_R_KEY_TYPE_MISMATCH);
}

/* The key of the certificate that the context has. */
static int use_key(
    SSL_CTX *ctx, const char *cert_file, const char *key_file, char *error, size_t cap)
{
	if (SSL_CTX_use_PrivateKey_file(ctx, key_file, SSL_FILETYPE_PEM) == 1 &&
	    SSL_CTX_check_private_key(ctx) == 1)
		return 0;
	if (is_misfit(ERR_peek_error())) {
		snprintf(
		    error, cap, "the key %s does not fit the certificate %s", key_file, cert_file);
		ERR_clear_error();
	} else {
		char what[1200];

		snprintf(what, sizeof what, "%s: can't read the key", key_file);
		take_error(error, cap, what);
	}
	return -1;
}

/* 1.2 with forward secrecy and AEAD, and 1.3; named here, since the system's defaults vary. */
static int set_protocol(SSL_CTX *ctx)
{
	return SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION) == 1 &&
	       SSL_CTX_set_max_proto_version(ctx, TLS1_3_VERSION) == 1 &&
	       SSL_CTX_set_cipher_list(ctx, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 &&
	       SSL_CTX_set_ciphersuites(ctx, "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:"
					     "TLS_AES_128_GCM_SHA256") == 1 &&
	       SSL_CTX_set1_groups_list(ctx, "X25519:P-256") == 1;
}

/*
 * No tickets and no session cache: connections live long, a seat comes back by the protocol's own
 * means, and a ticket written to a client that has just left is an error on a healthy connection.
 * A peer that goes without close_notify has gone: lines are framed, so nothing is taken for whole
 * that was cut.
 */
static void set_options(SSL_CTX *ctx)
{
	SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
				     SSL_OP_NO_TICKET | SSL_OP_CIPHER_SERVER_PREFERENCE |
				     SSL_OP_IGNORE_UNEXPECTED_EOF);
	SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
				  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_num_tickets(ctx, 0);
}

struct tls_context *tls_context_new(
    const char *cert_file, const char *key_file, char *error, size_t cap)
{
	struct tls_context *t = calloc(1, sizeof *t);

	if (!t || !(t->ctx = SSL_CTX_new(TLS_server_method()))) {
		take_error(error, cap, "TLS");
		goto fail;
	}
	if (!set_protocol(t->ctx)) {
		take_error(error, cap, "TLS settings");
		goto fail;
	}
	set_options(t->ctx);
	if (SSL_CTX_use_certificate_chain_file(t->ctx, cert_file) != 1) {
		take_error(error, cap, cert_file);
		goto fail;
	}
	if (use_key(t->ctx, cert_file, key_file, error, cap) < 0)
		goto fail;
	return t;
fail:
	if (t)
		tls_context_free(t);
	return NULL;
}

void tls_context_free(struct tls_context *t)
{
	SSL_CTX_free(t->ctx);
	free(t);
}

void *tls_accept(struct tls_context *t, int fd)
{
	SSL *ssl = SSL_new(t->ctx);

	if (ssl && SSL_set_fd(ssl, fd) != 1) {
		SSL_free(ssl);
		ssl = NULL;
	}
	if (ssl)
		SSL_set_accept_state(ssl);
	ERR_clear_error();
	return ssl;
}

/* What a call's result means, and the queue left empty. */
static enum transport_result outcome(SSL *ssl, int result)
{
	int error = SSL_get_error(ssl, result);

	ERR_clear_error();
	if (error == SSL_ERROR_WANT_READ)
		return TRANSPORT_WANT_READ;
	if (error == SSL_ERROR_WANT_WRITE)
		return TRANSPORT_WANT_WRITE;
	return error == SSL_ERROR_ZERO_RETURN ? TRANSPORT_EOF : TRANSPORT_ERROR;
}

static enum transport_result tls_handshake(void *state)
{
	int r = SSL_do_handshake(state);

	return r == 1 ? TRANSPORT_OK : outcome(state, r);
}

static enum transport_result tls_read(void *state, char *buf, size_t cap, size_t *got)
{
	int r = SSL_read_ex(state, buf, cap, got);

	return r == 1 ? TRANSPORT_OK : outcome(state, r);
}

static enum transport_result tls_write(void *state, const char *buf, size_t len, size_t *put)
{
	int r = SSL_write_ex(state, buf, len, put);

	return r == 1 ? TRANSPORT_OK : outcome(state, r);
}

static bool tls_pending(void *state)
{
	return SSL_has_pending(state) == 1;
}

/* In the handshake there is nothing to say goodbye to, and OpenSSL would file an error for it. */
static void tls_shutdown(void *state)
{
	if (SSL_is_init_finished(state))
		SSL_shutdown(state);
	ERR_clear_error();
}

static void tls_free(void *state)
{
	SSL_free(state);
	ERR_clear_error();
}

const struct transport tls_transport = {
    .handshake = tls_handshake,
    .read = tls_read,
    .write = tls_write,
    .pending = tls_pending,
    .shutdown = tls_shutdown,
    .free = tls_free,
};
