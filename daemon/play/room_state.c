/* A room as a record of the journal. Reading it back is in room_restore.c. */
#include <stdio.h>
#include <string.h>

#include "daemon/store/journal.h"
#include "daemon/text.h"
#include "state.h"

void state_add_settings(struct text *t, const struct room_settings *s, const struct roster *roster)
{
	char tc[CLOCK_TEXT], name[POINT_TEXT], bot[BOT_TEXT];

	text_add(t, " rule=%s size=%d time=%s opening=%s foul=%d undo=%d absence=%lld",
	    rule_name(s->rule), s->size, time_control_format(&s->tc, tc), opening_name(s->opening),
	    s->foul_loses, s->undo, (long long)s->absence_ms);
	text_add(t, " hints=%d rated=%d private=%d", s->hints, s->rated, s->private);
	if (s->fill_bot != BOT_NONE)
		text_add(t, " fill=%s fill-ms=%lld", bot_text(roster, s->fill_bot, bot),
		    (long long)s->fill_ms);
	if (s->starts) {
		text_add(t, " start=");
		for (int i = 0; i < s->starts; i++)
			text_add(t, "%s", point_format(s->start[i], name));
	}
	if (s->title[0]) {
		text_add(t, " title=");
		state_add_escaped(t, s->title);
	}
}

static void add_seat(struct text *t, const struct room *r, int seat, const char *key)
{
	const struct seat *s = &r->seat[seat];
	char bot[BOT_TEXT];

	text_add(t, " %s=", key);
	switch (s->kind) {
	case SEAT_OPEN:
		text_add(t, "open");
		break;
	case SEAT_PERSON:
		text_add(t, "user:%u", s->user->id);
		break;
	case SEAT_AI:
		text_add(t, "%s", bot_text(r->world->roster, s->bot, bot));
		break;
	}
	text_add(t, ":%d:%d:%d:%lld", s->ready, s->score, s->away == AWAY_LEFT,
	    (long long)s->absence_used_ms);
}

static void add_sides(struct text *t, const struct clock_side side[2])
{
	text_add(t, "%lld/%d/%lld/%d", (long long)side[0].ms, side[0].periods,
	    (long long)side[1].ms, side[1].periods);
}

/* The clocks as they would stand now, were they stopped. */
static void add_clock(struct text *t, const struct clock *c)
{
	int64_t now = loop_now_ms();
	struct clock_side side[2] = {c->side[0], c->side[1]};

	if (c->tc.kind == CLOCK_NONE)
		return;
	if (c->running != STONE_NONE)
		side[c->running == STONE_WHITE] = clock_side_at(c, c->running, now);
	text_add(t, " clock=");
	add_sides(t, side);
}

static void add_plies(struct text *t, const struct game *g)
{
	char name[POINT_TEXT];

	text_add(t, " plies=");
	for (int i = 0; i < g->plies; i++) {
		const struct game_ply *p = &g->ply[i];

		text_add(t, "%s%s:%d", i ? "," : "", point_format(p->point, name), p->player);
		if (g->clock.tc.kind != CLOCK_NONE) {
			text_add(t, ":");
			add_sides(t, p->before);
		}
	}
}

static void add_game(struct text *t, const struct room *r)
{
	const struct game *g = &r->game;

	text_add(t, " state=%d result=%d why=%d foul-was=%d rev=%d black-player=%d over=%d",
	    (int)g->state, (int)g->result, (int)g->why, (int)g->foul, g->rev, r->black_player,
	    r->over);
	if (r->game_id[0])
		text_add(t, " game=%s", r->game_id);
	if (g->course.choices) {
		text_add(t, " choices=");
		for (int i = 0; i < g->course.choices; i++)
			text_add(t, "%s%s", i ? "," : "", choice_name(g->course.choice[i]));
	}
	add_clock(t, &g->clock);
	if (g->plies)
		add_plies(t, g);
}

static void add_people(struct text *t, const struct room *r)
{
	const struct member *m;
	bool first = true;

	if (r->owner)
		text_add(t, " owner=%u", r->owner->id);
	if (r->code[0])
		text_add(t, " code=%s", r->code);
	for (int i = 0; i < LIMIT_EJECTED; i++)
		if (r->ejected[i][0])
			text_add(t, " ejected-%d=%s", i, r->ejected[i]);
	text_add(t, " members=");
	TAILQ_FOREACH(m, &r->members, room_link)
	{
		text_add(t, "%s%u", first ? "" : ",", m->user->id);
		first = false;
	}
}

static void add_offers(struct text *t, const struct offer_book *b)
{
	bool first = true;

	for (int i = 0; i < OFFER_MAX; i++) {
		const struct offer *o = &b->offer[i];

		if (!o->id)
			continue;
		text_add(t, "%s%u:%d:%d:%d", first ? " offers=" : ",", o->id, (int)o->type, o->seat,
		    o->to_ply);
		first = false;
	}
}

void room_journal(struct room *r)
{
	static struct text t;

	text_clear(&t);
	text_add(&t, "room id=%u seq=%llu", r->number, (unsigned long long)r->seq);
	state_add_settings(&t, &r->settings, r->world->roster);
	add_seat(&t, r, 0, "black");
	add_seat(&t, r, 1, "white");
	add_people(&t, r);
	add_offers(&t, &r->offers);
	add_game(&t, r);
	journal_add(r->world->journal, t.s, t.len);
}

void room_journal_move(struct room *r)
{
	const struct game_ply *p = &r->game.ply[r->game.plies - 1];
	static struct text t;
	char name[POINT_TEXT];

	text_clear(&t);
	text_add(&t, "move id=%u seq=%llu ply=%d at=%s player=%d", r->number,
	    (unsigned long long)r->seq, r->game.plies, point_format(p->point, name), p->player);
	if (r->game.clock.tc.kind != CLOCK_NONE) {
		text_add(&t, " before=");
		add_sides(&t, p->before);
	}
	add_clock(&t, &r->game.clock);
	journal_add(r->world->journal, t.s, t.len);
}

void room_journal_gone(const struct room *r)
{
	char text[40];
	int len = snprintf(text, sizeof text, "room-gone id=%u", r->number);

	journal_add(r->world->journal, text, (size_t)len);
}
