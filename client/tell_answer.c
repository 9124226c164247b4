/* The sentences for what the server answers when a command is done. */
#include <stdio.h>
#include <string.h>

#include "i18n.h"
#include "tell_private.h"

enum tell_kind tell_plainly(enum tell_kind kind, const struct wire_line *w, char *buf)
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
	char own[TELL_MAX];

	if (tell_is(code, "-"))
		code = tell_get(w, "room");
	snprintf(own, sizeof(own), "%s/%s#%s", m->address, code, m->pin);
	if (line[0] != '\0' && !tell_is(line, "-"))
		return tell(TELL_ANSWER, buf, _("Send this to a friend: gomoku '%s'"), line);
	if (m->address[0] == '\0')
		return tell(TELL_ANSWER, buf, _("They type join %s"), code);
	return tell(TELL_ANSWER, buf, _("Send this to a friend: gomoku '%s'"), own);
}

static enum tell_kind tell_hint(const struct wire_line *w, char *buf)
{
	char value[TELL_CLOCK];
	int64_t v;

	if (wire_get_int(w, "value", INT32_MIN, INT32_MAX, &v) < 0)
		return tell(TELL_ANSWER, buf, _("A good move: %s."), tell_get(w, "at"));
	return tell(TELL_ANSWER, buf, _("A good move: %s (%s)."), tell_get(w, "at"),
	    tell_value((int)v, value));
}

/* The finals that need no word: what they did is seen in the events that follow. */
static bool is_silent(const struct wire_line *w)
{
	static const char *const names[] = {"welcome", "resumed", "offered", "accepted", "declined",
	    "withdrawn", "board", "sync", "resigned", "seated", "ready", "help", "levels", "room",
	    "rooms", "who", "bye", "whois", "seeks", "games", "game", "export", "top", "rating",
	    "options", "ejected", "claimed", "mute", "unmuted"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (tell_is(w->name, names[i]))
			return true;
	return false;
}

/* Where we are in a room now, or are no more. */
static enum tell_kind tell_place(const struct wire_line *w, char *buf)
{
	const char *room = tell_get(w, "room");

	if (tell_is(w->name, "left"))
		return tell(TELL_ANSWER, buf, _("You left %s."), room);
	if (tell_is(w->name, "stood"))
		return tell(TELL_ANSWER, buf, _("You stood up in %s."), room);
	if (tell_is(w->name, "created"))
		return tell(TELL_ANSWER, buf, _("You opened %s."), room);
	if (tell_is(w->name, "watching") || tell_is(tell_get(w, "as"), "watcher"))
		return tell(TELL_ANSWER, buf, _("You watch in %s."), room);
	if (tell_is(w->name, "joined"))
		return tell(TELL_ANSWER, buf, _("You are in %s as %s."), room,
		    tell_side(tell_get(w, "as")));
	return TELL_NOTHING;
}

/* What we have to do with others now. */
static enum tell_kind tell_others(const struct wire_line *w, char *buf)
{
	const char *user = tell_get(w, "user");
	char terms[TELL_MAX];

	if (tell_is(w->name, "seeking")) {
		tell_keyed_terms(w, terms);
		return tell(TELL_ANSWER, buf, _("You look for an opponent: %s."), terms);
	}
	if (tell_is(w->name, "unseek"))
		return tell(TELL_ANSWER, buf, _("You look for nobody any more."));
	if (tell_is(w->name, "challenged"))
		return tell(TELL_ANSWER, buf, _("You have challenged %s."), user);
	if (tell_is(w->name, "told"))
		return tell(TELL_ANSWER, buf, _("%s has been told."), user);
	if (tell_is(w->name, "muted"))
		return tell(TELL_ANSWER, buf, _("You hear no more of %s."), user);
	return TELL_NOTHING;
}

/* The finals that have a sentence of ours. */
static enum tell_kind tell_named(const struct wire_line *w, char *buf)
{
	static const struct called nothing[] = {
	    {"rooms", N_("There are no rooms.")},
	    {"who", N_("Nobody is here.")},
	    {"seeks", N_("Nobody looks for an opponent.")},
	    {"games", N_("No games are kept.")},
	    {"top", N_("There are no rated games yet.")},
	    {"rating", N_("There are no rated games yet.")},
	    {"mute", N_("You have muted nobody.")},
	};
	enum tell_kind kind = tell_place(w, buf);

	if (kind == TELL_NOTHING)
		kind = tell_others(w, buf);
	if (kind != TELL_NOTHING)
		return kind;
	if (tell_is(tell_get(w, "n"), "0") && CALLED(nothing, w->name) != w->name)
		return tell(TELL_ANSWER, buf, "%s", CALLED(nothing, w->name));
	if (tell_is(w->name, "hint"))
		return tell_hint(w, buf);
	if (tell_is(w->name, "pong"))
		return tell(TELL_ANSWER, buf, _("The server is there."));
	if (tell_is(w->name, "help") && i18n_foreign() && !tell_is(tell_get(w, "n"), "1"))
		return tell(TELL_ANSWER, buf,
		    _("A point alone, such as h8, is a move. \"help VERB\" explains one."));
	if (tell_is(w->name, "set"))
		return tell(TELL_ANSWER, buf, "%s",
		    tell_is(tell_get(w, "bot"), "yes") ? _("You count as a bot.")
						       : _("You count as a person."));
	if (tell_is(w->name, "passwd"))
		return tell(TELL_ANSWER, buf, _("The new password counts from now on."));
	if (tell_is(w->name, "welcome") && i18n_foreign())
		return tell(TELL_ANSWER, buf,
		    _("Hello, %s. Type \"play 2\" for a game against a bot, \"rooms\" to see who "
		      "plays, or \"help\"."),
		    tell_get(w, "user"));
	return TELL_NOTHING;
}

enum tell_kind tell_final(const struct model *m, const struct wire_line *w, char *buf)
{
	static const char *const seen[] = {"moved", "chosen", "said", "quit"};
	enum tell_kind kind;

	for (size_t i = 0; i < sizeof(seen) / sizeof(seen[0]); i++)
		if (tell_is(w->name, seen[i]))
			return TELL_NOTHING;
	if (tell_is(w->name, "invite"))
		return tell_invite(m, w, buf);
	if (w->text != NULL && !i18n_foreign())
		return tell(TELL_ANSWER, buf, "%s", w->text);
	kind = tell_named(w, buf);
	if (kind != TELL_NOTHING)
		return kind;
	if (w->text == NULL && is_silent(w))
		return TELL_NOTHING;
	return tell_plainly(TELL_ANSWER, w, buf);
}
