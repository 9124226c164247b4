/*
 * A man in the middle: relay PORT CERTIFICATE KEY TARGET-PORT listens on 127.0.0.1:PORT (0: any)
 * and answers by TLS with that certificate; whoever goes on is passed through to the server on
 * 127.0.0.1:TARGET-PORT, by TLS too. Prints "ready PORT", and then what each peer was: "refused"
 * where it did not take the certificate, "passed" where it did, and after it, as they come, the
 * lines that the peer believed to be secret. One peer at a time, until it is killed.
 */
#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

static struct sockaddr_in loopback(const char *port)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
	    .sin_port = htons((uint16_t)strtoul(port, NULL, 10)),
	    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int listen_on(const char *port)
{
	struct sockaddr_in sin = loopback(port);
	socklen_t len = sizeof(sin);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) < 0 ||
	    bind(fd, (struct sockaddr *)&sin, len) < 0 || listen(fd, 8) < 0 ||
	    getsockname(fd, (struct sockaddr *)&sin, &len) < 0)
		err(1, "port %s", port);
	printf("ready %d\n", ntohs(sin.sin_port));
	return fd;
}

static SSL_CTX *presenting(const char *certificate, const char *key)
{
	SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());

	if (ctx == NULL || SSL_CTX_use_certificate_chain_file(ctx, certificate) != 1 ||
	    SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) != 1)
		errx(1, "%s, %s: no certificate with its key", certificate, key);
	return ctx;
}

static SSL *reach(SSL_CTX *ctx, const char *port)
{
	struct sockaddr_in sin = loopback(port);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	SSL *ssl = SSL_new(ctx);

	if (fd < 0 || connect(fd, (struct sockaddr *)&sin, sizeof(sin)) < 0)
		err(1, "server on port %s", port);
	if (ssl == NULL || SSL_set_fd(ssl, fd) != 1 || SSL_connect(ssl) != 1)
		errx(1, "server on port %s: no TLS", port);
	return ssl;
}

/* Passes on what one side has to say; shows it when asked to. False when that side has ended. */
static bool pass(SSL *from, SSL *to, bool show)
{
	char buf[4096];

	do {
		int n = SSL_read(from, buf, sizeof(buf));

		if (n <= 0 || SSL_write(to, buf, n) != n)
			return false;
		if (show)
			fwrite(buf, 1, (size_t)n, stdout);
	} while (SSL_has_pending(from));
	return true;
}

static void pass_both(SSL *peer, SSL *server)
{
	struct pollfd fds[] = {{.fd = SSL_get_fd(peer), .events = POLLIN},
	    {.fd = SSL_get_fd(server), .events = POLLIN}};
	bool going = true;

	while (going && poll(fds, 2, -1) > 0) {
		if (fds[0].revents)
			going = pass(peer, server, true);
		if (going && fds[1].revents)
			going = pass(server, peer, false);
	}
	SSL_shutdown(server);
	SSL_shutdown(peer);
}

static void serve(int fd, SSL_CTX *inside, SSL_CTX *outside, const char *target)
{
	SSL *peer = SSL_new(inside), *server;

	if (peer == NULL || SSL_set_fd(peer, fd) != 1)
		errx(1, "not enough memory");
	if (SSL_accept(peer) != 1) {
		printf("refused\n");
	} else {
		printf("passed\n");
		server = reach(outside, target);
		pass_both(peer, server);
		close(SSL_get_fd(server));
		SSL_free(server);
	}
	SSL_free(peer);
	close(fd);
	ERR_clear_error();
}

int main(int argc, char *argv[])
{
	SSL_CTX *inside, *outside = SSL_CTX_new(TLS_client_method());
	int listener;

	if (argc != 5)
		errx(2, "usage: relay PORT CERTIFICATE KEY TARGET-PORT");
	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	inside = presenting(argv[2], argv[3]);
	listener = listen_on(argv[1]);
	for (;;) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0)
			err(1, "accept");
		serve(fd, inside, outside, argv[4]);
	}
}
