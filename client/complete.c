#include "complete.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "daemon/wire/verbs.h"
#include "engine/game/opening.h"
#include "engine/game/rules.h"

enum { WORD = 64 };

/* What is being gathered: all that begins like the word typed so far. */
struct gather {
	struct completion *c;
	const char *typed;
	size_t len;
	size_t common; /* characters of `first` that all have in common */
	char first[WORD];
};

/* The values of keys that have a few; of rule= and opening= they are known by name elsewhere. */
static const struct {
	const char *key, *values;
} known[] = {
    {"foul", "refuse lose"},
    {"undo", "on off"},
    {"hints", "on off"},
    {"board", "on off list"},
    {"bot", "on off"},
    {"bots", "no yes"},
    {"black", "me open ai:"},
    {"white", "me open ai:"},
    {"time", "none 60+1 300+5 600+3x30 30/move"},
    {"size", "15 19 20"},
};

static void offer(struct gather *g, const char *word, size_t len)
{
	struct completion *c = g->c;
	size_t used = strlen(c->list), same = 0;

	if (len >= WORD || len < g->len || strncasecmp(word, g->typed, g->len) != 0)
		return;
	if (used + len + 2 < sizeof(c->list))
		snprintf(c->list + used, sizeof(c->list) - used, "%s%.*s", used > 0 ? " " : "",
		    (int)len, word);
	if (c->count++ == 0) {
		snprintf(g->first, sizeof(g->first), "%.*s", (int)len, word);
		g->common = len;
		return;
	}
	while (same < g->common && same < len && g->first[same] == word[same])
		same++;
	g->common = same;
}

/* Each word of a list with spaces between; `end` stands behind each. */
static void offer_list(struct gather *g, const char *list, const char *end)
{
	char word[WORD];

	while (list != NULL && *list != '\0') {
		int len = (int)strcspn(list, " ");

		if (snprintf(word, sizeof(word), "%.*s%s", len, list, end) < WORD && len > 0)
			offer(g, word, strlen(word));
		list += len;
		list += strspn(list, " ");
	}
}

static void offer_verbs(struct gather *g)
{
	for (int i = 0; i < VERB_COUNT; i++)
		offer(g, verbs[i].name, strlen(verbs[i].name));
}

/* The plain words of a verb, as help writes them: "[rated] [black|white|random] [size=]". Those
 * that stand for something, in capitals, and the values of keys are none. */
static void offer_words(struct gather *g, const char *args)
{
	while (*args != '\0') {
		size_t len = strcspn(args, " ");
		bool key = memchr(args, '=', len) != NULL || memchr(args, ':', len) != NULL;

		for (size_t i = 0; i < len && !key;) {
			size_t word = strspn(args + i, "abcdefghijklmnopqrstuvwxyz");

			if (word > 1)
				offer(g, args + i, word);
			i += word > 0 ? word : 1;
		}
		args += len;
		args += strspn(args, " ");
	}
}

static void offer_values(struct gather *g, const char *key, size_t len)
{
	if (len == 4 && strncmp(key, "rule", len) == 0)
		for (int i = 0; i < RULE_COUNT; i++)
			offer(g, rule_name((enum rule)i), strlen(rule_name((enum rule)i)));
	if (len == 7 && strncmp(key, "opening", len) == 0)
		for (int i = 0; i < OPENING_COUNT; i++)
			offer(g, opening_name((enum opening)i),
			    strlen(opening_name((enum opening)i)));
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strlen(known[i].key) == len && strncmp(known[i].key, key, len) == 0)
			offer_list(g, known[i].values, "");
}

/* The words behind a verb. */
static void offer_rest(struct gather *g, const struct verb *v)
{
	const char *equals = strchr(g->typed, '=');

	if (equals != NULL) {
		const char *key = g->typed;
		size_t len = (size_t)(equals - key);

		g->typed = equals + 1;
		g->len = strlen(g->typed);
		offer_values(g, key, len);
		return;
	}
	if (v->id == VERB_HELP)
		offer_verbs(g);
	offer_words(g, v->args);
	offer_list(g, v->keys, "=");
}

void complete(struct completion *c, const char *text)
{
	struct gather g = {.c = c};
	const char *word = strrchr(text, ' ');
	char name[WORD];
	const struct verb *v;

	memset(c, 0, sizeof(*c));
	text += strspn(text, " ");
	g.typed = word == NULL || word < text ? text : word + 1;
	g.len = strlen(g.typed);
	if (g.typed == text) {
		offer_verbs(&g);
		offer(&g, "save", strlen("save"));
	} else if (strstr(text, " :") == NULL) {
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, " "), text);
		v = verb_find(name);
		if (v != NULL)
			offer_rest(&g, v);
	}
	if (c->count == 0 || g.common < g.len)
		return;
	snprintf(c->add, sizeof(c->add), "%.*s%s", (int)(g.common - g.len), g.first + g.len,
	    c->count == 1 && strchr("=:", g.first[g.common - 1]) == NULL ? " " : "");
}

bool complete_says_password(const char *command)
{
	static const char *const words[] = {"login ", "register ", "passwd "};

	command += strspn(command, " ");
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strncasecmp(command, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}
