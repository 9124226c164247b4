#include "text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sysexits.h>

#include "daemon/wire/plain.h"
#include "log.h"

void text_add(struct text *t, const char *fmt, ...)
{
	for (;;) {
		size_t room = t->cap - t->len;
		va_list ap;
		char *s;
		int n;

		va_start(ap, fmt);
		n = plain_format(t->s ? t->s + t->len : NULL, t->s ? room : 0, fmt, ap);
		va_end(ap);
		if (n >= 0 && (size_t)n < room) {
			t->len += (size_t)n;
			return;
		}
		if (n < 0 || !(s = realloc(t->s, t->cap * 2 + (size_t)n + 256)))
			fatal(EX_OSERR, "out of memory");
		t->s = s;
		t->cap = t->cap * 2 + (size_t)n + 256;
	}
}

void text_clear(struct text *t)
{
	t->len = 0;
	if (t->s)
		t->s[0] = '\0';
}

void text_free(struct text *t)
{
	free(t->s);
	*t = (struct text){0};
}
