#include "plain.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct sink {
	char *buf;
	size_t cap, len; /* len counts what did not fit as well */
};

/* Byte by byte: most values are a few letters long, and a call would take longer than the copying.
 */
static void put(struct sink *s, char c)
{
	if (s->len < s->cap)
		s->buf[s->len] = c;
	s->len++;
}

static void put_string(struct sink *s, const char *text)
{
	while (*text)
		put(s, *text++);
}

static void put_number(struct sink *s, unsigned long long n, bool minus)
{
	char digits[24];
	int i = 0;

	do {
		digits[i++] = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	if (minus)
		put(s, '-');
	while (i > 0)
		put(s, digits[--i]);
}

static void put_signed(struct sink *s, long long n)
{
	put_number(s, n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n, n < 0);
}

/* False when there is another conversion; then what it has written does not count. */
__attribute__((format(printf, 2, 0))) static bool put_plain(
    struct sink *s, const char *fmt, va_list ap)
{
	for (; *fmt; fmt++) {
		if (*fmt != '%') {
			put(s, *fmt);
			continue;
		}
		fmt++;
		if (*fmt == 's') {
			const char *text = va_arg(ap, const char *);

			put_string(s, text ? text : "(null)");
		} else if (*fmt == 'd') {
			put_signed(s, va_arg(ap, int));
		} else if (*fmt == 'u') {
			put_number(s, va_arg(ap, unsigned), false);
		} else if (strncmp(fmt, "lld", 3) == 0) {
			put_signed(s, va_arg(ap, long long));
			fmt += 2;
		} else if (strncmp(fmt, "llu", 3) == 0) {
			put_number(s, va_arg(ap, unsigned long long), false);
			fmt += 2;
		} else {
			return false;
		}
	}
	return true;
}

int plain_format(char *buf, size_t cap, const char *fmt, va_list ap)
{
	struct sink s = {.buf = buf, .cap = cap};
	va_list again;
	int n;

	va_copy(again, ap);
	if (put_plain(&s, fmt, ap) && s.len <= INT_MAX) {
		if (cap > 0)
			buf[s.len < cap ? s.len : cap - 1] = '\0';
		n = (int)s.len;
	} else {
		n = vsnprintf(buf, cap, fmt, again);
	}
	va_end(again);
	return n;
}
