/*
 * Another configuration, certificate and key while people play: SIGHUP and "reload". What is good
 * counts from then on and drops nobody; what is not leaves all as it was, and says why.
 */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/pem.h>
#include <openssl/x509.h>

/* Runs a command of the shell; it must succeed. */
static void run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void run(const char *fmt, ...)
{
	char command[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof command, fmt, ap);
	va_end(ap);
	if (system(command) != 0)
		fail_msg("failed: %s", command);
}

/* The subject of the certificate that a new connection is shown, by OpenSSL's own client. */
static void shown_subject(const struct server *s, char subject[static 128])
{
	char command[256];
	FILE *f;

	snprintf(command, sizeof command,
	    "openssl s_client -connect 127.0.0.1:%d </dev/null 2>/dev/null | "
	    "openssl x509 -noout -subject",
	    server_port(s));
	subject[0] = '\0';
	assert_non_null(f = popen(command, "re"));
	if (!fgets(subject, 128, f))
		fail_msg("no certificate was shown");
	pclose(f);
}

static void assert_shown(const struct server *s, const char *name)
{
	char subject[128];

	shown_subject(s, subject);
	if (strstr(subject, name) == NULL)
		fail_msg("wanted %s: %s", name, subject);
}

/* A certificate of that name for the key, for so many days. */
static void make_cert(const char *key, const char *cert, const char *name, int days)
{
	run("openssl req -x509 -key %s -out %s -days %d -subj /CN=%s 2>/dev/null", key, cert, days,
	    name);
}

/* One that ran out yesterday, which the program does not make. */
static void make_stale(const char *key_file, const char *cert_file)
{
	FILE *f = fopen(key_file, "re");
	X509 *cert = X509_new();
	EVP_PKEY *key;

	assert_non_null(f);
	assert_non_null(cert);
	assert_non_null(key = PEM_read_PrivateKey(f, NULL, NULL, NULL));
	fclose(f);
	assert_int_equal(X509_set_pubkey(cert, key), 1);
	assert_non_null(X509_time_adj_ex(X509_getm_notBefore(cert), -2, 0, NULL));
	assert_non_null(X509_time_adj_ex(X509_getm_notAfter(cert), -1, 0, NULL));
	assert_true(X509_sign(cert, key, EVP_sha256()) > 0);
	f = fopen(cert_file, "we");
	assert_non_null(f);
	assert_int_equal(PEM_write_X509(f, cert), 1);
	assert_int_equal(fclose(f), 0);
	X509_free(cert);
	EVP_PKEY_free(key);
}

static void make_key(const char *key)
{
	run("openssl ecparam -name prime256v1 -genkey -noout -out %s 2>/dev/null", key);
}

static void settings_change(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c = client_guest(s, "ann");
	size_t seen = 0;

	(void)state;
	client_ask(a, "+reloaded changed=- restart=- certificate=same", "reload");
	server_configure(s, "name = den\naddress = example.org\nguests = no\nregister = closed\n"
			    "workers = 3\nmax-rooms = 1");
	client_ask(a, "+reloaded changed=name,address,max-rooms,register,guests restart=workers",
	    "reload");
	/* Who is here stays; who comes is told the new terms. */
	client_ask(c, "+created", "create");
	client_ask(c, "-full what=rooms", "create");
	client_ask(c, "+invite line=*", "invite");
	c = client_try(s);
	assert_non_null(c);
	assert_true(line_matches(
	    client_next(c), "hello name=den address=example.org register=closed guests=no"));
	client_ask(c, "-forbidden", "guest bob");
	/* What needs a restart is named until there was one. By the signal it is the same. */
	server_configure(s, "workers = 3");
	assert_int_equal(kill(server_pid(s), SIGHUP), 0);
	server_wait_log(s,
	    "event=reloaded changed=name,address,max-rooms,register,guests restart=workers", &seen);
	client_guest(s, "bob");
	server_stop(s);
}

static void faults_change_nothing(void **state)
{
	static const struct {
		const char *config, *what, *why;
	} bad[] = {
	    {"name = den\nno-such-key = 1", "configuration", "config:3: "},
	    {"name = den\nworkers = 1000", "configuration", "workers is 1000"},
	    {"name = den\nguests = \"perhaps", "configuration", "config:"},
	    {"name = den\nhouse-engine = \"/nonexistent\"", "configuration", "/nonexistent"},
	    {"name = den\ncertificate = \"/x\"", "configuration", "key is missing"},
	    {"name = den\ncertificate = \"/nonexistent\"\nkey = \"/x\"", "certificate",
		"/nonexistent"},
	};
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s), *c;
	size_t seen = 0;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const struct wire_line *w;

		server_configure(s, bad[i].config);
		w = client_ask(a, "-failed", "reload");
		assert_string_equal(line_value(w, "what"), bad[i].what);
		if (strstr(w->text, bad[i].why) == NULL)
			fail_msg("wanted %s: %s", bad[i].why, w->text);
		c = client_try(s);
		assert_non_null(c);
		assert_true(line_matches(client_next(c), "hello name=gomokud"));
		client_close(c);
	}
	server_wait_log(s, "event=reload-failed what=certificate", &seen);
	assert_int_equal(kill(server_pid(s), SIGHUP), 0);
	server_wait_log(s, "event=reload-failed what=certificate", &seen);
	server_configure(s, "");
	client_ask(a, "+reloaded changed=- restart=-", "reload");
	server_stop(s);
}

/* A renewed certificate of the same key: shown to who comes, felt by nobody who is here. */
static void new_certificate(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s);
	char key[160], cert[160];
	struct table t;

	(void)state;
	snprintf(key, sizeof key, "%s/state/key.pem", server_dir(s));
	snprintf(cert, sizeof cert, "%s/state/cert.pem", server_dir(s));
	table_open(&t, s, "kept-b", "kept-w", "");
	table_play(&t, "h8");
	make_cert(key, cert, "renewed", 30);
	assert_shown(s, "gomokud");
	client_ask(a, "+reloaded changed=- certificate=new", "reload");
	assert_shown(s, "renewed");
	table_play(&t, "i9 j10");
	/* The pin is of the key, which is the same. */
	client_guest(s, "pinned");
	client_ask(a, "+reloaded certificate=same", "reload");
	server_stop(s);
}

/* Certificate and key of others: together they are taken; of different pairs, cut, or out of date
 * they are not, and the old ones go on. */
static void certificate_and_key(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s);
	char config[512], key[128], cert[128], other[128];
	struct table t;
	size_t seen = 0;

	(void)state;
	snprintf(key, sizeof key, "%s/their-key.pem", server_dir(s));
	snprintf(other, sizeof other, "%s/other-key.pem", server_dir(s));
	snprintf(cert, sizeof cert, "%s/their-cert.pem", server_dir(s));
	make_key(key);
	make_key(other);
	make_cert(key, cert, "theirs", 30);
	table_open(&t, s, "pair-b", "pair-w", "");
	table_play(&t, "h8");

	snprintf(
	    config, sizeof config, "certificate = \"%s\"\nkey = \"%s\"\nname = den", cert, other);
	server_configure(s, config);
	assert_non_null(
	    strstr(client_ask(a, "-failed what=certificate", "reload")->text, "other-key.pem"));
	assert_shown(s, "gomokud");

	snprintf(
	    config, sizeof config, "certificate = \"%s\"\nkey = \"%s\"\nname = den", cert, key);
	server_configure(s, config);
	make_stale(key, cert);
	client_ask(a, "-failed what=certificate", "reload");
	server_wait_log(s, "reason=\"the certificate has run out", &seen);
	make_cert(key, cert, "theirs", 30);
	run("head -c 100 %s >%s.cut && mv %s.cut %s", key, key, key, other);
	snprintf(config, sizeof config, "certificate = \"%s\"\nkey = \"%s\"", cert, other);
	server_configure(s, config);
	client_ask(a, "-failed what=certificate", "reload");

	snprintf(config, sizeof config, "certificate = \"%s\"\nkey = \"%s\"", cert, key);
	server_configure(s, config);
	client_ask(a, "+reloaded changed=certificate,key certificate=new", "reload");
	assert_shown(s, "theirs");
	server_wait_log(s, "event=key-changed pin=sha256:", &seen);
	table_play(&t, "i9 j10");
	server_stop(s);
}

/* When a certificate ends, by OpenSSL: whether that is within so many days. */
static bool ends_within(const char *cert, int days)
{
	char command[256];

	snprintf(command, sizeof command, "openssl x509 -in %s -noout -checkend %d >/dev/null",
	    cert, days * 86400);
	return system(command) != 0;
}

/* The server's own certificate is made anew in time, for the same key; somebody else's is not
 * touched, however near its end. */
static void own_certificate_is_renewed(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s);
	char key[128], cert[128];

	(void)state;
	snprintf(key, sizeof key, "%s/state/key.pem", server_dir(s));
	snprintf(cert, sizeof cert, "%s/state/cert.pem", server_dir(s));
	assert_false(ends_within(cert, 390));
	make_cert(key, cert, "gomokud", 20);
	assert_true(ends_within(cert, 30));
	client_ask(a, "+reloaded certificate=new", "reload");
	assert_false(ends_within(cert, 390));
	client_guest(s, "pinned");
	make_cert(key, cert, "operator", 20);
	client_ask(a, "+reloaded certificate=new", "reload");
	assert_true(ends_within(cert, 30));
	assert_shown(s, "operator");
	server_stop(s);
}

/* A folder that the sandbox does not know is named as the reason. */
static void another_folder_needs_a_restart(void **state)
{
	struct server *s = server_start(NULL);
	struct client *a = client_admin(s);
	char folder[] = "/tmp/gomokud-cert.XXXXXX", key[64], cert[64], config[256];
	const struct wire_line *w;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(key, sizeof key, "%s/key.pem", folder);
	snprintf(cert, sizeof cert, "%s/cert.pem", folder);
	make_key(key);
	make_cert(key, cert, "elsewhere", 30);
	snprintf(config, sizeof config, "certificate = \"%s\"\nkey = \"%s\"", cert, key);
	server_configure(s, config);
	client_send(a, "reload");
	w = client_final(a);
	/* Where there is no sandbox the file is just read. */
	if (w->kind == WIRE_ERROR) {
		assert_non_null(strstr(w->text, "another needs a restart"));
		server_restart(s, SIGTERM);
	}
	assert_shown(s, "elsewhere");
	run("rm -r %s", folder);
	server_stop(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(settings_change),
	    wire_test(faults_change_nothing),
	    wire_test(new_certificate),
	    wire_test(certificate_and_key),
	    wire_test(own_certificate_is_renewed),
	    wire_test(another_folder_needs_a_restart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
