/* Reading a line. Everything is copied into the line's own buffer and cut up there. */
#include <string.h>

#include "text.h"
#include "wire.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word_char(char c)
{
	return is_letter(c) || is_digit(c) || c == '-';
}

static void lower(char *s)
{
	for (; *s; s++)
		if (*s >= 'A' && *s <= 'Z')
			*s = (char)(*s - 'A' + 'a');
}

/* Letter, then letters, digits and hyphens. */
static bool is_name(const char *s)
{
	if (!is_letter(*s))
		return false;
	while (is_word_char(*s))
		s++;
	return *s == '\0';
}

static bool is_coordinate(const char *s)
{
	return is_letter(s[0]) && is_digit(s[1]) &&
	       (s[2] == '\0' || (is_digit(s[2]) && s[3] == '\0'));
}

/* Reads "#tag" at the start; returns the bytes it took, 0 when there is no tag, -1 when bad. */
static int read_tag(const char *s, size_t len, char tag[static WIRE_TAG_MAX + 1])
{
	size_t n = 1;

	tag[0] = '\0';
	if (len == 0 || s[0] != '#')
		return 0;
	while (n < len && is_word_char(s[n]))
		n++;
	if (n < 2 || n - 1 > WIRE_TAG_MAX || (n < len && s[n] != ' '))
		return -1;
	memcpy(tag, s + 1, n - 1);
	tag[n - 1] = '\0';
	return (int)n;
}

void wire_peek_tag(const char *line, size_t len, char tag[static WIRE_TAG_MAX + 1])
{
	if (read_tag(line, len, tag) <= 0)
		tag[0] = '\0';
}

/*
 * Copies a command into w->buf, with fullwidth forms folded up to where its text begins. len bytes
 * fit; folding only makes it shorter. The bytes are valid UTF-8.
 */
static void copy_folded(struct wire_line *w, const char *s, size_t len)
{
	bool verb = false, after_space = true, text = false;
	char *out = w->buf;

	for (size_t i = 0; i < len;) {
		uint32_t code = (unsigned char)s[i];
		size_t n = code < 0x80 ? 1 : text_decode(s + i, len - i, &code);
		char c = code < 0x80 ? (char)code : text_fold(code);

		if (text || c == 0) {
			memcpy(out, s + i, n);
			out += n;
			verb = true;
			after_space = false;
		} else {
			*out++ = c;
			text = c == ':' && after_space && verb;
			after_space = c == ' ';
			verb = verb || c != ' ';
		}
		i += n;
	}
	*out = '\0';
}

/* Cuts the next word off *s; NULL at the end or where the text begins (then w->text is set). */
static char *next_word(struct wire_line *w, char **s)
{
	char *word = *s;

	while (*word == ' ')
		word++;
	*s = word;
	if (*word == '\0')
		return NULL;
	if (*word == ':') {
		w->text = word + 1;
		return NULL;
	}
	while (**s && **s != ' ')
		(*s)++;
	if (**s)
		*(*s)++ = '\0';
	return word;
}

static bool is_visible_ascii(const char *s)
{
	for (; *s; s++)
		if (*s < '!' || *s > '~')
			return false;
	return true;
}

static bool add_pair(struct wire_line *w, char *word, char *equals)
{
	*equals = '\0';
	lower(word);
	if (!is_name(word) || equals[1] == '\0' || w->pairs == WIRE_PAIRS_MAX)
		return false;
	w->pair[w->pairs++] = (struct wire_pair){word, equals + 1};
	return true;
}

/* The words and the text behind a line's name. words: whether positional ones are allowed. */
static enum wire_fault read_words(struct wire_line *w, char *s, bool words)
{
	char *word, *equals;

	while ((word = next_word(w, &s))) {
		if (!is_visible_ascii(word))
			return WIRE_SYNTAX;
		if ((equals = strchr(word, '='))) {
			if (!add_pair(w, word, equals))
				return WIRE_SYNTAX;
		} else {
			if (!words || w->words == WIRE_WORDS_MAX)
				return WIRE_SYNTAX;
			w->word[w->words++] = word;
		}
	}
	return WIRE_FINE;
}

static void clear(struct wire_line *w)
{
	w->kind = WIRE_COMMAND;
	w->tag[0] = w->buf[0] = '\0';
	w->name = "";
	w->words = w->pairs = 0;
	w->text = NULL;
}

enum wire_fault wire_parse_command(struct wire_line *w, const char *line, size_t len)
{
	char *s, *name;
	int tag;

	clear(w);
	wire_peek_tag(line, len, w->tag);
	if (len + 1 > WIRE_CLIENT_MAX)
		return WIRE_TOO_LONG;
	if (len > 0 && line[len - 1] == '\r')
		len--;
	if (!wire_text_ok(line, len))
		return WIRE_BAD_TEXT;
	copy_folded(w, line, len);
	s = w->buf + strspn(w->buf, " ");
	tag = read_tag(s, strlen(s), w->tag);
	if (tag < 0)
		return WIRE_SYNTAX;
	s += tag;
	name = next_word(w, &s);
	if (!name)
		return tag || w->text ? WIRE_SYNTAX : WIRE_EMPTY;
	if (!is_name(name))
		return WIRE_SYNTAX;
	if (is_coordinate(name)) {
		w->word[w->words++] = name;
		w->name = "move";
	} else {
		lower(name);
		w->name = name;
	}
	return read_words(w, s, true);
}

enum wire_fault wire_parse_server(struct wire_line *w, const char *line, size_t len)
{
	char *s, *name;
	int tag;

	clear(w);
	if (len + 1 > WIRE_SERVER_MAX)
		return WIRE_TOO_LONG;
	if (len > 0 && line[len - 1] == '\r')
		len--;
	if (!wire_text_ok(line, len))
		return WIRE_BAD_TEXT;
	memcpy(w->buf, line, len);
	w->buf[len] = '\0';
	if (len == 0)
		return WIRE_EMPTY;
	if ((tag = read_tag(w->buf, len, w->tag)) < 0)
		return WIRE_SYNTAX;
	s = w->buf + tag + (tag > 0 ? 1 : 0);
	switch (*s) {
	case '=':
		w->kind = WIRE_ROW;
		break;
	case '+':
		w->kind = WIRE_OK;
		break;
	case '-':
		w->kind = WIRE_ERROR;
		break;
	case '*':
		w->kind = WIRE_EVENT;
		break;
	default:
		return WIRE_SYNTAX;
	}
	if (s[1] == ' ' || (w->kind == WIRE_EVENT && tag > 0))
		return WIRE_SYNTAX;
	s++;
	name = next_word(w, &s);
	if (!name || !is_name(name))
		return WIRE_SYNTAX;
	lower(name);
	w->name = name;
	return read_words(w, s, false);
}

const char *wire_get(const struct wire_line *w, const char *key)
{
	for (int i = 0; i < w->pairs; i++)
		if (strcmp(w->pair[i].key, key) == 0)
			return w->pair[i].value;
	return NULL;
}

int wire_int(const char *text, int64_t lo, int64_t hi, int64_t *out)
{
	bool minus = *text == '-';
	int64_t n = 0;

	text += minus;
	if (!is_digit(*text))
		return -1;
	for (; is_digit(*text); text++) {
		if (n > (INT64_MAX - 9) / 10)
			return -1;
		n = n * 10 + (*text - '0');
	}
	if (minus)
		n = -n;
	if (*text || n < lo || n > hi)
		return -1;
	*out = n;
	return 0;
}

int wire_get_int(const struct wire_line *w, const char *key, int64_t lo, int64_t hi, int64_t *out)
{
	const char *value = wire_get(w, key);

	return value ? wire_int(value, lo, hi, out) : -1;
}
