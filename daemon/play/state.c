#include "state.h"

#include <stdio.h>
#include <string.h>

#include "daemon/store/journal.h"
#include "daemon/text.h"
#include "daemon/wire/wire.h"
#include "pairing.h"

int state_read(struct state_record *s, char *text)
{
	char *save = NULL;

	s->fields = 0;
	s->kind = strtok_r(text, " ", &save);
	if (!s->kind)
		return -1;
	for (char *word; (word = strtok_r(NULL, " ", &save));) {
		char *equals = strchr(word, '=');

		if (!equals || s->fields == STATE_FIELDS)
			return -1;
		*equals = '\0';
		s->field[s->fields].key = word;
		s->field[s->fields++].value = equals + 1;
	}
	return 0;
}

const char *state_get(const struct state_record *s, const char *key)
{
	for (int i = 0; i < s->fields; i++)
		if (strcmp(s->field[i].key, key) == 0)
			return s->field[i].value;
	return NULL;
}

int state_int(const struct state_record *s, const char *key, int64_t lo, int64_t hi, int64_t *out)
{
	const char *value = state_get(s, key);

	return value ? wire_int(value, lo, hi, out) : -1;
}

void state_add_escaped(struct text *t, const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c <= ' ' || c == '%' || c == '=' || c >= 0x7f)
			text_add(t, "%%%02x", c);
		else
			text_add(t, "%c", c);
	}
}

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

void state_read_escaped(const char *value, char *out, size_t cap)
{
	size_t n = 0;

	for (; *value && n + 1 < cap; n++) {
		if (value[0] == '%' && value[1] && value[2]) {
			out[n] = (char)(hex(value[1]) * 16 + hex(value[2]));
			value += 3;
		} else {
			out[n] = *value++;
		}
	}
	out[n] = '\0';
}

void user_journal(struct journal *j, const struct user *u)
{
	struct text t = {0};

	text_add(&t, "user id=%u name=%s draw=%d", u->id, u->name, (int)u->draw);
	if (u->key[0])
		text_add(&t, " key=%s", u->key);
	if (u->bot)
		text_add(&t, " bot=1");
	if (!user_is_guest(u))
		for (int i = 0; i < RULE_COUNT; i++)
			text_add(&t, " rating-%d=%a/%a/%a", i, u->rating[i].value,
			    u->rating[i].deviation, u->rating[i].volatility);
	if (u->token.digest[0])
		text_add(&t, " token=%s", u->token.digest);
	if (u->old_token.digest[0])
		text_add(&t, " old=%s", u->old_token.digest);
	for (int i = 0; i < u->mutes.n; i++)
		text_add(&t, "%s%s", i ? "," : " mutes=", u->mutes.name[i]);
	if (u->seek)
		pairing_add_seek(&t, u->seek);
	journal_add(j, t.s, t.len);
	text_free(&t);
}

void user_journal_gone(struct journal *j, const struct user *u)
{
	char text[40];
	int len = snprintf(text, sizeof text, "user-gone id=%u", u->id);

	journal_add(j, text, (size_t)len);
}

/* A rating by a rule; what is not there stays a beginner's. */
static void read_rating(const struct state_record *s, int rule, struct rating *out)
{
	char key[24];
	const char *value;
	struct rating r;

	snprintf(key, sizeof key, "rating-%d", rule);
	if ((value = state_get(s, key)) &&
	    sscanf(value, "%la/%la/%la", &r.value, &r.deviation, &r.volatility) == 3)
		*out = r;
}

/* The names of those who are not heard, with commas between. -1 when they make no sense. */
static int read_mutes(const char *names, struct mutes *m)
{
	char name[MUTE_NAME];

	m->n = 0;
	while (names && *names) {
		size_t len = strcspn(names, ",");

		if (len == 0 || len >= sizeof name)
			return -1;
		snprintf(name, sizeof name, "%.*s", (int)len, names);
		if (mutes_add(m, name) < 0)
			return -1;
		names += len + (names[len] == ',');
	}
	return 0;
}

int user_restore(struct user *u, const struct state_record *s)
{
	const char *name = state_get(s, "name");
	int64_t draw;

	if (!name || strlen(name) >= sizeof u->name || !*name ||
	    state_int(s, "draw", 0, DRAW_LIST, &draw) < 0)
		return -1;
	u->bot = state_get(s, "bot") != NULL;
	snprintf(u->key, sizeof u->key, "%s", state_get(s, "key") ? state_get(s, "key") : "");
	for (int i = 0; i < RULE_COUNT; i++)
		read_rating(s, i, &u->rating[i]);
	u->draw = (enum draw_mode)draw;
	snprintf(u->name, sizeof u->name, "%s", name);
	return read_mutes(state_get(s, "mutes"), &u->mutes);
}
