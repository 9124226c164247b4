/* Writing a server's line. A line that breaks the grammar is the caller's fault and is not sent. */
#include <stdarg.h>

#include "plain.h"
#include "wire.h"

/* Room for the LF is always kept. */
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

/* Returns how many bytes came to the line; 0 too when it went bad. */
__attribute__((format(printf, 2, 0))) static size_t add_format(
    struct wire_out *o, const char *fmt, va_list ap)
{
	size_t room = WIRE_SERVER_MAX - o->len;
	int n = plain_format(o->buf + o->len, room, fmt, ap);

	if (n < 0 || (size_t)n >= room) {
		o->bad = true;
		return 0;
	}
	o->len += (size_t)n;
	return (size_t)n;
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
