/* Names, clocks, terms and results in words: what the sentences and the screen are made of. */
#include "tell.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "i18n.h"
#include "tell_private.h"

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
		snprintf(buf, TELL_NAME, "%s", _("you"));
	else if (strncmp(user, "ai:", 3) == 0)
		snprintf(buf, TELL_NAME, _("bot %.*s"), MODEL_NAME, user + 3);
	else if (tell_is(user, "open") || tell_is(user, "") || tell_is(user, "-"))
		snprintf(buf, TELL_NAME, "%s", _("nobody"));
	else
		snprintf(buf, TELL_NAME, "%.*s", MODEL_NAME, user);
	return buf;
}

const char *tell_subject(const struct model *m, const char *user, char buf[static TELL_NAME])
{
	if (strncmp(user, "ai:", 3) != 0)
		return tell_name(m, user, buf);
	/* TRANSLATORS: at the beginning of a sentence. */
	snprintf(buf, TELL_NAME, _("Bot %.*s"), MODEL_NAME, user + 3);
	return buf;
}

const char *tell_called(const struct called *table, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (tell_is(name, table[i].name))
			return _(table[i].what);
	return name;
}

const char *tell_side(const char *side)
{
	static const struct called sides[] = {{"black", N_("black")}, {"white", N_("white")}};

	return CALLED(sides, side);
}

const char *tell_stone(enum stone stone)
{
	return tell_side(stone_name(stone));
}

const char *tell_rule(const char *rule)
{
	static const struct called rules[] = {
	    {"freestyle", N_("freestyle")},
	    {"standard", N_("standard")},
	    {"renju", N_("renju")},
	    {"caro", N_("caro")},
	};

	return CALLED(rules, rule);
}

const char *tell_opening(const char *opening)
{
	static const struct called openings[] = {
	    {"free", N_("free")},
	    {"pro", N_("pro")},
	    {"swap", N_("swap")},
	    {"swap2", N_("swap2")},
	};

	return CALLED(openings, opening);
}

const char *tell_time(const char *time)
{
	return time[0] == '\0' || tell_is(time, "none") ? _("no clock") : time;
}

const char *tell_farewell(const char *reason)
{
	static const struct called reasons[] = {
	    {"quit", N_("quit")},
	    /* TRANSLATORS: why a connection ends: you have come in from somewhere else. */
	    {"replaced", N_("replaced")},
	    {"ejected", N_("ejected")},
	    {"banned", N_("banned")},
	    {"restart", N_("restart")},
	    {"slow", N_("slow")},
	    {"timeout", N_("timeout")},
	    {"flood", N_("flood")},
	    {"closed", N_("closed")},
	};

	return CALLED(reasons, reason);
}

const char *tell_offer(const char *type)
{
	/* TRANSLATORS: what is offered; stands behind "offers" and "You offered". */
	static const struct called offers[] = {
	    {"undo", N_("to take moves back")},
	    {"draw", N_("a draw")},
	    {"abort", N_("to end the game without a result")},
	    {"rematch", N_("a rematch")},
	};

	return CALLED(offers, type);
}

const char *tell_choice(enum choice choice)
{
	switch (choice) {
	case CHOICE_BLACK:
		return _("the other moves next, as white");
	case CHOICE_WHITE:
		return _("you move next");
	case CHOICE_MORE:
		return _("you place a white and a black stone more, then the other chooses");
	case CHOICE_COUNT:
		break;
	}
	return "";
}

const char *tell_foul(enum foul foul)
{
	switch (foul) {
	case FOUL_OVERLINE:
		return _("an overline (six or more in a row)");
	case FOUL_DOUBLE_FOUR:
		return _("a double-four (two fours at once)");
	case FOUL_DOUBLE_THREE:
		return _("a double-three (two open threes at once)");
	case FOUL_NONE:
	case FOUL_COUNT:
		break;
	}
	return _("allowed");
}

void tell_due(const struct model *m, const struct model_room *r, char buf[static TELL_MAX])
{
	int left = model_to_place(r), all = r->plies < 3 ? 3 : 2;
	const char *stone = tell_stone(r->turn);
	bool me = tell_is_me(m, r->act);
	char who[TELL_NAME];

	tell_name(m, r->act, who);
	if (r->phase == PHASE_CHOOSE && me)
		tell(TELL_NEWS, buf, _("You are to choose a colour."));
	else if (r->phase == PHASE_CHOOSE)
		tell(TELL_NEWS, buf, _("%s is to choose a colour."), who);
	else if (left > 0 && me)
		tell(TELL_NEWS, buf, _("You are to place a %s stone, %d of %d."), stone,
		    all - left + 1, all);
	else if (left > 0)
		tell(TELL_NEWS, buf, _("%s is to place a %s stone, %d of %d."), who, stone,
		    all - left + 1, all);
	else if (r->turn == STONE_BLACK)
		tell(TELL_NEWS, buf, _("Black (X) to move: %s."), who);
	else
		tell(TELL_NEWS, buf, _("White (O) to move: %s."), who);
}

void tell_awaited(const struct model *m, const struct model_room *r, char buf[static TELL_MAX])
{
	int left = model_to_place(r), all = r->plies < 3 ? 3 : 2;
	char who[TELL_NAME];

	tell_name(m, r->act, who);
	if (r->phase == PHASE_CHOOSE)
		tell(TELL_NEWS, buf, _("Waiting for %s to choose a colour"), who);
	else if (left > 0)
		tell(TELL_NEWS, buf, _("Waiting for %s to place a %s stone, %d of %d"), who,
		    tell_stone(r->turn), all - left + 1, all);
	else
		tell(TELL_NEWS, buf, _("Waiting for %s"), who);
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
		snprintf(buf + n, (size_t)(TELL_CLOCK - n), "%s", _(" last"));
	return buf;
}

void tell_add(char buf[static TELL_MAX], const char *fmt, ...)
{
	size_t len = strlen(buf);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf + len, TELL_MAX - len, fmt, ap);
	va_end(ap);
}

void tell_terms(const struct model_room *r, char buf[static TELL_MAX])
{
	tell(TELL_NEWS, buf, _("%s, %dx%d, %s"), tell_rule(r->rule), r->board.size, r->board.size,
	    tell_time(r->time));
	if (r->opening[0] != '\0' && !tell_is(r->opening, "free"))
		tell_add(buf, _(", opening %s"), tell_opening(r->opening));
	if (r->foul_loses && r->rules == RULE_RENJU)
		tell_add(buf, "%s", _(", a forbidden move loses"));
}

void tell_challenge_terms(const struct model_challenge *c, char buf[static TELL_MAX])
{
	tell(TELL_NEWS, buf, _("%s, %dx%d, %s"), tell_rule(c->rule), c->size, c->size,
	    tell_time(c->time));
	if (c->opening[0] != '\0' && !tell_is(c->opening, "free"))
		tell_add(buf, _(", opening %s"), tell_opening(c->opening));
	if (c->rated)
		tell_add(buf, "%s", _(", rated"));
}

const char *tell_reason(const char *why)
{
	static const struct called reasons[] = {
	    {"five", N_("five in a row")},
	    {"resign", N_("resignation")},
	    {"time", N_("time ran out")},
	    {"agreed", N_("agreed")},
	    {"full", N_("the board is full")},
	    {"passes", N_("both sides passed")},
	    {"foul", N_("a forbidden move")},
	    {"claimed", N_("claimed")},
	    {"aborted", N_("called off")},
	    {"abandoned", N_("a player stayed away")},
	    {"closed", N_("the room was closed")},
	    {"engine", N_("the bot failed")},
	};

	return CALLED(reasons, why);
}

static const char *foul_of(const char *foul)
{
	static const struct called fouls[] = {
	    {"overline", N_("overline")},
	    {"double-four", N_("double-four")},
	    {"double-three", N_("double-three")},
	};

	return CALLED(fouls, foul);
}

/* What decided the game, a foul by its name, the winning row's points where they are wanted; ""
 * when it is not known. */
static const char *reason(const struct model_room *r, bool points, char buf[static TELL_MAX])
{
	char point[POINT_TEXT];

	tell(TELL_END, buf, "%s", r->why[0] == '\0' ? "" : tell_reason(r->why));
	if (tell_is(r->why, "foul") && r->foul[0] != '\0')
		tell_add(buf, _(", %s"), foul_of(r->foul));
	for (int i = 0; points && i < r->line_len; i++)
		tell_add(buf, i == 0 ? _(", %s") : " %s", point_format(r->line[i], point));
	return buf;
}

/* Who has won, and perhaps why. */
static void tell_winner(
    const struct model *m, const struct model_room *r, const char *why, char *buf)
{
	int side = r->result == MODEL_WHITE;
	char who[TELL_NAME];

	tell_subject(m, r->seat[side], who);
	if (tell_is_me(m, r->seat[side])) {
		if (why[0] == '\0')
			tell(TELL_END, buf, side ? _("You win as white.") : _("You win as black."));
		else
			tell(TELL_END, buf,
			    side ? _("You win as white: %s.") : _("You win as black: %s."), why);
	} else if (why[0] == '\0')
		tell(TELL_END, buf, side ? _("%s wins as white.") : _("%s wins as black."), who);
	else
		tell(TELL_END, buf, side ? _("%s wins as white: %s.") : _("%s wins as black: %s."),
		    who, why);
}

void tell_result(
    const struct model *m, const struct model_room *r, bool points, char buf[static TELL_MAX])
{
	char why[TELL_MAX];
	bool known = reason(r, points, why)[0] != '\0';

	switch (r->result) {
	case MODEL_NONE:
		if (known)
			tell(TELL_END, buf, _("The game is over: %s."), why);
		else
			tell(TELL_END, buf, _("The game is over."));
		break;
	case MODEL_BLACK:
	case MODEL_WHITE:
		tell_winner(m, r, why, buf);
		break;
	case MODEL_DRAW:
		if (known)
			tell(TELL_END, buf, _("A draw: %s."), why);
		else
			tell(TELL_END, buf, _("A draw."));
		break;
	case MODEL_VOID:
		if (known)
			tell(TELL_END, buf, _("No result: %s."), why);
		else
			tell(TELL_END, buf, _("No result."));
		break;
	}
}

void tell_outcome(const struct model *m, const struct model_room *r, char buf[static TELL_MAX])
{
	enum stone mine = model_my_side(m, r);
	char why[TELL_MAX];
	bool black = r->result == MODEL_BLACK, won = (mine == STONE_BLACK) == black;

	reason(r, false, why);
	if (r->result != MODEL_BLACK && r->result != MODEL_WHITE)
		tell_result(m, r, false, buf);
	else if (mine == STONE_NONE)
		tell(TELL_END, buf, "%s", black ? _("Black won") : _("White won"));
	else
		tell(TELL_END, buf, "%s", won ? _("You won") : _("You lost"));
	if ((r->result == MODEL_BLACK || r->result == MODEL_WHITE) && why[0] != '\0')
		tell_add(buf, _(": %s"), why);
}

const char *tell_value(int value, char buf[static TELL_CLOCK])
{
	enum { WIN = 30000, PROVEN = 29000 }; /* of gomoku-engine: a win less the plies up to it */
	int size = value < 0 ? -value : value, moves = (WIN - size + 1) / 2;

	if (size <= PROVEN || size > WIN)
		snprintf(buf, TELL_CLOCK, "%+d", value);
	else if (moves == 0)
		snprintf(buf, TELL_CLOCK, "%s", value > 0 ? _("wins") : _("loses"));
	else
		snprintf(buf, TELL_CLOCK, value > 0 ? _("wins in %d") : _("loses in %d"), moves);
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
