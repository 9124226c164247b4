/* Whom the client trusts: the judgement, what is remembered, and the verdict inside of a real TLS
 * handshake. The chains are in tests/tui/test_trust.sh. */
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
#include "hosts_world.h"

static void first_time_is_remembered(void **state)
{
	char text[PATH_MAX];
	struct trust t;

	(void)state;
	assert_int_equal(trust_init(&t, "host:15515", NULL, hosts), 0);
	assert_string_equal(t.expect, "");
	/* Nothing is written before a key was seen. */
	trust_settle(&t, text, sizeof(text));
	assert_string_equal(text, "");
	assert_int_equal(access(hosts, F_OK), -1);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_FIRST);
	trust_settle(&t, text, sizeof(text));
	assert_non_null(strstr(text, "New server host:15515, key " PIN_A ". Remembered in "));
	assert_hosts("host:15515 " PIN_A "\n");
	/* From now on it is the only one, in this visit and the next. */
	assert_int_equal(trust_judge(&t, PIN_B), TRUST_DIFFERS);
	assert_int_equal(trust_init(&t, "host:15515", NULL, hosts), 0);
	assert_string_equal(t.expect, PIN_A);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_MATCH);
	trust_settle(&t, text, sizeof(text));
	assert_string_equal(text, "");
	assert_int_equal(trust_judge(&t, PIN_B), TRUST_DIFFERS);
	/* A key that differs is never written. */
	trust_settle(&t, text, sizeof(text));
	assert_string_equal(text, "");
	assert_hosts("host:15515 " PIN_A "\n");
}

static void a_known_pin_is_trusted_under_any_address(void **state)
{
	char text[PATH_MAX];
	struct trust t;

	(void)state;
	write_hosts("home:1 " PIN_A "\nhost:2 " PIN_B "\n");
	assert_int_equal(trust_init(&t, "new:3", NULL, hosts), 0);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_KNOWN);
	trust_settle(&t, text, sizeof(text));
	assert_non_null(strstr(
	    text, "new:3 is the server that you know as home:1, key " PIN_A ". Remembered in "));
	assert_hosts("home:1 " PIN_A "\nhost:2 " PIN_B "\nnew:3 " PIN_A "\n");
	/* Where another one is remembered, too. */
	assert_int_equal(trust_init(&t, "host:2", NULL, hosts), 0);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_KNOWN);
	trust_settle(&t, text, sizeof(text));
	assert_int_equal(trust_init(&t, "host:2", NULL, hosts), 0);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_MATCH);
	assert_int_equal(trust_judge(&t, PIN_B), TRUST_MATCH);
}

static void a_spoilt_line_is_no_first_time(void **state)
{
	struct trust t;

	(void)state;
	write_hosts("host:15515 nonsense\n");
	assert_int_equal(trust_init(&t, "host:15515", NULL, hosts), -1);
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
	assert_int_equal(trust_init(&t, "new:1", PIN_B, hosts), 0);
	assert_int_equal(trust_judge(&t, PIN_A), TRUST_DIFFERS);
	assert_hosts("host:15515 " PIN_A "\n");
}

static void without_a_place_it_holds_for_the_visit(void **state)
{
	static const char *const places[] = {"", "/dev/null/gomoku/known_hosts"};
	char text[PATH_MAX];
	struct trust t;

	(void)state;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		assert_int_equal(trust_init(&t, "host:15515", NULL, places[i]), 0);
		assert_int_equal(trust_judge(&t, PIN_A), TRUST_FIRST);
		trust_settle(&t, text, sizeof(text));
		assert_non_null(strstr(
		    text, i == 0 ? " There is no home folder" : " It cannot be remembered in "));
		assert_int_equal(trust_judge(&t, PIN_B), TRUST_DIFFERS);
		assert_int_equal(trust_judge(&t, PIN_A), TRUST_MATCH);
	}
}

/* Only a private address, written out, may be added; and then the one before is kept as well. */
static void what_may_be_added(void **state)
{
	static const struct {
		const char *address;
		bool may;
	} cases[] = {
	    {"192.168.1.20:15515", true},
	    {"10.0.0.1:15515", true},
	    {"172.16.0.1:1", true},
	    {"172.31.255.255:1", true},
	    {"169.254.3.4:1", true},
	    {"127.0.0.1:1", true},
	    {"[::1]:1", true},
	    {"[fe80::1]:1", true},
	    {"[fe80::1%eth0]:1", true},
	    {"[fd12::1]:1", true},
	    {"[::ffff:192.168.1.20]:1", true},
	    {"172.15.0.1:1", false},
	    {"172.32.0.1:1", false},
	    {"192.169.0.1:1", false},
	    {"11.0.0.1:1", false},
	    {"203.0.113.1:1", false},
	    {"[2001:db8::1]:1", false},
	    {"[::ffff:203.0.113.1]:1", false},
	    {"example.org:1", false},
	    {"localhost:1", false},
	    {"192.168.1.20.example.org:1", false},
	};
	char line[2 * ADDRESS_TEXT];
	struct trust t;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(line, sizeof(line), "%s " PIN_A "\n", cases[i].address);
		write_hosts(line);
		assert_int_equal(trust_init(&t, cases[i].address, NULL, hosts), 0);
		assert_int_equal(trust_judge(&t, PIN_A), TRUST_MATCH);
		assert_false(trust_may_add(&t));
		assert_int_equal(trust_judge(&t, PIN_B), TRUST_DIFFERS);
		if (trust_may_add(&t) != cases[i].may)
			fail_msg("%s", cases[i].address);
		assert_int_equal(trust_add(&t), 0);
		assert_int_equal(trust_judge(&t, PIN_B), TRUST_MATCH);
		assert_int_equal(trust_judge(&t, PIN_A), TRUST_MATCH);
		assert_int_equal(trust_init(&t, cases[i].address, PIN_A, hosts), 0);
		assert_int_equal(trust_judge(&t, PIN_B), TRUST_DIFFERS);
		assert_false(trust_may_add(&t)); /* a pin was given */
	}
}

/* The ends of a handshake in memory, and the pin of the server's key, found another way. */
static SSL_CTX *server_ctx, *client_ctx;
static SSL *server, *client;

static void make_server(char pin[PIN_TEXT])
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
	assert_int_equal(trust_attach(t, client_ctx), 0);
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
	char pin[PIN_TEXT];
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
	    cmocka_unit_test_setup_teardown(first_time_is_remembered, set_up, take_down),
	    cmocka_unit_test_setup_teardown(
		a_known_pin_is_trusted_under_any_address, set_up, take_down),
	    cmocka_unit_test_setup_teardown(a_spoilt_line_is_no_first_time, set_up, take_down),
	    cmocka_unit_test_setup_teardown(a_given_pin_is_the_only_one, set_up, take_down),
	    cmocka_unit_test(without_a_place_it_holds_for_the_visit),
	    cmocka_unit_test_setup_teardown(what_may_be_added, set_up, take_down),
	    cmocka_unit_test_setup_teardown(the_verdict_of_a_handshake, set_up, take_down),
	};

	return cmocka_run_group_tests_name("trust", tests, NULL, NULL);
}
