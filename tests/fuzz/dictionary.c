/*
 * Prints the words of the wire as a dictionary for libFuzzer, from the table of verbs: verbs, keys,
 * and what stands in the verbs' arguments, such as "black" and "swap2". With an argument each verb
 * comes as a line of the script that fuzz_session.c reads.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "daemon/wire/verbs.h"
#include "engine/game/opening.h"
#include "engine/game/rules.h"

static void entry(const char *before, const char *word, size_t len, const char *after)
{
	if (len > 0)
		printf("\"%s%.*s%s\"\n", before, (int)len, word, after);
}

/* The keys of a verb, "rule=". */
static void keys(const struct verb *v)
{
	for (const char *at = v->keys; at && *at; at += strspn(at, " ")) {
		size_t len = strcspn(at, " ");

		entry(" ", at, len, "=");
		at += len;
	}
}

static bool in_word(char c)
{
	return islower((unsigned char)c) || isdigit((unsigned char)c) || c == '-';
}

/* The words in small letters of what help shows of its arguments. */
static void words(const struct verb *v)
{
	for (const char *at = v->args; *at;) {
		size_t len = 0;

		while (at[len] && in_word(at[len]))
			len++;
		if (len > 1 && at[len] != '=')
			entry(" ", at, len, "");
		at += len + !len;
	}
}

int main(int argc, char **argv)
{
	static const char *const values[] = {"15", "5", "19", "h8", "h9", "i8", "r1", "r2", "~ann",
	    "~bob", "ann", "me", "open", "ai:1", "ai:auto", "ai:mine", "300+5", "600+3x30",
	    "30/move", "1+0", "2@5", "0-4000", "yes", "no", "on", "off", "list", "1", "2", ":text",
	    "@@"};
	bool script = argc > 1;

	(void)argv;
	for (int i = 0; i < VERB_COUNT; i++) {
		const struct verb *v = &verbs[i];

		entry(script ? "\\x0a0" : "", v->name, strlen(v->name), " ");
		if (script)
			entry("\\x0a1", v->name, strlen(v->name), " ");
		keys(v);
		words(v);
	}
	for (int i = 0; i < RULE_COUNT; i++)
		entry("rule=", rule_name((enum rule)i), strlen(rule_name((enum rule)i)), "");
	for (int i = 0; i < OPENING_COUNT; i++)
		entry("opening=", opening_name((enum opening)i),
		    strlen(opening_name((enum opening)i)), "");
	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
		entry(" ", values[i], strlen(values[i]), "");
	return 0;
}
