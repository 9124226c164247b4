#include "bots.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"

enum {
	STUCK_S = 120,
	FEW = 20, /* games: with fewer, some process is always free soon */
};

/* One game and the guest who watches it. */
struct show {
	struct bots_result *result;
	struct peer *peer;
	int level, base_s, inc_s;
	int64_t turn_ns;     /* when the turn began that goes on */
	int rivals;	     /* games that were going on then */
	int64_t clock_ms[2]; /* black, white */
	bool over;
};

static int playing;
/* When each move of all games has come. */
static int64_t *moved_ns;
static size_t moved, moved_cap;

static void note_move(int64_t now)
{
	if (moved == moved_cap) {
		int64_t *more;

		moved_cap = moved_cap ? 2 * moved_cap : 4096;
		if (!(more = realloc(moved_ns, moved_cap * sizeof *more)))
			die("out of memory");
		moved_ns = more;
	}
	moved_ns[moved++] = now;
}

/* How many moves have come up to that time. */
static size_t moves_until(int64_t ns)
{
	size_t lo = 0, hi = moved;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (moved_ns[mid] <= ns)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void begin_turn(struct show *v, int64_t now)
{
	v->turn_ns = now;
	v->rivals = playing;
}

/* Reads both clocks off a line. */
static void read_clocks(const char *line, int64_t ms[2])
{
	const char *at = strstr(line, " clock=");
	long long black, white;

	if (!at || sscanf(at, " clock=%lld,%lld", &black, &white) != 2)
		die("a game of bots has no clock: %s", line);
	ms[0] = black;
	ms[1] = white;
}

/* A bot's clock runs while a process thinks for it: the rest of the turn it has waited. */
static void count_move(struct show *v, const char *line, int64_t now)
{
	struct bots_result *r = v->result;
	int side = strstr(line, " side=white ") != NULL;
	int64_t before = v->clock_ms[side], thought_ns;
	double passed;

	read_clocks(line, v->clock_ms);
	thought_ns = (before + v->inc_s * 1000 - v->clock_ms[side]) * 1000000;
	hist_add(&r->pace, now - v->turn_ns);
	hist_add(&r->wait, now - thought_ns - v->turn_ns);
	r->moves++;
	if (v->rivals >= FEW) {
		size_t from = moves_until(v->turn_ns), to = moves_until(now - thought_ns);

		passed = to > from ? (double)(to - from) / v->rivals : 0;
		if (passed > r->passed_by)
			r->passed_by = passed;
	}
	note_move(now);
	begin_turn(v, now);
}

static void count_end(struct show *v, const char *line)
{
	struct bots_result *r = v->result;

	v->over = true;
	playing--;
	r->by_time += strstr(line, " why=time ") != NULL;
	if (strstr(line, " result=void "))
		r->void_games++;
	else if (strstr(line, " result=draw "))
		r->drawn++;
	else
		r->won++;
}

static void on_line(void *arg, char *line, size_t len)
{
	struct show *v = arg;
	int64_t now = now_ns();

	(void)len;
	if (strncmp(line, "*hello ", 7) == 0) {
		peer_send(v->peer, "guest");
	} else if (strncmp(line, "+welcome ", 9) == 0) {
		peer_send(v->peer, "create black=ai:%d white=ai:%d time=%d+%d", v->level, v->level,
		    v->base_s, v->inc_s);
	} else if (strncmp(line, "*start ", 7) == 0) {
		read_clocks(line, v->clock_ms);
		begin_turn(v, now);
	} else if (strncmp(line, "*move ", 6) == 0) {
		count_move(v, line, now);
	} else if (strncmp(line, "*end ", 5) == 0) {
		count_end(v, line);
	} else if (line[0] == '-') {
		die("who opens a game of bots is told: %s", line);
	}
}

static void on_lost(void *arg, const char *why)
{
	(void)arg;
	die("who watches bots is lost: %s", why);
}

static const struct peer_handler handler = {.line = on_line, .lost = on_lost};

void bots_play(
    const struct subject *s, int n, int level, int base_s, int inc_s, struct bots_result *r)
{
	struct show *shows = calloc((size_t)n, sizeof *shows);
	int64_t began = now_ns(), heard = began;
	uint64_t moves = 0;

	if (!shows)
		die("out of memory");
	memset(r, 0, sizeof *r);
	moved = 0;
	r->games = playing = n;
	for (int i = 0; i < n; i++) {
		shows[i] =
		    (struct show){.result = r, .level = level, .base_s = base_s, .inc_s = inc_s};
		shows[i].peer = peer_open(s->port, &handler, &shows[i]);
	}
	while (playing > 0) {
		peers_turn(100000000);
		if (r->moves != moves)
			heard = now_ns();
		moves = r->moves;
		if (now_ns() > heard + STUCK_S * INT64_C(1000000000)) {
			subject_check(s);
			die("%d games do not go on", playing);
		}
	}
	r->seconds = (double)(now_ns() - began) / 1e9;
	for (int i = 0; i < n; i++)
		peer_close(shows[i].peer);
	peers_turn(0);
	free(shows);
	free(moved_ns);
	moved_ns = NULL;
	moved_cap = 0;
}
