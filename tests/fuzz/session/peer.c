#include "peer.h"

#include <string.h>

#include "daemon/net/conn_private.h"
#include "tests/fuzz/require.h"

enum { UNREAD_MAX = 64 * 1024 };

static void give_up(const struct peer *p, const char *what, const char *line)
{
	fprintf(stderr, "%s: %s\n", p->model.user, line);
	require(false, what);
}

/* With FUZZ_TRACE in the environment every line is shown as it comes. */
static void trace(const char *who, const char *line)
{
	static int wanted = -1;

	if (wanted < 0)
		wanted = getenv("FUZZ_TRACE") != NULL;
	if (wanted)
		fprintf(stderr, "%s %s\n", who, line);
}

/* A whole line of the server's. */
static void take_line(struct peer *p, const char *line, size_t len)
{
	static struct wire_line w;
	const char *token;

	trace(p->model.user, line);
	if (wire_parse_server(&w, line, len) != WIRE_FINE)
		give_up(p, "a line that is none", line);
	if (w.kind == WIRE_OK || w.kind == WIRE_ERROR)
		p->finals++;
	if (w.kind == WIRE_EVENT && w.tag[0] != '\0')
		give_up(p, "an event with a tag", line);
	token = w.kind == WIRE_OK ? wire_get(&w, "resume") : NULL;
	if (token)
		snprintf(p->token, sizeof p->token, "%s", token);
	if (model_feed(&p->model, &w, loop_now_ms()) < 0)
		give_up(p, p->model.fault, line);
}

static void on_out(void *arg, const char *bytes, size_t len)
{
	struct peer *p = arg;

	for (size_t i = 0; i < len; i++) {
		require(p->line_len < sizeof p->line - 1, "a line over the limit");
		if (bytes[i] != '\n') {
			p->line[p->line_len++] = bytes[i];
			continue;
		}
		p->line[p->line_len] = '\0';
		take_line(p, p->line, p->line_len);
		p->line_len = 0;
	}
}

static void on_freed(void *arg)
{
	struct peer *p = arg;

	p->conn = NULL;
	free(p->in);
	p->in = NULL;
	p->pipe.in_len = 0;
}

void peer_reset(struct peer *p)
{
	require(p->conn == NULL, "a connection outlived the server");
	*p = (struct peer){0};
}

void peer_connect(struct peer *p, struct world *w, int number)
{
	struct address from = {.bits = 32, .byte = {192, 0, 2, (uint8_t)(1 + number / 2)}};
	struct conn_hub *hub = w->d.server.hub;

	if (p->conn || conn_hub_admit(hub, &from) != CONN_TAKEN)
		return;
	p->pipe =
	    (struct pipe_end){.out_room = SIZE_MAX, .out = on_out, .freed = on_freed, .arg = p};
	p->command_len = p->line_len = 0;
	p->commands = p->finals = 0;
	p->deaf = false;
	model_init(&p->model);
	if (conn_new(hub, -1, &pipe_transport, &p->pipe, &from) == 0)
		p->conn = TAILQ_LAST(&hub->conns, conn_list);
}

/* Counts the lines that want an answer. */
static void count(struct peer *p, const char *bytes, size_t len)
{
	static struct wire_line w;

	for (size_t i = 0; i < len; i++) {
		if (bytes[i] != '\n') {
			if (p->command_len < sizeof p->command)
				p->command[p->command_len++] = bytes[i];
			continue;
		}
		if (p->command_len + 1 > WIRE_CLIENT_MAX ||
		    wire_parse_command(&w, p->command, p->command_len) != WIRE_EMPTY)
			p->commands++;
		p->command_len = 0;
	}
}

static void put(struct peer *p, const char *bytes, size_t len)
{
	char *in;

	if (p->pipe.in_len + len > UNREAD_MAX)
		return;
	in = malloc(p->pipe.in_len + len + 1);
	require(in != NULL, "no memory");
	if (p->pipe.in_len)
		memcpy(in, p->pipe.in, p->pipe.in_len);
	if (len)
		memcpy(in + p->pipe.in_len, bytes, len);
	free(p->in);
	p->pipe.in = p->in = in;
	p->pipe.in_len += len;
	count(p, bytes, len);
}

void peer_send(struct peer *p, const char *bytes, size_t len)
{
	if (!p->conn || p->pipe.in_end)
		return;
	for (size_t i = 0; i < len; i++)
		if (i + 1 < len && bytes[i] == '@' && bytes[i + 1] == '@') {
			put(p, bytes, i);
			put(p, p->token, strlen(p->token));
			peer_send(p, bytes + i + 2, len - i - 2);
			return;
		}
	put(p, bytes, len);
}

void peer_end(struct peer *p)
{
	p->pipe.in_end = true;
}

void peer_drop(struct peer *p)
{
	p->pipe.in_end = p->pipe.broken = true;
}

void peer_listen(struct peer *p, size_t bytes)
{
	p->pipe.out_room = bytes;
	p->deaf = bytes != SIZE_MAX;
}

bool peer_wake(struct peer *p)
{
	struct conn *c = p->conn;
	const struct pipe_end *pipe = &p->pipe;
	bool any = false;

	if (!c)
		return false;
	/* Who has heard the goodbye says the own. */
	if (pipe->goodbye)
		p->pipe.in_end = true;
	if (event_pending(&c->rd, EV_READ, NULL) &&
	    (pipe->in_len || pipe->in_end || pipe->broken ||
		(c->state == CONN_HANDSHAKE && !pipe->mute))) {
		event_active(&c->rd, EV_READ, 0);
		any = true;
	}
	if (event_pending(&c->wr, EV_WRITE, NULL) && (pipe->out_room || pipe->broken)) {
		event_active(&c->wr, EV_WRITE, 0);
		any = true;
	}
	return any;
}

static void check_finals(const struct peer *p)
{
	const struct conn *c = p->conn;
	int due = p->commands;

	/* One that is too long is refused before it ends; a hint is answered when it is there. */
	due += p->command_len >= WIRE_CLIENT_MAX;
	due -= *session_hint(c->arg) != NULL;
	if (p->finals == due)
		return;
	fprintf(stderr, "%d finals for %d commands\n", p->finals, due);
	give_up(p, "finals and commands differ", p->command);
}

static void check_seats(const struct peer *p, const struct model_room *m, const struct room *r)
{
	char buf[USER_NAME];

	for (int i = 0; i < 2; i++)
		if (strcmp(m->seat[i], room_seat_text(r, i, buf)) != 0)
			give_up(p, "another sits there", m->seat[i]);
	if (strcmp(m->owner, r->owner ? r->owner->name : "-") != 0 &&
	    !(m->owner[0] == '\0' && !r->owner))
		give_up(p, "another owns the room", m->owner);
}

static void check_room(const struct peer *p, const struct model_room *m, const struct room *r)
{
	const struct game *g = &r->game;
	bool playing = room_playing(r);

	if (m->plies != g->plies || m->board.size != g->board.size)
		give_up(p, "another number of moves", m->id);
	for (int i = 0; i < g->plies; i++)
		if (m->point[i] != g->ply[i].point)
			give_up(p, "other moves", m->id);
	if (model_on(m) != playing || (int)m->state != (int)room_state(r))
		give_up(p, "another state", m->id);
	if (playing && (m->turn != game_turn(g) || m->phase != game_phase(g) || m->rev != g->rev ||
			   m->choices != game_offers(g)))
		give_up(p, "another turn", m->id);
	if (m->score[0] != r->seat[0].score || m->score[1] != r->seat[1].score)
		give_up(p, "another score", m->id);
	check_seats(p, m, r);
}

void peer_check(const struct peer *p, struct world *w)
{
	const struct conn *c = p->conn;

	if (!c || c->state != CONN_OPEN || c->held || c->paused || c->withheld || c->out_len ||
	    p->pipe.in_len || p->pipe.in_end || p->deaf)
		return;
	check_finals(p);
	if (!session_user(c->arg))
		return;
	for (int i = 0; i < MODEL_ROOMS; i++) {
		const struct model_room *m = &p->model.room[i];
		const struct room *r = m->id[0] ? lobby_room(w->d.server.lobby, m->id) : NULL;
		const struct member *member = r ? room_member(r, session_user(c->arg)) : NULL;

		if (member && member->present && !m->unsure)
			check_room(p, m, r);
	}
}
