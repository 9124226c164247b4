#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/ssl.h>

int raw_connect(const struct server *s, bool small)
{
	struct sockaddr_in sin = {.sin_family = AF_INET, .sin_port = htons(server_port(s))};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), least = 1;

	assert_true(fd >= 0);
	if (small)
		assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &least, sizeof least), 0);
	sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(connect(fd, (struct sockaddr *)&sin, sizeof sin), 0);
	return fd;
}

void raw_unblock(int fd)
{
	assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
}

int raw_send(int fd, const void *data, size_t len)
{
	const char *p = data;

	while (len > 0) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}

int64_t raw_wait_closed(int fd)
{
	int64_t begin = now_ms(), end = begin + patience_ms();
	char buf[4096];
	ssize_t n;

	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		int64_t left = end - now_ms();

		if (left <= 0 || poll(&p, 1, (int)left) == 0)
			fail_msg("the server has not closed a connection in %lld ms",
			    (long long)patience_ms());
		n = recv(fd, buf, sizeof buf, MSG_DONTWAIT);
		if (n == 0 || (n == -1 && errno != EAGAIN && errno != EINTR))
			break;
	}
	close(fd);
	return now_ms() - begin;
}

void raw_reset(int fd)
{
	struct linger now = {.l_onoff = 1, .l_linger = 0};

	assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now), 0);
	close(fd);
}

size_t raw_client_hello(unsigned char *buf, size_t size)
{
	SSL_CTX *ctx = SSL_CTX_new(TLS_client_method());
	SSL *ssl = SSL_new(ctx);
	BIO *out = BIO_new(BIO_s_mem());
	int len;

	assert_non_null(ssl);
	assert_non_null(out);
	SSL_set_bio(ssl, BIO_new(BIO_s_mem()), out);
	SSL_connect(ssl);
	len = BIO_read(out, buf, (int)size);
	assert_true(len > 0);
	SSL_free(ssl);
	SSL_CTX_free(ctx);
	return (size_t)len;
}
