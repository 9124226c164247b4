#include "advert.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "daemon/wire/text.h"
#include "daemon/wire/wire.h"

bool advert_pair(const struct advert *a, int i, char buf[static ADVERT_PAIR])
{
	switch (i) {
	case 0:
		snprintf(buf, ADVERT_PAIR, "txtvers=1");
		return true;
	case 1:
		snprintf(buf, ADVERT_PAIR, "name=%s", a->name);
		return true;
	case 2:
		snprintf(buf, ADVERT_PAIR, "version=%s", a->version);
		return true;
	case 3:
		snprintf(buf, ADVERT_PAIR, "pin=%s", a->pin);
		return true;
	case 4:
		snprintf(buf, ADVERT_PAIR, "people=%d", a->people);
		return true;
	case 5:
		snprintf(buf, ADVERT_PAIR, "free=%d", a->free);
		return true;
	default:
		return false;
	}
}

void advert_clear(struct advert *a)
{
	*a = (struct advert){.people = ADVERT_UNKNOWN, .free = ADVERT_UNKNOWN};
}

/* A number of its bytes; what is none leaves the figure unknown. */
static void take_figure(int *figure, const char *bytes, size_t len)
{
	char text[8];
	int64_t n;

	if (len >= sizeof text)
		return;
	memcpy(text, bytes, len);
	text[len] = '\0';
	if (wire_int(text, 0, ADVERT_MANY, &n) == 0)
		*figure = (int)n;
}

/* What is no pin is none: a piece of one must not look like it. */
static void take_pin(struct advert *a, const char *bytes, size_t len)
{
	static const char kind[] = "sha256:";
	size_t before = sizeof kind - 1;

	if (len != sizeof a->pin - 1 || memcmp(bytes, kind, before) != 0)
		return;
	for (size_t i = before; i < len; i++)
		if (!memchr("0123456789abcdef", bytes[i], 16))
			return;
	memcpy(a->pin, bytes, len);
	a->pin[len] = '\0';
}

void advert_take(struct advert *a, const char *bytes, size_t len)
{
	const char *equals = memchr(bytes, '=', len), *value;
	size_t key, rest;

	if (!equals)
		return;
	key = (size_t)(equals - bytes);
	value = equals + 1;
	rest = len - key - 1;
	if (key == 4 && memcmp(bytes, "name", key) == 0)
		advert_clean(a->name, sizeof a->name, value, rest, false);
	else if (key == 7 && memcmp(bytes, "version", key) == 0)
		advert_clean(a->version, sizeof a->version, value, rest, false);
	else if (key == 3 && memcmp(bytes, "pin", key) == 0)
		take_pin(a, value, rest);
	else if (key == 6 && memcmp(bytes, "people", key) == 0)
		take_figure(&a->people, value, rest);
	else if (key == 4 && memcmp(bytes, "free", key) == 0)
		take_figure(&a->free, value, rest);
}

void advert_clean(char *buf, size_t cap, const char *bytes, size_t len, bool ascii)
{
	size_t used = 0;

	for (size_t i = 0; i < len;) {
		uint32_t code;
		size_t n = text_decode(bytes + i, len - i, &code);
		bool fit = n > 0 && (!ascii || n == 1) && wire_text_ok(bytes + i, n);
		size_t wants = fit ? n : 4;

		if (used + wants >= cap)
			break;
		if (fit)
			memcpy(buf + used, bytes + i, n);
		else
			snprintf(buf + used, cap - used, "\\x%02x", (unsigned char)bytes[i]);
		used += wants;
		i += fit ? n : 1;
	}
	buf[used] = '\0';
}
