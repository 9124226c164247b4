#include "sgf_parse.h"

#include <string.h>

struct parser {
	const char *text;
	size_t n, at;
	bool double_bytes;
	sgf_value_fn *fn;
	void *context;
	struct record_report *report;
};

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

static bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static void skip_space(struct parser *p)
{
	while (p->at < p->n && is_space(p->text[p->at]))
		p->at++;
}

/* Finds the first "(" that a ";" follows, and goes to that. */
static bool find_game(struct parser *p)
{
	for (size_t i = 0; i < p->n; i++) {
		if (p->text[i] != '(')
			continue;
		p->at = i + 1;
		skip_space(p);
		if (p->at < p->n && p->text[p->at] == ';')
			return true;
	}
	return false;
}

static bool is_lead(const struct parser *p, size_t at)
{
	return p->double_bytes && (unsigned char)p->text[at] > 0x80;
}

/* Reads "[...]" and hands it on. */
static int parse_value(struct parser *p, struct sgf_value *value)
{
	size_t open = p->at++;
	value->bytes = p->text + p->at;
	value->at = p->at;
	while (p->at < p->n && p->text[p->at] != ']')
		p->at += p->text[p->at] == '\\' || is_lead(p, p->at) ? 2 : 1;
	if (p->at >= p->n)
		return record_error(
		    p->report, p->text, open, "the bracket that opens here is never closed");
	value->n = p->at++ - value->at;
	return p->fn(p->context, value);
}

/* Reads a name and its values. Small letters in a name are an older way to write it long. */
static int parse_property(struct parser *p, int node)
{
	struct sgf_value value = {.node = node};
	size_t begin = p->at, len = 0;
	for (; p->at < p->n && is_letter(p->text[p->at]); p->at++)
		if (p->text[p->at] <= 'Z' && len < SGF_IDENT - 1)
			value.ident[len++] = p->text[p->at];
	skip_space(p);
	if (p->at >= p->n || p->text[p->at] != '[')
		return record_error(p->report, p->text, begin, "a property without a value");
	while (p->at < p->n && p->text[p->at] == '[') {
		if (parse_value(p, &value) == -1)
			return -1;
		skip_space(p);
	}
	return 0;
}

int sgf_parse(const char *text, size_t n, bool double_bytes, sgf_value_fn *fn, void *context,
    struct record_report *report)
{
	struct parser p = {text, n, 0, double_bytes, fn, context, report};
	if (!find_game(&p))
		return record_error(report, text, 0, "no game begins in this text");
	/* Each "(" goes into a first variation; the first ")" ends the main line. */
	for (int node = -1; p.at < n; skip_space(&p)) {
		char c = text[p.at];
		if (c == ')')
			return 0;
		if (c == ';')
			node++;
		if (c == ';' || c == '(')
			p.at++;
		else if (!is_letter(c))
			return record_error(report, text, p.at, "neither a property nor a node");
		else if (parse_property(&p, node) == -1)
			return -1;
	}
	return record_error(report, text, n, "the game is not closed");
}

size_t sgf_unescape(const struct sgf_value *value, bool double_bytes, char *out, size_t size)
{
	size_t len = 0, i = 0;
	while (i < value->n && len < size) {
		const char *rest = value->bytes + i;
		size_t left = value->n - i;
		if (double_bytes && (unsigned char)rest[0] > 0x80 && left > 1 && len + 1 < size) {
			out[len++] = rest[0];
			out[len++] = rest[1];
			i += 2;
		} else if (rest[0] != '\\' || left == 1) {
			out[len++] = rest[0];
			i++;
		} else if (left > 2 && rest[1] == '\r' && rest[2] == '\n') {
			i += 3;
		} else if (rest[1] == '\r' || rest[1] == '\n') {
			i += 2;
		} else {
			out[len++] = rest[1];
			i += 2;
		}
	}
	return len;
}
