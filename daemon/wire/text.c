#include "text.h"

#include <stdbool.h>

#include "wire.h"

size_t text_decode(const char *s, size_t len, uint32_t *code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *u = (const unsigned char *)s;
	size_t n;

	if (u[0] < 0x80) {
		*code = u[0];
		return 1;
	}
	if (u[0] >= 0xf0 && u[0] <= 0xf4)
		n = 4;
	else if (u[0] >= 0xe0 && u[0] < 0xf0)
		n = 3;
	else if (u[0] >= 0xc2 && u[0] < 0xe0)
		n = 2;
	else
		return 0;
	if (len < n)
		return 0;
	*code = u[0] & (0x7fu >> n);
	for (size_t i = 1; i < n; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (u[i] & 0x3fu);
	}
	if (*code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return n;
}

char text_fold(uint32_t code)
{
	if (code >= 0xff01 && code <= 0xff5e)
		return (char)(code - 0xff01 + '!');
	return code == 0x3000 ? ' ' : 0;
}

/* Controls, and the characters that turn the direction of what follows or break the line. */
static bool unsafe(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

bool wire_text_ok(const char *text, size_t len)
{
	for (size_t i = 0; i < len;) {
		uint32_t code;
		size_t n;

		/* Nearly all of it. */
		if (text[i] >= ' ' && text[i] <= '~') {
			i++;
			continue;
		}
		n = text_decode(text + i, len - i, &code);
		if (n == 0 || unsafe(code))
			return false;
		i += n;
	}
	return true;
}
