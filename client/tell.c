/* The sentences for events. */
#include "tell.h"

#include <stdio.h>
#include <string.h>

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
	char who[2 * TELL_NAME];
	const struct model_room *r = model_room(m, tell_get(w, "room"));
	const char *user = r == NULL ? "" : r->seat[tell_is(tell_get(w, "side"), "white")];
	const char *placer = r == NULL ? NULL : placed_by(r, w);

	if (tell_is(tell_get(w, "at"), "-"))
		return tell(TELL_MOVE, buf, "Move %s: %s.", tell_get(w, "ply"),
		    tell_doing(m, user, "pass", "es", who));
	if (placer != NULL)
		return tell(TELL_MOVE, buf, "Move %s: %s %s on %s.", tell_get(w, "ply"),
		    tell_doing(m, placer, "place", "s", who), tell_get(w, "side"),
		    tell_get(w, "at"));
	return tell(TELL_MOVE, buf, "Move %s: %s %s.", tell_get(w, "ply"),
	    tell_doing(m, user, "play", "s", who), tell_get(w, "at"));
}

static enum tell_kind tell_chosen(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];
	const char *user = tell_get(w, "user"), *mine = "";

	if (tell_is(tell_get(w, "choice"), "more"))
		return tell(TELL_NEWS, buf, "%s a white and a black stone.",
		    tell_doing(m, user, "will place", "", who));
	if (!tell_is_me(m, user) && tell_is_me(m, tell_get(w, "black")))
		mine = ": you are black";
	else if (!tell_is_me(m, user) && tell_is_me(m, tell_get(w, "white")))
		mine = ": you are white";
	return tell(TELL_NEWS, buf, "%s %s%s.", tell_doing(m, user, "choose", "s", who),
	    tell_get(w, "choice"), mine);
}

static enum tell_kind tell_sync(const struct model *m, const struct wire_line *w, char *buf)
{
	char terms[TELL_MAX], black[TELL_NAME], white[TELL_NAME];
	const struct model_room *r = model_room(m, tell_get(w, "room"));

	if (r == NULL)
		return TELL_NOTHING;
	tell_terms(r, terms);
	if (tell_is(r->seat[0], "open") && tell_is(r->seat[1], "open"))
		return tell(TELL_NEWS, buf, "Room %s: %.200s.", r->id, terms);
	return tell(TELL_NEWS, buf, "Room %s: %.200s. Black: %s. White: %s.", r->id, terms,
	    tell_name(m, r->seat[0], black), tell_name(m, r->seat[1], white));
}

static enum tell_kind tell_start(const struct model *m, const struct wire_line *w, char *buf)
{
	char black[2 * TELL_NAME], white[TELL_NAME];
	const char *mine = tell_is_me(m, tell_get(w, "black")) ? "black" : "white";

	if (tell_is(tell_get(w, "phase"), "place"))
		return tell(TELL_NEWS, buf, "A game begins. %s the first three stones.",
		    tell_doing(m, tell_get(w, "act"), "place", "s", black));
	if (tell_is_me(m, tell_get(w, "black")) || tell_is_me(m, tell_get(w, "white")))
		return tell(TELL_NEWS, buf, "A game begins: you are %s.", mine);
	return tell(TELL_NEWS, buf, "A game begins: %s is black, %s is white.",
	    tell_name(m, tell_get(w, "black"), black), tell_name(m, tell_get(w, "white"), white));
}

static enum tell_kind tell_undo(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_NEWS, buf, "Taken back; %s %s left.", tell_get(w, "ply"),
	    tell_is(tell_get(w, "ply"), "1") ? "move is" : "moves are");
}

static enum tell_kind tell_offered(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];

	return tell(TELL_NEWS, buf, "%s %s.", tell_doing(m, tell_get(w, "from"), "offer", "s", who),
	    tell_offer(tell_get(w, "type")));
}

static enum tell_kind tell_offer_gone(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *why = tell_get(w, "why");

	(void)m;
	if (tell_is(why, "accepted") || tell_is(why, "declined") || tell_is(why, "withdrawn"))
		return tell(TELL_NEWS, buf, "The offer was %s.", why);
	if (tell_is(why, "end") || tell_is(why, "start"))
		return TELL_NOTHING;
	return tell(TELL_NEWS, buf, "The offer has lapsed.");
}

static enum tell_kind tell_end(const struct model *m, const struct wire_line *w, char *buf)
{
	const struct model_room *r = model_room(m, tell_get(w, "room"));
	char point[POINT_TEXT];

	if (r == NULL)
		return TELL_NOTHING;
	tell_result(m, r, buf);
	for (int i = 0; i < r->line_len; i++) {
		size_t len = strlen(buf);

		/* Behind the sentence's words, in place of its full stop. */
		snprintf(buf + len - (i == 0), TELL_MAX - len, "%s %s%s", i == 0 ? "," : "",
		    point_format(r->line[i], point), i == r->line_len - 1 ? "." : "");
	}
	return TELL_END;
}

static enum tell_kind tell_seat(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];
	const char *side = tell_get(w, "side"), *user = tell_get(w, "user");

	if (side[0] == '\0' || tell_is(side, "-"))
		return tell(TELL_NEWS, buf, "The room belongs to %s.",
		    tell_name(m, tell_get(w, "owner"), who));
	if (tell_is(user, "open"))
		return tell(TELL_NEWS, buf, "The %s seat is free.", side);
	return tell(TELL_NEWS, buf, "%s down as %s.", tell_doing(m, user, "sit", "s", who), side);
}

static enum tell_kind tell_absent(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];
	int64_t ms;

	tell_doing(m, tell_get(w, "user"),
	    tell_is(tell_get(w, "why"), "left") ? "left" : "lost the connection", "", who);
	if (wire_get_int(w, "ms", 1, INT64_MAX, &ms) == 0)
		return tell(TELL_NEWS, buf, "%s; the seat waits %lld seconds.", who,
		    (long long)((ms + 999) / 1000));
	return tell(TELL_NEWS, buf, "%s.", who);
}

static enum tell_kind tell_back(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];
	const char *user = tell_get(w, "user");

	return tell(TELL_NEWS, buf, "%s back.",
	    tell_doing(m, user, tell_is_me(m, user) ? "are" : "is", "", who));
}

static enum tell_kind tell_say(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_TALK, buf, "%.*s: %s", MODEL_NAME, tell_get(w, "from"),
	    w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_challenge(const struct model *m, const struct wire_line *w, char *buf)
{
	return tell(TELL_NEWS, buf, "%.*s challenges you: %s.", MODEL_NAME, tell_get(w, "from"),
	    m->challenge.terms);
}

static enum tell_kind tell_challenge_gone(
    const struct model *m, const struct wire_line *w, char *buf)
{
	const char *why = tell_get(w, "why");

	(void)m;
	if (tell_is(why, "accepted"))
		return TELL_NOTHING;
	return tell(TELL_NEWS, buf, "The challenge %s.",
	    tell_is(why, "gone")       ? "has lapsed"
	    : tell_is(why, "declined") ? "was declined"
				       : "was withdrawn");
}

static enum tell_kind tell_paired(const struct model *m, const struct wire_line *w, char *buf)
{
	char with[TELL_NAME];

	return tell(TELL_NEWS, buf, "You are paired with %s in %s.",
	    tell_name(m, tell_get(w, "with"), with), tell_get(w, "room"));
}

static enum tell_kind tell_ejected(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_NEWS, buf, "You were sent out of %s.", tell_get(w, "room"));
}

static enum tell_kind tell_told(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_TALK, buf, "%.*s (to you): %s", MODEL_NAME, tell_get(w, "from"),
	    w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_lobby(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_TALK, buf, "%.*s (to all): %s", MODEL_NAME, tell_get(w, "from"),
	    w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_notice(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return w->text == NULL ? TELL_NOTHING : tell(TELL_NOTICE, buf, "%s", w->text);
}

static enum tell_kind tell_bye(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	if (tell_is(tell_get(w, "reason"), "quit"))
		return TELL_NOTHING;
	return tell(TELL_NOTICE, buf, "The server says goodbye: %s%s%s.", tell_get(w, "reason"),
	    w->text == NULL ? "" : ": ", w->text == NULL ? "" : w->text);
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
    {"draining", tell_notice},
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
		return tell_error(w, buf);
	case WIRE_COMMAND:
		return TELL_NOTHING;
	}
	return TELL_NOTHING;
}
