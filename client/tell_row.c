/* The sentences for the rows that the server answers with. */
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

static bool is_yes(const struct wire_line *w, const char *key)
{
	return tell_is(tell_get(w, key), "yes");
}

static bool has(const struct wire_line *w, const char *key)
{
	return tell_get(w, key)[0] != '\0' && !tell_is(tell_get(w, key), "-");
}

/* Somebody, by who or whois. */
static enum tell_kind tell_user_row(const struct wire_line *w, char *buf)
{
	tell(TELL_ANSWER, buf, is_yes(w, "bot") ? _("%s (a bot)") : "%s", tell_get(w, "name"));
	if (has(w, "rooms"))
		tell_add(buf, _(" in %s"), tell_get(w, "rooms"));
	if (has(w, "playing") && !tell_is(tell_get(w, "playing"), "0"))
		tell_add(buf, "%s", _(", is playing"));
	if (is_yes(w, "seeking"))
		tell_add(buf, "%s", _(", looks for an opponent"));
	if (is_yes(w, "muted"))
		tell_add(buf, "%s", _(", muted by you"));
	return TELL_ANSWER;
}

void tell_keyed_terms(const struct wire_line *w, char buf[static TELL_MAX])
{
	const char *size = tell_get(w, "size");

	tell(TELL_NEWS, buf, _("%s, %sx%s, %s"), tell_rule(tell_get(w, "rule")), size, size,
	    tell_time(tell_get(w, "time")));
	if (has(w, "opening") && !tell_is(tell_get(w, "opening"), "free"))
		tell_add(buf, _(", opening %s"), tell_opening(tell_get(w, "opening")));
	if (is_yes(w, "rated"))
		tell_add(buf, "%s", _(", rated"));
}

static enum tell_kind tell_seek_row(const struct model *m, const struct wire_line *w, char *buf)
{
	char terms[TELL_MAX];

	tell_keyed_terms(w, terms);
	if (tell_is_me(m, tell_get(w, "user")))
		return tell(TELL_ANSWER, buf, _("You look for an opponent: %s."), terms);
	return tell(
	    TELL_ANSWER, buf, _("%s looks for an opponent: %s."), tell_get(w, "user"), terms);
}

/* A finished game: its id, who played, how it ended. */
static enum tell_kind tell_game_row(const struct model *m, const struct wire_line *w, char *buf)
{
	static const struct called results[] = {
	    {"black", N_("Black won")},
	    {"white", N_("White won")},
	    {"draw", N_("A draw")},
	    {"void", N_("No result")},
	};
	char black[TELL_NAME], white[TELL_NAME], terms[TELL_MAX];
	int64_t moves = 0;

	tell_keyed_terms(w, terms);
	wire_get_int(w, "ply", 0, MODEL_PLIES, &moves);
	tell(TELL_ANSWER, buf,
	    ngettext(
		"%s: %s - %s, %s, %d move.", "%s: %s - %s, %s, %d moves.", (unsigned long)moves),
	    tell_get(w, "id"), tell_name(m, tell_get(w, "black"), black),
	    tell_name(m, tell_get(w, "white"), white), terms, (int)moves);
	tell_add(buf, _(" %s: %s."), CALLED(results, tell_get(w, "result")),
	    tell_reason(tell_get(w, "why")));
	tell_add(buf, " %s", tell_get(w, "ended"));
	if (w->text != NULL)
		tell_add(buf, " %s", w->text);
	if (has(w, "moves"))
		tell_add(buf, " %s", tell_get(w, "moves"));
	return TELL_ANSWER;
}

/* A rating by a rule, of whois without the games that it is from. */
static enum tell_kind tell_rating_row(const struct wire_line *w, char *buf)
{
	const char *name = tell_get(w, "name");

	tell(TELL_ANSWER, buf, "%s%s", tell_get(w, "place"), has(w, "place") ? ". " : "");
	if (name[0] != '\0')
		tell_add(buf, "%s, ", name);
	tell_add(buf, is_yes(w, "provisional") ? _("%s: %s, provisional") : "%s: %s",
	    tell_rule(tell_get(w, "rule")), tell_get(w, "rating"));
	if (has(w, "games"))
		tell_add(buf, _(" (games %s: won %s, drawn %s, lost %s)"), tell_get(w, "games"),
		    tell_get(w, "won"), tell_get(w, "drawn"), tell_get(w, "lost"));
	return TELL_ANSWER;
}

/* The sentence of a level in one's own language; NULL: it is none of those that we know. */
static const char *own_words(const char *sentence)
{
	static const char *const known[] = {
	    N_("makes and stops fives, often overlooks threes"),
	    N_("looks four moves ahead, every second time for fives alone"),
	    N_("looks four moves ahead, overlooks threes one time in three"),
	    N_("looks four moves ahead, overlooks threes one time in ten"),
	    N_("sees combinations, overlooks a three one time in six"),
	    N_("sees combinations early, seldom overlooks a three"),
	    N_("sees combinations far ahead, rarely overlooks a three"),
	    N_("prepares combinations of its own, hardly ever errs"),
	    N_("leaves few chances, takes those that it gets"),
	    N_("plays as well as it can in the time it has"),
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(sentence, known[i]) == 0)
			return _(known[i]);
	return NULL;
}

static enum tell_kind tell_level_row(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *elo = tell_get(w, "elo"), *level = tell_get(w, "level");
	const char *sentence = w->text == NULL ? "" : w->text, *own = own_words(sentence);

	(void)m;
	if (own != NULL)
		sentence = own;
	/* What a level is like is told by its strength alone to who can't read the server's words.
	 */
	else if (i18n_foreign() && elo[0] != '\0')
		return tell(TELL_ANSWER, buf, _("level %s: Elo %s"), level, elo);
	if (elo[0] != '\0')
		return tell(TELL_ANSWER, buf, _("%s: %s, Elo %s"), level, sentence, elo);
	return tell(TELL_ANSWER, buf, _("%s: %s"), level, sentence);
}

/* A bot that is no level: one of the classic ways to play, or an engine of the server's people. */
static enum tell_kind tell_bot_row(const struct wire_line *w, char *buf)
{
	static const struct called classic[] = {
	    {"ai:priority", N_("a table of shapes: the longest open row counts")},
	    {"ai:scoring", N_("powers of ten: attack and defence by stones in line")},
	    {"ai:weights", N_("string patterns: fours, threes and twos by weight")},
	    {"ai:negascout", N_("a search: looks a few moves ahead by NegaScout")},
	};
	const char *name = tell_get(w, "name"), *what = CALLED(classic, name);

	return tell(
	    TELL_ANSWER, buf, _("%s: %s"), name, what == name || !i18n_foreign() ? w->text : what);
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

enum tell_kind tell_row(const struct model *m, const struct wire_line *w, char *buf)
{
	if (tell_is(w->name, "row"))
		return tell_drawn(m, w, buf);
	if (tell_is(w->name, "room"))
		return tell_room_row(m, w, buf);
	if (tell_is(w->name, "user"))
		return tell_user_row(w, buf);
	if (tell_is(w->name, "seek"))
		return tell_seek_row(m, w, buf);
	if (tell_is(w->name, "game"))
		return tell_game_row(m, w, buf);
	if (tell_is(w->name, "rating"))
		return tell_rating_row(w, buf);
	if (tell_is(w->name, "muted"))
		return tell(TELL_ANSWER, buf, "%s", tell_get(w, "user"));
	if (tell_is(w->name, "level"))
		return tell_level_row(m, w, buf);
	if (tell_is(w->name, "bot") && w->text != NULL)
		return tell_bot_row(w, buf);
	if (tell_is(w->name, "help"))
		return tell_help_row(w, buf);
	if (tell_is(w->name, "sync"))
		return TELL_NOTHING;
	return tell_plainly(TELL_ANSWER, w, buf);
}
