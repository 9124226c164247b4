/*
 * What is said to the daemon. A table plays whole games on a board that fills up without five in a
 * row, in an order of its own, and then a rematch.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"

/* The value of a key in a line, as a number; -1 when it is not there. */
static int number_of(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	return at ? (int)strtol(at + strlen(key), NULL, 10) : -1;
}

static bool begins(const char *line, const char *with)
{
	return strncmp(line, with, strlen(with)) == 0;
}

/*
 * Two by two in each row, shifted by two from row to row: no line of the board has more than two of
 * a colour together, and black has one more than white.
 */
static bool is_black(int x, int y)
{
	return (x + 2 * y) % 4 < 2;
}

/* A step of a generator of Lehmer's kind (Park and Miller's numbers). */
static uint32_t step(uint32_t *state)
{
	*state = (uint32_t)((uint64_t)*state * 48271 % 2147483647);
	return *state;
}

/* The points of a full board, black's and white's in turn, in an order made of the seed. */
static void shuffle(uint8_t order[static STONES], uint32_t seed)
{
	int next[2] = {0, 1};

	for (int i = 0; i < STONES; i++) {
		int side = is_black(i % BOARD, i / BOARD) ? 0 : 1;

		order[next[side]] = (uint8_t)i;
		next[side] += 2;
	}
	for (int i = STONES - 1; i >= 2; i--) {
		int of_side = i / 2 + 1;
		int j = i % 2 + 2 * (int)(step(&seed) % (uint32_t)of_side);
		uint8_t point = order[i];

		order[i] = order[j];
		order[j] = point;
	}
}

/* A server may keep the names of those who have left for a while. */
static void arrive(struct guest *g)
{
	static int names;

	g->name = ++names;
	peer_send(g->peer, "guest load%d", g->name);
}

/* In under a name: on to the table. */
static void go_on(struct guest *g)
{
	struct table *t = g->table;

	switch (g->role) {
	case ALONE:
		guest_is_ready(g);
		break;
	case SIDE:
		if (g->side == 0) {
			shuffle(t->order, (uint32_t)t->number + 1);
			peer_send(g->peer, "create time=36000+60");
		} else {
			peer_send(g->peer, "join %s", t->room);
		}
		break;
	case WATCHER:
		peer_send(g->peer, "watch %s", t->room);
		break;
	}
}

static void begin_game(struct table *t)
{
	t->fresh = false;
	table_is_due(t);
}

/* Colours change from game to game; whoever is black now begins. */
static void on_start(struct guest *g, const char *text)
{
	struct table *t = g->table;
	const char *black = strstr(text, " black=~load");

	if (!black || number_of(text, " black=~load") != g->name)
		return;
	t->mover = g->side;
	t->ply = 0;
	t->rev = number_of(text, " rev=");
	t->fresh = true;
	if (t->awaited == 0)
		begin_game(t);
}

/* The mover is told of its own stone too; a turn is about all the others. */
static void on_move(struct guest *g, const char *text)
{
	struct table *t = g->table;
	int ply = number_of(text, " ply=");

	if (g->own_ply && ply == g->own_ply) {
		g->own_ply = 0;
		return;
	}
	/* Someone may hear of the last game's last stone when the next game has begun. */
	if (ply != (t->fresh ? STONES : t->ply))
		die("%s: stone %d was due, and this came: %s", t->room, t->ply, text);
	if (!table_received(t))
		return;
	if (t->fresh) {
		begin_game(t);
	} else if (t->ply < STONES) {
		t->mover = 1 - t->mover;
		table_is_due(t);
	}
}

/* The board is full: on with the next game. Who only watches is told of it, too. */
static void on_full(struct guest *g)
{
	if (g->role == SIDE)
		peer_send(g->peer, "rematch room=%s", g->table->room);
}

static void on_event(struct guest *g, const char *text)
{
	if (begins(text, "*move "))
		on_move(g, text);
	else if (begins(text, "*start ") && g->role == SIDE)
		on_start(g, text);
	else if (begins(text, "*end ") && strstr(text, " why=full "))
		on_full(g);
	else if (begins(text, "*end ") || begins(text, "*bye ") || begins(text, "*paired "))
		die("that was not to be: %s", text);
}

static void on_final(struct guest *g, const char *text)
{
	if (begins(text, "+pong")) {
		guest_echoed(g);
	} else if (begins(text, "+welcome ")) {
		go_on(g);
	} else if (begins(text, "+created ")) {
		if (sscanf(text, "+created room=%15s", g->table->room) != 1)
			die("no room: %s", text);
		guest_is_ready(g);
	} else if (begins(text, "+seeking ")) {
		g->hall->seeking++;
	} else if (begins(text, "+joined ") || begins(text, "+watching ")) {
		guest_is_ready(g);
	}
}

static void line(struct guest *g, char *text)
{
	if (text[0] == '*')
		on_event(g, text);
	else if (text[0] == '+')
		on_final(g, text);
	else
		die("gomokud refuses: %s", text);
}

static void turn(struct table *t)
{
	int point = t->order[t->ply++];
	struct guest *g = t->side[t->mover];

	g->own_ply = t->ply;
	peer_send(g->peer, "move %c%d ply=%d rev=%d room=%s", 'a' + point % BOARD,
	    point / BOARD + 1, t->ply, t->rev, t->room);
}

static void echo(struct guest *g)
{
	peer_send(g->peer, "ping word%d", g->number);
}

const struct dialect dialect_daemon = {arrive, line, turn, echo};
