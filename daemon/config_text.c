#include "config_text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end of what is between quotes; libconfuse knows both kinds, with escapes. */
static const char *after_quotes(const char *s)
{
	char quote = *s++;

	while (*s && *s != quote)
		s += *s == '\\' && s[1] ? 2 : 1;
	return *s ? s + 1 : s;
}

/* Whether a word may begin here; // and the marks of C inside of one are its own. */
static bool between_words(const char *text, const char *s)
{
	return s == text || strchr(" \t\r\n={}()+,\"'", s[-1]) != NULL;
}

static bool is_line_comment(const char *text, const char *s)
{
	return *s == '#' || (*s == '/' && s[1] == '/' && between_words(text, s));
}

static bool is_long_comment(const char *text, const char *s)
{
	return *s == '/' && s[1] == '*' && between_words(text, s);
}

void config_text_bare(char *text)
{
	const char *s = text, *end;
	char *out = text;

	while (*s) {
		if (*s == '"' || *s == '\'') {
			end = after_quotes(s);
			memmove(out, s, (size_t)(end - s));
			out += end - s;
			s = end;
		} else if (is_line_comment(text, s)) {
			s += strcspn(s, "\n");
		} else if (is_long_comment(text, s)) {
			if (!(end = strstr(s + 2, "*/")))
				end = s + strlen(s) - 2;
			for (; s < end + 2; s++)
				if (*s == '\n')
					*out++ = '\n';
		} else {
			*out++ = *s++;
		}
	}
	*out = '\0';
}

static char *read_all(FILE *f)
{
	char *text = malloc(CONFIG_TEXT_MOST + 2);
	size_t n;

	if (!text)
		return NULL;
	n = fread(text, 1, CONFIG_TEXT_MOST + 1, f);
	text[n] = '\0';
	if (!ferror(f) && n <= CONFIG_TEXT_MOST && strlen(text) == n)
		return text;
	if (!ferror(f))
		errno = n > CONFIG_TEXT_MOST ? EFBIG : EILSEQ;
	free(text);
	return NULL;
}

char *config_text(const char *file)
{
	FILE *f = fopen(file, "re");
	char *text;

	if (!f)
		return NULL;
	if ((text = read_all(f)))
		config_text_bare(text);
	/* The library can't open a text of nothing. */
	if (text && !*text)
		memcpy(text, "\n", 2);
	fclose(f);
	return text;
}
