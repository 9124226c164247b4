/* Trust on first use: pins, known_hosts, and the verdict inside of a real TLS handshake. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "client/trust.h"

#define PIN_A "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define PIN_B "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* A folder for each test, with a known_hosts two folders further down. */
static char folder[64], hosts[128];

static int set_up(void **state)
{
	(void)state;
	snprintf(folder, sizeof(folder), "/tmp/gomoku-trust.XXXXXX");
	if (mkdtemp(folder) == NULL)
		return -1;
	snprintf(hosts, sizeof(hosts), "%s/state/gomoku/known_hosts", folder);
	return 0;
}

static int take_down(void **state)
{
	char path[160];

	(void)state;
	unlink(hosts);
	snprintf(path, sizeof(path), "%s/state/gomoku", folder);
	rmdir(path);
	snprintf(path, sizeof(path), "%s/state", folder);
	rmdir(path);
	return rmdir(folder); /* fails when something was left behind */
}

static void write_hosts(const char *text)
{
	char path[160];
	FILE *f;

	snprintf(path, sizeof(path), "%s/state", folder);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/state/gomoku", folder);
	mkdir(path, 0700);
	f = fopen(hosts, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static void assert_hosts(const char *text)
{
	char buf[1024];
	FILE *f = fopen(hosts, "r");
	size_t n;

	assert_non_null(f);
	n = fread(buf, 1, sizeof(buf) - 1, f);
	buf[n] = '\0';
	fclose(f);
	assert_string_equal(buf, text);
}

static void pins(void **state)
{
	static const char *const bad[] = {
	    "",
	    "sha256:",
	    "sha256:abc",
	    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	    (PIN_A "a"),
	    (PIN_A " "),
	    (" " PIN_A),
	    "sha256:gaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	    "sha512:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	};
	char pin[TRUST_PIN];

	(void)state;
	assert_true(trust_pin_parse(PIN_B, pin));
	assert_string_equal(pin, PIN_B);
	assert_true(trust_pin_parse(
	    "SHA256:0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef", pin));
	assert_string_equal(pin, PIN_B);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (trust_pin_parse(bad[i], pin))
			fail_msg("taken as a pin: %s", bad[i]);
}

static void where_it_is_kept(void **state)
{
	char path[PATH_MAX];

	(void)state;
	assert_int_equal(trust_path(path, "/x/state", "/home/ann"), 0);
	assert_string_equal(path, "/x/state/gomoku/known_hosts");
	assert_int_equal(trust_path(path, NULL, "/home/ann"), 0);
	assert_string_equal(path, "/home/ann/.local/state/gomoku/known_hosts");
	assert_int_equal(trust_path(path, "", "/home/ann"), 0);
	assert_string_equal(path, "/home/ann/.local/state/gomoku/known_hosts");
	assert_int_equal(trust_path(path, "relative", "/home/ann"), 0);
	assert_string_equal(path, "/home/ann/.local/state/gomoku/known_hosts");
	assert_int_equal(trust_path(path, NULL, NULL), -1);
	assert_string_equal(path, "");
}

static void first_time_is_remembered(void **state)
{
	struct trust t;
	struct stat st;

	(void)state;
	assert_int_equal(trust_init(&t, "host:15515", NULL, hosts), 0);
	assert_string_equal(t.expect, "");
	/* Nothing is written before a key was seen. */
	assert_int_equal(trust_remember(&t), 0);
	assert_int_equal(access(hosts, F_OK), -1);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_FIRST);
	assert_int_equal(trust_remember(&t), 0);
	assert_hosts("host:15515 " PIN_A "\n");
	assert_int_equal(stat(hosts, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);

	assert_int_equal(trust_init(&t, "host:15515", NULL, hosts), 0);
	assert_string_equal(t.expect, PIN_A);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_MATCH);
	assert_int_equal(trust_judge(&t, PIN_B), TRUST_DIFFERS);
	/* A key that differs is never written. */
	assert_int_equal(trust_remember(&t), 0);
	assert_hosts("host:15515 " PIN_A "\n");
}

static void other_lines_are_kept(void **state)
{
	struct trust t;

	(void)state;
	write_hosts("# mine\nother:15515 " PIN_A "\nhost:9 " PIN_A "\n\nlast:1 " PIN_A);
	assert_int_equal(trust_init(&t, "host:15515", NULL, hosts), 0);
	assert_int_equal(trust_judge(&t, PIN_B), TRUST_FIRST);
	assert_int_equal(trust_remember(&t), 0);
	assert_hosts("# mine\nother:15515 " PIN_A "\nhost:9 " PIN_A "\n\nlast:1 " PIN_A
		     "\nhost:15515 " PIN_B "\n");
	assert_int_equal(trust_init(&t, "HOST:15515", NULL, hosts), 0);
	assert_string_equal(t.expect, PIN_B);
	assert_int_equal(trust_init(&t, "last:1", NULL, hosts), 0);
	assert_string_equal(t.expect, PIN_A);
}

/* A line about this address that has no pin must not make it a first time. */
static void a_spoilt_line_is_no_first_time(void **state)
{
	static const char *const spoilt[] = {
	    "host:15515\n",
	    "host:15515 sha256:abc\n",
	    ("host:15515 " PIN_A "a\n"),
	    "# x\n host:15515  nonsense\n",
	};
	struct trust t;

	(void)state;
	for (size_t i = 0; i < sizeof(spoilt) / sizeof(spoilt[0]); i++) {
		write_hosts(spoilt[i]);
		assert_int_equal(trust_init(&t, "host:15515", NULL, hosts), -1);
		assert_int_equal(errno, EBADMSG);
		assert_int_equal(trust_init(&t, "elsewhere:15515", NULL, hosts), 0);
	}
}

static void a_given_pin_is_the_only_one(void **state)
{
	struct trust t;

	(void)state;
	write_hosts("host:15515 " PIN_A "\n");
	assert_int_equal(trust_init(&t, "host:15515", PIN_B, hosts), 0);
	assert_true(t.given);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_DIFFERS);
	assert_int_equal(trust_judge(&t, PIN_B), TRUST_MATCH);
	assert_int_equal(trust_remember(&t), 0);
	assert_hosts("host:15515 " PIN_A "\n");
}

static void without_a_place_nothing_is_written(void **state)
{
	struct trust t;

	(void)state;
	assert_int_equal(trust_init(&t, "host:15515", NULL, ""), 0);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_FIRST);
	assert_int_equal(trust_remember(&t), 0);
	/* A file in place of a folder. */
	assert_int_equal(trust_init(&t, "host:15515", NULL, "/dev/null/gomoku/known_hosts"), 0);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_FIRST);
	assert_int_equal(trust_remember(&t), -1);
}

/* The ends of a handshake in memory, and the pin of the server's key, found another way. */
static SSL_CTX *server_ctx, *client_ctx;
static SSL *server, *client;

static void make_server(char pin[TRUST_PIN])
{
	EVP_PKEY *key = EVP_EC_gen("P-256");
	X509 *cert = X509_new();
	unsigned char *der = NULL, digest[SHA256_DIGEST_LENGTH];
	int len;

	assert_non_null(key);
	ASN1_INTEGER_set(X509_get_serialNumber(cert), 1);
	/* Long past: dates count for nothing. */
	X509_gmtime_adj(X509_getm_notBefore(cert), -2000);
	X509_gmtime_adj(X509_getm_notAfter(cert), -1000);
	assert_int_equal(X509_set_pubkey(cert, key), 1);
	assert_true(X509_sign(cert, key, EVP_sha256()) > 0);
	server_ctx = SSL_CTX_new(TLS_server_method());
	assert_int_equal(SSL_CTX_use_certificate(server_ctx, cert), 1);
	assert_int_equal(SSL_CTX_use_PrivateKey(server_ctx, key), 1);
	len = i2d_PUBKEY(key, &der);
	assert_true(len > 0);
	SHA256(der, (size_t)len, digest);
	memcpy(pin, "sha256:", 8);
	for (int i = 0; i < SHA256_DIGEST_LENGTH; i++)
		snprintf(pin + 7 + 2 * i, 3, "%02x", digest[i]);
	OPENSSL_free(der);
	X509_free(cert);
	EVP_PKEY_free(key);
}

/* Shakes hands. Whether it came to an end in which the client trusts the server. */
static bool shake_hands(struct trust *t)
{
	BIO *a, *b;
	bool done = false;

	client_ctx = SSL_CTX_new(TLS_client_method());
	trust_attach(t, client_ctx);
	server = SSL_new(server_ctx);
	client = SSL_new(client_ctx);
	assert_int_equal(BIO_new_bio_pair(&a, 0, &b, 0), 1);
	SSL_set_bio(client, a, a);
	SSL_set_bio(server, b, b);
	SSL_set_accept_state(server);
	SSL_set_connect_state(client);
	for (int i = 0; i < 20 && !done; i++) {
		SSL_do_handshake(client);
		SSL_do_handshake(server);
		done = SSL_is_init_finished(client) && SSL_is_init_finished(server);
	}
	SSL_free(server);
	SSL_free(client);
	SSL_CTX_free(client_ctx);
	return done;
}

static void the_verdict_of_a_handshake(void **state)
{
	char pin[TRUST_PIN];
	struct trust t;

	(void)state;
	make_server(pin);
	assert_int_equal(trust_init(&t, "host:15515", NULL, hosts), 0);
	assert_true(shake_hands(&t));
	assert_int_equal(t.verdict, TRUST_FIRST);
	assert_string_equal(t.seen, pin);
	assert_int_equal(trust_init(&t, "host:15515", pin, hosts), 0);
	assert_true(shake_hands(&t));
	assert_int_equal(t.verdict, TRUST_MATCH);
	assert_int_equal(trust_init(&t, "host:15515", PIN_A, hosts), 0);
	assert_false(shake_hands(&t));
	assert_int_equal(t.verdict, TRUST_DIFFERS);
	assert_string_equal(t.seen, pin);
	SSL_CTX_free(server_ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(pins),
	    cmocka_unit_test(where_it_is_kept),
	    cmocka_unit_test_setup_teardown(first_time_is_remembered, set_up, take_down),
	    cmocka_unit_test_setup_teardown(other_lines_are_kept, set_up, take_down),
	    cmocka_unit_test_setup_teardown(a_spoilt_line_is_no_first_time, set_up, take_down),
	    cmocka_unit_test_setup_teardown(a_given_pin_is_the_only_one, set_up, take_down),
	    cmocka_unit_test_setup_teardown(without_a_place_nothing_is_written, set_up, take_down),
	    cmocka_unit_test_setup_teardown(the_verdict_of_a_handshake, set_up, take_down),
	};

	return cmocka_run_group_tests_name("trust", tests, NULL, NULL);
}
