#include "secret.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sysexits.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "log.h"

enum {
	LOG_N = 15,
	BLOCK = 8,
	PARALLEL = 3,
	/* A hash of ours takes 32 MiB and a little; the library's own limit is below that. */
	SCRYPT_MEMORY = 64 * 1024 * 1024,
	SALT_BYTES = 16,
	KEY_BYTES = 32,
};

static void fill(void *bytes, size_t len)
{
	/* Up to 256 bytes the kernel gives all or none, and none only before it is seeded. */
	if (getrandom(bytes, len, 0) != (ssize_t)len)
		fatal(EX_OSERR, "the kernel has no random numbers");
}

uint32_t secret_number(void)
{
	uint32_t n;

	fill(&n, sizeof n);
	return n;
}

void secret_key(unsigned char key[static SECRET_KEY])
{
	fill(key, SECRET_KEY);
}

/* The library could not do it. What it has done before, it now lacks the memory for. */
__attribute__((noreturn)) static void cannot(bool could, const char *what)
{
	if (could)
		fatal(EX_OSERR, "out of memory (%s)", what);
	fatal(EX_SOFTWARE, "the library has no %s", what);
}

uint64_t secret_place(const unsigned char key[static SECRET_KEY], const char *text)
{
	size_t size = sizeof(uint64_t), len;
	OSSL_PARAM params[] = {
	    OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size), OSSL_PARAM_construct_end()};
	unsigned char bytes[sizeof(uint64_t)];
	static bool could;
	uint64_t place;

	if (!EVP_Q_mac(NULL, "SIPHASH", NULL, NULL, params, key, SECRET_KEY,
		(const unsigned char *)text, strlen(text), bytes, sizeof bytes, &len) ||
	    len != sizeof place)
		cannot(could, "SipHash");
	could = true;
	memcpy(&place, bytes, sizeof place);
	return place;
}

void secret_id(char *buf, size_t cap)
{
	static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
	unsigned char bytes[64];

	if (cap > sizeof bytes)
		fatal(EX_SOFTWARE, "an id of %zu letters", cap);
	fill(bytes, cap);
	for (size_t i = 0; i + 1 < cap; i++)
		buf[i] = letters[bytes[i] & 31];
	buf[cap - 1] = '\0';
}

static void to_hex(const unsigned char *bytes, size_t len, char *text)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < len; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 15];
	}
	text[2 * len] = '\0';
}

/* Reads len bytes of 2 * len lower-case digits. */
static bool from_hex(const char *text, unsigned char *bytes, size_t len)
{
	for (size_t i = 0; i < 2 * len; i++) {
		char c = text[i];
		int digit =
		    c >= '0' && c <= '9' ? c - '0' : (c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1);

		if (digit < 0)
			return false;
		bytes[i / 2] = (unsigned char)(i % 2 ? bytes[i / 2] | digit : digit << 4);
	}
	return true;
}

void secret_token(char token[static SECRET_TOKEN])
{
	unsigned char bytes[(SECRET_TOKEN - 1) / 2];

	fill(bytes, sizeof bytes);
	to_hex(bytes, sizeof bytes, token);
}

void secret_digest(const char *token, char digest[static SECRET_DIGEST])
{
	unsigned char bytes[(SECRET_DIGEST - 1) / 2];
	static bool could;

	if (EVP_Digest(token, strlen(token), bytes, NULL, EVP_sha256(), NULL) != 1)
		cannot(could, "SHA-256");
	could = true;
	to_hex(bytes, sizeof bytes, digest);
}

struct scrypt {
	unsigned log_n, block, parallel;
	unsigned char salt[SALT_BYTES];
};

static int derive(const char *password, const struct scrypt *s, unsigned char key[static KEY_BYTES])
{
	return EVP_PBE_scrypt(password, strlen(password), s->salt, sizeof s->salt,
		   UINT64_C(1) << s->log_n, s->block, s->parallel, SCRYPT_MEMORY, key,
		   KEY_BYTES) == 1
		   ? 0
		   : -1;
}

int secret_hash(const char *password, char hash[static SECRET_HASH])
{
	struct scrypt s = {.log_n = LOG_N, .block = BLOCK, .parallel = PARALLEL};
	char salt[2 * SALT_BYTES + 1], text[2 * KEY_BYTES + 1];
	unsigned char key[KEY_BYTES];

	fill(s.salt, sizeof s.salt);
	if (derive(password, &s, key) < 0)
		return -1;
	to_hex(s.salt, sizeof s.salt, salt);
	to_hex(key, sizeof key, text);
	snprintf(
	    hash, SECRET_HASH, "scrypt$%u$%u$%u$%s$%s", s.log_n, s.block, s.parallel, salt, text);
	return 0;
}

bool secret_check(const char *password, const char *hash)
{
	struct scrypt s = {0};
	char salt[2 * SALT_BYTES + 1], text[2 * KEY_BYTES + 1];
	unsigned char key[KEY_BYTES], right[KEY_BYTES];

	_Static_assert(SALT_BYTES == 16 && KEY_BYTES == 32, "the widths below");
	if (sscanf(hash, "scrypt$%2u$%2u$%2u$%32[0-9a-f]$%64[0-9a-f]", &s.log_n, &s.block,
		&s.parallel, salt, text) != 5 ||
	    strlen(salt) != 2 * SALT_BYTES || strlen(text) != 2 * KEY_BYTES || s.log_n > 20)
		return false;
	return from_hex(salt, s.salt, sizeof s.salt) && from_hex(text, right, sizeof right) &&
	       derive(password, &s, key) == 0 && CRYPTO_memcmp(key, right, sizeof key) == 0;
}

void secret_wipe(void *bytes, size_t len)
{
	OPENSSL_cleanse(bytes, len);
}
