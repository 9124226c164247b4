/*
 * Two players who act at the same moment, a thousand times with jitter: moves, offers of each kind,
 * their answers and withdrawals, resignations. Whatever comes first holds: each command is answered
 * for what then happened, each offer ends once, each game ends once, and the players and a watcher
 * have seen the same events in the same order. Then flags that fall while a move is on its way.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 1000, VIEWERS = 3, EVENTS = 64, TEXT = 2048, OPEN_MAX = 8, SIZE = 15 };

/* An offer that nobody has answered. */
struct open_offer {
	int64_t id;
	char type[12], from[24];
};

/* What the events say of the room. */
struct model {
	int64_t seq, rev, ply;
	bool playing;
	char black[24], white[24], agreed[12]; /* agreed: what an acceptance must bring next */
	struct open_offer open[OPEN_MAX];
	int opens;
	int moves, offers, ends; /* of this run */
};

struct viewer {
	struct client *c;
	int events;
	char event[EVENTS][TEXT];
};

static struct viewer viewers[VIEWERS]; /* the players, then the watcher */
static struct model model;
static char room[32];
static uint32_t seed = 5;

static uint32_t chance(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* ---- events ---- */

static void keep_event(struct viewer *v, const struct wire_line *w)
{
	char *text = v->event[v->events];
	size_t len;

	if (w->kind != WIRE_EVENT || !wire_get(w, "seq"))
		return;
	assert_true(v->events < EVENTS);
	len = (size_t)snprintf(text, TEXT, "%s", w->name);
	for (int i = 0; i < w->pairs; i++)
		len += (size_t)snprintf(
		    text + len, TEXT - len, " %s=%s", w->pair[i].key, w->pair[i].value);
	assert_true(len < TEXT);
	v->events++;
}

static struct open_offer *find_open(int64_t id)
{
	for (int i = 0; i < model.opens; i++)
		if (model.open[i].id == id)
			return &model.open[i];
	return NULL;
}

static void take_offer(const struct wire_line *w)
{
	struct open_offer *o = &model.open[model.opens];

	assert_true(model.opens < OPEN_MAX);
	assert_null(find_open(line_int(w, "id")));
	model.opens++;
	o->id = line_int(w, "id");
	snprintf(o->type, sizeof o->type, "%s", line_value(w, "type"));
	snprintf(o->from, sizeof o->from, "%s", line_value(w, "from"));
	model.offers++;
}

static void take_offer_gone(const struct wire_line *w)
{
	struct open_offer *o = find_open(line_int(w, "id"));

	assert_non_null(o);
	if (strcmp(line_value(w, "why"), "accepted") == 0) {
		assert_string_equal(model.agreed, "");
		snprintf(model.agreed, sizeof model.agreed, "%s", o->type);
	}
	*o = model.open[--model.opens];
}

static void take_start(const struct wire_line *w)
{
	assert_false(model.playing);
	model.playing = true;
	model.ply = 0;
	assert_int_equal(line_int(w, "rev"), ++model.rev);
	snprintf(model.black, sizeof model.black, "%s", line_value(w, "black"));
	snprintf(model.white, sizeof model.white, "%s", line_value(w, "white"));
}

static void take_end(const struct wire_line *w)
{
	const char *why = line_value(w, "why");

	assert_true(model.playing);
	model.playing = false;
	model.ends++;
	assert_true(!*model.agreed || strcmp(why, "agreed") == 0 || strcmp(why, "aborted") == 0);
}

/* Whether that event is what an accepted offer of the type brings. */
static bool brings(const char *type, const char *event)
{
	if (strcmp(type, "undo") == 0)
		return strcmp(event, "undo") == 0;
	return strcmp(event, strcmp(type, "rematch") == 0 ? "start" : "end") == 0;
}

/* A move ends every undo offer, and draw offers to the mover; all else that happens ends all. */
static void check_open(const struct wire_line *w)
{
	const char *mover = NULL;

	if (strcmp(w->name, "offer") == 0)
		return;
	if (strcmp(w->name, "move") == 0)
		mover = strcmp(line_value(w, "side"), "black") == 0 ? model.black : model.white;
	for (int i = 0; i < model.opens; i++) {
		const struct open_offer *o = &model.open[i];

		if (!mover || strcmp(o->type, "undo") == 0 ||
		    (strcmp(o->type, "draw") == 0 && strcmp(o->from, mover) != 0))
			fail_msg("%s by %s has outlived %s", o->type, o->from, w->name);
	}
}

static void take(const struct wire_line *w)
{
	assert_int_equal(line_int(w, "seq"), ++model.seq);
	if (strcmp(w->name, "offer-gone") == 0) {
		take_offer_gone(w);
		return;
	}
	if (*model.agreed && !brings(model.agreed, w->name))
		fail_msg("accepted %s, then came %s", model.agreed, w->name);
	check_open(w);
	if (strcmp(w->name, "move") == 0) {
		assert_true(model.playing);
		assert_int_equal(line_int(w, "ply"), ++model.ply);
		assert_int_equal(line_int(w, "rev"), model.rev);
		model.moves++;
	} else if (strcmp(w->name, "undo") == 0) {
		assert_true(model.playing && line_int(w, "ply") < model.ply);
		assert_string_equal(model.agreed, "undo");
		model.ply = line_int(w, "ply");
		assert_int_equal(line_int(w, "rev"), ++model.rev);
	} else if (strcmp(w->name, "offer") == 0) {
		take_offer(w);
	} else if (strcmp(w->name, "start") == 0) {
		take_start(w);
	} else if (strcmp(w->name, "end") == 0) {
		take_end(w);
	} else {
		fail_msg("what is %s?", w->name);
	}
	model.agreed[0] = '\0';
}

/* ---- commands ---- */

/* An answer to an open offer, or to one that may have gone by then; whose it is does not matter. */
static void answer_offer(char *line, size_t cap)
{
	static const char *const verbs[] = {"accept", "decline", "withdraw"};
	int64_t id = model.opens ? model.open[chance((uint32_t)model.opens)].id : 1;

	snprintf(line, cap, "%s %lld", verbs[chance(3)], (long long)id);
}

static void think_of(char *line, size_t cap)
{
	uint32_t n = chance(100);

	if (model.opens && n < 50)
		answer_offer(line, cap);
	else if (!model.playing)
		snprintf(line, cap, "%s", n < 80 ? "rematch" : n < 95 ? "ready" : "undo");
	else if (n < 80)
		snprintf(line, cap, "move %c%u", (char)('a' + chance(SIZE)), 1 + chance(SIZE));
	else if (n < 88)
		snprintf(line, cap, "undo");
	else if (n < 94)
		snprintf(line, cap, "draw");
	else if (n < 97)
		snprintf(line, cap, "abort");
	else
		snprintf(line, cap, "resign");
}

static void pause_us(uint32_t us)
{
	nanosleep(&(struct timespec){.tv_nsec = (long)us * 1000}, NULL);
}

/* Both send at about the same moment; now one is first, now the other. */
static void act(void)
{
	char line[2][64];
	int first = (int)chance(2);

	for (int i = 0; i < 2; i++)
		think_of(line[i], sizeof line[i]);
	client_send(viewers[first].c, "%s room=%s", line[first], room);
	pause_us(chance(200));
	client_send(viewers[1 - first].c, "%s room=%s", line[1 - first], room);
}

struct finals {
	int moved, offered, accepted, resigned;
};

/* Reads everything up to the final of what was asked last. */
static void collect(struct viewer *v, const char *until, struct finals *f)
{
	for (;;) {
		const struct wire_line *w = client_next(v->c);

		keep_event(v, w);
		if (w->kind != WIRE_OK)
			continue;
		if (strcmp(w->name, until) == 0)
			return;
		f->moved += strcmp(w->name, "moved") == 0;
		f->offered += strcmp(w->name, "offered") == 0;
		f->accepted += strcmp(w->name, "accepted") == 0;
		f->resigned += strcmp(w->name, "resigned") == 0;
	}
}

/* All that the two commands have caused has arrived everywhere after this. */
static void settle(struct finals *f)
{
	for (int i = 0; i < 2; i++) {
		client_send(viewers[i].c, "ping");
		collect(&viewers[i], "pong", f);
	}
	for (int i = 0; i < VIEWERS; i++) {
		client_send(viewers[i].c, "ping");
		collect(&viewers[i], "pong", f);
	}
}

static void check_alike(void)
{
	for (int i = 1; i < VIEWERS; i++) {
		assert_int_equal(viewers[i].events, viewers[0].events);
		for (int e = 0; e < viewers[0].events; e++)
			assert_string_equal(viewers[i].event[e], viewers[0].event[e]);
	}
}

static void check_sync(void)
{
	struct client *c = viewers[chance(VIEWERS)].c;
	const struct wire_line *w;
	size_t offers = 0;

	client_ask(c, "+sync", "sync room=%s", room);
	w = client_row(c, 0);
	assert_int_equal(line_int(w, "seq"), model.seq);
	assert_int_equal(line_int(w, "rev"), model.rev);
	assert_int_equal(line_int(w, "ply"), model.ply);
	assert_string_equal(line_value(w, "state"), model.playing ? "playing" : "ended");
	for (const char *s = line_value(w, "offers"); s && *s != '-'; s = strchr(s, ','), s += !!s)
		offers++;
	assert_int_equal(offers, model.opens);
}

static void run(void)
{
	struct finals f = {0};
	struct wire_line w;

	for (int i = 0; i < VIEWERS; i++)
		viewers[i].events = 0;
	model.moves = model.offers = model.ends = 0;
	act();
	settle(&f);
	check_alike();
	for (int e = 0; e < viewers[0].events; e++) {
		char line[TEXT + 1];
		int len = snprintf(line, sizeof line, "*%s", viewers[0].event[e]);

		assert_int_equal(wire_parse_server(&w, line, (size_t)len), WIRE_FINE);
		take(&w);
	}
	assert_string_equal(model.agreed, "");
	assert_int_equal(f.moved, model.moves);
	assert_int_equal(f.offered, model.offers);
	assert_true(f.resigned <= model.ends && model.ends <= 1);
	check_sync();
}

static void one_outcome_seen_by_all(void **state)
{
	struct table t;
	int ended = 0;

	table_open(&t, *state, "race-b", "race-w", "");
	snprintf(room, sizeof room, "%s", t.room);
	viewers[0].c = t.black;
	viewers[1].c = t.white;
	viewers[2].c = client_guest(*state, "race-eye");
	client_ask(viewers[2].c, "+watching", "watch %s", room);
	for (int i = 0; i < VIEWERS; i++)
		client_forget(viewers[i].c);
	client_ask(t.black, "+sync", "sync");
	model.seq = line_int(client_row(t.black, 0), "seq");
	model.rev = line_int(client_row(t.black, 0), "rev");
	model.playing = true;
	snprintf(model.black, sizeof model.black, "~race-b");
	snprintf(model.white, sizeof model.white, "~race-w");
	for (int i = 0; i < RUNS; i++) {
		run();
		ended += model.ends;
	}
	/* It has been a test: games have ended and begun again. */
	assert_true(ended > 10);
}

enum { TABLES = 40, ROUNDS = 3, LONG_ROUNDS = 25, FLAG_MS = 1000, AROUND_MS = 6 };

/* The other side sees the game end, and how. */
static void same_end(struct table *t, char text[static TEXT], char game[static 32])
{
	struct client *both[] = {t->black, t->white};
	char seen[2][TEXT];

	for (int i = 0; i < 2; i++) {
		const struct wire_line *w = client_event(both[i], "end room=%s", t->room);

		snprintf(seen[i], TEXT, "%s/%s/%s", line_value(w, "result"), line_value(w, "why"),
		    line_value(w, "winner"));
		snprintf(game, 32, "%s", line_value(w, "game"));
	}
	assert_string_equal(seen[1], seen[0]);
	snprintf(text, TEXT, "%s", seen[0]);
}

/* What the archive has of the game is what the players have seen. */
static void same_record(struct table *t, const char *text, const char *game)
{
	char kept[TEXT];
	const struct wire_line *w;

	do {
		client_send(t->black, "game %s", game);
		w = client_final(t->black);
	} while (!line_matches(w, "+game"));
	w = client_row(t->black, 0);
	snprintf(kept, sizeof kept, "%s/%s/", line_value(w, "result"), line_value(w, "why"));
	assert_memory_equal(kept, text, strlen(kept));
}

/* Case SV11: moves and resignations that arrive when the flag falls; a thousand with GOMOKU_LONG.
 */
static void flags_fall_in_mid_air(void **state)
{
	static struct table t[TABLES];
	int64_t began[TABLES];
	char text[TEXT], game[32];
	int by_time = 0, rounds = getenv("GOMOKU_LONG") ? LONG_ROUNDS : ROUNDS;

	for (int i = 0; i < TABLES; i++) {
		char black[24], white[24];

		snprintf(black, sizeof black, "flag-b%d", i);
		snprintf(white, sizeof white, "flag-w%d", i);
		table_open(&t[i], *state, black, white, "time=1+0");
		client_ask(t[i].black, "+resigned", "resign");
		same_end(&t[i], text, game);
	}
	for (int round = 0; round < rounds; round++) {
		for (int i = 0; i < TABLES; i++) {
			client_ask(t[i].black, "+ready", "ready");
			began[i] = now_ms();
			client_ask(t[i].white, "+ready", "ready");
		}
		for (int i = 0; i < TABLES; i++) {
			int64_t at = began[i] + FLAG_MS - AROUND_MS / 2 + chance(AROUND_MS);

			while (now_ms() < at)
				pause_us(100);
			client_send(t[i].black, "move h8");
			if (i % 2)
				client_send(t[i].white, "resign");
		}
		for (int i = 0; i < TABLES; i++) {
			bool moved = client_final(t[i].black)->kind == WIRE_OK, resigned = false;

			if (i % 2)
				resigned = client_final(t[i].white)->kind == WIRE_OK;
			same_end(&t[i], text, game);
			by_time += strstr(text, "/time/") != NULL;
			if (resigned)
				assert_non_null(strstr(text, "black/resign/"));
			else
				assert_non_null(
				    strstr(text, moved ? "black/time/" : "white/time/"));
			same_record(&t[i], text, game);
		}
	}
	assert_true(by_time > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(one_outcome_seen_by_all),
	    wire_test(flags_fall_in_mid_air),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
