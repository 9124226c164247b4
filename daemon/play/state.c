#include "state.h"

#include <stdio.h>
#include <string.h>

#include "daemon/store/journal.h"
#include "daemon/text.h"
#include "daemon/wire/wire.h"

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

void user_journal(struct journal *j, const struct user *u)
{
	struct text t = {0};

	text_add(&t, "user id=%u name=%s draw=%d", u->id, u->name, (int)u->draw);
	if (u->token[0])
		text_add(&t, " token=%s", u->token);
	if (u->old_token[0])
		text_add(&t, " old=%s", u->old_token);
	journal_add(j, t.s, t.len);
	text_free(&t);
}

void user_journal_gone(struct journal *j, const struct user *u)
{
	char text[40];
	int len = snprintf(text, sizeof text, "user-gone id=%u", u->id);

	journal_add(j, text, (size_t)len);
}

/* Reads a token's digest; absent is none. -1 when it is not one. */
static int read_digest(const char *value, char digest[static SECRET_DIGEST])
{
	snprintf(digest, SECRET_DIGEST, "%s", value ? value : "");
	return !value || strlen(value) == SECRET_DIGEST - 1 ? 0 : -1;
}

int user_restore(struct user *u, const struct state_record *s)
{
	const char *name = state_get(s, "name");
	int64_t id, draw;

	if (!name || strlen(name) >= sizeof u->name || !*name ||
	    state_int(s, "id", 1, UINT32_MAX, &id) < 0 ||
	    state_int(s, "draw", 0, DRAW_LIST, &draw) < 0)
		return -1;
	u->id = (unsigned)id;
	u->draw = (enum draw_mode)draw;
	snprintf(u->name, sizeof u->name, "%s", name);
	if (read_digest(state_get(s, "token"), u->token) < 0)
		return -1;
	return read_digest(state_get(s, "old"), u->old_token);
}
