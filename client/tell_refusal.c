/*
 * The sentences for what the server refuses. In English they are its own, which know the most. For
 * everyone else they are made from name and keys; where those leave open what was wrong, the
 * server's words stand behind.
 */
#include <string.h>

#include "daemon/wire/verbs.h"
#include "i18n.h"
#include "tell_private.h"

/* A refusal: by its name, and by the value of a key where there are several. */
static const struct refusal {
	const char *name, *key, *value;
	const char *text;
	bool vague; /* the server's words tell more */
} refusals[] = {
    {"syntax", NULL, NULL, N_("That cannot be read; help VERB tells how it is typed."), true},
    {"login-first", NULL, NULL, N_("Say first who you are: guest NAME, or login NAME."), false},
    {"denied", "why", "banned", N_("This account is banned."), true},
    {"denied", NULL, NULL, N_("The name, the password or the code is wrong."), false},
    {"draining", NULL, NULL,
	N_("The server is about to be restarted: games go on, but no new one begins until then."),
	false},
    {"slow-down", NULL, NULL, N_("That was too fast; it has not been done. Try again in a moment."),
	false},
    {"forbidden", "why", "watching", N_("You watch here; only those who play can do that."), false},
    {"forbidden", "why", "owner", N_("The room is another's."), false},
    {"forbidden", "why", "not-in-room", N_("You are not in that room."), false},
    {"forbidden", "why", "seated", N_("Somebody sits there; only they can stand up."), false},
    {"forbidden", "why", "own", N_("That is your own; \"withdraw\" takes it back."), false},
    {"forbidden", "why", "theirs", N_("That is the other's; \"decline\" says no."), false},
    {"forbidden", "why", "self", N_("Nobody does that with themselves."), false},
    {"forbidden", "why", "muted", N_("They do not want to hear from you."), false},
    {"forbidden", "why", "sent-out", N_("You have been sent out of that room."), false},
    {"forbidden", "why", "guest", N_("Rated games are for accounts; guests play unrated."), false},
    {"forbidden", "why", "rated", N_("There are no hints in rated games."), false},
    {"forbidden", "why", "no-guests", N_("Guests are not let in here: login NAME."), false},
    {"forbidden", "why", "closed", N_("New accounts are made by the server's people."), false},
    {"forbidden", "why", "guest-account",
	N_("A guest has no password; register NAME makes an account."), false},
    {"forbidden", NULL, NULL, N_("That is not yours to do."), true},
    {"no-such", "what", "room", N_("There is no such room. \"rooms\" lists them."), false},
    {"no-such", "what", "offer", N_("There is no such offer any more."), false},
    {"no-such", "what", "level", N_("There is no such bot. \"levels\" lists them."), false},
    {"no-such", "what", "verb", N_("There is no such command. \"help\" lists them."), false},
    {"no-such", "what", "game", N_("No such game is kept. \"games\" lists your own."), false},
    {"no-such", "what", "user", N_("There is nobody of that name. \"who\" lists who is here."),
	false},
    {"exists", NULL, NULL, N_("That name is taken; choose another."), false},
    {"wrong-state", "why", "open", N_("A seat is free; the game starts when someone joins."),
	false},
    {"wrong-state", "why", "ready", N_("The game has not started; \"ready\" says that you are."),
	false},
    {"wrong-state", "why", "opening",
	N_("A game is going on, in its opening; this is not the time."), false},
    {"wrong-state", "why", "playing", N_("A game is going on; it must end first."), false},
    {"wrong-state", "why", "ended",
	N_("The game is over; \"rematch\" or \"ready\" starts another."), false},
    {"wrong-state", "why", "logged-in", N_("You are here already, under another name."), false},
    {"wrong-state", "why", "no-room", N_("You are in no room; \"rooms\" lists them."), false},
    {"wrong-state", "why", "seated", N_("Somebody sits there already."), true},
    {"wrong-state", "why", "seeking", N_("You are looking for an opponent already."), false},
    {"wrong-state", "why", "not-seeking", N_("You are not looking for anyone."), false},
    {"wrong-state", "why", "ply", N_("The game has gone on since."), false},
    {"wrong-state", "why", "not-turn", N_("It is not your turn."), false},
    {"wrong-state", "why", "your-turn", N_("It is your turn: move first."), false},
    {"wrong-state", "why", "present", N_("The other is here; there is nothing to claim."), false},
    {"wrong-state", "why", "early", N_("The other still has time to come back."), false},
    {"wrong-state", "why", "nothing", N_("You have no stone to take back."), false},
    {"wrong-state", "why", "offered", N_("You have offered that already."), false},
    {"wrong-state", "why", "undo-off", N_("In this room moves stand."), false},
    {"wrong-state", "why", "hints-off", N_("There are no hints in this room."), false},
    {"wrong-state", "why", "thinking", N_("The last hint is being thought of still."), false},
    {"wrong-state", "why", "rule", N_("That bot does not play this rule."), false},
    {"wrong-state", "why", "rated", N_("Rated games cannot be played so."), true},
    {"wrong-state", "why", "format", N_("That format cannot hold this game; take sgf."), false},
    {"wrong-state", "why", "away", N_("Who asked is not back yet."), false},
    {"which-room", NULL, NULL, N_("You are in several rooms: say which by room=."), false},
    {"illegal", "why", "occupied", N_("There is a stone on that point."), false},
    {"illegal", "why", "off-board", N_("That point is not on this board."), false},
    {"illegal", "why", "not-turn", N_("It is not your turn."), false},
    {"illegal", "why", "over", N_("The game is over."), false},
    {"illegal", "why", "overline", N_("Forbidden to black: an overline."), false},
    {"illegal", "why", "double-four", N_("Forbidden to black: a double-four."), false},
    {"illegal", "why", "double-three", N_("Forbidden to black: a double-three."), false},
    {"illegal", "why", "opening", N_("The opening does not allow that point."), true},
    {"illegal", "why", "choose", N_("First choose a colour."), false},
    {"illegal", "why", "no-choice", N_("There is nothing to choose now."), false},
    {"illegal", "why", "no-pass", N_("Nobody passes under this rule."), false},
    {"too-long", NULL, NULL, N_("That is too long to be sent."), false},
    {"bad-text", NULL, NULL, N_("That has characters which cannot be sent."), false},
    {"full", "what", "disk",
	N_("The server's disk is full: games go on, but no new one can begin; try again later."),
	false},
    {"full", "what", "rooms", N_("There are as many rooms as can be; try again later."), false},
    {"full", "what", "your-rooms", N_("You are in as many rooms as can be; leave one."), false},
    {"full", "what", "room", N_("As many people as can be are in that room."), false},
    {"full", "what", "seeks", N_("Too many people wait; try again later."), false},
    {"full", "what", "challenges", N_("Too many challenges wait for an answer."), false},
    {"full", "what", "muted", N_("You have muted as many people as can be."), false},
    {"busy", "what", "journal",
	N_("The server can't write to its disk now; what was answered is safe. Try again in a "
	   "while."),
	false},
    {"busy", "what", "store",
	N_("The server can't write to its disk now; what was answered is safe. Try again in a "
	   "while."),
	false},
    {"busy", NULL, NULL, N_("The server has more to do than it can; try again in a while."), false},
    {"version", NULL, NULL, N_("The server speaks another version of the protocol."), false},
};

static const struct refusal *find(const struct wire_line *w)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		const struct refusal *r = &refusals[i];

		if (tell_is(w->name, r->name) &&
		    (r->key == NULL || tell_is(tell_get(w, r->key), r->value)))
			return r;
	}
	return NULL;
}

/* "illegal, occupied": of a refusal that we do not know, what it is called. */
static enum tell_kind tell_unknown(const struct wire_line *w, char *buf)
{
	const char *why = tell_get(w, "why");

	if (w->text != NULL)
		return tell(TELL_REFUSAL, buf, "%s", w->text);
	return tell(TELL_REFUSAL, buf, _("The server refuses: %s%s%s."), w->name,
	    why[0] != '\0' ? ", " : "", why);
}

enum tell_kind tell_refusal(const struct wire_line *w, char *buf)
{
	const struct refusal *r = find(w);
	const char *verb = tell_get(w, "verb");
	const struct verb *v = verb_find(verb);

	if (tell_is(w->name, "unknown") && verb[0] != '\0' && i18n_foreign())
		return tell(TELL_REFUSAL, buf,
		    _("\"%s\" is no command. Type help for what there is."), verb);
	if (tell_is(w->name, "syntax") && v != NULL && i18n_foreign())
		return tell(TELL_REFUSAL, buf, _("That cannot be read. Type it as: %s %s"), v->name,
		    v->args);
	if (tell_is(w->name, "unknown") && verb[0] != '\0' && w->text != NULL)
		return tell(TELL_REFUSAL, buf, "\"%s\" is no command. %s.", verb, w->text);
	if (r == NULL || (!i18n_foreign() && w->text != NULL))
		return tell_unknown(w, buf);
	if (r->vague && w->text != NULL)
		return tell(TELL_REFUSAL, buf, _("%s (%s)"), _(r->text), w->text);
	return tell(TELL_REFUSAL, buf, "%s", _(r->text));
}
