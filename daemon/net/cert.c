#include "cert.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

static const char our_name[] = "gomokud";

static int fail(char *error, size_t cap, const char *file, const char *what)
{
	unsigned long code = ERR_peek_last_error();
	const char *reason = code ? ERR_reason_error_string(code) : strerror(errno);

	if (ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE)
		reason = "it is not in PEM form";
	snprintf(error, cap, "%s: %s: %s", file, what, reason ? reason : "unknown reason");
	ERR_clear_error();
	return -1;
}

/* A file under a new name beside the one it will be; NULL when it can't be made. */
static FILE *create_beside(const char *file, mode_t mode, char *path, size_t cap)
{
	int fd, n = snprintf(path, cap, "%s.new", file);
	FILE *f;

	if (n < 0 || (size_t)n >= cap)
		return NULL;
	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	if (fd < 0)
		return NULL;
	if (!(f = fdopen(fd, "w")))
		close(fd);
	return f;
}

/* Durable before it has its name: a half-written key would lock the server out of its own. */
static bool finish(FILE *f, bool written, const char *path, const char *file)
{
	bool ok = written && fflush(f) == 0 && fsync(fileno(f)) == 0;

	ok = fclose(f) == 0 && ok;
	if (ok && rename(path, file) == 0)
		return true;
	unlink(path);
	return false;
}

static int write_key(const char *file, EVP_PKEY *key)
{
	char path[4096];
	FILE *f = create_beside(file, 0600, path, sizeof path);

	if (!f)
		return -1;
	return finish(
		   f, PEM_write_PKCS8PrivateKey(f, key, NULL, NULL, 0, NULL, NULL) == 1, path, file)
		   ? 0
		   : -1;
}

static int write_cert(const char *file, X509 *cert)
{
	char path[4096];
	FILE *f = create_beside(file, 0644, path, sizeof path);

	if (!f)
		return -1;
	return finish(f, PEM_write_X509(f, cert) == 1, path, file) ? 0 : -1;
}

static EVP_PKEY *read_key(const char *file)
{
	FILE *f = fopen(file, "re");
	EVP_PKEY *key;

	if (!f)
		return NULL;
	key = PEM_read_PrivateKey(f, NULL, NULL, NULL);
	fclose(f);
	return key;
}

static X509 *read_cert(const char *file)
{
	FILE *f = fopen(file, "re");
	X509 *cert;

	if (!f)
		return NULL;
	cert = PEM_read_X509(f, NULL, NULL, NULL);
	fclose(f);
	return cert;
}

static bool add_extension(X509 *cert, int nid, const char *value)
{
	X509V3_CTX ctx;
	X509_EXTENSION *ext;
	bool ok;

	X509V3_set_ctx(&ctx, cert, cert, NULL, NULL, 0);
	ext = X509V3_EXT_conf_nid(NULL, &ctx, nid, value);
	ok = ext && X509_add_ext(cert, ext, -1) == 1;
	X509_EXTENSION_free(ext);
	return ok;
}

/* The host's name as a DNS name when it can be one, and this machine's own names. */
static void subject_names(char *san, size_t cap)
{
	static const char *const allowed =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
	char host[256] = "";

	if (gethostname(host, sizeof host - 1) < 0 || !*host || host[strspn(host, allowed)] ||
	    strcmp(host, "localhost") == 0)
		snprintf(san, cap, "DNS:localhost,IP:127.0.0.1,IP:::1");
	else
		snprintf(san, cap, "DNS:%s,DNS:localhost,IP:127.0.0.1,IP:::1", host);
}

static bool set_serial(X509 *cert)
{
	unsigned char bytes[16];
	BIGNUM *n = NULL;
	bool ok = RAND_bytes(bytes, sizeof bytes) == 1;

	bytes[0] &= 0x7f; /* positive, as 20 octets of DER want it */
	ok = ok && (n = BN_bin2bn(bytes, sizeof bytes, NULL)) &&
	     BN_to_ASN1_INTEGER(n, X509_get_serialNumber(cert));
	BN_free(n);
	return ok;
}

static bool fill_cert(X509 *cert, EVP_PKEY *key)
{
	X509_NAME *name = X509_get_subject_name(cert);
	char san[400];

	subject_names(san, sizeof san);
	return X509_set_version(cert, X509_VERSION_3) == 1 && set_serial(cert) &&
	       X509_gmtime_adj(X509_getm_notBefore(cert), -300) &&
	       X509_time_adj_ex(X509_getm_notAfter(cert), CERT_DAYS, -600, NULL) &&
	       X509_set_pubkey(cert, key) == 1 &&
	       X509_NAME_add_entry_by_txt(
		   name, "CN", MBSTRING_ASC, (const unsigned char *)our_name, -1, -1, 0) == 1 &&
	       X509_set_issuer_name(cert, name) == 1 &&
	       add_extension(cert, NID_basic_constraints, "critical,CA:FALSE") &&
	       add_extension(cert, NID_key_usage, "critical,digitalSignature") &&
	       add_extension(cert, NID_ext_key_usage, "serverAuth") &&
	       add_extension(cert, NID_subject_alt_name, san) &&
	       add_extension(cert, NID_subject_key_identifier, "hash") &&
	       add_extension(cert, NID_authority_key_identifier, "keyid:always") &&
	       X509_sign(cert, key, EVP_sha256()) > 0;
}

static int make_cert(const char *file, EVP_PKEY *key)
{
	X509 *cert = X509_new();
	int result = cert && fill_cert(cert, key) ? write_cert(file, cert) : -1;

	X509_free(cert);
	return result;
}

/* Whether it was made here: nobody else signs with its own key under our name. (X509_check_issued
 * would say no: by its key usage, ours may not sign certificates.) */
static bool is_ours(X509 *cert)
{
	char name[16] = "";

	X509_NAME_get_text_by_NID(X509_get_subject_name(cert), NID_commonName, name, sizeof name);
	return strcmp(name, our_name) == 0 && X509_self_signed(cert, 1) == 1;
}

/* Whether a certificate is there that need not be made again. One that can't be read is left for
 * TLS to complain about: an operator's own file is never written over. */
static bool cert_usable(const char *file)
{
	time_t soon = time(NULL) + CERT_RENEW_DAYS * 86400;
	X509 *cert;
	bool usable;

	if (access(file, F_OK) < 0)
		return false;
	if (!(cert = read_cert(file))) {
		ERR_clear_error();
		return true;
	}
	usable = !is_ours(cert) || X509_cmp_time(X509_get0_notAfter(cert), &soon) > 0;
	X509_free(cert);
	return usable;
}

int cert_ensure(const char *cert_file, const char *key_file, char *error, size_t cap)
{
	EVP_PKEY *key = NULL;
	int result = -1;

	if (access(key_file, F_OK) < 0) {
		if (!(key = EVP_EC_gen("P-256")) || write_key(key_file, key) < 0) {
			fail(error, cap, key_file, "can't make the key");
			goto out;
		}
		unlink(cert_file); /* of a key that is gone */
	}
	if (cert_usable(cert_file)) {
		result = 0;
		goto out;
	}
	if (!key && !(key = read_key(key_file))) {
		fail(error, cap, key_file, "can't read the key");
		goto out;
	}
	if (make_cert(cert_file, key) < 0) {
		fail(error, cap, cert_file, "can't make the certificate");
		goto out;
	}
	result = 0;
out:
	EVP_PKEY_free(key);
	ERR_clear_error();
	return result;
}

/* "sha256:HEX" of so many bytes; -1 when that fails. */
static int digest_text(const unsigned char *der, int len, char text[static CERT_PIN_TEXT])
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	unsigned int size = 0;
	int n;

	if (len <= 0 || EVP_Digest(der, (size_t)len, digest, &size, EVP_sha256(), NULL) != 1 ||
	    size != 32)
		return -1;
	n = snprintf(text, CERT_PIN_TEXT, "sha256:");
	for (unsigned int i = 0; i < size; i++)
		n += snprintf(text + n, CERT_PIN_TEXT - (size_t)n, "%02x", digest[i]);
	return 0;
}

static int read_facts(const X509 *cert, struct cert_facts *facts)
{
	unsigned char *key = NULL, *whole = NULL;
	int key_len = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(cert), &key);
	int whole_len = i2d_X509(cert, &whole);
	struct tm tm = {0};
	int result = digest_text(key, key_len, facts->pin);

	if (result == 0)
		result = digest_text(whole, whole_len, facts->fingerprint);
	if (ASN1_TIME_to_tm(X509_get0_notAfter(cert), &tm) != 1)
		result = -1;
	strftime(facts->until, sizeof facts->until, "%Y-%m-%dT%H:%M:%SZ", &tm);
	facts->over = X509_cmp_current_time(X509_get0_notAfter(cert)) <= 0;
	OPENSSL_free(key);
	OPENSSL_free(whole);
	return result;
}

int cert_read(const char *cert_file, struct cert_facts *facts, char *error, size_t cap)
{
	X509 *cert = read_cert(cert_file);
	int result;

	if (!cert)
		return fail(error, cap, cert_file, "can't read the certificate");
	result = read_facts(cert, facts);
	X509_free(cert);
	if (result < 0)
		return fail(error, cap, cert_file, "can't make sense of the certificate");
	ERR_clear_error();
	return 0;
}
