/* Numbers that nobody can guess, from the kernel, and passwords kept so that nobody can read them.
 */
#ifndef GOMOKUD_SECRET_H
#define GOMOKUD_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SECRET_TOKEN = 33,  /* bytes of a token: 128 bits in hexadecimal, and the NUL */
	SECRET_DIGEST = 65, /* of a token's digest */
	SECRET_CODE = 11,   /* of a code: ten letters that can be read out, 50 bits */
	SECRET_HASH = 128,  /* of a password's hash */
	SECRET_KEY = 16,    /* of a key for secret_place */
};

uint32_t secret_number(void);
void secret_key(unsigned char key[static SECRET_KEY]);
/* SipHash-2-4 of the text: who does not know the key cannot choose texts that share a place. */
uint64_t secret_place(const unsigned char key[static SECRET_KEY], const char *text);
/* Fills buf with cap - 1 random letters and digits (base32 without look-alikes) and a NUL. */
void secret_id(char *buf, size_t cap);
/* A new token: whoever shows it is taken for the one it was given to. */
void secret_token(char token[static SECRET_TOKEN]);
/* What is kept of a token: SHA-256 in hexadecimal. */
void secret_digest(const char *token, char digest[static SECRET_DIGEST]);

/*
 * What is kept of a password: "scrypt$15$8$3$SALT$HASH", N = 2^15, r = 8, p = 3 (RFC 7914), salt
 * and hash in hexadecimal. Takes 32 MiB and a third of a second: never on the loop. -1: no memory.
 */
int secret_hash(const char *password, char hash[static SECRET_HASH]);
/* Whether the password is the one of that hash, which says with which numbers it was made. */
bool secret_check(const char *password, const char *hash);
/* Overwrites what must not stay in memory. */
void secret_wipe(void *bytes, size_t len);

#endif
