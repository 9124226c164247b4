/*
 * What goes wrong with TLS under an event loop (daemon/net/PITFALLS.md), where no other test has
 * it: over a real socket, and with somebody who plays on.
 */
#include "faulty.h"

#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>

enum {
	RECORD = 16384, /* the most that one TLS record holds */
	FLOOD = 40000,	/* lines */
	ROUNDS = 4,
};

static int begin(void **state)
{
	if (faulty_begin(state))
		return -1;
	*state = server_start("handshake-seconds = 5\ncommand-rate = 0\ntalk-rate = 0");
	return 0;
}

static int end(void **state)
{
	return group_stop(state) || faulty_end(state);
}

/* Whoever ends the line without close_notify has gone, in order and at once. */
static void no_close_notify(void **state)
{
	struct table t;

	table_open(&t, *state, "fin-b", "fin-w", "");
	table_play(&t, "h8");
	client_ask(t.white, "+pong", "ping");
	assert_int_equal(shutdown(client_fd(t.white), SHUT_WR), 0);
	client_event(t.black, "absent user=~fin-w why=gone");
	client_ask(t.black, "+said", "say :still here");
}

/* Thousands of lines in one record, and nothing after it. */
static void one_record(void **state)
{
	static char lines[RECORD];
	struct client *c = client_guest(*state, "record");
	size_t n = sizeof lines / 5;

	for (size_t i = 0; i < n; i++)
		memcpy(lines + 5 * i, "ping\n", 5);
	client_send_bytes(c, lines, 5 * n);
	for (size_t i = 0; i < n; i++)
		client_want(c, "+pong");
}

/* The end of a record does not fit into the server's buffer any more: it waits inside the library,
 * and the socket has nothing to tell. */
static void quiet_socket(void **state)
{
	static char record[RECORD];
	static const char last[] = "\nping last\n";
	struct client *c = client_guest(*state, "quiet");

	memset(record, 'x', sizeof record);
	client_send_bytes(c, record, 600);
	memcpy(record + sizeof record - (sizeof last - 1), last, sizeof last - 1);
	client_send_bytes(c, record, sizeof record);
	client_want(c, "-too-long");
	client_want(c, "+pong word=last");
}

/* What is sent when all is said does not cost the last line: it is read away before the end. */
static void last_line_arrives(void **state)
{
	static char junk[200 * 1000];

	memset(junk, 'x', sizeof junk);
	for (int i = 0; i < 20; i++) {
		struct client *c = client_guest(*state, "talker");

		client_send(c, "quit");
		client_push(c, junk, sizeof junk, 50);
		client_want(c, "+quit");
		client_event(c, "bye reason=quit");
		assert_true(client_wait_closed(c));
		client_close(c);
	}
}

static bool is_here(struct client *admin, const char *guest)
{
	bool found = false;

	client_ask(admin, "+users", "users");
	for (size_t i = 0; i < client_rows(admin); i++) {
		const char *name = line_value(client_row(admin, i), "name");

		found = found || (*name == '~' && strcmp(name + 1, guest) == 0);
	}
	return found;
}

/* A reader of one byte now and then is none: what waits for it is old after half a minute. */
static void a_byte_now_and_then(void **state)
{
	struct client *slow = client_guest_slow(*state, "dropwise"), *admin = client_admin(*state);
	static char lines[7 * 1000];
	struct table t;
	char byte;

	for (int i = 0; i < 1000; i++)
		memcpy(lines + 7 * i, "levels\n", 7);
	while (client_push(slow, lines, sizeof lines, 300))
		continue;
	table_open(&t, *state, "drop-b", "drop-w", "");
	/* The server may still be at what it was sent before it has to wait. */
	for (int i = 0; i < 200 && is_here(admin, "dropwise"); i++) {
		time_passes(*state, 4);
		recv(client_fd(slow), &byte, 1, MSG_DONTWAIT);
	}
	assert_false(is_here(admin, "dropwise"));
	table_play(&t, "h8 i9 j10");
}

/* Other protocols, and TLS that is none: closed, and no deadline is waited for. */
static void other_protocols(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} hellos[] = {
	    {"SSH-2.0-OpenSSH_9.2\r\n", 21},
	    {"EHLO example.org\r\nSTARTTLS\r\n", 28},
	    {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 24},
	    {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20},
	    /* an alert, an empty record and one of application data before any hello */
	    {"\x15\x03\x03\0\x02\x02\x28", 7},
	    {"\x16\x03\x01\0\0\x16\x03\x01\0\0\x17\x03\x03\0\x01x", 16},
	    /* of SSL 2, and a hello that says it is longer than any */
	    {"\x80\x2e\x01\0\x02\0\x15\0\0\0\x10\x01\0\x80", 14},
	    {"\x16\x03\x01\0\x09\x01\xff\xff\xff\x03\x03xxx", 14},
	};
	int64_t from = now_ms();

	for (size_t i = 0; i < sizeof hellos / sizeof *hellos; i++) {
		int fd = raw_connect(*state, false);

		raw_send(fd, hellos[i].bytes, hellos[i].len);
		/* More than any record, so that it is not waited for. */
		for (int k = 0; k < 40; k++)
			raw_send(fd, "0123456789abcdef0123456789abcdef0123456789abcdef", 48);
		raw_wait_closed(fd);
	}
	assert_true(sanitized() || now_ms() - from < 5000);
}

/* ---- errors of one connection are not another's ---- */

/* A client whose handshake can't come to an end. */
static void shake_badly(struct server *s, int version, const char *ciphers)
{
	SSL_CTX *ctx = SSL_CTX_new(TLS_client_method());
	SSL *ssl;
	int fd = raw_connect(s, false);

	assert_non_null(ctx);
	SSL_CTX_set_security_level(ctx, 0);
	if (version)
		assert_int_equal(SSL_CTX_set_max_proto_version(ctx, version), 1);
	if (ciphers)
		assert_int_equal(SSL_CTX_set_cipher_list(ctx, ciphers), 1);
	ssl = SSL_new(ctx);
	assert_non_null(ssl);
	SSL_set_fd(ssl, fd);
	assert_int_not_equal(SSL_connect(ssl), 1);
	SSL_free(ssl);
	SSL_CTX_free(ctx);
	close(fd);
	/* Ours, too, would be taken for another connection's. */
	ERR_clear_error();
}

static void no_common_version(struct server *s)
{
	shake_badly(s, TLS1_1_VERSION, NULL);
}

static void no_common_cipher(struct server *s)
{
	shake_badly(s, TLS1_2_VERSION, "AES128-SHA");
}

static void plain_text(struct server *s)
{
	int fd = raw_connect(s, false);

	raw_send(fd, "guest ann\n", 10);
	raw_wait_closed(fd);
}

static void reset_in_the_handshake(struct server *s)
{
	unsigned char hello[1024];
	size_t len = raw_client_hello(hello, sizeof hello);
	int fd = raw_connect(s, false);

	raw_send(fd, hello, len);
	raw_reset(fd);
}

/* A record that nobody can decrypt. */
static void broken_record(struct server *s)
{
	struct client *c = client_guest(s, "broken");
	static const char record[] = "\x17\x03\x03\0\x20zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz";

	raw_send(client_fd(c), record, sizeof record - 1);
	client_wait_closed(c);
	client_close(c);
}

/* Gone while much is on its way to it. */
static void reset_in_mid_write(struct server *s)
{
	struct client *c = client_guest(s, "in-full-flow");

	for (int i = 0; i < 50; i++)
		client_send(c, "help");
	client_reset(c);
}

static void reload_of_rubbish(struct server *s)
{
	struct client *admin = client_admin(s);

	server_configure(s, "certificate = \"/dev/null\"\nkey = \"/dev/null\"");
	client_ask(admin, "-failed what=certificate", "reload");
	server_configure(s, "handshake-seconds = 5\ncommand-rate = 0\ntalk-rate = 0");
	client_close(admin);
}

/* A client whose records can be sent in pieces. */
struct pieces {
	int fd;
	SSL_CTX *ctx;
	SSL *ssl;
};

/* Sends what the library has to say, but for the last `less` bytes, which stay in buf. Returns how
 * many these are. */
static size_t send_out(struct pieces *p, size_t less, unsigned char buf[static RECORD])
{
	int n = BIO_read(SSL_get_wbio(p->ssl), buf, RECORD);
	size_t len = n > 0 ? (size_t)n : 0;

	if (less > len)
		less = len;
	assert_int_equal(raw_send(p->fd, buf, len - less), 0);
	memmove(buf, buf + len - less, less);
	return less;
}

/* Hands the library what comes next. */
static void take_in(struct pieces *p)
{
	struct pollfd wait = {.fd = p->fd, .events = POLLIN};
	unsigned char buf[RECORD];
	ssize_t n;

	assert_int_equal(poll(&wait, 1, (int)patience_ms()), 1);
	n = recv(p->fd, buf, sizeof buf, 0);
	if (n <= 0)
		fail_msg("the server has closed");
	assert_int_equal(BIO_write(SSL_get_rbio(p->ssl), buf, (int)n), n);
}

static void pieces_open(struct pieces *p, struct server *s)
{
	unsigned char buf[RECORD];

	p->fd = raw_connect(s, false);
	p->ctx = SSL_CTX_new(TLS_client_method());
	p->ssl = SSL_new(p->ctx);
	assert_non_null(p->ssl);
	SSL_set_bio(p->ssl, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
	SSL_set_connect_state(p->ssl);
	while (SSL_do_handshake(p->ssl) != 1) {
		send_out(p, 0, buf);
		take_in(p);
	}
	send_out(p, 0, buf);
}

static void pieces_close(struct pieces *p)
{
	SSL_free(p->ssl);
	SSL_CTX_free(p->ctx);
	close(p->fd);
	ERR_clear_error();
}

/* Reads up to a line that begins like that. */
static void pieces_want(struct pieces *p, const char *begin)
{
	static char text[4 * RECORD];
	size_t len = 0;

	text[0] = '\0';
	while (strstr(text, begin) == NULL) {
		int n = SSL_read(p->ssl, text + len, (int)(sizeof text - 1 - len));

		if (n > 0)
			text[len += (size_t)n] = '\0';
		else
			take_in(p);
	}
}

/* The library has one queue of errors for all connections: whatever one of them has left there,
 * the next call for another must not take it for its own. A call that only finds that a record is
 * not all here yet is the one that would. */
static void errors_stay_with_their_own(void **state)
{
	static void (*const trouble[])(struct server * s) = {no_common_version, no_common_cipher,
	    plain_text, reset_in_the_handshake, broken_record, reset_in_mid_write,
	    reload_of_rubbish};
	static const char *const moves[] = {"h8", "i9", "h9", "i10", "h10", "i11", "a1"};
	unsigned char rest[RECORD];
	struct pieces p;
	struct table t;

	table_open(&t, *state, "calm-b", "calm-w", "");
	pieces_open(&p, *state);
	pieces_want(&p, "*hello");
	for (size_t i = 0; i < sizeof trouble / sizeof *trouble; i++) {
		size_t more;

		trouble[i](*state);
		assert_int_equal(SSL_write(p.ssl, "ping\n", 5), 5);
		more = send_out(&p, 10, rest);
		table_play(&t, moves[i]);
		assert_int_equal(raw_send(p.fd, rest, more), 0);
		pieces_want(&p, "+pong");
	}
	pieces_close(&p);
}

/* ---- one does not starve the others ---- */

/* Whether somebody who speaks when a flood of lines begins is heard before it ends. */
static bool is_heard(struct client *flood, struct client *other, char *lines, size_t len)
{
	const struct wire_line *w;
	bool heard = false;

	client_send_bytes(flood, lines, len);
	w = client_event(other, "say from=~flood");
	assert_string_equal(w->text, "begin");
	client_send(other, "say :me too");
	for (;;) {
		w = client_event(other, "say");
		if (strcmp(w->text, "end") == 0)
			break;
		heard = true;
	}
	client_want(other, "+said");
	client_want(flood, "+said");
	for (int i = 0; i < FLOOD; i++)
		client_want(flood, "+pong");
	client_want(flood, "+said");
	if (!heard)
		client_event(other, "say from=~other");
	client_forget(other);
	client_forget(flood);
	return heard;
}

static void floods_starve_nobody(void **state)
{
	struct client *flood = client_guest(*state, "flood"),
		      *other = client_guest(*state, "other");
	size_t len = 0, cap = FLOOD * 5 + 64;
	char *lines = malloc(cap), room[32];
	bool heard = false;

	assert_non_null(lines);
	snprintf(
	    room, sizeof room, "%s", line_value(client_ask(flood, "+created", "create"), "room"));
	client_ask(other, "+watching", "watch %s", room);
	len += (size_t)snprintf(lines, cap, "say :begin\n");
	for (int i = 0; i < FLOOD; i++)
		len += (size_t)snprintf(lines + len, cap - len, "ping\n");
	len += (size_t)snprintf(lines + len, cap - len, "say :end\n");
	/* The machine may be busy elsewhere for a while: one that starves others does so always. */
	for (int i = 0; !heard && i < ROUNDS; i++)
		heard = is_heard(flood, other, lines, len);
	free(lines);
	assert_true(heard);
}

/* An engine has its three descriptors, and none of a player's connection. */
static void engines_have_no_sockets_of_others(void **state)
{
	struct client *c = client_guest(*state, "seen-by-none");
	pid_t pids[8];
	int n;

	client_ask(c, "+created", "play 1");
	client_ask(c, "+moved", "h8");
	client_event(c, "move ply=2");
	n = server_children(*state, "gomoku-engine", pids, 8);
	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		char path[64];
		struct dirent *e;
		int count = 0;
		DIR *fds;

		snprintf(path, sizeof path, "/proc/%d/fd", (int)pids[i]);
		assert_non_null(fds = opendir(path));
		while ((e = readdir(fds)) != NULL)
			count += e->d_name[0] != '.';
		closedir(fds);
		assert_int_equal(count, 3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    fault_test(no_close_notify),
	    fault_test(one_record),
	    fault_test(quiet_socket),
	    fault_test(last_line_arrives),
	    fault_test(a_byte_now_and_then),
	    fault_test(other_protocols),
	    fault_test(errors_stay_with_their_own),
	    fault_test(floods_starve_nobody),
	    fault_test(engines_have_no_sockets_of_others),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
