/*
 * selfplay SEED GAMES NODES RULE SIZE: games of the engine with itself, for tune. A line a game:
 *
 *   freestyle 15 black h8:? i9:? g7:25 ...
 *
 * the rule, the size, the winner ("none" for a draw) and the moves with what the search thought of
 * each position before the move, to the side to move; "?" for stones by chance. Openings are 2 to 6
 * stones by chance that leave neither side far better, and one move in three is one by chance: a
 * search looks mostly at positions in which somebody has just played badly, and numbers fitted to
 * well played games alone misjudge them (they lost 44 Elo, these won 62). A game ends where the
 * search has proved its end, with the move and value that prove it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/search/chance.h"
#include "engine/search/search.h"
#include "engine/search/table.h"

enum {
	EVEN = 250,	   /* openings worth more to a side are left out */
	CHANCE_PLIES = 60, /* up to here one move in CHANCE_IN is by chance */
	CHANCE_IN = 3,
	BY_CHANCE = VALUE_NONE,
	MOST_PLIES = 200,
	TABLE_BYTES = 16 << 20,
};

struct play {
	struct search *search;
	struct search_limits limits;
	enum rule rule;
	struct chance chance;
	struct board board;
	int plies;
	int point[BOARD_POINTS], value[BOARD_POINTS];
};

static enum stone to_move(const struct play *p)
{
	return p->plies % 2 == 0 ? STONE_BLACK : STONE_WHITE;
}

/* Whether the side to move may play there. */
static bool may_play(const struct play *p, int column, int row)
{
	int point = point_at(column, row);
	return column >= 0 && row >= 0 && column < p->board.size && row < p->board.size &&
	       board_at(&p->board, point) == STONE_NONE &&
	       rules_foul(&p->board, p->rule, to_move(p), point) == FOUL_NONE;
}

/* A point by chance within `reach` of another; POINT_NONE if the one drawn cannot be played. */
static int near(struct play *p, int point, int reach)
{
	int column = point_column(point) + chance_below(&p->chance, 2 * reach + 1) - reach;
	int row = point_row(point) + chance_below(&p->chance, 2 * reach + 1) - reach;
	return may_play(p, column, row) ? point_at(column, row) : POINT_NONE;
}

/* Puts a stone down. Returns whether it wins. */
static bool put(struct play *p, int point, int value)
{
	board_place(&p->board, point, to_move(p));
	p->point[p->plies] = point;
	p->value[p->plies++] = value;
	return rules_win(&p->board, p->rule, point, NULL) > 0;
}

static void open_game(struct play *p, int size)
{
	int stones = 2 + chance_below(&p->chance, 5), middle = point_at(size / 2, size / 2);

	board_init(&p->board, size);
	p->plies = 0;
	while (p->plies < stones) {
		int point = near(p, middle, 2 + p->plies / 2);
		if (point != POINT_NONE)
			put(p, point, BY_CHANCE);
	}
}

/* Plays to the end. Returns the winner; false in *fair for an opening that is left out. */
static enum stone play_on(struct play *p, bool *fair)
{
	int opening = p->plies;

	*fair = true;
	while (p->plies < MOST_PLIES && !board_full(&p->board)) {
		enum stone side = to_move(p);
		int point = search_move(p->search, &p->board, side, p->rule, &p->limits);
		int value = search_last(p->search)->value, other = POINT_NONE;
		if (p->plies == opening && abs(value) > EVEN)
			*fair = false;
		if (point == POINT_NONE || !*fair)
			return STONE_NONE;
		if (abs(value) > VALUE_SURE) {
			put(p, point, value);
			return value > 0 ? side : stone_other(side);
		}
		if (p->plies < CHANCE_PLIES && chance_below(&p->chance, CHANCE_IN) == 0)
			other = near(p, p->point[chance_below(&p->chance, p->plies)], 2);
		bool won = other != POINT_NONE ? put(p, other, BY_CHANCE) : put(p, point, value);
		if (won)
			return side;
	}
	return STONE_NONE;
}

static void print(const struct play *p, enum stone winner)
{
	char text[POINT_TEXT];

	printf("%s %d %s", rule_name(p->rule), p->board.size, stone_name(winner));
	for (int i = 0; i < p->plies; i++) {
		printf(" %s:", point_format(p->point[i], text));
		if (p->value[i] == BY_CHANCE)
			putchar('?');
		else
			printf("%d", p->value[i]);
	}
	putchar('\n');
	fflush(stdout);
}

static long number(const char *text, long low, long high)
{
	char *end;
	errno = 0;
	long n = strtol(text, &end, 10);
	return *text == '\0' || *end != '\0' || errno != 0 || n < low || n > high ? -1 : n;
}

int main(int argc, char *argv[])
{
	static struct play p;
	long seed = argc == 6 ? number(argv[1], 0, INT32_MAX) : -1;
	long games = argc == 6 ? number(argv[2], 1, INT32_MAX) : -1;
	long nodes = argc == 6 ? number(argv[3], 1, INT32_MAX) : -1;
	long size = argc == 6 ? number(argv[5], 9, BOARD_MAX) : -1;

	p.rule = argc == 6 ? rule_parse(argv[4]) : RULE_COUNT;
	if (seed < 0 || games < 0 || nodes < 0 || size < 0 || p.rule == RULE_COUNT) {
		fprintf(stderr, "usage: selfplay SEED GAMES NODES RULE SIZE >games\n");
		return 2;
	}
	p.limits = (struct search_limits){.style = SEARCH_LEVEL,
	    .level = SEARCH_LEVEL_MAX,
	    .time_ms = INT64_MAX,
	    .nodes = nodes,
	    .memory = TABLE_BYTES};
	p.search = search_new((uint64_t)seed);
	if (p.search == NULL)
		return 1;
	chance_init(&p.chance, (uint64_t)seed);
	while (games > 0) {
		bool fair;
		search_seed(p.search, chance_next(&p.chance));
		open_game(&p, (int)size);
		enum stone winner = play_on(&p, &fair);
		if (!fair)
			continue;
		print(&p, winner);
		games--;
	}
	search_free(p.search);
	return 0;
}
