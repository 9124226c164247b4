#include "hint.h"

#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "daemon/limits.h"
#include "daemon/secret.h"

struct hint {
	struct session *session;
	struct pool *pool;
	char tag[WIRE_TAG_MAX + 1];
	char room[ROOM_ID];
	int rev, ply; /* of the position that it is about */
	int64_t taken_ms;
	bool told; /* the engine has said how far it came */
	struct progress progress;
};

void hint_cancel(struct hint *h)
{
	if (!h)
		return;
	pool_forget(h->pool, h);
	*session_hint(h->session) = NULL;
	free(h);
}

static void on_taken(void *arg, int64_t now_ms)
{
	struct hint *h = arg;

	h->taken_ms = now_ms;
}

static void on_progress(void *arg, const struct progress *progress, int64_t now_ms)
{
	struct hint *h = arg;

	(void)now_ms;
	h->told = true;
	h->progress = *progress;
}

/* What the engine has not said stands as "-". */
static void number_key(struct wire_out *o, const char *key, bool known, int64_t n)
{
	char text[24] = "";

	if (known)
		snprintf(text, sizeof text, "%lld", (long long)n);
	wire_key(o, key, "%s", text);
}

static void on_answered(void *arg, const struct reply *reply, int64_t now_ms)
{
	struct hint *h = arg;
	char at[POINT_TEXT];
	struct wire_out o;

	if (!reply) {
		wire_begin(&o, WIRE_ERROR, h->tag, "busy");
		wire_key(&o, "what", "ai");
		wire_key(&o, "retry-ms", "5000");
		wire_text(&o, "No engine could say; try again in a while");
	} else {
		wire_begin(&o, WIRE_OK, h->tag, "hint");
		wire_key(&o, "room", "%s", h->room);
		wire_key(&o, "rev", "%d", h->rev);
		wire_key(&o, "ply", "%d", h->ply);
		wire_key(&o, "at", "%s", point_format(reply->point[0], at));
		number_key(&o, "value", h->told, h->progress.value);
		number_key(&o, "depth", h->told, h->progress.depth);
		number_key(&o, "nodes", h->told, h->progress.nodes);
		number_key(&o, "ms", true, now_ms - h->taken_ms);
	}
	*session_hint(h->session) = NULL;
	session_send_line(h->session, &o);
	free(h);
}

static const struct pool_client hint_client = {on_taken, on_progress, on_answered};

static void ask(struct command *c)
{
	static struct position position;
	const struct thinking t = {.level = LEVEL_MAX,
	    .budget_ms = LIMIT_HINT_MS,
	    .left_ms = INT64_MAX,
	    .seed = secret_number()};
	struct hint *h = calloc(1, sizeof *h);

	if (h) {
		h->session = c->session;
		h->pool = lobby_pool(c->server->lobby);
		snprintf(h->tag, sizeof h->tag, "%s", c->line->tag);
		snprintf(h->room, sizeof h->room, "%s", c->room->id);
		h->rev = c->room->game.rev;
		h->ply = c->room->game.plies + 1;
		h->taken_ms = c->now_ms;
		room_position(c->room, &position);
	}
	if (!h || pool_ask_hint(h->pool, &hint_client, h, &position, &t) < 0) {
		free(h);
		refuse_busy(c, "ai");
		return;
	}
	*session_hint(c->session) = h;
}

void cmd_hint(struct command *c)
{
	const struct room *r = c->room;
	enum stone actor = game_actor(&r->game);

	if (r->settings.rated)
		refuse(c, "forbidden", "why", "rated", "There are no hints in rated games");
	else if (!r->settings.hints && !room_has_bot(r))
		refuse(c, "wrong-state", "why", "hints-off",
		    "Hints are for games against bots, and for rooms with hints=on");
	else if (game_phase(&r->game) != PHASE_PLAY)
		refuse(c, "wrong-state", "why", "opening", "There are no hints in an opening");
	else if (actor == STONE_NONE || (actor == STONE_WHITE) != (c->seat == 1))
		refuse(c, "wrong-state", "why", "not-turn", "Hints are for your own moves");
	else if (*session_hint(c->session))
		refuse(
		    c, "wrong-state", "why", "thinking", "The last hint is still being thought of");
	else if (!pool_has_room(lobby_pool(c->server->lobby)))
		refuse_busy(c, "ai");
	else
		ask(c);
}
