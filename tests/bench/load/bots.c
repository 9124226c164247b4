#include "bots.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"

enum { STUCK_S = 120 };

/* One game and the guest who watches it. */
struct show {
	struct bots_result *result;
	struct peer *peer;
	int level;
	const char *time;
	int64_t turn_ns; /* when the turn began that goes on */
	bool over;
};

static int playing;

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
		peer_send(
		    v->peer, "create black=ai:%d white=ai:%d time=%s", v->level, v->level, v->time);
	} else if (strncmp(line, "*start ", 7) == 0) {
		v->turn_ns = now;
	} else if (strncmp(line, "*move ", 6) == 0) {
		hist_add(&v->result->wait, now - v->turn_ns);
		v->result->moves++;
		v->turn_ns = now;
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

void bots_play(const struct subject *s, int n, int level, const char *time, struct bots_result *r)
{
	struct show *shows = calloc((size_t)n, sizeof *shows);
	int64_t began = now_ns(), heard = began;
	uint64_t moves = 0;

	if (!shows)
		die("out of memory");
	memset(r, 0, sizeof *r);
	r->games = playing = n;
	for (int i = 0; i < n; i++) {
		shows[i] = (struct show){.result = r, .level = level, .time = time};
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
}
