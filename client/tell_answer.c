/* The sentences for what the server answers: rows and finals. */
#include <stdio.h>
#include <string.h>

#include "daemon/wire/verbs.h"
#include "i18n.h"
#include "tell_private.h"

enum tell_kind tell_drawn(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_DRAWN, buf, "%s", w->text == NULL ? "" : w->text);
}

static const char *state_of(const char *state)
{
	static const struct called states[] = {
	    /* TRANSLATORS: the state of a room: a seat is free. */
	    {"open", N_("open")},
	    /* TRANSLATORS: the state of a room: both seats are taken. */
	    {"ready", N_("ready")},
	    {"opening", N_("opening")},
	    {"playing", N_("playing")},
	    {"ended", N_("ended")},
	};

	return CALLED(states, state);
}

static enum tell_kind tell_room_row(const struct model *m, const struct wire_line *w, char *buf)
{
	char black[TELL_NAME], white[TELL_NAME], room[MODEL_ID + MODEL_TITLE];

	snprintf(room, sizeof(room), "%s%s%s", tell_get(w, "id"), w->text == NULL ? "" : " ",
	    w->text == NULL ? "" : w->text);
	return tell(TELL_ANSWER, buf, _("%s: %s, %s - %s, %s %sx%s, %s watching"), room,
	    state_of(tell_get(w, "state")), tell_name(m, tell_get(w, "black"), black),
	    tell_name(m, tell_get(w, "white"), white), tell_rule(tell_get(w, "rule")),
	    tell_get(w, "size"), tell_get(w, "size"), tell_get(w, "watchers"));
}

static enum tell_kind tell_user_row(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	if (tell_get(w, "rooms")[0] == '\0' || tell_is(tell_get(w, "rooms"), "-"))
		return tell(TELL_ANSWER, buf, "%s", tell_get(w, "name"));
	return tell(TELL_ANSWER, buf, _("%s in %s"), tell_get(w, "name"), tell_get(w, "rooms"));
}

static enum tell_kind tell_level_row(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *elo = tell_get(w, "elo"), *level = tell_get(w, "level");

	(void)m;
	/* What a level is like is told by its strength alone to who can't read the server's words.
	 */
	if (i18n_foreign() && elo[0] != '\0')
		return tell(TELL_ANSWER, buf, _("level %s: Elo %s"), level, elo);
	if (elo[0] != '\0')
		return tell(
		    TELL_ANSWER, buf, "%s: %s, Elo %s", level, w->text == NULL ? "" : w->text, elo);
	return tell(TELL_ANSWER, buf, "%s: %s", level, w->text == NULL ? "" : w->text);
}

/* What help tells of a verb; in another language by our own table of verbs. */
static enum tell_kind tell_help_row(const struct wire_line *w, char *buf)
{
	const struct verb *v = verb_find(tell_get(w, "verb"));

	if (w->text != NULL && (!i18n_foreign() || v == NULL))
		return tell(TELL_ANSWER, buf, "%s", w->text);
	if (v == NULL)
		return TELL_NOTHING;
	return tell(TELL_ANSWER, buf, "%s%s%s - %s", v->name, v->args[0] != '\0' ? " " : "",
	    v->args, _(v->help));
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
	    "rooms", "who", "bye"};

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

/* The finals that have a sentence of ours. */
static enum tell_kind tell_named(const struct wire_line *w, char *buf)
{
	enum tell_kind kind = tell_place(w, buf);

	if (kind != TELL_NOTHING)
		return kind;
	if (tell_is(w->name, "rooms") && tell_is(tell_get(w, "n"), "0"))
		return tell(TELL_ANSWER, buf, _("There are no rooms."));
	if (tell_is(w->name, "who") && tell_is(tell_get(w, "n"), "0"))
		return tell(TELL_ANSWER, buf, _("Nobody is here."));
	if (tell_is(w->name, "hint"))
		return tell_hint(w, buf);
	if (tell_is(w->name, "pong"))
		return tell(TELL_ANSWER, buf, _("The server is there."));
	if (tell_is(w->name, "help") && i18n_foreign() && !tell_is(tell_get(w, "n"), "1"))
		return tell(TELL_ANSWER, buf,
		    _("A point alone, such as h8, is a move. \"help VERB\" explains one."));
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
	if (tell_is(w->name, "bot") && w->text != NULL)
		return tell(TELL_ANSWER, buf, "%s: %s", tell_get(w, "name"), w->text);
	if (tell_is(w->name, "help"))
		return tell_help_row(w, buf);
	if (tell_is(w->name, "sync"))
		return TELL_NOTHING;
	return tell_plainly(TELL_ANSWER, w, buf);
}
