/* The sentences for events. */
#include "tell.h"

#include <string.h>

#include "i18n.h"
#include "tell_private.h"

/*
 * Who placed a stone of an opening, as a user; NULL when it was played in turn. The first three are
 * the first player's, who sits at black until somebody chooses; the two that were asked for are the
 * second player's, and with the second of them a choice is due.
 */
static const char *placed_by(const struct model_room *r, const struct wire_line *w)
{
	int64_t ply;

	if (strncmp(r->opening, "swap", 4) != 0 || wire_get_int(w, "ply", 1, 5, &ply) < 0)
		return NULL;
	if (ply <= 3)
		return r->seat[0];
	return tell_is(tell_get(w, "phase"), ply == 4 ? "place" : "choose") ? r->seat[1] : NULL;
}

static enum tell_kind tell_move(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[TELL_NAME];
	const struct model_room *r = model_room(m, tell_get(w, "room"));
	const char *user = r == NULL ? "" : r->seat[tell_is(tell_get(w, "side"), "white")];
	const char *placer = r == NULL ? NULL : placed_by(r, w);
	const char *ply = tell_get(w, "ply"), *at = tell_get(w, "at");
	const char *side = tell_side(tell_get(w, "side"));
	bool me = tell_is_me(m, placer != NULL ? placer : user);

	tell_subject(m, placer != NULL ? placer : user, who);
	if (tell_is(at, "-") && me)
		return tell(TELL_MOVE, buf, _("Move %s: You pass."), ply);
	if (tell_is(at, "-"))
		return tell(TELL_MOVE, buf, _("Move %s: %s passes."), ply, who);
	if (placer != NULL && me)
		return tell(TELL_MOVE, buf, _("Move %s: You place %s on %s."), ply, side, at);
	if (placer != NULL)
		return tell(TELL_MOVE, buf, _("Move %s: %s places %s on %s."), ply, who, side, at);
	if (me)
		return tell(TELL_MOVE, buf, _("Move %s: You play %s."), ply, at);
	return tell(TELL_MOVE, buf, _("Move %s: %s plays %s."), ply, who, at);
}

static enum tell_kind tell_chosen(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[TELL_NAME];
	const char *user = tell_get(w, "user"), *choice = tell_get(w, "choice");
	bool me = tell_is_me(m, user);

	tell_subject(m, user, who);
	if (tell_is(choice, "more") && me)
		return tell(TELL_NEWS, buf, _("You will place a white and a black stone."));
	if (tell_is(choice, "more"))
		return tell(TELL_NEWS, buf, _("%s will place a white and a black stone."), who);
	if (me)
		return tell(TELL_NEWS, buf, _("You choose %s."), tell_side(choice));
	if (tell_is_me(m, tell_get(w, "black")))
		return tell(
		    TELL_NEWS, buf, _("%s chooses %s: you are black."), who, tell_side(choice));
	if (tell_is_me(m, tell_get(w, "white")))
		return tell(
		    TELL_NEWS, buf, _("%s chooses %s: you are white."), who, tell_side(choice));
	return tell(TELL_NEWS, buf, _("%s chooses %s."), who, tell_side(choice));
}

static enum tell_kind tell_sync(const struct model *m, const struct wire_line *w, char *buf)
{
	char terms[TELL_MAX], black[TELL_NAME], white[TELL_NAME];
	const struct model_room *r = model_room(m, tell_get(w, "room"));

	if (r == NULL)
		return TELL_NOTHING;
	tell_terms(r, terms);
	if (tell_is(r->seat[0], "open") && tell_is(r->seat[1], "open"))
		return tell(TELL_NEWS, buf, _("Room %s: %s."), r->id, terms);
	return tell(TELL_NEWS, buf, _("Room %s: %s. Black: %s. White: %s."), r->id, terms,
	    tell_name(m, r->seat[0], black), tell_name(m, r->seat[1], white));
}

static enum tell_kind tell_start(const struct model *m, const struct wire_line *w, char *buf)
{
	char black[TELL_NAME], white[TELL_NAME];
	const char *act = tell_get(w, "act");

	if (tell_is(tell_get(w, "phase"), "place"))
		return tell_is_me(m, act)
			   ? tell(TELL_NEWS, buf,
				 _("A game begins. You place the first three stones."))
			   : tell(TELL_NEWS, buf,
				 _("A game begins. %s places the first three stones."),
				 tell_subject(m, act, black));
	if (tell_is_me(m, tell_get(w, "black")))
		return tell(TELL_NEWS, buf, _("A game begins: you are black."));
	if (tell_is_me(m, tell_get(w, "white")))
		return tell(TELL_NEWS, buf, _("A game begins: you are white."));
	return tell(TELL_NEWS, buf, _("A game begins: %s is black, %s is white."),
	    tell_name(m, tell_get(w, "black"), black), tell_name(m, tell_get(w, "white"), white));
}

static enum tell_kind tell_undo(const struct model *m, const struct wire_line *w, char *buf)
{
	int64_t left = 0;

	(void)m;
	wire_get_int(w, "ply", 0, MODEL_PLIES, &left);
	return tell(TELL_NEWS, buf,
	    ngettext("Taken back; %d move is left.", "Taken back; %d moves are left.",
		(unsigned long)left),
	    (int)left);
}

static enum tell_kind tell_offered(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[TELL_NAME];
	const char *from = tell_get(w, "from"), *what = tell_offer(tell_get(w, "type"));

	if (tell_is_me(m, from))
		return tell(TELL_NEWS, buf, _("You offer %s."), what);
	return tell(TELL_NEWS, buf, _("%s offers %s."), tell_subject(m, from, who), what);
}

static enum tell_kind tell_offer_gone(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *why = tell_get(w, "why");

	(void)m;
	if (tell_is(why, "accepted"))
		return tell(TELL_NEWS, buf, _("The offer was accepted."));
	if (tell_is(why, "declined"))
		return tell(TELL_NEWS, buf, _("The offer was declined."));
	if (tell_is(why, "withdrawn"))
		return tell(TELL_NEWS, buf, _("The offer was withdrawn."));
	if (tell_is(why, "end") || tell_is(why, "start"))
		return TELL_NOTHING;
	return tell(TELL_NEWS, buf, _("The offer has lapsed."));
}

static enum tell_kind tell_end(const struct model *m, const struct wire_line *w, char *buf)
{
	const struct model_room *r = model_room(m, tell_get(w, "room"));

	if (r == NULL)
		return TELL_NOTHING;
	tell_result(m, r, true, buf);
	return TELL_END;
}

static enum tell_kind tell_seat(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[TELL_NAME];
	const char *side = tell_get(w, "side"), *user = tell_get(w, "user");

	if (side[0] == '\0' || tell_is(side, "-"))
		return tell(TELL_NEWS, buf, _("The room belongs to %s."),
		    tell_name(m, tell_get(w, "owner"), who));
	side = tell_side(side);
	if (tell_is(user, "open"))
		return tell(TELL_NEWS, buf, _("The %s seat is free."), side);
	if (tell_is_me(m, user))
		return tell(TELL_NEWS, buf, _("You sit down as %s."), side);
	return tell(TELL_NEWS, buf, _("%s sits down as %s."), tell_subject(m, user, who), side);
}

static enum tell_kind tell_absent(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[TELL_NAME];
	const char *user = tell_get(w, "user");
	bool left = tell_is(tell_get(w, "why"), "left");
	int64_t ms;
	long seconds;

	tell_subject(m, user, who);
	if (tell_is_me(m, user))
		return left ? tell(TELL_NEWS, buf, _("You left."))
			    : tell(TELL_NEWS, buf, _("You lost the connection."));
	if (wire_get_int(w, "ms", 1, INT64_MAX, &ms) < 0)
		return left ? tell(TELL_NEWS, buf, _("%s left."), who)
			    : tell(TELL_NEWS, buf, _("%s lost the connection."), who);
	seconds = (long)((ms - 1) / 1000 + 1);
	if (left)
		return tell(TELL_NEWS, buf,
		    ngettext("%s left; the seat waits %ld second.",
			"%s left; the seat waits %ld seconds.", (unsigned long)seconds),
		    who, seconds);
	return tell(TELL_NEWS, buf,
	    ngettext("%s lost the connection; the seat waits %ld second.",
		"%s lost the connection; the seat waits %ld seconds.", (unsigned long)seconds),
	    who, seconds);
}

static enum tell_kind tell_back(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[TELL_NAME];
	const char *user = tell_get(w, "user");

	if (tell_is_me(m, user))
		return tell(TELL_NEWS, buf, _("You are back."));
	return tell(TELL_NEWS, buf, _("%s is back."), tell_subject(m, user, who));
}

static enum tell_kind tell_say(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_TALK, buf, "%.*s: %s", MODEL_NAME, tell_get(w, "from"),
	    w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_challenge(const struct model *m, const struct wire_line *w, char *buf)
{
	char terms[TELL_MAX];

	tell_challenge_terms(&m->challenge, terms);
	return tell(
	    TELL_NEWS, buf, _("%.*s challenges you: %s."), MODEL_NAME, tell_get(w, "from"), terms);
}

static enum tell_kind tell_challenge_gone(
    const struct model *m, const struct wire_line *w, char *buf)
{
	const char *why = tell_get(w, "why");

	(void)m;
	if (tell_is(why, "accepted"))
		return TELL_NOTHING;
	if (tell_is(why, "gone"))
		return tell(TELL_NEWS, buf, _("The challenge has lapsed."));
	if (tell_is(why, "declined"))
		return tell(TELL_NEWS, buf, _("The challenge was declined."));
	return tell(TELL_NEWS, buf, _("The challenge was withdrawn."));
}

static enum tell_kind tell_paired(const struct model *m, const struct wire_line *w, char *buf)
{
	char with[TELL_NAME];

	return tell(TELL_NEWS, buf, _("You are paired with %s in %s."),
	    tell_name(m, tell_get(w, "with"), with), tell_get(w, "room"));
}

static enum tell_kind tell_ejected(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_NEWS, buf, _("You were sent out of %s."), tell_get(w, "room"));
}

static enum tell_kind tell_told(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_TALK, buf, _("%.*s (to you): %s"), MODEL_NAME, tell_get(w, "from"),
	    w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_lobby(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_TALK, buf, _("%.*s (to all): %s"), MODEL_NAME, tell_get(w, "from"),
	    w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_bye(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *reason = tell_get(w, "reason");

	(void)m;
	if (tell_is(reason, "quit"))
		return TELL_NOTHING;
	if (w->text == NULL)
		return tell(
		    TELL_NOTICE, buf, _("The server says goodbye: %s."), tell_farewell(reason));
	return tell(TELL_NOTICE, buf, _("The server says goodbye: %s: %s."), tell_farewell(reason),
	    w->text);
}

static const struct {
	const char *name;
	enum tell_kind (*tell)(const struct model *m, const struct wire_line *w, char *buf);
} tellers[] = {
    {"move", tell_move},
    {"sync", tell_sync},
    {"start", tell_start},
    {"choice", tell_chosen},
    {"undo", tell_undo},
    {"offer", tell_offered},
    {"offer-gone", tell_offer_gone},
    {"end", tell_end},
    {"seat", tell_seat},
    {"absent", tell_absent},
    {"back", tell_back},
    {"say", tell_say},
    {"tell", tell_told},
    {"lobby", tell_lobby},
    {"challenge", tell_challenge},
    {"challenge-gone", tell_challenge_gone},
    {"paired", tell_paired},
    {"ejected", tell_ejected},
    {"notice", tell_notice},
    {"row", tell_drawn},
    {"draining", tell_draining},
    {"bye", tell_bye},
};

enum tell_kind tell_line(
    const struct model *m, const struct wire_line *w, char buf[static TELL_MAX])
{
	buf[0] = '\0';
	switch (w->kind) {
	case WIRE_EVENT:
		for (size_t i = 0; i < sizeof(tellers) / sizeof(tellers[0]); i++)
			if (tell_is(tellers[i].name, w->name))
				return tellers[i].tell(m, w, buf);
		return TELL_NOTHING;
	case WIRE_ROW:
		return tell_row(m, w, buf);
	case WIRE_OK:
		return tell_final(m, w, buf);
	case WIRE_ERROR:
		return tell_refusal(w, buf);
	case WIRE_COMMAND:
		return TELL_NOTHING;
	}
	return TELL_NOTHING;
}
