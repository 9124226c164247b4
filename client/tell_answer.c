/* The sentences for what the server answers: rows, finals, refusals. */
#include <stdio.h>
#include <string.h>

#include "tell_private.h"

enum tell_kind tell_drawn(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_DRAWN, buf, "%s", w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_room_row(const struct model *m, const struct wire_line *w, char *buf)
{
	char black[TELL_NAME], white[TELL_NAME];

	return tell(TELL_ANSWER, buf, "%s%s%s: %s, %s - %s, %s %sx%s, %s watching",
	    tell_get(w, "id"), w->text == NULL ? "" : " ", w->text == NULL ? "" : w->text,
	    tell_get(w, "state"), tell_name(m, tell_get(w, "black"), black),
	    tell_name(m, tell_get(w, "white"), white), tell_get(w, "rule"), tell_get(w, "size"),
	    tell_get(w, "size"), tell_get(w, "watchers"));
}

static enum tell_kind tell_user_row(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	if (tell_get(w, "rooms")[0] == '\0' || tell_is(tell_get(w, "rooms"), "-"))
		return tell(TELL_ANSWER, buf, "%s", tell_get(w, "name"));
	return tell(TELL_ANSWER, buf, "%s in %s", tell_get(w, "name"), tell_get(w, "rooms"));
}

static enum tell_kind tell_level_row(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *elo = tell_get(w, "elo");

	(void)m;
	return tell(TELL_ANSWER, buf, "%s: %s%s%s", tell_get(w, "level"),
	    w->text == NULL ? "" : w->text, elo[0] == '\0' ? "" : ", Elo ", elo);
}

/* A line that has no sentence of its own: its text, else its keys and values. */
static enum tell_kind tell_plainly(enum tell_kind kind, const struct wire_line *w, char *buf)
{
	size_t len = 0;

	if (w->text != NULL)
		return tell(kind, buf, "%s", w->text);
	for (int i = 0; i < w->pairs && len < TELL_MAX; i++) {
		int n = snprintf(buf + len, TELL_MAX - len, "%s%s %s", i > 0 ? ", " : "",
		    w->pair[i].key, w->pair[i].value);

		len += n < 0 ? 0 : (size_t)n;
	}
	return w->pairs > 0 ? kind : TELL_NOTHING;
}

/* What to send a friend: by the server's own address, else by the one that we reached it by. */
static enum tell_kind tell_invite(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *line = tell_get(w, "line"), *code = tell_get(w, "code");

	if (line[0] != '\0' && !tell_is(line, "-"))
		return tell(TELL_ANSWER, buf, "Send this to a friend: gomoku '%s'", line);
	if (m->address[0] == '\0')
		return tell(TELL_ANSWER, buf, "They type join %s",
		    tell_is(code, "-") ? tell_get(w, "room") : code);
	return tell(TELL_ANSWER, buf, "Send this to a friend: gomoku '%s/%s#%s'", m->address,
	    tell_is(code, "-") ? tell_get(w, "room") : code, m->pin);
}

static enum tell_kind tell_hint(const struct wire_line *w, char *buf)
{
	char value[TELL_CLOCK];
	int64_t v;

	if (wire_get_int(w, "value", INT32_MIN, INT32_MAX, &v) < 0)
		return tell(TELL_ANSWER, buf, "A good move: %s.", tell_get(w, "at"));
	return tell(TELL_ANSWER, buf, "A good move: %s (%s).", tell_get(w, "at"),
	    tell_value((int)v, value));
}

/* The finals that need no word: what they did is seen in the events that follow. */
static bool is_silent(const struct wire_line *w)
{
	static const char *const names[] = {"moved", "welcome", "resumed", "chosen", "said",
	    "offered", "accepted", "declined", "withdrawn", "board", "sync", "resigned", "seated",
	    "ready", "help", "levels", "room", "bye"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (tell_is(w->name, names[i]))
			return true;
	return false;
}

enum tell_kind tell_final(const struct model *m, const struct wire_line *w, char *buf)
{
	if (w->text == NULL && is_silent(w))
		return TELL_NOTHING;
	if (tell_is(w->name, "invite"))
		return tell_invite(m, w, buf);
	if (tell_is(w->name, "moved") || tell_is(w->name, "chosen") || tell_is(w->name, "said"))
		return TELL_NOTHING;
	if (w->text != NULL)
		return tell(TELL_ANSWER, buf, "%s", w->text);
	if (tell_is(w->name, "rooms") || tell_is(w->name, "who")) {
		if (!tell_is(tell_get(w, "n"), "0"))
			return TELL_NOTHING;
		return tell(TELL_ANSWER, buf,
		    tell_is(w->name, "who") ? "Nobody is here." : "There are no rooms.");
	}
	if (tell_is(w->name, "hint"))
		return tell_hint(w, buf);
	if (tell_is(w->name, "pong"))
		return tell(TELL_ANSWER, buf, "The server is there.");
	if (tell_is(w->name, "quit"))
		return TELL_NOTHING;
	if (tell_is(w->name, "left") || tell_is(w->name, "stood") || tell_is(w->name, "joined") ||
	    tell_is(w->name, "watching") || tell_is(w->name, "created"))
		return tell(TELL_ANSWER, buf, "%s %s%s%s.",
		    tell_is(w->name, "left")	  ? "You left"
		    : tell_is(w->name, "stood")	  ? "You stood up in"
		    : tell_is(w->name, "created") ? "You opened"
						  : "You are in",
		    tell_get(w, "room"), tell_is(w->name, "joined") ? " as " : "",
		    tell_is(w->name, "joined") ? tell_get(w, "as") : "");
	return tell_plainly(TELL_ANSWER, w, buf);
}

enum tell_kind tell_error(const struct wire_line *w, char *buf)
{
	const char *why = tell_get(w, "why");

	if (tell_is(w->name, "unknown") && tell_get(w, "verb")[0] != '\0' && w->text != NULL)
		return tell(
		    TELL_REFUSAL, buf, "\"%s\" is no command. %s.", tell_get(w, "verb"), w->text);
	if (w->text != NULL)
		return tell(TELL_REFUSAL, buf, "%s", w->text);
	return tell(TELL_REFUSAL, buf, "The server refuses: %s%s%s.", w->name,
	    why[0] != '\0' ? ", " : "", why);
}

enum tell_kind tell_row(const struct model *m, const struct wire_line *w, char *buf)
{
	if (tell_is(w->name, "row"))
		return tell_drawn(m, w, buf);
	if (tell_is(w->name, "room"))
		return tell_room_row(m, w, buf);
	if (tell_is(w->name, "user"))
		return tell_user_row(m, w, buf);
	if (tell_is(w->name, "level"))
		return tell_level_row(m, w, buf);
	if (tell_is(w->name, "sync"))
		return TELL_NOTHING;
	return tell_plainly(TELL_ANSWER, w, buf);
}
