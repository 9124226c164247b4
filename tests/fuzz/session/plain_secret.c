/*
 * daemon/secret.h without secrets, for fuzzing: "random" numbers count upward, so that an input can
 * name the token or code that it will get; a password is kept as it is.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/secret.h"
#include "plain_secret.h"

static uint32_t last;

void plain_secret_reset(void)
{
	last = 0;
}

uint32_t secret_number(void)
{
	return ++last;
}

void secret_key(unsigned char key[static SECRET_KEY])
{
	memset(key, 0, SECRET_KEY);
}

uint64_t secret_place(const unsigned char key[static SECRET_KEY], const char *text)
{
	uint64_t place = 1469598103934665603u;

	(void)key;
	for (; *text; text++)
		place = (place ^ (unsigned char)*text) * 1099511628211u;
	return place;
}

/* The number in that base's letters, the least first. */
static void spell(char *buf, size_t cap, const char *letters, uint32_t base)
{
	uint32_t n = ++last;

	for (size_t i = 0; i + 1 < cap; i++, n /= base)
		buf[i] = letters[n % base];
	buf[cap - 1] = '\0';
}

void secret_id(char *buf, size_t cap)
{
	spell(buf, cap, "0123456789abcdefghjkmnpqrstvwxyz", 32);
}

void secret_token(char token[static SECRET_TOKEN])
{
	spell(token, SECRET_TOKEN, "0123456789abcdef", 16);
}

void secret_digest(const char *token, char digest[static SECRET_DIGEST])
{
	static const unsigned char key[SECRET_KEY];

	snprintf(digest, SECRET_DIGEST, "%064llx", (unsigned long long)secret_place(key, token));
}

int secret_hash(const char *password, char hash[static SECRET_HASH])
{
	snprintf(hash, SECRET_HASH, "plain$%s", password);
	return 0;
}

bool secret_check(const char *password, const char *hash)
{
	char mine[SECRET_HASH];

	secret_hash(password, mine);
	return strcmp(mine, hash) == 0;
}

void secret_wipe(void *bytes, size_t len)
{
	memset(bytes, 0, len);
}
