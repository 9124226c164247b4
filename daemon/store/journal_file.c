#include "journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const unsigned char magic[4] = {'G', 'J', 'R', '1'};

/* CRC-32C, the polynomial of iSCSI (RFC 3720), bit by bit from the low end. */
static uint32_t crc_step(uint32_t crc, unsigned char byte)
{
	crc ^= byte;
	for (int i = 0; i < 8; i++)
		crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
	return crc;
}

static uint32_t crc_of(const char *text, size_t len)
{
	static uint32_t table[256];
	uint32_t crc = ~0u;

	if (!table[1])
		for (uint32_t i = 0; i < 256; i++)
			table[i] = crc_step(0, (unsigned char)i);
	for (size_t i = 0; i < len; i++)
		crc = crc >> 8 ^ table[(crc ^ (unsigned char)text[i]) & 0xff];
	return ~crc;
}

static void put32(unsigned char *out, uint32_t n)
{
	for (int i = 0; i < 4; i++)
		out[i] = (unsigned char)(n >> 8 * i);
}

static uint32_t get32(const unsigned char *in)
{
	return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 |
	       (uint32_t)in[3] << 24;
}

void journal_header(const char *text, size_t len, unsigned char *out)
{
	memcpy(out, magic, sizeof magic);
	put32(out + 4, (uint32_t)len);
	put32(out + 8, crc_of(text, len) ^ (uint32_t)len);
}

/* Whether a whole good record lies at `at`. */
static bool good_at(const unsigned char *bytes, size_t size, size_t at, size_t *len)
{
	if (size - at < JOURNAL_HEADER || memcmp(bytes + at, magic, sizeof magic) != 0)
		return false;
	*len = get32(bytes + at + 4);
	if (*len > JOURNAL_RECORD_MAX || size - at - JOURNAL_HEADER < *len)
		return false;
	return (crc_of((const char *)bytes + at + JOURNAL_HEADER, *len) ^ (uint32_t)*len) ==
	       get32(bytes + at + 8);
}

/* Whether there is a good record anywhere behind `at`. */
static bool good_after(const unsigned char *bytes, size_t size, size_t at)
{
	size_t len;

	for (at++; at < size; at++) {
		const unsigned char *m = memchr(bytes + at, magic[0], size - at);

		if (!m)
			return false;
		at = (size_t)(m - bytes);
		if (good_at(bytes, size, at, &len))
			return true;
	}
	return false;
}

enum journal_find journal_next(
    const unsigned char *bytes, size_t size, size_t *at, const char **text, size_t *len)
{
	if (*at == size)
		return JOURNAL_END;
	if (good_at(bytes, size, *at, len)) {
		*text = (const char *)bytes + *at + JOURNAL_HEADER;
		*at += JOURNAL_HEADER + *len;
		return JOURNAL_RECORD;
	}
	return good_after(bytes, size, *at) ? JOURNAL_DAMAGE : JOURNAL_TORN;
}

unsigned char *journal_load(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	unsigned char *bytes = NULL;
	struct stat st;
	size_t got = 0;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && (bytes = malloc((size_t)st.st_size + 1))) {
		while (got < (size_t)st.st_size) {
			ssize_t n = read(fd, bytes + got, (size_t)st.st_size - got);

			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0)
				break;
			got += (size_t)n;
		}
		*size = got;
	}
	close(fd);
	return bytes;
}
