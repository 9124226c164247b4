/* What a room tells those inside: each event is formatted once and handed to everyone present. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/log.h"
#include "daemon/stats.h"
#include "daemon/wire/wire.h"
#include "draw.h"
#include "room.h"

void room_event(struct room *r, struct wire_out *o, const char *name)
{
	wire_begin(o, WIRE_EVENT, NULL, name);
	wire_key(o, "room", "%s", r->id);
	wire_key(o, "seq", "%llu", (unsigned long long)++r->seq);
	r->numbered = true;
	room_changed(r);
}

/* Keeps a numbered event for those who come back; without memory they get *sync instead. */
static void keep(struct room *r, const char *line)
{
	char **place = &r->kept[r->seq % LIMIT_EVENTS_KEPT];

	free(*place);
	*place = strdup(line);
}

void room_hand(struct member *m, const char *bytes, size_t len)
{
	const struct user *u = m->user;

	/* Players miss nothing: what they don't read ends their connection in the end. */
	if (u->deliver && room_seat_of(m->room, u) < 0 && (m->behind || u->clogged(u->outlet))) {
		stats_add(STAT_WATCHERS_BEHIND, !m->behind);
		m->behind = true;
		return;
	}
	user_send(u, bytes, len);
}

void room_caught_up(const struct user *u, int64_t now_ms)
{
	struct member *m;

	TAILQ_FOREACH(m, &u->memberships, user_link)
	if (m->behind)
		room_show(m->room, u, now_ms);
}

void room_emit(struct room *r, struct wire_out *o)
{
	size_t len = wire_end(o);
	struct member *m;

	if (len == 0) {
		log_warn("event=bad-line room=%s", r->id);
		return;
	}
	if (r->numbered)
		keep(r, o->buf);
	r->numbered = false;
	TAILQ_FOREACH(m, &r->members, room_link)
	if (m->present)
		room_hand(m, o->buf, len);
}

void room_clock_key(const struct room *r, struct wire_out *o, int64_t now_ms)
{
	char black[CLOCK_TEXT], white[CLOCK_TEXT];

	wire_key(o, "clock", "%s,%s", clock_format(&r->game.clock, STONE_BLACK, now_ms, black),
	    clock_format(&r->game.clock, STONE_WHITE, now_ms, white));
}

void room_moves_key(const struct game *g, struct wire_out *o)
{
	char text[BOARD_POINTS * POINT_TEXT] = "";
	size_t len = 0;

	for (int i = 0; i < g->plies; i++) {
		if (i)
			text[len++] = ',';
		point_format(g->ply[i].point, text + len);
		len += strlen(text + len);
	}
	wire_key(o, "moves", "%s", text);
}

static void offers_key(const struct room *r, struct wire_out *o)
{
	char text[OFFER_MAX * 48] = "";
	size_t len = 0;

	for (int i = 0; i < OFFER_MAX; i++) {
		const struct offer *offer = &r->offers.offer[i];

		if (!offer->id)
			continue;
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%u:%s:%s", len ? "," : "",
		    offer->id, offer_name(offer->type), r->seat[offer->seat].user->name);
	}
	wire_key(o, "offers", "%s", text);
}

/* What may be chosen now. */
static void choices_key(const struct game *g, struct wire_out *o)
{
	char text[32] = "";
	size_t len = 0;
	unsigned offers = game_offers(g);

	for (int i = 0; i < CHOICE_COUNT; i++)
		if (offers & 1u << i)
			len += (size_t)snprintf(text + len, sizeof text - len, "%s%s",
			    len ? "," : "", choice_name((enum choice)i));
	wire_key(o, "choices", "%s", text);
}

static void absent_key(const struct room *r, struct wire_out *o)
{
	const struct seat *s = r->seat;

	wire_key(o, "absent", "%s%s%s", s[0].away ? s[0].user->name : "",
	    s[0].away && s[1].away ? "," : "", s[1].away ? s[1].user->name : "");
}

void room_turn_keys(const struct room *r, struct wire_out *o, int64_t now_ms)
{
	enum stone turn = game_turn(&r->game), actor = game_actor(&r->game);
	char buf[USER_NAME];

	wire_key(o, "turn", "%s", turn == STONE_NONE ? "-" : stone_name(turn));
	wire_key(o, "act", "%s",
	    actor == STONE_NONE ? "-" : room_seat_text(r, actor == STONE_WHITE, buf));
	wire_key(o, "phase", "%s", phase_name(game_phase(&r->game)));
	choices_key(&r->game, o);
	room_clock_key(r, o, now_ms);
}

/* What a row in a list of rooms says as well. */
static void settings_keys(const struct room *r, struct wire_out *o)
{
	char buf[USER_NAME], tc[CLOCK_TEXT];

	wire_key(o, "rule", "%s", rule_name(r->settings.rule));
	wire_key(o, "size", "%d", r->settings.size);
	wire_key(o, "time", "%s", time_control_format(&r->settings.tc, tc));
	wire_key(o, "state", "%s", room_state_name(room_state(r)));
	wire_key(o, "owner", "%s", r->owner ? r->owner->name : "-");
	wire_key(o, "black", "%s", room_seat_text(r, 0, buf));
	wire_key(o, "white", "%s", room_seat_text(r, 1, buf));
	wire_key(o, "ply", "%d", r->game.plies);
	wire_key(o, "score", "%d-%d", r->seat[0].score, r->seat[1].score);
	wire_key(o, "watchers", "%d", r->watchers);
	wire_key(o, "rated", "%s", r->settings.rated ? "yes" : "no");
	wire_key(o, "private", "%s", r->settings.private ? "yes" : "no");
}

static void title_text(const struct room *r, struct wire_out *o)
{
	if (r->settings.title[0])
		wire_text(o, "%s", r->settings.title);
}

void room_row_keys(const struct room *r, struct wire_out *o)
{
	wire_key(o, "id", "%s", r->id);
	settings_keys(r, o);
	title_text(r, o);
}

void room_sync_keys(const struct room *r, struct wire_out *o, int64_t now_ms)
{
	enum stone running = r->game.clock.running;

	wire_key(o, "room", "%s", r->id);
	wire_key(o, "seq", "%llu", (unsigned long long)r->seq);
	wire_key(o, "rev", "%d", r->game.rev);
	settings_keys(r, o);
	wire_key(o, "opening", "%s", opening_name(r->settings.opening));
	wire_key(o, "hints", "%s", r->settings.hints ? "on" : "off");
	wire_key(o, "undo", "%s", r->settings.undo ? "on" : "off");
	wire_key(o, "foul", "%s", r->settings.foul_loses ? "lose" : "refuse");
	room_turn_keys(r, o, now_ms);
	wire_key(o, "running", "%s", running == STONE_NONE ? "-" : stone_name(running));
	absent_key(r, o);
	offers_key(r, o);
	room_moves_key(&r->game, o);
	if (r->game.state == GAME_ENDED)
		room_result_keys(r, o);
	title_text(r, o);
}

void room_sync_to(struct room *r, const struct user *u, int64_t now_ms)
{
	struct member *m = room_member(r, u);
	struct wire_out o;
	size_t len;

	if (m)
		m->behind = false;
	/* A count that is told here and nowhere else has to be told again when it changes back. */
	if (r->watchers != r->watchers_told)
		r->watchers_told = -1;

	wire_begin(&o, WIRE_EVENT, NULL, "sync");
	room_sync_keys(r, &o, now_ms);
	if ((len = wire_end(&o)) > 0)
		user_send(u, o.buf, len);
	else
		log_warn("event=bad-line room=%s name=sync", r->id);
}

void room_show(struct room *r, const struct user *u, int64_t now_ms)
{
	room_sync_to(r, u, now_ms);
	if (u->draw != DRAW_OFF)
		room_draw_to(r, u);
}

void room_catch_up(struct room *r, const struct user *u, uint64_t seq, int64_t now_ms)
{
	const struct member *m = room_member(r, u);
	bool whole = seq <= r->seq && r->seq - seq < LIMIT_EVENTS_KEPT;

	for (uint64_t i = seq + 1; whole && i <= r->seq; i++)
		whole = r->kept[i % LIMIT_EVENTS_KEPT] != NULL;
	if (!whole || (m && m->behind)) {
		room_sync_to(r, u, now_ms);
		return;
	}
	for (uint64_t i = seq + 1; i <= r->seq; i++) {
		const char *line = r->kept[i % LIMIT_EVENTS_KEPT];

		user_send(u, line, strlen(line));
	}
}

void room_tell_seat(struct room *r, int seat)
{
	struct wire_out o;
	char buf[USER_NAME];

	room_event(r, &o, "seat");
	wire_key(&o, "side", "%s", seat ? "white" : "black");
	wire_key(&o, "user", "%s", room_seat_text(r, seat, buf));
	wire_key(&o, "owner", "%s", r->owner ? r->owner->name : "-");
	wire_key(&o, "state", "%s", room_state_name(room_state(r)));
	/* Who sits down plays their first game against the one opposite. */
	wire_key(&o, "score", "%d-%d", r->seat[0].score, r->seat[1].score);
	room_emit(r, &o);
}

void room_notice(struct room *r, const char *what, const char *user, const char *fmt, ...)
{
	char text[512];
	struct wire_out o;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	wire_begin(&o, WIRE_EVENT, NULL, "notice");
	wire_key(&o, "room", "%s", r->id);
	wire_key(&o, "what", "%s", what);
	if (user)
		wire_key(&o, "user", "%s", user);
	wire_text(&o, "%s", text);
	room_emit(r, &o);
}

/* Draws it for one user. */
void room_draw_to(const struct room *r, const struct user *u)
{
	struct wire_out o;
	char text[DRAW_TEXT];
	int lines = draw_lines(&r->game, u->draw);

	for (int i = 0; i < lines; i++) {
		wire_begin(&o, WIRE_EVENT, NULL, "row");
		wire_key(&o, "room", "%s", r->id);
		wire_text(&o, "%s", draw_line(&r->game, u->draw, i, text));
		user_send(u, o.buf, wire_end(&o));
	}
}

void room_draw(struct room *r)
{
	struct member *m;

	TAILQ_FOREACH(m, &r->members, room_link)
	if (m->present && !m->behind && m->user->draw != DRAW_OFF)
		room_draw_to(r, m->user);
}
