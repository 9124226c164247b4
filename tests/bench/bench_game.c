/*
 * How long the game's own work takes: nanoseconds for putting a stone and asking for a win, for a
 * move played and undone in a whole game, and microseconds for a list of all of renju's forbidden
 * points. Figures only; nothing is asserted.
 */
#include <stdio.h>
#include <time.h>

#include "engine/game/game.h"
#include "tests/unit/draw.h"

static double now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Throws black and white stones in turn into the middle of a 15x15 board. */
static void middle_game(struct draw *d, struct board *b, int stones)
{
	board_init(b, 15);
	while (b->stones < stones) {
		int point = point_at(2 + draw_below(d, 11), 2 + draw_below(d, 11));
		if (board_at(b, point) == STONE_NONE)
			board_place(b, point, b->stones % 2 == 0 ? STONE_BLACK : STONE_WHITE);
	}
}

static void bench_win(enum rule rule)
{
	enum { ROUNDS = 2000000 };
	struct draw d = {17};
	struct board b;
	int wins = 0;
	middle_game(&d, &b, 60);
	int points[64], n = 0;
	for (int i = 0; n < 64; i = (i + 7) % 225)
		if (board_at(&b, point_at(i % 15, i / 15)) == STONE_NONE)
			points[n++] = point_at(i % 15, i / 15);
	double begin = now_ns();
	for (int i = 0; i < ROUNDS; i++) {
		board_place(&b, points[i & 63], i % 2 == 0 ? STONE_BLACK : STONE_WHITE);
		wins += rules_win(&b, rule, points[i & 63], NULL) > 0;
		board_remove(&b, points[i & 63]);
	}
	printf("place, win?, remove   %-10s %8.1f ns  (%d wins)\n", rule_name(rule),
	    (now_ns() - begin) / ROUNDS, wins);
}

static void bench_game(enum rule rule)
{
	enum { ROUNDS = 200000 };
	struct time_control tc = {.kind = CLOCK_FISCHER, .base_ms = 3600000, .inc_ms = 1000};
	static struct game g;
	game_init(&g, rule, 15, &tc);
	game_start(&g, 0);
	(void)game_move(&g, STONE_BLACK, point_parse("h8"), 0);
	double begin = now_ns();
	for (int i = 0; i < ROUNDS; i++) {
		(void)game_move(&g, game_turn(&g), point_parse("a1"), i);
		game_undo(&g, 1, i);
	}
	printf(
	    "move and undo         %-10s %8.1f ns\n", rule_name(rule), (now_ns() - begin) / ROUNDS);
}

static void bench_forbidden(void)
{
	enum { BOARDS = 1000, ROUNDS = 10 };
	struct draw d = {5};
	int points[BOARD_POINTS], found = 0;
	double sum = 0, worst = 0;
	for (int i = 0; i < BOARDS; i++) {
		struct board b;
		middle_game(&d, &b, 60);
		double begin = now_ns();
		for (int round = 0; round < ROUNDS; round++)
			found += renju_forbidden(&b, points, NULL);
		double one = (now_ns() - begin) / ROUNDS;
		sum += one;
		worst = one > worst ? one : worst;
	}
	printf("all forbidden points  60 stones  %8.1f us, at most %.1f  (%.1f found)\n",
	    sum / BOARDS / 1000, worst / 1000, (double)found / BOARDS / ROUNDS);
}

int main(void)
{
	bench_win(RULE_FREESTYLE);
	bench_win(RULE_STANDARD);
	bench_win(RULE_RENJU);
	bench_win(RULE_CARO);
	bench_game(RULE_FREESTYLE);
	bench_game(RULE_RENJU);
	bench_forbidden();
	return 0;
}
