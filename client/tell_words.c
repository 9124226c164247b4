/* Names, clocks, terms and results in words: what the sentences and the screen are made of. */
#include "tell.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tell_private.h"

enum { REASON_MAX = 2 * MODEL_WORD + 8 };

enum tell_kind tell(enum tell_kind kind, char *buf, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, TELL_MAX, fmt, ap);
	va_end(ap);
	return kind;
}

const char *tell_get(const struct wire_line *w, const char *key)
{
	const char *v = wire_get(w, key);

	return v == NULL ? "" : v;
}

bool tell_is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

bool tell_is_me(const struct model *m, const char *user)
{
	return m->user[0] != '\0' && tell_is(m->user, user);
}

const char *tell_name(const struct model *m, const char *user, char buf[static TELL_NAME])
{
	if (tell_is_me(m, user))
		snprintf(buf, TELL_NAME, "you");
	else if (strncmp(user, "ai:", 3) == 0)
		snprintf(buf, TELL_NAME, "bot %.*s", MODEL_NAME, user + 3);
	else if (tell_is(user, "open") || tell_is(user, "") || tell_is(user, "-"))
		snprintf(buf, TELL_NAME, "nobody");
	else
		snprintf(buf, TELL_NAME, "%.*s", MODEL_NAME, user);
	return buf;
}

const char *tell_doing(const struct model *m, const char *user, const char *verb, const char *s,
    char buf[static 2 * TELL_NAME])
{
	char name[TELL_NAME];
	bool me = tell_is_me(m, user);

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
		if (tell_is(type, offers[i].type))
			return offers[i].what;
	return type;
}

const char *tell_choice(enum choice choice)
{
	switch (choice) {
	case CHOICE_BLACK:
		return "the other moves next, as white";
	case CHOICE_WHITE:
		return "you move next";
	case CHOICE_MORE:
		return "you place a white and a black stone more, then the other chooses";
	case CHOICE_COUNT:
		break;
	}
	return "";
}

const char *tell_foul(enum foul foul)
{
	switch (foul) {
	case FOUL_OVERLINE:
		return "an overline (six or more in a row)";
	case FOUL_DOUBLE_FOUR:
		return "a double-four (two fours at once)";
	case FOUL_DOUBLE_THREE:
		return "a double-three (two open threes at once)";
	case FOUL_NONE:
	case FOUL_COUNT:
		break;
	}
	return "allowed";
}

void tell_due(const struct model_room *r, char buf[static TELL_MAX])
{
	int left = model_to_place(r), all = r->plies < 3 ? 3 : 2;

	if (r->phase == PHASE_CHOOSE)
		tell(TELL_NEWS, buf, "to choose a colour");
	else if (left > 0)
		tell(TELL_NEWS, buf, "to place a %s stone, %d of %d", stone_name(r->turn),
		    all - left + 1, all);
	else
		tell(TELL_NEWS, buf, "to move");
}

const char *tell_clock(const struct model_clock *c, char buf[static TELL_CLOCK])
{
	int64_t ms = c->ms, seconds = (ms + 999) / 1000;
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
	if (c->periods > 0)
		snprintf(buf + n, (size_t)(TELL_CLOCK - n), " x%d", c->periods);
	else if (c->in_periods)
		snprintf(buf + n, (size_t)(TELL_CLOCK - n), " last");
	return buf;
}

void tell_terms(const struct model_room *r, char buf[static TELL_MAX])
{
	bool clock = r->time[0] != '\0' && !tell_is(r->time, "none");
	bool opening = r->opening[0] != '\0' && !tell_is(r->opening, "free");

	tell(TELL_NEWS, buf, "%s, %dx%d, %s%s%s%s", r->rule, r->board.size, r->board.size,
	    clock ? r->time : "no clock", opening ? ", opening " : "", opening ? r->opening : "",
	    r->foul_loses && r->rules == RULE_RENJU ? ", a forbidden move loses" : "");
}

/* What decided the game, as the end of a sentence; "" for a reason that we do not know. */
static const char *reason_of(const char *why)
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
		if (tell_is(why, reasons[i].why))
			return reasons[i].text;
	return why;
}

/* The same for a room, with its colon, a foul by its name; "" when it is not known. */
static const char *reason(const struct model_room *r, char buf[static REASON_MAX])
{
	bool foul = tell_is(r->why, "foul") && r->foul[0] != '\0';

	buf[0] = '\0';
	if (r->why[0] != '\0')
		snprintf(buf, REASON_MAX, ": %s%s%s", reason_of(r->why), foul ? ", " : "",
		    foul ? r->foul : "");
	return buf;
}

void tell_result(const struct model *m, const struct model_room *r, char buf[static TELL_MAX])
{
	char who[2 * TELL_NAME], why[REASON_MAX];
	int side = r->result == MODEL_WHITE;

	switch (r->result) {
	case MODEL_NONE:
		tell(TELL_END, buf, "The game is over%s.", reason(r, why));
		break;
	case MODEL_BLACK:
	case MODEL_WHITE:
		tell_doing(m, r->seat[side], "win", "s", who);
		tell(TELL_END, buf, "%s as %s%s.", who, side == 0 ? "black" : "white",
		    reason(r, why));
		break;
	case MODEL_DRAW:
		tell(TELL_END, buf, "A draw%s.", reason(r, why));
		break;
	case MODEL_VOID:
		tell(TELL_END, buf, "No result%s.", reason(r, why));
		break;
	}
}

void tell_outcome(const struct model *m, const struct model_room *r, char buf[static TELL_MAX])
{
	enum stone mine = model_my_side(m, r);
	char why[REASON_MAX];
	bool black = r->result == MODEL_BLACK;

	if (r->result != MODEL_BLACK && r->result != MODEL_WHITE)
		tell_result(m, r, buf);
	else if (mine == STONE_NONE)
		tell(TELL_END, buf, "%s won%s", black ? "Black" : "White", reason(r, why));
	else
		tell(TELL_END, buf, "You %s%s", (mine == STONE_BLACK) == black ? "won" : "lost",
		    reason(r, why));
}

const char *tell_value(int value, char buf[static TELL_CLOCK])
{
	enum { WIN = 30000, PROVEN = 29000 }; /* of gomoku-engine: a win less the plies up to it */
	int size = value < 0 ? -value : value, moves = (WIN - size + 1) / 2;

	if (size <= PROVEN || size > WIN)
		snprintf(buf, TELL_CLOCK, "%+d", value);
	else if (moves == 0)
		snprintf(buf, TELL_CLOCK, value > 0 ? "wins" : "loses");
	else
		snprintf(buf, TELL_CLOCK, "%s in %d", value > 0 ? "wins" : "loses", moves);
	return buf;
}

const char *tell_count(int64_t count, char buf[static TELL_CLOCK])
{
	if (count < 10000)
		snprintf(buf, TELL_CLOCK, "%d", (int)count);
	else if (count < 1000000)
		snprintf(buf, TELL_CLOCK, "%dk", (int)(count / 1000));
	else
		snprintf(buf, TELL_CLOCK, "%lld.%dM", (long long)(count / 1000000),
		    (int)(count / 100000 % 10));
	return buf;
}
