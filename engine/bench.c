#include "bench.h"

#include "engine/game/moves.h"

static const struct position_line {
	enum rule rule;
	int size, depth;
	const char *moves; /* black's first */
} positions[] = {
    {RULE_FREESTYLE, 15, 10, "h8i9"},
    {RULE_FREESTYLE, 15, 10, "h8h9i9g7j10k11"},
    {RULE_FREESTYLE, 15, 9, "h8i7i8g8j8k8j6k5h7j7i9g7"},
    {RULE_FREESTYLE, 20, 9, "j10k11k10l10i9j9l11m12"},
    {RULE_STANDARD, 15, 9, "h8h9j9i8g8i10i9k9h10g11"},
    {RULE_RENJU, 15, 9, "h8i9j8i8i7g9j6k5"},
    {RULE_RENJU, 15, 9, "h8h9k8i10g7i9"},
    {RULE_CARO, 15, 8, "h8i9i8g8j8k8h10h7"},
};

static void set_up(struct board *b, int size, const char *moves)
{
	int points[BOARD_POINTS];
	size_t at;
	int n = moves_parse(moves, points, BOARD_POINTS, &at);

	board_init(b, size);
	for (int i = 0; i < n; i++)
		board_place(b, points[i], i % 2 == 0 ? STONE_BLACK : STONE_WHITE);
}

static void add(struct bench_sum *sum, const struct search_report *r, int point)
{
	sum->nodes += r->nodes;
	/* FNV-1a's step, by numbers instead of bytes. */
	sum->signature = (sum->signature ^ (uint64_t)r->nodes) * 0x100000001b3u;
	sum->signature = (sum->signature ^ (uint64_t)point) * 0x100000001b3u;
}

int bench_run(struct bench_sum *sum, FILE *out)
{
	*sum = (struct bench_sum){0, 0xcbf29ce484222325u};
	for (size_t i = 0; i < sizeof(positions) / sizeof(positions[0]); i++) {
		const struct position_line *p = &positions[i];
		const struct search_limits limits = {.style = SEARCH_LEVEL,
		    .level = SEARCH_LEVEL_MAX,
		    .time_ms = INT64_MAX,
		    .depth = p->depth};
		struct search *s = search_new(1);
		char text[POINT_TEXT];
		struct board b;

		if (s == NULL)
			return -1;
		set_up(&b, p->size, p->moves);
		enum stone side = b.stones % 2 == 0 ? STONE_BLACK : STONE_WHITE;
		int point = search_move(s, &b, side, p->rule, &limits);
		const struct search_report *r = search_last(s);
		add(sum, r, point);
		if (out != NULL)
			fprintf(out, "%-10s %2dx%-2d depth %2d  %8jd nodes  value %6d  %-3s  %s\n",
			    rule_name(p->rule), p->size, p->size, r->depth, (intmax_t)r->nodes,
			    r->value, point_format(point, text), p->moves);
		search_free(s);
	}
	return 0;
}
