#include "record_text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { REPLACEMENT = 0xFFFD };

/*
 * Reads one character of UTF-8; its length, or 0 when there is none: a bad byte, a form longer than
 * needed, a surrogate, a number past U+10FFFF, or an end too early.
 */
static size_t decode(const unsigned char *s, size_t n, uint32_t *c)
{
	static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
	size_t len = s[0] < 0x80 ? 1 : s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
	if (len > n || (s[0] >= 0x80 && s[0] < 0xC2) || s[0] > 0xF4)
		return 0;
	*c = len == 1 ? s[0] : s[0] & (0xFFU >> (len + 1));
	for (size_t i = 1; i < len; i++) {
		if ((s[i] & 0xC0) != 0x80)
			return 0;
		*c = *c << 6 | (s[i] & 0x3FU);
	}
	bool bad = *c < least[len] || *c > 0x10FFFF || (*c >= 0xD800 && *c <= 0xDFFF);
	return bad ? 0 : len;
}

static size_t encode(uint32_t c, char out[static 4])
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	size_t len = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned lead[5] = {0, 0, 0xC0, 0xE0, 0xF0};
	for (size_t i = len - 1; i > 0; i--, c >>= 6)
		out[i] = (char)(0x80U | (c & 0x3FU));
	out[0] = (char)(lead[len] | c);
	return len;
}

/* Whether a terminal or a reader could be misled by the character. */
static bool unsafe(uint32_t c)
{
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
	       (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

void record_text_copy(
    char *field, size_t size, const char *bytes, size_t n, bool lines, bool latin1)
{
	const unsigned char *s = (const unsigned char *)bytes;
	size_t len = 0;
	while (n > 0) {
		uint32_t c;
		size_t used = decode(s, n, &c);
		if (used == 0) {
			c = latin1 ? *s : REPLACEMENT;
			used = 1;
		}
		if (c == '\r' && n > 1 && s[1] == '\n')
			used = 2;
		if (c == '\n' || c == '\r')
			c = lines ? '\n' : ' ';
		else if (c == '\t' || c == '\v' || c == '\f')
			c = ' ';
		else if (unsafe(c))
			c = REPLACEMENT;
		char out[4];
		size_t out_len = encode(c, out);
		if (len + out_len >= size)
			break;
		memcpy(field + len, out, out_len);
		len += out_len;
		s += used;
		n -= used;
	}
	field[len] = '\0';
}

void record_text_set(char *field, size_t size, const char *text)
{
	record_text_copy(field, size, text, strlen(text), false, false);
}

bool record_text_is_utf8(const char *bytes, size_t n)
{
	size_t used = 1;
	for (size_t i = 0; i < n && used > 0; i += used) {
		uint32_t c;
		used = decode((const unsigned char *)bytes + i, n - i, &c);
	}
	return used > 0;
}

void record_out(struct record_out *o, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vsnprintf(o->text + o->len, o->size - o->len, format, args);
	va_end(args);
	if ((size_t)n < o->size - o->len) {
		o->len += (size_t)n;
	} else {
		o->text[o->len] = '\0';
		o->full = true;
	}
}

int record_out_end(const struct record_out *o)
{
	return o->full ? -1 : (int)o->len;
}
