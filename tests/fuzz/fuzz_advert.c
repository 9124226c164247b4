/*
 * Fuzzes what a client makes of a server on the local network: a service's name and its TXT record,
 * in the form that DNS has them in, each string behind a byte of its length. Whatever comes, what
 * people are shown is text, within its bounds, of three lines, and of ASCII where that is wanted.
 */
#include <arpa/inet.h>
#include <string.h>

#include "client/lan.h"
#include "daemon/wire/wire.h"
#include "require.h"

static void judge(const struct lan_server *s, bool ascii)
{
	char text[LAN_LINES], *end;
	int lines = 0;

	lan_describe(s, "sha256:00", ascii, text);
	for (char *line = text; *line; line = end + 1, lines++) {
		end = strchr(line, '\n');
		require(end, "a line without an end");
		require(wire_text_ok(line, (size_t)(end - line)), "no text");
		for (const char *c = line; ascii && c < end; c++)
			require(*c >= ' ' && *c <= '~', "beyond ASCII");
	}
	require(lines == 3, "not three lines");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct lan_list list;
	struct lan_server s = {.port = 15515};
	const struct in6_addr link = {.s6_addr = {0xfe, 0x80}};

	list.count = 0;
	advert_clear(&s.advert);
	lan_set_address(&s, AF_INET6, &link, 1);
	for (size_t at = 0, len; at < n; at += len) {
		const char *string = (const char *)data + at + 1;

		len = 1 + (data[at] < n - at ? data[at] : n - at - 1);
		if (at == 0)
			advert_clean(s.name, sizeof s.name, string, len - 1, false);
		else
			advert_take(&s.advert, string, len - 1);
		lan_add(&list, &s);
	}
	require(list.count <= LAN_MAX, "too many");
	for (int i = 0; i < list.count; i++) {
		judge(&list.server[i], false);
		judge(&list.server[i], true);
	}
	return 0;
}
