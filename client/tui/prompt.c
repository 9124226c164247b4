#include "prompt.h"

#include <stdlib.h>
#include <string.h>

#include "client/complete.h"
#include "daemon/wire/text.h"

void prompt_init(struct prompt *p)
{
	memset(p, 0, sizeof(*p));
}

void prompt_free(struct prompt *p)
{
	for (int i = 0; i < PROMPT_HISTORY; i++) {
		free(p->history[i]);
		p->history[i] = NULL;
	}
}

static void clear(struct prompt *p)
{
	p->mode = PROMPT_IDLE;
	p->len = p->at = 0;
	p->back = 0;
}

/* Writes one character as UTF-8; returns its bytes. */
static size_t encode(uint32_t c, char *out)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xC0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3F));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xE0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3F));
		out[2] = (char)(0x80 | (c & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | c >> 18);
	out[1] = (char)(0x80 | (c >> 12 & 0x3F));
	out[2] = (char)(0x80 | (c >> 6 & 0x3F));
	out[3] = (char)(0x80 | (c & 0x3F));
	return 4;
}

static void encode_all(const uint32_t *text, int len, char *out)
{
	for (int i = 0; i < len; i++)
		out += encode(text[i], out);
	*out = '\0';
}

/* Where the password begins in such a command: behind the " :", or len. */
static int password_at(const uint32_t *text, int len)
{
	for (int i = 1; i < len; i++)
		if (text[i] == ':' && text[i - 1] == ' ')
			return i + 1;
	return len;
}

void prompt_text(const struct prompt *p, char *all, char *before)
{
	uint32_t shown[PROMPT_CHARS];

	memcpy(shown, p->text, sizeof(p->text[0]) * (size_t)p->len);
	encode_all(p->text, p->len, all);
	if (p->mode == PROMPT_COMMAND && complete_says_password(all))
		for (int i = password_at(p->text, p->len); i < p->len; i++)
			shown[i] = '*';
	encode_all(shown, p->len, all);
	encode_all(shown, p->at, before);
}

static void set_text(struct prompt *p, const char *text)
{
	size_t len = strlen(text);

	p->len = 0;
	while (len > 0 && p->len < PROMPT_CHARS) {
		size_t n = text_decode(text, len, &p->text[p->len]);

		if (n == 0)
			break;
		p->len++;
		text += n;
		len -= n;
	}
	p->at = p->len;
}

static void insert(struct prompt *p, uint32_t c)
{
	if (p->len == PROMPT_CHARS)
		return;
	memmove(
	    &p->text[p->at + 1], &p->text[p->at], sizeof(p->text[0]) * (size_t)(p->len - p->at));
	p->text[p->at++] = c;
	p->len++;
}

static void erase(struct prompt *p, int at)
{
	if (at < 0 || at >= p->len)
		return;
	memmove(&p->text[at], &p->text[at + 1], sizeof(p->text[0]) * (size_t)(p->len - at - 1));
	p->len--;
	if (p->at > at)
		p->at--;
}

void prompt_open(struct prompt *p, const char *text)
{
	clear(p);
	p->mode = PROMPT_COMMAND;
	set_text(p, text);
}

static uint32_t lower(uint32_t c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool is_letter(uint32_t c)
{
	return lower(c) >= 'a' && lower(c) <= 'z';
}

void prompt_begin_point(struct prompt *p, uint32_t letter)
{
	clear(p);
	p->mode = PROMPT_POINT;
	p->text[0] = lower(letter);
	p->len = p->at = 1;
}

/* What is on the line is to be done. */
static enum prompt_result enter(struct prompt *p, enum prompt_result result)
{
	encode_all(p->text, p->len, p->done);
	clear(p);
	return result;
}

static enum prompt_result press_point(struct prompt *p, const struct press *k)
{
	switch (k->kind) {
	case PRESS_CHAR:
		if (is_letter(k->code))
			prompt_begin_point(p, k->code);
		else if (k->code >= '0' && k->code <= '9' && p->len < 3)
			insert(p, k->code);
		else if (k->code == ':')
			prompt_open(p, "");
		else if (k->code == ' ' && p->len > 1)
			return enter(p, PROMPT_PLAY);
		return PROMPT_TAKEN;
	case PRESS_ENTER:
		return p->len > 1 ? enter(p, PROMPT_PLAY) : PROMPT_TAKEN;
	case PRESS_BACKSPACE:
		erase(p, p->at - 1);
		if (p->len == 0)
			clear(p);
		return PROMPT_TAKEN;
	case PRESS_ESCAPE:
	case PRESS_KILL:
		clear(p);
		return PROMPT_TAKEN;
	case PRESS_LEFT:
	case PRESS_RIGHT:
	case PRESS_UP:
	case PRESS_DOWN:
		clear(p); /* the cursor is wanted after all */
		return PROMPT_IGNORED;
	case PRESS_PASTED:
		return PROMPT_TAKEN;
	case PRESS_DELETE:
	case PRESS_TAB:
	case PRESS_HOME:
	case PRESS_END:
	case PRESS_REDRAW:
	case PRESS_RESIZE:
	case PRESS_HELP:
	case PRESS_PAGE_UP:
	case PRESS_PAGE_DOWN:
	case PRESS_PASTE:
	case PRESS_PASTE_END:
	case PRESS_MOUSE:
	case PRESS_OTHER:
		return PROMPT_IGNORED;
	}
	return PROMPT_IGNORED;
}

static void remember(struct prompt *p, const char *command)
{
	char **slot = &p->history[p->commands % PROMPT_HISTORY];
	char *copy;

	if (complete_says_password(command) || (copy = strdup(command)) == NULL)
		return;
	free(*slot);
	*slot = copy;
	p->commands++;
}

/* Goes up (+1) or down (-1) in the history. */
static void recall(struct prompt *p, int step)
{
	unsigned held = p->commands < PROMPT_HISTORY ? p->commands : PROMPT_HISTORY;

	if ((step > 0 && p->back == held) || (step < 0 && p->back == 0))
		return;
	p->back = step > 0 ? p->back + 1 : p->back - 1;
	set_text(p, p->back == 0 ? "" : p->history[(p->commands - p->back) % PROMPT_HISTORY]);
}

/* Types what all completions have in common; where that is nothing they are to be shown. */
static void press_tab(struct prompt *p)
{
	char typed[PROMPT_BYTES];
	struct completion c;

	encode_all(p->text, p->at, typed);
	complete(&c, typed);
	for (const char *add = c.add; *add != '\0'; add++)
		insert(p, (unsigned char)*add);
	if (c.add[0] == '\0')
		memcpy(p->choices, c.list, sizeof(p->choices));
}

static enum prompt_result run(struct prompt *p)
{
	if (p->len == 0) {
		clear(p);
		return PROMPT_TAKEN;
	}
	enter(p, PROMPT_RUN);
	remember(p, p->done);
	return PROMPT_RUN;
}

static enum prompt_result press_command(struct prompt *p, const struct press *k)
{
	switch (k->kind) {
	case PRESS_CHAR:
	case PRESS_PASTED:
		insert(p, k->code);
		break;
	case PRESS_ENTER:
		return run(p);
	case PRESS_ESCAPE:
	case PRESS_KILL:
		clear(p);
		break;
	case PRESS_BACKSPACE:
		if (p->len == 0)
			clear(p);
		else
			erase(p, p->at - 1);
		break;
	case PRESS_DELETE:
		erase(p, p->at);
		break;
	case PRESS_TAB:
		press_tab(p);
		break;
	case PRESS_LEFT:
		p->at -= p->at > 0;
		break;
	case PRESS_RIGHT:
		p->at += p->at < p->len;
		break;
	case PRESS_HOME:
		p->at = 0;
		break;
	case PRESS_END:
		p->at = p->len;
		break;
	case PRESS_UP:
		recall(p, 1);
		break;
	case PRESS_DOWN:
		recall(p, -1);
		break;
	case PRESS_REDRAW:
	case PRESS_RESIZE:
	case PRESS_HELP:
	case PRESS_PAGE_UP:
	case PRESS_PAGE_DOWN:
	case PRESS_PASTE:
	case PRESS_PASTE_END:
	case PRESS_MOUSE:
	case PRESS_OTHER:
		return PROMPT_IGNORED;
	}
	return PROMPT_TAKEN;
}

enum prompt_result prompt_press(struct prompt *p, const struct press *k)
{
	p->choices[0] = '\0';
	switch (p->mode) {
	case PROMPT_IDLE:
		if (k->kind != PRESS_CHAR || k->code != ':')
			return PROMPT_IGNORED;
		prompt_open(p, "");
		return PROMPT_TAKEN;
	case PROMPT_POINT:
		return press_point(p, k);
	case PROMPT_COMMAND:
		return press_command(p, k);
	}
	return PROMPT_IGNORED;
}
