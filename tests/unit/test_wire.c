/* The lines of the protocol: what is read, what is refused, and that what is written is read back.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/wire/plain.h"
#include "daemon/wire/wire.h"

static enum wire_fault command(struct wire_line *w, const char *s)
{
	return wire_parse_command(w, s, strlen(s));
}

static enum wire_fault server(struct wire_line *w, const char *s)
{
	return wire_parse_server(w, s, strlen(s));
}

static void reads_a_command(void **state)
{
	struct wire_line w;

	(void)state;
	assert_int_equal(
	    command(&w, "#a-1  CREATE  extra Rule=renju size=19 :A  title: yes"), WIRE_FINE);
	assert_string_equal(w.tag, "a-1");
	assert_string_equal(w.name, "create");
	assert_int_equal(w.words, 1);
	assert_string_equal(w.word[0], "extra");
	assert_int_equal(w.pairs, 2);
	assert_string_equal(wire_get(&w, "rule"), "renju");
	assert_string_equal(wire_get(&w, "size"), "19");
	assert_null(wire_get(&w, "time"));
	assert_string_equal(w.text, "A  title: yes");
}

static void reads_odd_commands(void **state)
{
	struct wire_line w;

	(void)state;
	assert_int_equal(command(&w, "say :"), WIRE_FINE);
	assert_string_equal(w.text, "");
	assert_int_equal(command(&w, "set a=b=c"), WIRE_FINE);
	assert_string_equal(wire_get(&w, "a"), "b=c");
	assert_int_equal(command(&w, "ping a:b"), WIRE_FINE);
	assert_string_equal(w.word[0], "a:b");
	assert_null(w.text);
	assert_int_equal(command(&w, "  who  \r"), WIRE_FINE);
	assert_string_equal(w.name, "who");
	assert_int_equal(w.words, 0);
	assert_int_equal(command(&w, "say :\xe4\xbd\xa0\xe5\xa5\xbd \xf0\x9f\x98\x80"), WIRE_FINE);
}

static void takes_a_point_for_a_move(void **state)
{
	static const char *const points[] = {"h8", "H8", "a1", "y25", "#t o15"};
	static const char *const others[] = {"h", "h123", "hh8", "h8x", "h-8"};
	struct wire_line w;

	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
		assert_int_equal(command(&w, points[i]), WIRE_FINE);
		assert_string_equal(w.name, "move");
		assert_int_equal(w.words, 1);
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_int_equal(command(&w, others[i]), WIRE_FINE);
		assert_string_not_equal(w.name, "move");
	}
	assert_int_equal(command(&w, "h8 ply=3 room=r1"), WIRE_FINE);
	assert_string_equal(w.name, "move");
	assert_string_equal(wire_get(&w, "ply"), "3");
}

static void folds_fullwidth_outside_text(void **state)
{
	struct wire_line w;

	(void)state;
	/* "ｍｏｖｅ　ｈ８" */
	assert_int_equal(command(&w, "\xef\xbd\x8d\xef\xbd\x8f\xef\xbd\x96\xef\xbd\x85\xe3\x80\x80"
				     "\xef\xbd\x88\xef\xbc\x98"),
	    WIRE_FINE);
	assert_string_equal(w.name, "move");
	assert_string_equal(w.word[0], "h8");
	/* "＃ｔ ｓａｙ ：ｈｉ": the colon begins the text, which stays as it was typed. */
	assert_int_equal(
	    command(&w, "\xef\xbc\x83\xef\xbd\x94 \xef\xbd\x93\xef\xbd\x81\xef\xbd\x99 "
			"\xef\xbc\x9a\xef\xbd\x88\xef\xbd\x89"),
	    WIRE_FINE);
	assert_string_equal(w.tag, "t");
	assert_string_equal(w.name, "say");
	assert_string_equal(w.text, "\xef\xbd\x88\xef\xbd\x89");
	/* "ｒｕｌｅ＝renju" */
	assert_int_equal(
	    command(&w, "create \xef\xbd\x92\xef\xbd\x95\xef\xbd\x8c\xef\xbd\x85\xef\xbc\x9drenju"),
	    WIRE_FINE);
	assert_string_equal(wire_get(&w, "rule"), "renju");
}

static void refuses_bad_syntax(void **state)
{
	static const char *const bad[] = {":text", "#t", "#t :x", "#a_b who", "# who",
	    "#12345678901234567 who", "#a#b who", "1who", "who!", "set =x", "set a=", "set 1a=b",
	    "set \xc3\xa9=b", "who \xc3\xa9", "say\xc2\xa0:x"};
	struct wire_line w;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (command(&w, bad[i]) != WIRE_SYNTAX)
			fail_msg("read: %s", bad[i]);
}

static void ignores_empty_lines(void **state)
{
	struct wire_line w;

	(void)state;
	assert_int_equal(command(&w, ""), WIRE_EMPTY);
	assert_int_equal(command(&w, "\r"), WIRE_EMPTY);
	assert_int_equal(command(&w, "   "), WIRE_EMPTY);
	assert_int_equal(command(&w, "\xe3\x80\x80"), WIRE_EMPTY);
}

struct bytes {
	const char *s;
	size_t len;
};
#define BYTES(literal)                                                                             \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

static void refuses_bad_text(void **state)
{
	static const struct bytes bad[] = {BYTES("say :a\0b"), BYTES("say :\x1b[2J"),
	    BYTES("say :\x07"), BYTES("say :a\tb"), BYTES("say :\x7f"), BYTES("say :\xc2\x9b"),
	    BYTES("say :\xc2\x80"), BYTES("say :a\rb"), BYTES("say :\r\r"), BYTES("say :\xc3\x28"),
	    BYTES("say :\xe2\x82"), BYTES("say :\xf0\x80\x80\xaf"), BYTES("say :\xed\xa0\x80"),
	    BYTES("say :\xff"), BYTES("say :\xc0\xaf"), BYTES("say :\xf4\x90\x80\x80"),
	    BYTES("say :\x80"), BYTES("say :\xe2\x80\xae"), BYTES("say :\xe2\x81\xa6"),
	    BYTES("say :\xe2\x80\x8f"), BYTES("say :\xd8\x9c"), BYTES("say :\xe2\x80\xa8"),
	    BYTES("say :x\xc3")};
	static const char *const good[] = {"\xc2\xa0", "\xe2\x80\xaf", "\xf4\x8f\xbf\xbf",
	    "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "~", " "};
	struct wire_line w;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (wire_parse_command(&w, bad[i].s, bad[i].len) != WIRE_BAD_TEXT)
			fail_msg("number %zu was read", i);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_true(wire_text_ok(good[i], strlen(good[i])));
	assert_int_equal(wire_parse_command(&w, "#tag say :\x01", 11), WIRE_BAD_TEXT);
	assert_string_equal(w.tag, "tag");
}

static void holds_the_limits(void **state)
{
	char line[WIRE_SERVER_MAX + 8];
	struct wire_line w;

	(void)state;
	memset(line, 'a', sizeof line);
	memcpy(line, "#t say :", 8);
	assert_int_equal(wire_parse_command(&w, line, WIRE_CLIENT_MAX - 1), WIRE_FINE);
	assert_int_equal(strlen(w.text), WIRE_CLIENT_MAX - 1 - 8);
	assert_int_equal(wire_parse_command(&w, line, WIRE_CLIENT_MAX), WIRE_TOO_LONG);
	assert_string_equal(w.tag, "t");
	memcpy(line, "*say :", 6);
	assert_int_equal(wire_parse_server(&w, line, WIRE_SERVER_MAX - 1), WIRE_FINE);
	assert_int_equal(wire_parse_server(&w, line, WIRE_SERVER_MAX), WIRE_TOO_LONG);
	/* As many words as a line may have, and one more. */
	memcpy(line, "ping", 4);
	for (int i = 0; i <= WIRE_WORDS_MAX; i++)
		memcpy(line + 4 + 2 * i, " w", 2);
	assert_int_equal(wire_parse_command(&w, line, 4 + 2 * WIRE_WORDS_MAX), WIRE_FINE);
	assert_int_equal(w.words, WIRE_WORDS_MAX);
	assert_int_equal(wire_parse_command(&w, line, 6 + 2 * WIRE_WORDS_MAX), WIRE_SYNTAX);
}

static void reads_a_servers_lines(void **state)
{
	static const char *const bad[] = {"hello", "+", "+ ok", "*1", "#t *move room=r1",
	    "=row word", "+ok a", "!x", "#t", "# +x"};
	struct wire_line w;

	(void)state;
	assert_int_equal(server(&w, "#7 -illegal why=occupied :Taken"), WIRE_FINE);
	assert_int_equal(w.kind, WIRE_ERROR);
	assert_string_equal(w.tag, "7");
	assert_string_equal(w.name, "illegal");
	assert_string_equal(wire_get(&w, "why"), "occupied");
	assert_string_equal(w.text, "Taken");
	assert_int_equal(server(&w, "=row :  a b"), WIRE_FINE);
	assert_int_equal(w.kind, WIRE_ROW);
	assert_string_equal(w.text, "  a b");
	assert_int_equal(server(&w, "*bye reason=quit"), WIRE_FINE);
	assert_int_equal(w.kind, WIRE_EVENT);
	assert_int_equal(server(&w, "+pong"), WIRE_FINE);
	assert_int_equal(w.kind, WIRE_OK);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (server(&w, bad[i]) != WIRE_SYNTAX)
			fail_msg("read: %s", bad[i]);
}

static void writes_what_it_reads(void **state)
{
	struct wire_out o;
	struct wire_line w;
	size_t len;

	(void)state;
	wire_begin(&o, WIRE_OK, "t1", "moved");
	wire_key(&o, "room", "r%d", 17);
	wire_key(&o, "title", "%s", "");
	wire_text(&o, "Text with %s: and = signs", "colons");
	len = wire_end(&o);
	assert_string_equal(o.buf, "#t1 +moved room=r17 title=- :Text with colons: and = signs\n");
	assert_int_equal(len, strlen(o.buf));
	assert_int_equal(wire_parse_server(&w, o.buf, len - 1), WIRE_FINE);
	assert_int_equal(w.kind, WIRE_OK);
	assert_string_equal(w.tag, "t1");
	assert_string_equal(wire_get(&w, "room"), "r17");
	assert_string_equal(w.text, "Text with colons: and = signs");
	wire_begin(&o, WIRE_EVENT, NULL, "ping");
	wire_end(&o);
	assert_string_equal(o.buf, "*ping\n");
}

static void writes_nothing_unfit(void **state)
{
	char big[WIRE_SERVER_MAX];
	struct wire_out o;

	(void)state;
	wire_begin(&o, WIRE_OK, NULL, "x");
	wire_key(&o, "a", "two words");
	assert_int_equal(wire_end(&o), 0);
	wire_begin(&o, WIRE_OK, NULL, "x");
	wire_key(&o, "a", "\xc3\xa9");
	assert_int_equal(wire_end(&o), 0);
	wire_begin(&o, WIRE_OK, NULL, "x");
	wire_text(&o, "a\nb");
	assert_int_equal(wire_end(&o), 0);
	/* "+x :" and the LF leave room for exactly this much text. */
	memset(big, 'a', sizeof big);
	big[WIRE_SERVER_MAX - 5] = '\0';
	wire_begin(&o, WIRE_OK, NULL, "x");
	wire_text(&o, "%s", big);
	assert_int_equal(wire_end(&o), WIRE_SERVER_MAX);
	big[WIRE_SERVER_MAX - 5] = 'a';
	big[WIRE_SERVER_MAX - 4] = '\0';
	wire_begin(&o, WIRE_OK, NULL, "x");
	wire_text(&o, "%s", big);
	assert_int_equal(wire_end(&o), 0);
}

/* One value in two ways: as the line has it, and as printf has it. */
#define same_value(...)                                                                            \
	do {                                                                                       \
		char wanted[200];                                                                  \
		int n = snprintf(wanted, sizeof wanted, "+x a=");                                  \
		snprintf(wanted + n, sizeof wanted - (size_t)n, __VA_ARGS__);                      \
		wire_begin(&o, WIRE_OK, NULL, "x");                                                \
		wire_key(&o, "a", __VA_ARGS__);                                                    \
		assert_true(wire_end(&o) > 0);                                                     \
		o.buf[o.len - 1] = '\0';                                                           \
		assert_string_equal(o.buf, wanted);                                                \
	} while (0)

static void formats_as_printf_does(void **state)
{
	struct wire_out o;

	(void)state;
	same_value("plain");
	same_value("%s", "~ann");
	same_value("%s%s%s", "a", "", "b");
	same_value("r%d-%u", 17, 4294967295u);
	same_value("%d", 0);
	same_value("%d,%d", INT_MAX, INT_MIN);
	same_value("%lld,%lld", LLONG_MAX, LLONG_MIN);
	same_value("%llu/%llu", 0ULL, ULLONG_MAX);
	same_value("%lld/%s", -1LL, "3");
	same_value("%d%%", 50);
	same_value("%s%02x", "sha256:", 10);
	same_value("%s:%.1f:%5.2f|%c", "x", 2.25, 10.125, 'c');
	same_value("%.3s", "abcdef");
	same_value("%ld", -5L);
}

__attribute__((format(printf, 3, 4))) static int plain(char *buf, size_t cap, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = plain_format(buf, cap, fmt, ap);
	va_end(ap);
	return n;
}

/* Whatever room there is, a text is cut and counted as snprintf does it. */
static void formats_into_any_room(void **state)
{
	(void)state;
	for (size_t cap = 0; cap < 24; cap++) {
		char a[32], b[32];

		memset(a, '#', sizeof a);
		memset(b, '#', sizeof b);
		assert_int_equal(plain(a, cap, "at=%s ply=%d%%", "h8", -12),
		    snprintf(b, cap, "at=%s ply=%d%%", "h8", -12));
		assert_memory_equal(a, b, sizeof a);
		memset(a, '#', sizeof a);
		memset(b, '#', sizeof b);
		assert_int_equal(plain(a, cap, "seq=%llu x=%lld", 1234567890123ULL, -7LL),
		    snprintf(b, cap, "seq=%llu x=%lld", 1234567890123ULL, -7LL));
		assert_memory_equal(a, b, sizeof a);
	}
	assert_int_equal(plain(NULL, 0, "%s-%u", "abc", 7u), 5);
}

/* Lines made at random from the grammar come back as they were made. */
static void round_trips(void **state)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz-0123456789!:=#*+~,.";
	struct wire_line w;
	struct wire_out o;
	unsigned seed = 7;

	(void)state;
	for (int n = 0; n < 5000; n++) {
		char key[8][8], value[8][16], text[64];
		int pairs = n % 8;
		enum wire_kind kind = (enum wire_kind)(WIRE_ROW + n % 4);

		wire_begin(&o, kind, kind == WIRE_EVENT ? NULL : "tag-9", "name");
		for (int i = 0; i < pairs; i++) {
			size_t len = 1 + (size_t)(seed = seed * 1103515245 + 12345) / 65536 % 14;

			snprintf(key[i], sizeof key[i], "k%d-%c", i, 'a' + n % 26);
			for (size_t j = 0; j < len; j++)
				value[i][j] = letters[(seed = seed * 1103515245 + 12345) / 65536 %
						      (sizeof letters - 1)];
			value[i][len] = '\0';
			wire_key(&o, key[i], "%s", value[i]);
		}
		snprintf(text, sizeof text, " x:%d = :y ", n);
		wire_text(&o, "%s", text);
		assert_true(wire_end(&o) > 0);
		assert_int_equal(wire_parse_server(&w, o.buf, o.len - 1), WIRE_FINE);
		assert_int_equal(w.kind, kind);
		assert_int_equal(w.pairs, pairs);
		for (int i = 0; i < pairs; i++)
			assert_string_equal(wire_get(&w, key[i]), value[i]);
		assert_string_equal(w.text, text);
	}
}

static void reads_numbers(void **state)
{
	static const char *const bad[] = {"", "-", "+1", "1.", " 1", "1 ", "0x1", "11", "-2", "abc",
	    "99999999999999999999999999"};
	int64_t n = -7;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(wire_int(bad[i], -1, 10, &n), -1);
	assert_int_equal(n, -7);
	assert_int_equal(wire_int("10", -1, 10, &n), 0);
	assert_int_equal(n, 10);
	assert_int_equal(wire_int("-1", -1, 10, &n), 0);
	assert_int_equal(n, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads_a_command),
	    cmocka_unit_test(reads_odd_commands),
	    cmocka_unit_test(takes_a_point_for_a_move),
	    cmocka_unit_test(folds_fullwidth_outside_text),
	    cmocka_unit_test(refuses_bad_syntax),
	    cmocka_unit_test(ignores_empty_lines),
	    cmocka_unit_test(refuses_bad_text),
	    cmocka_unit_test(holds_the_limits),
	    cmocka_unit_test(reads_a_servers_lines),
	    cmocka_unit_test(writes_what_it_reads),
	    cmocka_unit_test(writes_nothing_unfit),
	    cmocka_unit_test(formats_as_printf_does),
	    cmocka_unit_test(formats_into_any_room),
	    cmocka_unit_test(round_trips),
	    cmocka_unit_test(reads_numbers),
	};

	return cmocka_run_group_tests_name("wire", tests, NULL, NULL);
}
