#include "tell.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static enum tell_kind tell(enum tell_kind kind, char *buf, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static enum tell_kind tell(enum tell_kind kind, char *buf, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, TELL_MAX, fmt, ap);
	va_end(ap);
	return kind;
}

/* A key's value, "" when the line has none. */
static const char *get(const struct wire_line *w, const char *key)
{
	const char *v = wire_get(w, key);

	return v == NULL ? "" : v;
}

static bool is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static bool is_me(const struct model *m, const char *user)
{
	return m->user[0] != '\0' && is(m->user, user);
}

const char *tell_name(const struct model *m, const char *user, char buf[static TELL_NAME])
{
	if (is_me(m, user))
		snprintf(buf, TELL_NAME, "you");
	else if (strncmp(user, "ai:", 3) == 0)
		snprintf(buf, TELL_NAME, "bot %.*s", MODEL_NAME, user + 3);
	else if (is(user, "open") || is(user, "") || is(user, "-"))
		snprintf(buf, TELL_NAME, "nobody");
	else
		snprintf(buf, TELL_NAME, "%.*s", MODEL_NAME, user);
	return buf;
}

/* Someone does something: "you" and the plain verb, or the name and the verb with its s. */
static const char *doing(const struct model *m, const char *user, const char *verb, const char *s,
    char buf[static 2 * TELL_NAME])
{
	char name[TELL_NAME];
	bool me = is_me(m, user);

	tell_name(m, user, name);
	snprintf(buf, 2 * TELL_NAME, "%s %s%s", me ? "You" : name, verb, me ? "" : s);
	if (strncmp(buf, "bot ", 4) == 0)
		buf[0] = 'B';
	return buf;
}

const char *tell_offer(const char *type)
{
	static const struct {
		const char *type, *what;
	} offers[] = {
	    {"undo", "to take moves back"},
	    {"draw", "a draw"},
	    {"abort", "to end the game without a result"},
	    {"rematch", "a rematch"},
	};

	for (size_t i = 0; i < sizeof(offers) / sizeof(offers[0]); i++)
		if (is(type, offers[i].type))
			return offers[i].what;
	return type;
}

const char *tell_clock(int64_t ms, int periods, char buf[static TELL_CLOCK])
{
	int64_t seconds = (ms + 999) / 1000;
	int n;

	buf[0] = '\0';
	if (ms < 0)
		return buf;
	if (ms < 10000)
		n = snprintf(buf, TELL_CLOCK, "0:%02d.%d", (int)(ms / 1000), (int)(ms / 100 % 10));
	else if (seconds < 3600)
		n = snprintf(buf, TELL_CLOCK, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
	else
		n = snprintf(buf, TELL_CLOCK, "%d:%02d:%02d", (int)(seconds / 3600 % 10000),
		    (int)(seconds / 60 % 60), (int)(seconds % 60));
	if (periods > 0)
		snprintf(buf + n, (size_t)(TELL_CLOCK - n), " x%d", periods);
	return buf;
}

void tell_terms(const struct model_room *r, char buf[static TELL_MAX])
{
	bool clock = r->time[0] != '\0' && !is(r->time, "none");

	tell(TELL_NEWS, buf, "%s, %dx%d, %s", r->rule, r->board.size, r->board.size,
	    clock ? r->time : "no clock");
}

/* What decided the game, as the end of a sentence; "" for a reason that we do not know. */
static const char *reason(const char *why)
{
	static const struct {
		const char *why, *text;
	} reasons[] = {
	    {"five", "five in a row"},
	    {"resign", "resignation"},
	    {"time", "time ran out"},
	    {"agreed", "agreed"},
	    {"full", "the board is full"},
	    {"passes", "both sides passed"},
	    {"foul", "a forbidden move"},
	    {"claimed", "claimed"},
	    {"aborted", "called off"},
	    {"abandoned", "a player stayed away"},
	    {"closed", "the room was closed"},
	    {"engine", "the bot failed"},
	};

	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (is(why, reasons[i].why))
			return reasons[i].text;
	return why;
}

void tell_result(const struct model *m, const struct model_room *r, char buf[static TELL_MAX])
{
	char who[2 * TELL_NAME];
	int side = r->result == MODEL_WHITE;

	switch (r->result) {
	case MODEL_NONE:
		tell(TELL_END, buf, "The game is over: %s.", reason(r->why));
		break;
	case MODEL_BLACK:
	case MODEL_WHITE:
		doing(m, r->seat[side], "win", "s", who);
		tell(TELL_END, buf, "%s as %s: %s.", who, side == 0 ? "black" : "white",
		    reason(r->why));
		break;
	case MODEL_DRAW:
		tell(TELL_END, buf, "A draw: %s.", reason(r->why));
		break;
	case MODEL_VOID:
		tell(TELL_END, buf, "No result: %s.", reason(r->why));
		break;
	}
}

void tell_outcome(const struct model *m, const struct model_room *r, char buf[static TELL_MAX])
{
	enum stone mine = model_my_side(m, r);
	bool black = r->result == MODEL_BLACK;

	if (r->result != MODEL_BLACK && r->result != MODEL_WHITE)
		tell_result(m, r, buf);
	else if (mine == STONE_NONE)
		tell(TELL_END, buf, "%s won: %s", black ? "Black" : "White", reason(r->why));
	else
		tell(TELL_END, buf, "You %s: %s", (mine == STONE_BLACK) == black ? "won" : "lost",
		    reason(r->why));
}

static enum tell_kind tell_move(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];
	const struct model_room *r = model_room(m, get(w, "room"));
	const char *user = r == NULL ? "" : r->seat[is(get(w, "side"), "white")];

	if (is(get(w, "at"), "-"))
		return tell(TELL_MOVE, buf, "Move %s: %s.", get(w, "ply"),
		    doing(m, user, "pass", "es", who));
	return tell(TELL_MOVE, buf, "Move %s: %s %s.", get(w, "ply"),
	    doing(m, user, "play", "s", who), get(w, "at"));
}

static enum tell_kind tell_sync(const struct model *m, const struct wire_line *w, char *buf)
{
	char terms[TELL_MAX], black[TELL_NAME], white[TELL_NAME];
	const struct model_room *r = model_room(m, get(w, "room"));

	if (r == NULL)
		return TELL_NOTHING;
	tell_terms(r, terms);
	if (is(r->seat[0], "open") && is(r->seat[1], "open"))
		return tell(TELL_NEWS, buf, "Room %s: %.200s.", r->id, terms);
	return tell(TELL_NEWS, buf, "Room %s: %.200s. Black: %s. White: %s.", r->id, terms,
	    tell_name(m, r->seat[0], black), tell_name(m, r->seat[1], white));
}

static enum tell_kind tell_start(const struct model *m, const struct wire_line *w, char *buf)
{
	char black[TELL_NAME], white[TELL_NAME];
	const char *mine = is_me(m, get(w, "black")) ? "black" : "white";

	if (is_me(m, get(w, "black")) || is_me(m, get(w, "white")))
		return tell(TELL_NEWS, buf, "A game begins: you are %s.", mine);
	return tell(TELL_NEWS, buf, "A game begins: %s is black, %s is white.",
	    tell_name(m, get(w, "black"), black), tell_name(m, get(w, "white"), white));
}

static enum tell_kind tell_undo(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_NEWS, buf, "Taken back; %s %s left.", get(w, "ply"),
	    is(get(w, "ply"), "1") ? "move is" : "moves are");
}

static enum tell_kind tell_offered(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];

	return tell(TELL_NEWS, buf, "%s %s.", doing(m, get(w, "from"), "offer", "s", who),
	    tell_offer(get(w, "type")));
}

static enum tell_kind tell_offer_gone(const struct model *m, const struct wire_line *w, char *buf)
{
	const char *why = get(w, "why");

	(void)m;
	if (is(why, "accepted") || is(why, "declined") || is(why, "withdrawn"))
		return tell(TELL_NEWS, buf, "The offer was %s.", why);
	if (is(why, "end") || is(why, "start"))
		return TELL_NOTHING;
	return tell(TELL_NEWS, buf, "The offer has lapsed.");
}

static enum tell_kind tell_end(const struct model *m, const struct wire_line *w, char *buf)
{
	const struct model_room *r = model_room(m, get(w, "room"));
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
	const char *side = get(w, "side"), *user = get(w, "user");

	if (side[0] == '\0' || is(side, "-"))
		return tell(
		    TELL_NEWS, buf, "The room belongs to %s.", tell_name(m, get(w, "owner"), who));
	if (is(user, "open"))
		return tell(TELL_NEWS, buf, "The %s seat is free.", side);
	return tell(TELL_NEWS, buf, "%s down as %s.", doing(m, user, "sit", "s", who), side);
}

static enum tell_kind tell_absent(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];
	int64_t ms;

	doing(
	    m, get(w, "user"), is(get(w, "why"), "left") ? "left" : "lost the connection", "", who);
	if (wire_get_int(w, "ms", 1, INT64_MAX, &ms) == 0)
		return tell(TELL_NEWS, buf, "%s; the seat waits %lld seconds.", who,
		    (long long)((ms + 999) / 1000));
	return tell(TELL_NEWS, buf, "%s.", who);
}

static enum tell_kind tell_back(const struct model *m, const struct wire_line *w, char *buf)
{
	char who[2 * TELL_NAME];
	const char *user = get(w, "user");

	return tell(
	    TELL_NEWS, buf, "%s back.", doing(m, user, is_me(m, user) ? "are" : "is", "", who));
}

static enum tell_kind tell_say(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(
	    TELL_TALK, buf, "%.*s: %s", MODEL_NAME, get(w, "from"), w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_notice(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return w->text == NULL ? TELL_NOTHING : tell(TELL_NOTICE, buf, "%s", w->text);
}

static enum tell_kind tell_drawn(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_DRAWN, buf, "%s", w->text == NULL ? "" : w->text);
}

static enum tell_kind tell_bye(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	if (is(get(w, "reason"), "quit"))
		return TELL_NOTHING;
	return tell(TELL_NOTICE, buf, "The server says goodbye: %s.", get(w, "reason"));
}

static enum tell_kind tell_room_row(const struct model *m, const struct wire_line *w, char *buf)
{
	char black[TELL_NAME], white[TELL_NAME];

	return tell(TELL_ANSWER, buf, "%s%s%s: %s, %s - %s, %s %sx%s, %s watching", get(w, "id"),
	    w->text == NULL ? "" : " ", w->text == NULL ? "" : w->text, get(w, "state"),
	    tell_name(m, get(w, "black"), black), tell_name(m, get(w, "white"), white),
	    get(w, "rule"), get(w, "size"), get(w, "size"), get(w, "watchers"));
}

static enum tell_kind tell_user_row(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	if (get(w, "rooms")[0] == '\0' || is(get(w, "rooms"), "-"))
		return tell(TELL_ANSWER, buf, "%s", get(w, "name"));
	return tell(TELL_ANSWER, buf, "%s in %s", get(w, "name"), get(w, "rooms"));
}

static enum tell_kind tell_level_row(const struct model *m, const struct wire_line *w, char *buf)
{
	(void)m;
	return tell(TELL_ANSWER, buf, "%s: %s", get(w, "level"), w->text == NULL ? "" : w->text);
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

/* The finals that need no word: what they did is seen in the events that follow. */
static bool is_silent(const struct wire_line *w)
{
	static const char *const names[] = {"moved", "said", "offered", "accepted", "declined",
	    "withdrawn", "board", "sync", "resigned", "seated", "ready", "help", "levels", "room",
	    "bye"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (is(w->name, names[i]))
			return true;
	return false;
}

static enum tell_kind tell_final(const struct wire_line *w, char *buf)
{
	if (w->text == NULL && is_silent(w))
		return TELL_NOTHING;
	if (is(w->name, "moved") || is(w->name, "said"))
		return TELL_NOTHING;
	if (w->text != NULL)
		return tell(TELL_ANSWER, buf, "%s", w->text);
	if (is(w->name, "rooms") || is(w->name, "who")) {
		if (!is(get(w, "n"), "0"))
			return TELL_NOTHING;
		return tell(TELL_ANSWER, buf,
		    is(w->name, "who") ? "Nobody is here." : "There are no rooms.");
	}
	if (is(w->name, "pong"))
		return tell(TELL_ANSWER, buf, "The server is there.");
	if (is(w->name, "quit"))
		return TELL_NOTHING;
	if (is(w->name, "left") || is(w->name, "stood") || is(w->name, "joined") ||
	    is(w->name, "watching") || is(w->name, "created"))
		return tell(TELL_ANSWER, buf, "%s %s%s%s.",
		    is(w->name, "left")	     ? "You left"
		    : is(w->name, "stood")   ? "You stood up in"
		    : is(w->name, "created") ? "You opened"
					     : "You are in",
		    get(w, "room"), is(w->name, "joined") ? " as " : "",
		    is(w->name, "joined") ? get(w, "as") : "");
	return tell_plainly(TELL_ANSWER, w, buf);
}

static enum tell_kind tell_error(const struct wire_line *w, char *buf)
{
	const char *why = get(w, "why");

	if (w->text != NULL)
		return tell(TELL_REFUSAL, buf, "%s", w->text);
	return tell(TELL_REFUSAL, buf, "The server refuses: %s%s%s.", w->name,
	    why[0] != '\0' ? ", " : "", why);
}

static const struct {
	enum wire_kind kind;
	const char *name;
	enum tell_kind (*tell)(const struct model *m, const struct wire_line *w, char *buf);
} tellers[] = {
    {WIRE_EVENT, "move", tell_move},
    {WIRE_EVENT, "sync", tell_sync},
    {WIRE_EVENT, "start", tell_start},
    {WIRE_EVENT, "undo", tell_undo},
    {WIRE_EVENT, "offer", tell_offered},
    {WIRE_EVENT, "offer-gone", tell_offer_gone},
    {WIRE_EVENT, "end", tell_end},
    {WIRE_EVENT, "seat", tell_seat},
    {WIRE_EVENT, "absent", tell_absent},
    {WIRE_EVENT, "back", tell_back},
    {WIRE_EVENT, "say", tell_say},
    {WIRE_EVENT, "notice", tell_notice},
    {WIRE_EVENT, "row", tell_drawn},
    {WIRE_EVENT, "bye", tell_bye},
    {WIRE_ROW, "row", tell_drawn},
    {WIRE_ROW, "room", tell_room_row},
    {WIRE_ROW, "user", tell_user_row},
    {WIRE_ROW, "level", tell_level_row},
};

enum tell_kind tell_line(
    const struct model *m, const struct wire_line *w, char buf[static TELL_MAX])
{
	buf[0] = '\0';
	for (size_t i = 0; i < sizeof(tellers) / sizeof(tellers[0]); i++)
		if (tellers[i].kind == w->kind && is(tellers[i].name, w->name))
			return tellers[i].tell(m, w, buf);
	switch (w->kind) {
	case WIRE_ROW:
		if (is(w->name, "sync"))
			return TELL_NOTHING;
		return tell_plainly(TELL_ANSWER, w, buf);
	case WIRE_OK:
		return tell_final(w, buf);
	case WIRE_ERROR:
		return tell_error(w, buf);
	case WIRE_EVENT:
	case WIRE_COMMAND:
		return TELL_NOTHING;
	}
	return TELL_NOTHING;
}
