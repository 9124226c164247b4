/* Commands inside a room that are not about its game: seats, talk, drawing. */
#include <string.h>

#include "cmd_people.h"
#include "draw.h"
#include "pairing.h"
#include "terms.h"

void cmd_leave(struct command *c)
{
	bool playing = c->seat >= 0 && room_playing(c->room);

	answer(c, WIRE_OK, "left");
	wire_key(&c->out, "room", "%s", c->room->id);
	if (playing)
		wire_text(&c->out, "Your seat waits %lld s; \"join %s\" takes you back",
		    (long long)(c->room->settings.absence_ms / 1000), c->room->id);
	answer_end(c);
	room_leave(c->room, c->user, AWAY_LEFT, c->now_ms);
}

static void answer_seated(struct command *c, int seat, const char *who)
{
	answer(c, WIRE_OK, "seated");
	wire_key(&c->out, "room", "%s", c->room->id);
	wire_key(&c->out, "side", "%s", seat ? "white" : "black");
	wire_key(&c->out, "user", "%s", who);
	answer_end(c);
}

/* Whether the owner may change that seat: it is not another person's. */
static bool seat_is_theirs_to_give(struct command *c, int seat)
{
	const struct seat *s = &c->room->seat[seat];

	if (s->kind != SEAT_PERSON || s->user == c->user)
		return true;
	refuse(c, "forbidden", "why", "seated", "%s sits there; only they can stand up",
	    s->user->name);
	return false;
}

static void sit_down(struct command *c, int seat)
{
	int mine = room_seat_of(c->room, c->user);

	if (c->room->settings.rated && !rated_allowed(c))
		return;
	answer_seated(c, seat, c->user->name);
	if (mine >= 0 && mine != seat)
		room_sit(c->room, mine, NULL, 0, c->now_ms);
	room_sit(c->room, seat, c->user, 0, c->now_ms);
	room_try_start(c->room, c->now_ms);
}

/* Gives the seat to a bot, or to nobody. */
static void seat_other(struct command *c, int seat, int bot)
{
	char text[BOT_TEXT];

	answer_seated(c, seat, bot ? bot_text(lobby_roster(c->server->lobby), bot, text) : "open");
	room_sit(c->room, seat, NULL, bot, c->now_ms);
	room_try_start(c->room, c->now_ms);
}

/* Keeps the seat for someone who is asked to come. */
static void seat_asked(struct command *c, int seat, struct user *u)
{
	unsigned id = lobby_offer_id(c->server->lobby);

	if (c->room->settings.rated && u->name[0] == '~') {
		refuse(
		    c, "forbidden", "why", "guest", "%s is a guest; guests play unrated", u->name);
		return;
	}
	if (room_seat_of(c->room, u) >= 0) {
		refuse(c, "wrong-state", "why", "seated", "%s sits there already", u->name);
		return;
	}
	answer(c, WIRE_OK, "seated");
	wire_key(&c->out, "room", "%s", c->room->id);
	wire_key(&c->out, "side", "%s", seat ? "white" : "black");
	wire_key(&c->out, "user", "open");
	wire_key(&c->out, "challenge", "%u", id);
	answer_end(c);
	if (c->room->seat[seat].kind != SEAT_OPEN || c->room->seat[seat].held)
		room_sit(c->room, seat, NULL, BOT_NONE, c->now_ms);
	pairing_challenge(lobby_pairing(c->server->lobby), id, c->user, u, c->room, seat, NULL);
}

void cmd_seat(struct command *c)
{
	int seat = read_side(c->line->word[0]);
	const char *who = c->line->word[1];
	int bot = BOT_NONE;
	struct user *asked = NULL;

	if (seat < 0) {
		refuse_syntax(c, "The seat is black or white");
		return;
	}
	if (strncasecmp(who, "ai:", 3) == 0) {
		if (!(bot = read_bot(c, who)) || !bot_fits(c, bot, &c->room->settings))
			return;
	} else if (strcasecmp(who, "open") != 0 && strcasecmp(who, "me") != 0 &&
		   !(asked = read_seat_user(c, who))) {
		return;
	}
	if (!seat_is_theirs_to_give(c, seat) ||
	    (strcasecmp(who, "open") != 0 && !may_begin_game(c)))
		return;
	if (strcasecmp(who, "me") == 0)
		sit_down(c, seat);
	else if (asked)
		seat_asked(c, seat, asked);
	else
		seat_other(c, seat, bot_for(c, bot, c->room->settings.rule));
}

void cmd_stand(struct command *c)
{
	answer(c, WIRE_OK, "stood");
	wire_key(&c->out, "room", "%s", c->room->id);
	answer_end(c);
	room_sit(c->room, c->seat, NULL, 0, c->now_ms);
}

void cmd_ready(struct command *c)
{
	if (!may_begin_game(c))
		return;
	answer(c, WIRE_OK, "ready");
	wire_key(&c->out, "room", "%s", c->room->id);
	answer_end(c);
	room_ready(c->room, c->seat, c->now_ms);
	if (!room_try_start(c->room, c->now_ms))
		room_notice(c->room, "ready", c->user->name, "%s is ready", c->user->name);
}

void cmd_say(struct command *c)
{
	struct wire_out o;

	if (!says_something(c))
		return;
	answer(c, WIRE_OK, "said");
	wire_key(&c->out, "room", "%s", c->room->id);
	answer_end(c);
	wire_begin(&o, WIRE_EVENT, NULL, "say");
	wire_key(&o, "room", "%s", c->room->id);
	wire_key(&o, "from", "%s", c->user->name);
	wire_text(&o, "%s", c->line->text);
	room_talk(c->room, c->user, &o);
}

void cmd_board(struct command *c)
{
	const struct game *g = &c->room->game;
	enum draw_mode mode = c->user->draw == DRAW_LIST ? DRAW_LIST : DRAW_PICTURE;
	int lines = draw_lines(g, mode);
	char text[DRAW_TEXT];

	for (int i = 0; i < lines; i++) {
		answer(c, WIRE_ROW, "row");
		wire_text(&c->out, "%s", draw_line(g, mode, i, text));
		answer_end(c);
	}
	answer(c, WIRE_OK, "board");
	wire_key(&c->out, "room", "%s", c->room->id);
	answer_end(c);
}

void cmd_sync(struct command *c)
{
	answer(c, WIRE_ROW, "sync");
	room_sync_keys(c->room, &c->out, c->now_ms);
	answer_end(c);
	answer(c, WIRE_OK, "sync");
	wire_key(&c->out, "room", "%s", c->room->id);
	answer_end(c);
}
