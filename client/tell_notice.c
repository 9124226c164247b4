/*
 * What the server tells of its own accord. In English it is told in its own words, else by the
 * notice's name; what a person has written has none, and stays as it is.
 */
#include <stddef.h>

#include "i18n.h"
#include "tell_private.h"

/* Notices that are about nobody. */
static const struct called plain[] = {
    {"both-seated", N_("Both seats are taken; \"ready\" starts the game.")},
    {"no-engine", N_("The bot can't play on; the game does not count.")},
    {"no-bot", N_("Nobody has come, and no bot is free now; \"seek\" asks again.")},
    {"drain-off", N_("The server goes on after all; games may begin again.")},
    {"disk-fails",
	N_("The server can't write to its disk: games and clocks stand still, nothing is "
	   "lost. They go on by themselves when it can.")},
    {"disk-works", N_("The server can write to its disk again: games and clocks go on.")},
};

/* Those that are about us. */
static const struct called mine[] = {
    {"options", N_("You have changed the options; the others have to be ready again.")},
    {"ready", N_("You are ready.")},
    {"owner", N_("You own the room now.")},
    {"sent-out", N_("You have been sent out.")},
    {"claimable", N_("You have let the game wait; the other may claim it.")},
};

/* Those that are about somebody else. */
static enum tell_kind of_other(const char *what, const char *who, char *buf)
{
	if (tell_is(what, "options"))
		return tell(TELL_NOTICE, buf,
		    _("%s has changed the options; \"ready\" says that you play by them."), who);
	if (tell_is(what, "ready"))
		return tell(TELL_NOTICE, buf, _("%s is ready."), who);
	if (tell_is(what, "owner"))
		return tell(TELL_NOTICE, buf, _("%s owns the room now."), who);
	if (tell_is(what, "sent-out"))
		return tell(TELL_NOTICE, buf, _("%s has been sent out."), who);
	if (tell_is(what, "claimable"))
		return tell(TELL_NOTICE, buf,
		    _("%s has let the game wait; \"claim win\" or \"claim draw\" ends it."), who);
	return TELL_NOTHING;
}

static const char *find(const struct called *table, size_t n, const char *name)
{
	const char *what = tell_called(table, n, name);

	return what == name ? NULL : what;
}

/* A notice by its name; TELL_NOTHING for one that we do not know. */
static enum tell_kind by_name(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *what = tell_get(w, "what"), *user = tell_get(w, "user");
	const char *text;
	char who[TELL_NAME];

	if (tell_is(what, "rating"))
		return tell(TELL_NOTICE, buf, _("Your rating in %s is now %s (it was %s)."),
		    tell_rule(tell_get(w, "rule")), tell_get(w, "rating"), tell_get(w, "before"));
	text = find(plain, sizeof(plain) / sizeof(plain[0]), what);
	if (text == NULL && tell_is_me(m, user))
		text = find(mine, sizeof(mine) / sizeof(mine[0]), what);
	if (text != NULL)
		return tell(TELL_NOTICE, buf, "%s", text);
	return of_other(what, tell_subject(m, user, who), buf);
}

enum tell_kind tell_notice(const struct model *m, const struct wire_line *w, char *buf)
{
	enum tell_kind kind = TELL_NOTHING;

	if (w->text == NULL || i18n_foreign())
		kind = by_name(m, w, buf);
	if (kind == TELL_NOTHING && w->text != NULL)
		kind = tell(TELL_NOTICE, buf, "%s", w->text);
	return kind;
}

enum tell_kind tell_draining(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	if (w->text != NULL && !i18n_foreign())
		return tell(TELL_NOTICE, buf, "%s", w->text);
	return tell(TELL_NOTICE, buf,
	    _("The server will be restarted. Games go on, and go on after it; new ones can "
	      "begin then."));
}
