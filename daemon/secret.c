#include "secret.h"

#include <string.h>
#include <sys/random.h>
#include <sysexits.h>

#include "log.h"

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
