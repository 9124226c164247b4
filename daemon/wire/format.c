/* Writing a server's line. A line that breaks the grammar is the caller's fault and is not sent. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "wire.h"

/* Room for the LF is always kept. */
static void add(struct wire_out *o, const char *s, size_t len)
{
	if (o->bad || o->len + len > WIRE_SERVER_MAX - 1) {
		o->bad = true;
		return;
	}
	memcpy(o->buf + o->len, s, len);
	o->len += len;
}

/* Byte by byte: most are a few letters long, and calls would take longer than the copying. */
static void add_string(struct wire_out *o, const char *s)
{
	size_t at = o->len;

	while (*s && at < WIRE_SERVER_MAX - 1)
		o->buf[at++] = *s++;
	if (*s)
		o->bad = true;
	if (!o->bad)
		o->len = at;
}

static void add_number(struct wire_out *o, unsigned long long n, bool minus)
{
	char text[24], *at = text + sizeof text;

	do {
		*--at = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	if (minus)
		*--at = '-';
	add(o, at, (size_t)(text + sizeof text - at));
}

static void add_signed(struct wire_out *o, long long n)
{
	add_number(o, n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n, n < 0);
}

/*
 * The conversions that nearly all values are made of, several times faster than printf's: every
 * event of every game is written by this. False, with part of it added, when there is another one.
 */
__attribute__((format(printf, 2, 0))) static bool add_plain(
    struct wire_out *o, const char *fmt, va_list ap)
{
	for (; *fmt; fmt++) {
		if (*fmt != '%') {
			add(o, fmt, 1);
			continue;
		}
		fmt++;
		if (*fmt == 's') {
			const char *text = va_arg(ap, const char *);

			if (text)
				add_string(o, text);
			else
				o->bad = true;
		} else if (*fmt == 'd') {
			add_signed(o, va_arg(ap, int));
		} else if (*fmt == 'u') {
			add_number(o, va_arg(ap, unsigned), false);
		} else if (strncmp(fmt, "lld", 3) == 0) {
			add_signed(o, va_arg(ap, long long));
			fmt += 2;
		} else if (strncmp(fmt, "llu", 3) == 0) {
			add_number(o, va_arg(ap, unsigned long long), false);
			fmt += 2;
		} else {
			return false;
		}
	}
	return true;
}

__attribute__((format(printf, 2, 0))) static void add_printf(
    struct wire_out *o, const char *fmt, va_list ap)
{
	size_t room = sizeof o->buf - o->len;
	int n = vsnprintf(o->buf + o->len, room, fmt, ap);

	if (n < 0 || (size_t)n >= room || o->len + (size_t)n > WIRE_SERVER_MAX - 1)
		o->bad = true;
	else
		o->len += (size_t)n;
}

/* Returns how many bytes came to the line; 0 too when it went bad. */
__attribute__((format(printf, 2, 0))) static size_t add_format(
    struct wire_out *o, const char *fmt, va_list ap)
{
	size_t start = o->len;
	va_list again;

	va_copy(again, ap);
	if (!add_plain(o, fmt, ap)) {
		o->len = start;
		add_printf(o, fmt, again);
	}
	va_end(again);
	return o->bad ? 0 : o->len - start;
}

void wire_begin(struct wire_out *o, enum wire_kind kind, const char *tag, const char *name)
{
	static const char *const sigil[] = {[WIRE_COMMAND] = "",
	    [WIRE_ROW] = "=",
	    [WIRE_OK] = "+",
	    [WIRE_ERROR] = "-",
	    [WIRE_EVENT] = "*"};

	o->len = 0;
	o->bad = false;
	if (tag && *tag) {
		add_string(o, "#");
		add_string(o, tag);
		add_string(o, " ");
	}
	add_string(o, sigil[kind]);
	add_string(o, name);
}

void wire_key(struct wire_out *o, const char *key, const char *fmt, ...)
{
	va_list ap;
	size_t start, n;

	add_string(o, " ");
	add_string(o, key);
	add_string(o, "=");
	if (o->bad)
		return;
	start = o->len;
	va_start(ap, fmt);
	n = add_format(o, fmt, ap);
	va_end(ap);
	if (n == 0)
		add_string(o, "-");
	for (size_t i = start; i < o->len; i++)
		if (o->buf[i] < '!' || o->buf[i] > '~')
			o->bad = true;
}

void wire_text(struct wire_out *o, const char *fmt, ...)
{
	va_list ap;
	size_t n;

	add_string(o, " :");
	if (o->bad)
		return;
	va_start(ap, fmt);
	n = add_format(o, fmt, ap);
	va_end(ap);
	if (!wire_text_ok(o->buf + o->len - n, n))
		o->bad = true;
}

size_t wire_end(struct wire_out *o)
{
	if (o->bad)
		return 0;
	o->buf[o->len++] = '\n';
	o->buf[o->len] = '\0';
	return o->len;
}
