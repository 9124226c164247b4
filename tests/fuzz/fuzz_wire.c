/*
 * Fuzzes the wire. The first byte chooses: a client's line is read and held against the table of
 * verbs; a server's line is read, written anew and read again; or the bytes are what is to be
 * written into a line, which has to be refused or to come back as it was.
 */
#include <ctype.h>
#include <string.h>

#include "daemon/wire/verbs.h"
#include "daemon/wire/wire.h"
#include "require.h"

static bool inside(const struct wire_line *w, const char *s)
{
	return s >= w->buf && s + strlen(s) < w->buf + sizeof w->buf;
}

/* What holds of every line that was read. */
static void check_line(const struct wire_line *w)
{
	require(w->name && *w->name, "no name");
	for (const char *c = w->name; *c; c++)
		require(!isupper((unsigned char)*c), "a name in capitals");
	require(strlen(w->tag) <= WIRE_TAG_MAX, "a long tag");
	require(w->words >= 0 && w->words <= WIRE_WORDS_MAX && w->pairs >= 0 &&
		    w->pairs <= WIRE_PAIRS_MAX,
	    "too much in a line");
	for (int i = 0; i < w->words; i++)
		require(inside(w, w->word[i]) && *w->word[i], "no word");
	for (int i = 0; i < w->pairs; i++)
		require(inside(w, w->pair[i].key) && inside(w, w->pair[i].value) &&
			    wire_get(w, w->pair[i].key) != NULL,
		    "a key without value");
	require(!w->text || (inside(w, w->text) && wire_text_ok(w->text, strlen(w->text))),
	    "a text that may not be shown");
}

static void read_command(const char *line, size_t len)
{
	static struct wire_line w;
	char what[VERB_MISFIT], tag[WIRE_TAG_MAX + 1];
	const struct verb *v;
	int64_t n;

	wire_peek_tag(line, len, tag);
	require(strlen(tag) <= WIRE_TAG_MAX, "a long tag");
	if (wire_parse_command(&w, line, len) != WIRE_FINE)
		return;
	check_line(&w);
	require(!*tag || strcmp(tag, w.tag) == 0, "a tag that is another at second sight");
	v = verb_find(w.name);
	if (!v) {
		v = verb_nearest(w.name);
		require(!v || verb_find(v->name) == v, "near to none");
		return;
	}
	what[0] = '\0';
	if (!verb_fits(v, &w, what))
		require(*what && wire_text_ok(what, strlen(what)), "a misfit without a reason");
	for (int i = 0; i < w.pairs; i++)
		if (wire_get_int(&w, w.pair[i].key, -9, 99, &n) == 0)
			require(n >= -9 && n <= 99, "a number out of bounds");
}

/* Whether the two say the same. */
static bool same(const struct wire_line *a, const struct wire_line *b)
{
	bool is = a->kind == b->kind && strcmp(a->tag, b->tag) == 0 &&
		  strcmp(a->name, b->name) == 0 && a->pairs == b->pairs && !a->text == !b->text &&
		  (!a->text || strcmp(a->text, b->text) == 0);

	for (int i = 0; is && i < a->pairs; i++)
		is = strcmp(a->pair[i].key, b->pair[i].key) == 0 &&
		     strcmp(a->pair[i].value, b->pair[i].value) == 0;
	return is;
}

static size_t write_line(struct wire_out *o, const struct wire_line *w)
{
	wire_begin(o, w->kind, w->tag, w->name);
	for (int i = 0; i < w->pairs; i++)
		wire_key(o, w->pair[i].key, "%s", w->pair[i].value);
	if (w->text)
		wire_text(o, "%s", w->text);
	return wire_end(o);
}

static void read_server(const char *line, size_t len)
{
	static struct wire_line w, again;
	static struct wire_out o;
	size_t out;

	if (wire_parse_server(&w, line, len) != WIRE_FINE)
		return;
	check_line(&w);
	/* An empty value is read, and written as "-": that one does not come back. */
	for (int i = 0; i < w.pairs; i++)
		if (!*w.pair[i].value)
			return;
	out = write_line(&o, &w);
	if (out == 0)
		return;
	require(out <= WIRE_SERVER_MAX && o.buf[out - 1] == '\n', "a line over the limit");
	require(wire_parse_server(&again, o.buf, out - 1) == WIRE_FINE && same(&w, &again),
	    "a line that is another at second sight");
}

/* The bytes up to a NUL as a value, what comes after it as a text. */
static void write_anything(const char *bytes, size_t len)
{
	static struct wire_line w;
	static struct wire_out o;
	static char copy[2 * WIRE_SERVER_MAX];
	const char *text;
	size_t out;

	if (len >= sizeof copy)
		len = sizeof copy - 1;
	memcpy(copy, bytes, len);
	copy[len] = '\0';
	text = strlen(copy) < len ? copy + strlen(copy) + 1 : NULL;
	wire_begin(&o, WIRE_OK, "t1", "done");
	wire_key(&o, "a", "%s", copy);
	wire_key(&o, "n", "%d", (int)len);
	if (text)
		wire_text(&o, "%s", text);
	out = wire_end(&o);
	if (out == 0)
		return;
	require(memchr(o.buf, '\n', out) == o.buf + out - 1, "two lines");
	require(wire_parse_server(&w, o.buf, out - 1) == WIRE_FINE, "a line that is none");
	require(strcmp(wire_get(&w, "a"), *copy ? copy : "-") == 0, "another value");
	require(!text == !w.text && (!text || strcmp(text, w.text) == 0), "another text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const char *bytes = (const char *)data + 1;

	if (n == 0)
		return 0;
	switch (data[0] % 3) {
	case 0:
		read_command(bytes, n - 1);
		break;
	case 1:
		read_server(bytes, n - 1);
		break;
	default:
		write_anything(bytes, n - 1);
		break;
	}
	return 0;
}
