/* A configuration as a file that says it. */
#include <inttypes.h>
#include <string.h>

#include "config.h"
#include "config_table.h"

/* Between quotes, so that it is read back as it is. */
static void print_text(FILE *f, const char *s)
{
	putc('"', f);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\' || *s == '$')
			putc('\\', f);
		putc(*s, f);
	}
	putc('"', f);
}

static void print_listen(FILE *f, const struct config *c)
{
	fputs("listen = {", f);
	for (int i = 0; i < c->listen_count; i++) {
		fputs(i ? ", " : "", f);
		print_text(f, c->listen[i]);
	}
	fputs("}\n", f);
}

/*
 * What a command is given may be a password, in front of its program (KEY=VALUE) or behind it: the
 * program alone is shown.
 */
static void print_command(FILE *f, const char *command)
{
	char shown[sizeof((struct engine *)0)->command + 8];
	const char *word = command;
	size_t len;

	for (;;) {
		word += strspn(word, " \t");
		len = strcspn(word, " \t");
		if (!len || !memchr(word, '=', len))
			break;
		word += len;
	}
	snprintf(shown, sizeof shown, "%s%.*s%s", word == command ? "" : "*** ", (int)len, word,
	    word[len] ? " ***" : "");
	print_text(f, shown);
}

static void print_engine(FILE *f, const struct engine *e)
{
	const char *comma = "";

	fprintf(f, "engine \"%s\" {\n\tcommand = ", e->name);
	print_command(f, e->command);
	fputs("\n\trules = {", f);
	for (int rule = 0; rule < RULE_COUNT; rule++)
		if (e->rules & 1u << rule) {
			fprintf(f, "%s\"%s\"", comma, rule_name((enum rule)rule));
			comma = ", ";
		}
	fprintf(f, "}\n\tmemory = %" PRId64 "\n}\n", e->memory / (1024 * 1024));
}

static void print_setting(FILE *f, const struct config *c, const struct setting *s)
{
	const char *at = (const char *)c + s->at;
	bool on = false;
	int64_t n = 0;
	int small = 0;

	switch (s->kind) {
	case SETTING_LISTEN:
		print_listen(f, c);
		return;
	case SETTING_ROSTER:
		for (int i = 0; i < c->roster.engines; i++)
			print_engine(f, &c->roster.engine[i]);
		return;
	case SETTING_TEXT:
		fprintf(f, "%s = ", s->key);
		print_text(f, at);
		putc('\n', f);
		return;
	case SETTING_INT:
		memcpy(&small, at, sizeof small);
		fprintf(f, "%s = %d\n", s->key, small);
		return;
	case SETTING_INT64:
		memcpy(&n, at, sizeof n);
		fprintf(f, "%s = %" PRId64 "\n", s->key, n);
		return;
	case SETTING_BOOL:
		memcpy(&on, at, sizeof on);
		fprintf(f, "%s = %s\n", s->key, on ? "yes" : "no");
		return;
	case SETTING_SYNC:
		memcpy(&on, at, sizeof on);
		fprintf(f, "%s = \"%s\"\n", s->key, on ? "turn" : "background");
		return;
	}
}

void config_print(const struct config *c, FILE *f)
{
	for (int i = 0; i < SETTINGS; i++)
		print_setting(f, c, &config_settings[i]);
}
