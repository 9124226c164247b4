/* Commands of a game: moves, offers, giving up. */
#include <stdio.h>
#include <string.h>

#include "cmd_pair.h"
#include "pairing.h"

static enum stone stone_of(int seat)
{
	return seat ? STONE_WHITE : STONE_BLACK;
}

static void answer_moved(struct command *c, int64_t ply)
{
	answer(c, WIRE_OK, "moved");
	wire_key(&c->out, "room", "%s", c->room->id);
	wire_key(&c->out, "ply", "%lld", (long long)ply);
	answer_end(c);
}

static void refuse_move(struct command *c, enum move_verdict why)
{
	static const char *const text[MOVE_VERDICT_COUNT] = {
	    [MOVE_OCCUPIED] = "There is a stone on that point",
	    [MOVE_OFF_BOARD] = "That point is not on this board",
	    [MOVE_NOT_TURN] = "It is not your turn yet",
	    [MOVE_OVERLINE] = "Six or more in a row is forbidden to black",
	    [MOVE_DOUBLE_FOUR] = "Two fours at once are forbidden to black",
	    [MOVE_DOUBLE_THREE] = "Two open threes at once are forbidden to black",
	    [MOVE_OPENING] = "The opening does not allow a stone there",
	    [MOVE_NO_PASS] = "Only renju knows passes, and not before the first stone",
	    [MOVE_CHOOSE] = "A choice is due, not a stone: \"choose black\", \"choose white\" or, "
			    "where it is offered, \"choose more\"",
	    [MOVE_NO_CHOICE] = "That can't be chosen now",
	    [MOVE_OVER] = "The game is over; \"rematch\" starts another",
	    [MOVE_LATE] = "Your time had run out",
	};

	refuse(c, "illegal", "why", move_verdict_name(why == MOVE_LATE ? MOVE_OVER : why), "%s",
	    text[why] ? text[why] : "The rules do not allow it");
}

/*
 * A move that says which ply it is to be: sent twice it is answered twice and played once. Returns
 * whether the move is to be played; otherwise it has been answered.
 */
static bool check_ply(struct command *c, int point)
{
	const struct game *g = &c->room->game;
	int64_t ply, rev = g->rev;
	char now[16];

	if (!wire_get(c->line, "ply") && !wire_get(c->line, "rev"))
		return true;
	ply = g->plies + 1;
	if ((wire_get(c->line, "ply") &&
		wire_get_int(c->line, "ply", 1, BOARD_POINTS * 2, &ply) < 0) ||
	    (wire_get(c->line, "rev") && wire_get_int(c->line, "rev", 0, INT32_MAX, &rev) < 0)) {
		refuse_syntax(c, "ply= and rev= are numbers");
		return false;
	}
	if (rev == g->rev && ply == g->plies + 1)
		return true;
	if (rev == g->rev && ply <= g->plies && g->ply[ply - 1].point == point &&
	    g->ply[ply - 1].player == game_holder(g, stone_of(c->seat))) {
		answer_moved(c, ply);
		return false;
	}
	snprintf(now, sizeof now, "%d", g->plies + 1);
	answer(c, WIRE_ERROR, "wrong-state");
	wire_key(&c->out, "why", "ply");
	wire_key(&c->out, "ply", "%s", now);
	wire_key(&c->out, "rev", "%d", g->rev);
	wire_text(&c->out, "The game has gone on: the next stone is number %s", now);
	answer_end(c);
	return false;
}

/* Plays a stone or passes. */
static void play(struct command *c, int point)
{
	struct room *r = c->room;
	enum move_verdict verdict;

	if (!check_ply(c, point))
		return;
	verdict = room_play(r, c->seat, point, c->now_ms);
	if (verdict == MOVE_OK) {
		answer_moved(c, r->game.plies);
		room_moved(r, c->seat, point, c->now_ms);
		return;
	}
	refuse_move(c, verdict);
	if (verdict == MOVE_LATE)
		room_ended(r, c->now_ms);
}

void cmd_move(struct command *c)
{
	int point = point_parse(c->line->word[0]);

	if (point == POINT_NONE)
		refuse_syntax(c, "A point is a letter and a number, as in h8");
	else
		play(c, point);
}

void cmd_pass(struct command *c)
{
	play(c, POINT_PASS);
}

void cmd_choose(struct command *c)
{
	struct room *r = c->room;
	enum choice choice = CHOICE_BLACK;
	enum move_verdict verdict;

	while (choice < CHOICE_COUNT && strcasecmp(choice_name(choice), c->line->word[0]) != 0)
		choice++;
	if (choice == CHOICE_COUNT) {
		refuse_syntax(c, "The choice is black, white or more");
		return;
	}
	verdict = room_choose(r, c->seat, choice, c->now_ms);
	if (verdict != MOVE_OK) {
		refuse_move(c, verdict);
		if (verdict == MOVE_LATE)
			room_ended(r, c->now_ms);
		return;
	}
	answer(c, WIRE_OK, "chosen");
	wire_key(&c->out, "room", "%s", r->id);
	wire_key(&c->out, "choice", "%s", choice_name(choice));
	answer_end(c);
	room_chose(r, c->seat, choice, c->now_ms);
}
/* Puts an offer, or takes the same one that the other has put. */
static void offer(struct command *c, enum offer_type type, int to_ply)
{
	struct room *r = c->room;
	struct offer *theirs = offer_open(&r->offers, type, 1 - c->seat);
	unsigned id;

	if (theirs && theirs->to_ply == to_ply) {
		answer(c, WIRE_OK, "accepted");
		wire_key(&c->out, "id", "%u", theirs->id);
		answer_end(c);
		room_accept(r, theirs, c->now_ms);
		return;
	}
	if (offer_open(&r->offers, type, c->seat)) {
		refuse(c, "wrong-state", "why", "offered",
		    "You have offered that already; wait for the answer");
		return;
	}
	id = lobby_offer_id(c->server->lobby);
	answer(c, WIRE_OK, "offered");
	wire_key(&c->out, "room", "%s", r->id);
	wire_key(&c->out, "id", "%u", id);
	answer_end(c);
	room_offer(r, c->seat, type, to_ply, id, c->now_ms);
}

void cmd_undo(struct command *c)
{
	const struct game *g = &c->room->game;
	int64_t to = game_undo_ply(g, stone_of(c->seat));

	if (!c->room->settings.undo) {
		refuse(c, "wrong-state", "why", "undo-off", "In this room moves stand");
		return;
	}
	if (wire_get(c->line, "to") &&
	    wire_get_int(c->line, "to", g->start_plies, g->plies - 1, &to) < 0) {
		refuse_syntax(c, g->plies ? "to= is how many stones stay, fewer than there are"
					  : "There is no stone to take back");
		return;
	}
	if (to < 0) {
		refuse(c, "wrong-state", "why", "nothing", "You have no stone to take back");
		return;
	}
	offer(c, OFFER_UNDO, (int)to);
}

void cmd_draw(struct command *c)
{
	offer(c, OFFER_DRAW, 0);
}

void cmd_abort(struct command *c)
{
	offer(c, OFFER_ABORT, 0);
}

void cmd_rematch(struct command *c)
{
	if (may_begin_game(c))
		offer(c, OFFER_REMATCH, 0);
}

void cmd_resign(struct command *c)
{
	answer(c, WIRE_OK, "resigned");
	wire_key(&c->out, "room", "%s", c->room->id);
	answer_end(c);
	room_end(c->room, c->seat ? GAME_BLACK : GAME_WHITE, WHY_RESIGN, c->now_ms);
}

void cmd_claim(struct command *c)
{
	struct room *r = c->room;
	const char *what = c->line->word[0];
	bool win = strcasecmp(what, "win") == 0;
	int64_t at = room_claimable_ms(r);
	char wait[24];

	if (!win && strcasecmp(what, "draw") != 0) {
		refuse_syntax(c, "What is claimed is win or draw");
	} else if (game_actor(&r->game) == stone_of(c->seat)) {
		refuse(c, "wrong-state", "why", "your-turn", "It is your turn: move first");
	} else if (at == INT64_MAX) {
		refuse(c, "wrong-state", "why", "present",
		    "The other is here; a game can be claimed from one who lets it wait");
	} else if (at > c->now_ms) {
		snprintf(wait, sizeof wait, "%lld", (long long)(at - c->now_ms));
		answer(c, WIRE_ERROR, "wrong-state");
		wire_key(&c->out, "why", "early");
		wire_key(&c->out, "retry-ms", "%s", wait);
		wire_text(&c->out, "The other still has time to come back");
		answer_end(c);
	} else {
		answer(c, WIRE_OK, "claimed");
		wire_key(&c->out, "room", "%s", r->id);
		answer_end(c);
		room_end(r, !win ? GAME_DRAW : (c->seat ? GAME_WHITE : GAME_BLACK), WHY_CLAIMED,
		    c->now_ms);
	}
}

/*
 * The offer that the first word numbers, in any of the user's rooms. A challenge of that number is
 * handled by `other`. NULL when it is refused, or a challenge.
 */
static struct offer *find_offer(
    struct command *c, void (*other)(struct command *c, struct challenge *ch))
{
	struct challenge *ch;
	struct member *m;
	int64_t id;

	if (wire_int(c->line->word[0], 1, UINT32_MAX, &id) < 0) {
		refuse_syntax(c, "An offer has a number");
		return NULL;
	}
	if ((ch = pairing_find_challenge(c->user, (unsigned)id))) {
		other(c, ch);
		return NULL;
	}
	TAILQ_FOREACH(m, &c->user->memberships, user_link)
	{
		struct offer *o = m->present ? offer_find(&m->room->offers, (unsigned)id) : NULL;

		if (!o)
			continue;
		c->room = m->room;
		c->seat = room_seat_of(m->room, c->user);
		if (c->seat >= 0)
			return o;
		refuse(c, "forbidden", "why", "watching",
		    "You watch in %s; the offer is not to you", m->room->id);
		return NULL;
	}
	refuse(c, "no-such", "what", "offer", "There is no such offer any more");
	return NULL;
}

static void answer_offer(struct command *c, const char *name, unsigned id)
{
	answer(c, WIRE_OK, name);
	wire_key(&c->out, "id", "%u", id);
	answer_end(c);
}

void cmd_accept(struct command *c)
{
	struct offer *o = find_offer(c, challenge_accept);

	if (!o)
		return;
	if (o->seat == c->seat) {
		refuse(c, "forbidden", "why", "own",
		    "That offer is your own; \"withdraw %u\" takes it back", o->id);
		return;
	}
	if (o->type == OFFER_REMATCH && !may_begin_game(c))
		return;
	answer_offer(c, "accepted", o->id);
	room_accept(c->room, o, c->now_ms);
}

void cmd_decline(struct command *c)
{
	struct offer *o = find_offer(c, challenge_decline);

	if (!o)
		return;
	if (o->seat == c->seat) {
		refuse(c, "forbidden", "why", "own",
		    "That offer is your own; \"withdraw %u\" takes it back", o->id);
		return;
	}
	answer_offer(c, "declined", o->id);
	room_offer_gone(c->room, o, "declined");
}

void cmd_withdraw(struct command *c)
{
	struct offer *o = find_offer(c, challenge_withdraw);

	if (!o)
		return;
	if (o->seat != c->seat) {
		refuse(c, "forbidden", "why", "theirs",
		    "That offer is the other's; \"decline %u\" says no", o->id);
		return;
	}
	answer_offer(c, "withdrawn", o->id);
	room_offer_gone(c->room, o, "withdrawn");
}
